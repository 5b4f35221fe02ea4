// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.thrift.CompressionCodec;
import io.arrowparquet.it.Corpus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader in a JVM that has neither Hadoop nor Thrift, nor native codecs. */
class WithoutHadoopTest {
  /** Jars that users who only read files do not have. */
  private static final Pattern ABSENT =
      Pattern.compile(
          "hadoop|thrift|parquet-format|parquet-avro|parquet-variant|parquet-jackson"
              + "|iceberg|spark|duckdb|dataset|snappy|zstd|jazzer");

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message m { required int64 id; optional binary s (STRING); repeated double d; }");

  @TempDir private Path folder;

  @Test
  void reads_every_codec_and_variants() throws Exception {
    List<Path> files = files();
    String text = ReadWithoutHadoop.read(files);

    assertThat(inOtherJvm(files)).isEqualTo(text);
  }

  private List<Path> files() throws Exception {
    List<Path> files = new ArrayList<>();
    for (CompressionCodecName codec :
        List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4_RAW)) {
      files.add(write(codec));
    }
    files.add(writeBrotli());
    Path variants = folder.resolve("variants.parquet");
    ParquetJavaVariants codec = new ParquetJavaVariants();
    List<EncodedVariant> rows =
        Stream.of(1, "text", Map.of("a", 5), Map.of("a", "no integer", "b", List.of(1, 2)))
            .map(codec::encode)
            .toList();
    new ParquetJavaFiles()
        .write(variants, ShreddingTypes.object("a", ShreddingTypes.integer(Integer.SIZE)), rows);
    files.add(variants);
    if (Corpus.isThere()) {
      files.add(Corpus.folder("data").resolve("hadoop_lz4_compressed_larger.parquet"));
    }
    return files;
  }

  private Path write(CompressionCodecName codec) throws IOException {
    Path file = folder.resolve(codec + ".parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withCompressionCodec(codec)
            .build()) {
      for (int row = 0; row < 500; row++) {
        Group group = new SimpleGroup(SCHEMA);
        group.add("id", (long) row);
        if (row % 3 > 0) {
          group.add("s", "text " + row % 7);
        }
        group.add("d", row / 3.0);
        writer.write(group);
      }
    }
    return file;
  }

  /** By DuckDB: parquet-java needs a native library to write it. */
  private Path writeBrotli() throws Exception {
    Path file = folder.resolve("BROTLI.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT i AS id, 'text ' || i % 7 AS s, i / 3 AS d FROM range(500) r(i)) TO '"
              + file
              + "' (FORMAT parquet, COMPRESSION brotli)");
    }
    FlatFooter footer = FooterReader.create().read(file).footer();
    assertThat(footer.chunk(0, 0).codec()).isEqualTo(CompressionCodec.BROTLI);
    return file;
  }

  /** The runnable jar's manifest names the command line's libraries, Hadoop among them. */
  private static String withoutManifest(String entry) {
    Path path = Path.of(entry);
    return path.endsWith("arrowparquet.jar") ? path.resolveSibling("classes").toString() : entry;
  }

  private String inOtherJvm(List<Path> files) throws Exception {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !ABSENT.matcher(Path.of(entry).getFileName().toString()).find())
            .map(WithoutHadoopTest::withoutManifest)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.addAll(List.of("-cp", classPath, ReadWithoutHadoop.class.getName()));
    files.forEach(file -> command.add(file.toString()));
    Path printed = folder.resolve("printed");
    Path complaints = folder.resolve("complaints");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(printed.toFile())
            .redirectError(complaints.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(complaints)).isZero();
    return Files.readString(printed);
  }
}
