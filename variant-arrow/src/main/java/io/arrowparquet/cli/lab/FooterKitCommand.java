// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.SchemaContext;
import io.arrowparquet.bundle.stream.StreamBundleWriter;
import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.Report;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.SchemaPaths;
import io.arrowparquet.footer.internal.thrift.SecondEncodingCodec;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.access.ByteSinks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Writes the conformance kit: files for every feature of every layout, what a reader must find in
 * each, damaged files with what is wrong and where, bundles, and a reader in Python. The bytes are
 * the same each time.
 *
 * <p>The files are about footers: between the magic and the footer are zeros.
 */
@Command(
    name = "kit",
    description =
        "Write the conformance kit: files for every feature of every layout of a footer, what a"
            + " reader must find in each, damaged files, bundles, and a reader in Python.")
public final class FooterKitCommand extends CliCommand {
  /** Of everything in the kit that has a time. */
  private static final Instant TIME = Instant.parse("2026-03-04T05:06:07Z");

  private static final UUID CONTEXT = UUID.fromString("0b5e2f44-9d0c-4a3f-8a57-3c1d64a7e901");

  /** Of these there is a Thrift footer without paths too. */
  static final List<String> WITHOUT_PATHS = List.of("names", "nesting", "columns-17");

  private static final String SECOND = "second-encodings";
  private static final int MOST_LOOK_UPS = 40;

  @Parameters(paramLabel = "DIR", description = "Where to; made if it is not there.")
  private Path folder;

  @Option(names = "--overwrite", description = "Replace files that exist.")
  private boolean overwrite;

