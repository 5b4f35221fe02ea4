// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.it.ChildClassPath;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties;
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

/** A JVM that has what Arrow brings, aircompressor and this project: no parquet-java, no Hadoop. */
class WithoutHadoopTest {
  private static final String BROTLI = "dec-";

  private static final String NO_S3 =
      "s3: Objects on S3: software.amazon.awssdk:s3 is not on the class path";

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message m { required int64 id; optional binary s (STRING); repeated double d;"
              + " optional group g { required boolean b;"
              + " optional group l (LIST) { repeated group list { optional int32 element; } } } }");

  @TempDir private Path folder;

  @Test
  void reads_every_codec_and_variants() throws Exception {
    List<Path> files = files();
    String text = ReadWithoutHadoop.read(files);

    assertThat(inOtherJvm(ReadWithoutHadoop.class, files, BROTLI)).isEqualTo(text);
  }

  @Test
  void a_library_that_is_missing_is_named() throws Exception {
    List<Path> files = List.of(writeBrotli());

    assertThat(inOtherJvm(UseOptionalLibraries.class, files).lines())
        .containsExactly(
            "read: " + files.get(0) + ": Brotli pages: org.brotli:dec is not on the class path",
            "write: 500 rows",
            "bridge: Metadata of parquet-java: org.apache.parquet:parquet-hadoop"
                + " is not on the class path",
            NO_S3);
    assertThat(
            inOtherJvm(
                    UseOptionalLibraries.class,
                    files,
                    BROTLI,
                    ChildClassPath.PARQUET_JAVA,
                    ChildClassPath.HADOOP)
                .lines())
        .containsExactly("read: 500 rows", "write: 500 rows", "bridge: 500 rows", NO_S3);
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
      files.add(write(codec, ParquetProperties.WriterVersion.PARQUET_1_0));
    }
    files.add(
        write(CompressionCodecName.UNCOMPRESSED, ParquetProperties.WriterVersion.PARQUET_2_0));
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

  private Path write(CompressionCodecName codec, ParquetProperties.WriterVersion version)
      throws IOException {
    Path file = folder.resolve(codec + "-" + version + ".parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withCompressionCodec(codec)
            .withWriterVersion(version)
            .build()) {
      for (int row = 0; row < 500; row++) {
        Group group = new SimpleGroup(SCHEMA);
        group.add("id", (long) row);
        if (row % 3 > 0) {
          group.add("s", "text " + row % 7);
        }
        group.add("d", row / 3.0);
        if (row % 4 > 0) {
          Group nested = group.addGroup("g").append("b", row % 5 == 0);
          Group list = nested.addGroup("l");
          if (row % 4 > 1) {
            list.addGroup("list").append("element", row);
            list.addGroup("list");
          }
        }
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
    FlatFooter footer = FooterReader.defaults().read(file).footer();
    assertThat(footer.chunk(0, 0).codec()).isEqualTo(ParquetCodec.BROTLI);
    return file;
  }

  private String inOtherJvm(Class<?> main, List<Path> files, String... libraries) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    arguments.addAll(List.of("-cp", ChildClassPath.with(libraries), main.getName()));
    files.forEach(file -> arguments.add(file.toString()));
    return new ChildJvm(folder).run(arguments);
  }
}
