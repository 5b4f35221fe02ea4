// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.BundledFooter;
import io.arrowparquet.bundle.stream.SchemaContext;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.cli.Main;
import io.arrowparquet.cli.command.Report;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.SchemaPaths;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FooterKitCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PYTHON_SECONDS = 300;

  @TempDir static Path folder;
  private static Path kit;
  private static List<String> files;

  @BeforeAll
  static void make() throws IOException {
    kit = folder.resolve("kit");
    assertThat(make(kit)).isZero();
    files = new ArrayList<>();
    JSON.readTree(kit.resolve("index.json").toFile())
        .get("files")
        .forEach(name -> files.add(name.textValue()));
  }

  private static int make(Path to) {
    PrintWriter out = new PrintWriter(new StringWriter());
    return Main.run(out, out, "footer", "kit", to.toString());
  }

  private static JsonNode facts(String name) throws IOException {
    return JSON.readTree(kit.resolve(name + ".json").toFile());
  }

  private static JsonNode tree(FileMetaData footer, JsonNode facts) throws IOException {
    List<Integer> listed = null;
    if (facts.has("listed")) {
      listed = new ArrayList<>();
      for (JsonNode column : facts.get("listed")) {
        listed.add(column.intValue());
      }
    }
    return JSON.readTree(Report.json(KitFacts.of(footer, listed)));
  }

  private static FileMetaData parse(byte[] thrift) {
    return FileMetaDataCodec.STRUCT.read(new CompactReader(thrift));
  }

  @Test
  void every_layout_has_every_feature_that_it_can_say() throws IOException {
    JsonNode impossible = JSON.readTree(kit.resolve("index.json").toFile()).get("not_possible");
    long sound = files.stream().filter(name -> name.startsWith("files/")).count();

    assertThat(sound + impossible.size())
        .isEqualTo(
            (KitFooters.all().size() + 1L) * KitDamage.LAYOUTS.size()
                + FooterKitCommand.WITHOUT_PATHS.size());
    assertThat(impossible)
        .extracting(one -> one.get("layout").textValue() + ": " + one.get("feature").textValue())
        .allSatisfy(one -> assertThat(one).matches("arrow-cpp: .*|parx: of-the-future"));
  }

  @Test
  void reader_finds_the_facts_of_every_file() throws IOException {
    for (String name : files) {
      if (name.startsWith("files/")) {
        JsonNode facts = facts(name);
        ParquetFooter read = FooterReader.defaults().withStrict(true).read(kit.resolve(name));
        boolean isCpp = facts.get("layout").textValue().equals("arrow-cpp");

        assertThat(read.layout().label()).as(name).isEqualTo(facts.get("layout").textValue());
        assertThat(read.diagnostics()).as(name).isEmpty();
        try (ByteSource source = ByteSources.path(kit.resolve(name))) {
          // What layout arrow-cpp cannot say is in the Thrift footer only.
          byte[] thrift = isCpp ? FooterReader.defaults().readThrift(source) : read.toThrift();
          assertThat(SchemaPaths.areOmitted(thrift))
              .as(name)
              .isEqualTo(
                  hasChunks(facts) && (name.contains("parx") || name.contains("without-paths")));
          assertThat(tree(parse(SchemaPaths.restore(thrift)), facts))
              .as(name)
              .isEqualTo(facts.get("footer"));
        }
        facts
            .get("lookups")
            .fields()
            .forEachRemaining(
                path ->
                    assertThat(JSON.<JsonNode>valueToTree(read.footer().findColumns(path.getKey())))
                        .as(name + ": " + path.getKey())
                        .isEqualTo(path.getValue()));
      }
    }
  }

  private static boolean hasChunks(JsonNode facts) {
    return !facts.get("footer").findValues("path_in_schema").isEmpty();
  }

  @Test
  void damage_is_found_or_recovered_from_as_the_facts_say() throws IOException {
    FooterReader lenient =
        FooterReader.defaults().withCrcCheck(CrcCheck.WHOLE).withVerification(true);
    for (String name : files) {
      if (name.startsWith("damaged/") && name.endsWith(".parquet")) {
        JsonNode facts = facts(name);
        Path file = kit.resolve(name);
        if (facts.get("expect").textValue().equals(KitDamage.FAIL)) {
          assertThatThrownBy(() -> lenient.read(file))
              .as(name)
              .isInstanceOf(CorruptFooterException.class);
        } else {
          ParquetFooter read = lenient.read(file);
          assertThat(read.layout().label()).as(name).isEqualTo("thrift");
          assertThat(read.diagnostics()).as(name).isNotEmpty();
          assertThat(tree(parse(read.toThrift()), facts)).as(name).isEqualTo(facts.get("footer"));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"normal", "share", "streaming"})
  void entries_of_bundles_in_stream_form_are_those_of_the_facts(String mode) throws IOException {
    String name = "bundles/" + mode + ".apfs";
    SchemaContext context = SchemaContext.load(kit.resolve("bundles/share.apfc"));
    List<JsonNode> found = new ArrayList<>();
    try (StreamBundleReader reader =
        StreamBundleReader.open(kit.resolve(name), mode.equals("share") ? context : null)) {
      for (BundledFooter next = reader.next(); next != null; next = reader.next()) {
        found.add(entry(next.file(), next.metaData()));
      }
    }
    assertThat(found).isEqualTo(entries(name));
    assertThatThrownBy(
            () -> {
              Path damaged = kit.resolve("damaged/" + mode + ".apfs");
              try (StreamBundleReader reader =
                  StreamBundleReader.open(damaged, mode.equals("share") ? context : null)) {
                while (reader.next() != null) {
                  // until what is damaged
                }
              }
            })
        .isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void entries_of_a_bundle_in_table_form_are_those_of_the_facts() throws IOException {
    List<JsonNode> found = new ArrayList<>();
    try (FooterBundle bundle = FooterBundle.open(kit.resolve("bundles/table.apfb"))) {
      FooterBundle.Footers footers = bundle.footers(null);
      for (BundleEntry file : bundle.files()) {
        found.add(entry(file.file(), parse(footers.thrift(file))));
      }
    }
    // A file that is on a disk has a time, and no ETag.
    Map<String, JsonNode> expected = new TreeMap<>();
    for (JsonNode fact : entries("bundles/table.apfb")) {
      ((ObjectNode) fact).put("etag", "");
      expected.put(fact.get("path").textValue(), fact);
    }
    assertThat(found).isEqualTo(List.copyOf(expected.values()));
    for (String damaged : List.of("damaged/table-5.apfb", "damaged/table-40.apfb")) {
      assertThatThrownBy(() -> FooterBundle.open(kit.resolve(damaged)).close())
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  private static List<JsonNode> entries(String name) throws IOException {
    List<JsonNode> entries = new ArrayList<>();
    facts(name).get("entries").forEach(entries::add);
    return entries;
  }

  private static JsonNode entry(BundledFile file, FileMetaData footer) throws IOException {
    String etag = file.version().etag();
    return JSON.readTree(
        Report.json(
            Report.fields(
                "path", file.path(),
                "length", file.length(),
                "footer_length", file.footerLength(),
                "footer_crc32", Integer.toUnsignedLong(file.footerCrc32()),
                "etag", etag == null ? "" : etag,
                "footer", KitFacts.tree(footer))));
  }

  @Test
  void kit_is_the_same_each_time() throws IOException {
    Path again = folder.resolve("again");
    assertThat(make(again)).isZero();
    try (Stream<Path> walk = Files.walk(kit)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        Path other = again.resolve(kit.relativize(file).toString());
        assertThat(Files.mismatch(file, other)).as(file.toString()).isEqualTo(-1);
      }
    }
  }

  @Test
  void existing_files_are_kept_unless_told() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("reader.py"), "precious");

    assertThat(make(other)).isEqualTo(1);
    assertThat(other.resolve("reader.py")).hasContent("precious");
  }

  @Test
  void reader_in_python_that_knows_the_document_only_agrees() throws Exception {
    String said = python(kit);
    assertThat(said).isEqualTo(files.size() + " files, 0 wrong\n");
  }

  @Test
  void reader_in_python_says_which_fact_is_another() throws Exception {
    Path one = Files.createDirectories(folder.resolve("one/files"));
    Files.copy(kit.resolve("reader.py"), one.resolveSibling("reader.py"));
    String name = "files/columns-5.spec.parquet";
    Files.copy(kit.resolve(name), one.resolveSibling(name));
    String facts = Files.readString(kit.resolve(name + ".json"));
    Files.writeString(one.resolveSibling(name + ".json"), facts.replaceFirst("1000", "1001"));
    Files.writeString(one.resolveSibling("index.json"), "{\"files\": [\"" + name + "\"]}");

    assertThat(python(one.getParent()))
        .contains(name, "found 1000, expected 1001", "1 files, 1 wrong");
  }

  private static String python(Path of) throws Exception {
    Path said = Files.createTempFile(folder, "said", ".txt");
    Process process;
    try {
      process =
          new ProcessBuilder("python3", of.resolve("reader.py").toString())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, "there is no python3: " + e.getMessage());
      throw e;
    }
    assertThat(process.waitFor(PYTHON_SECONDS, TimeUnit.SECONDS)).isTrue();
    return Files.readString(said);
  }
}