  private final List<Object> files = new ArrayList<>();
  private final List<Object> impossible = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    write();
    out().println(folder + ": " + files.size() + " files; python3 reader.py reads them all");
    return DONE;
  }

  private void write() throws IOException {
    for (String name : List.of("LICENSE", "README.md", "reader.py")) {
      try (InputStream in = FooterKitCommand.class.getResourceAsStream("kit/" + name)) {
        put(name, in.readAllBytes());
      }
    }
    Map<String, FileMetaData> footers = KitFooters.all();
    footers.put(SECOND, KitFooters.columns(2, 2));
    for (Map.Entry<String, FileMetaData> feature : footers.entrySet()) {
      for (FooterLayout layout : KitDamage.LAYOUTS) {
        file(feature.getKey(), layout, feature.getValue());
      }
      if (WITHOUT_PATHS.contains(feature.getKey())) {
        withoutPaths(feature.getKey(), feature.getValue());
      }
    }
    for (KitDamage damage : KitDamage.all()) {
      FileMetaData footer = footers.get(damage.feature());
      byte[] file = file(thrift(damage.feature(), footer), damage.layout(), footer);
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("layout", damage.layout().label());
      facts.put("damage", damage.what());
      facts.put("at", damage.apply(file).at());
      facts.put("expect", damage.expect());
      if (!damage.expect().equals(KitDamage.FAIL)) {
        facts.putAll(footerFacts(footer));
      }
      entry("damaged/" + damage.name() + ".parquet", damage.apply(file).bytes(), facts);
    }
    bundles(footers);
    Map<String, Object> index = new LinkedHashMap<>();
    index.put("kit", 1);
    index.put("license", "Apache-2.0");
    index.put("files", files);
    index.put("not_possible", impossible);
    put("index.json", Report.json(index).getBytes(StandardCharsets.UTF_8));
  }

  private void file(String feature, FooterLayout layout, FileMetaData footer) throws IOException {
    if (feature.equals(SECOND) && layout == FooterLayout.ARROW_CPP) {
      impossible(feature, layout, "the layout has no field for extensions of chunks");
      return;
    }
    if (layout == FooterLayout.PARX && !canOmitPaths(thrift(feature, footer))) {
      impossible(feature, layout, "a path is another than that of its leaf, and has to be kept");
      return;
    }
    byte[] file;
    try {
      file = file(thrift(feature, footer), layout, footer);
    } catch (IllegalArgumentException e) {
      impossible(feature, layout, e.getMessage());
      return;
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("feature", feature);
    facts.put("layout", layout.label());
    facts.putAll(footerFacts(footer));
    if (feature.equals(SECOND)) {
      List<Object> seconds = new ArrayList<>();
      for (RowGroup group : footer.rowGroups()) {
        seconds.add(KitFacts.tree(second(group.columns().get(1))));
      }
      facts.put("second_encodings_of_column_1", seconds);
    }
    entry("files/" + feature + "." + layout.label() + ".parquet", file, facts);
  }

  private void withoutPaths(String feature, FileMetaData footer) throws IOException {
    byte[] struct = SchemaPaths.omit(thrift(feature, footer));
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("feature", feature);
    facts.put("layout", FooterLayout.THRIFT.label());
    facts.putAll(footerFacts(footer));
    byte[] file = file(struct, FooterLayout.THRIFT, footer);
    entry("files/" + feature + ".thrift-without-paths.parquet", file, facts);
  }

  private void impossible(String feature, FooterLayout layout, String why) {
    impossible.add(Report.fields("feature", feature, "layout", layout.label(), "why", why));
  }

  private static Map<String, Object> footerFacts(FileMetaData footer) {
    List<Integer> listed = KitFacts.listed(footer);
    Map<String, Object> facts = new LinkedHashMap<>();
    if (listed != null) {
      facts.put("listed", listed);
    }
    facts.put("footer", KitFacts.of(footer, listed));
    Map<String, List<Integer>> lookUps = new LinkedHashMap<>();
    lookUps.put("no such column", List.of());
    List<String> paths = dottedPaths(footer.schema());
    for (int column = 0; column < paths.size(); column++) {
      String path = paths.get(column);
      if (lookUps.size() < MOST_LOOK_UPS || lookUps.containsKey(path)) {
        lookUps.computeIfAbsent(path, unused -> new ArrayList<>()).add(column);
      }
    }
    facts.put("lookups", lookUps);
    return facts;
  }

  private static List<String> dottedPaths(List<SchemaElement> schema) {
    List<String> paths = new ArrayList<>();
    int[] next = {1};
    Integer children = schema.get(0).numChildren();
    for (int i = 0; i < children; i++) {
      addPaths(schema, next, "", paths);
    }
    return paths;
  }

  private static void addPaths(
      List<SchemaElement> schema, int[] next, String above, List<String> paths) {
    SchemaElement element = schema.get(next[0]++);
    String path = above + element.name();
    if (element.numChildren() == null) {
      paths.add(path);
      return;
    }
    for (int i = 0; i < element.numChildren(); i++) {
      addPaths(schema, next, path + ".", paths);
    }
  }

  private static ColumnChunk second(ColumnChunk of) {
    return new ColumnChunk(
        null,
        0,
        KitFooters.encodedTwice(of.metaData()),
        of.metaData().dataPageOffset() + 1,
        1,
        null,
        null,
        null,
        null);
  }

  private static byte[] thrift(String feature, FileMetaData footer) {
    return FileMetaDataCodec.write(
        footer,
        chunk -> {
          boolean hasSecond =
              feature.equals(SECOND) && chunk.metaData().pathInSchema().contains("column_1");
          return hasSecond ? SecondEncodingCodec.write(second(chunk)) : null;
        });
  }

  private static boolean canOmitPaths(byte[] thrift) {
    return Arrays.equals(SchemaPaths.restore(SchemaPaths.omit(thrift)), thrift);
  }

  /** A file with nothing but zeros in the place of its pages. */
  private static byte[] file(byte[] thrift, FooterLayout layout, FileMetaData footer) {
    int chunks = footer.rowGroups().stream().mapToInt(group -> group.columns().size()).sum();
    int pages = FooterRecords.PIECE * (2 + 2 * chunks);
    int offset = Integer.BYTES + pages;
    byte[] struct = layout == FooterLayout.PARX ? SchemaPaths.omit(thrift) : thrift;
    ByteBuffer ending = new FooterEnding(layout, true, false).of("kit", struct, offset);
    return ByteBuffer.allocate(offset + ending.remaining())
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(FooterEnding.magic(layout))
        .position(offset)
        .put(ending)
        .array();
  }

  private void bundles(Map<String, FileMetaData> footers) throws IOException {
    List<String> features =
        List.of("names", "logical-types", "columns-5", "statistics", "columns-17");
    List<BundledFile> bundled = new ArrayList<>();
    List<Object> facts = new ArrayList<>();
    Map<String, byte[]> thrifts = new LinkedHashMap<>();
    for (String feature : features) {
      for (String copy : List.of("a/", "b/")) { // so that each schema is there twice
        String path = copy + feature + ".parquet";
        byte[] thrift = thrift(feature, footers.get(feature));
        byte[] file = file(thrift, FooterLayout.THRIFT, footers.get(feature));
        boolean hasTag = copy.equals("b/");
        BundledFile.Version version =
            new BundledFile.Version(
                path, file.length, hasTag ? null : TIME, hasTag ? "\"tag\"" : null);
        int crc = Checksum.crc32(ByteBuffer.wrap(thrift));
        bundled.add(new BundledFile(version, thrift.length, crc));
        thrifts.put(path, thrift);
        put("bundles/" + path, file);
        Files.setLastModifiedTime(folder.resolve("bundles").resolve(path), FileTime.from(TIME));
        Map<String, Object> fact = new LinkedHashMap<>();
        fact.put("path", path);
        fact.put("length", (long) file.length);
        fact.put("footer_length", thrift.length);
        fact.put("footer_crc32", Integer.toUnsignedLong(crc));
        fact.put("etag", hasTag ? "\"tag\"" : "");
        fact.put("footer", KitFacts.tree(footers.get(feature)));
        facts.add(fact);
      }
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("entries", facts);
    for (StreamBundleWriter.Mode mode : StreamBundleWriter.Mode.values()) {
      String name = "bundles/" + mode.name().toLowerCase(Locale.ROOT) + ".apfs";
      Path target = folder.resolve(name);
      boolean shares = mode == StreamBundleWriter.Mode.SHARE;
      SchemaContext context = shares ? SchemaContext.of(CONTEXT) : null;
      try (StreamBundleWriter writer =
          shares
              ? StreamBundleWriter.open(target, context)
              : StreamBundleWriter.open(target, mode)) {
        for (BundledFile file : bundled) {
          writer.add(file, thrifts.get(file.path()));
        }
        writer.finish(shares ? folder.resolve("bundles/share.apfc") : null);
      }
      facts(name, entries);
      byte[] bytes = Files.readAllBytes(target);
      bytes[bytes.length / 2] = (byte) (bytes[bytes.length / 2] ^ 1);
      Map<String, Object> damage = new LinkedHashMap<>();
      damage.put("damage", "one bit in the middle is another");
      damage.put("at", bytes.length / 2);
      damage.put("expect", KitDamage.FAIL);
      entry(name.replace("bundles/", "damaged/"), bytes, damage);
    }
    table(bundled, entries);
  }

  private void table(List<BundledFile> bundled, Map<String, Object> entries) throws IOException {
    Path inside = folder.resolve("bundles");
    List<BundleInput> inputs = new ArrayList<>();
    for (BundledFile file : bundled) {
      inputs.add(BundleInput.of(inside, inside.resolve(file.path())));
    }
    Path target = inside.resolve("table.apfb");
    BundleOptions options = BundleOptions.defaults().withJobs(1);
    new BundleWriter(BundleStore.of(target), options).write(inputs, overwrite);
    facts("bundles/table.apfb", entries);
    byte[] bytes = Files.readAllBytes(target);
    for (int fromEnd : new int[] {5, 40}) {
      byte[] damaged = bytes.clone();
      damaged[damaged.length - fromEnd] = (byte) (damaged[damaged.length - fromEnd] ^ 1);
      Map<String, Object> damage = new LinkedHashMap<>();
      damage.put("damage", "one bit of the " + (fromEnd < 28 ? "trailer" : "root") + " is another");
      damage.put("at", damaged.length - fromEnd);
      damage.put("expect", KitDamage.FAIL);
      entry("damaged/table-" + fromEnd + ".apfb", damaged, damage);
    }
  }

  private void entry(String name, byte[] file, Map<String, Object> facts) throws IOException {
    put(name, file);
    facts(name, facts);
  }

  private void facts(String name, Map<String, Object> facts) throws IOException {
    files.add(name);
    put(name + ".json", Report.json(facts).getBytes(StandardCharsets.UTF_8));
  }

  private void put(String name, byte[] bytes) throws IOException {
    Path target = folder.resolve(name);
    Files.createDirectories(target.getParent());
    try (ByteSink sink = ByteSinks.path(target, overwrite)) {
      sink.write(ByteBuffer.wrap(bytes));
      sink.commit();
    }
  }
}
