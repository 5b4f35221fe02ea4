// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.dataset.ParquetSetWriter;
import io.arrowparquet.dataset.SetWriteOptions;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.it.Documents;
import io.arrowparquet.parquet.FileMetrics;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.ParquetRewriter;
import io.arrowparquet.parquet.StatisticsVectors;
import io.arrowparquet.parquet.WrittenFile;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.StatisticsMode;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the documents run, and stand there as they stand here. */
class ReadmeExamplesTest {
  private static final Path SOURCE =
      Path.of("src/test/java/io/arrowparquet/it/examples/ReadmeExamplesTest.java");

  @TempDir Path folder;
  private final PrintStream console = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private Path file;
  private Path attached;

  @BeforeEach
  void writeFile() throws IOException {
    file = EventFile.writeWithNull(folder.resolve("events.parquet"));
    attached = folder.resolve("attached.parquet");
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restoreConsole() {
    System.setOut(console);
  }

  private List<String> lines() {
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void footer(boolean withStatistics) throws IOException {
    Path file =
        EventFile.write(
            folder.resolve("statistics-" + withStatistics + ".parquet"), withStatistics);
    // example: footer
    FooterAttacher.defaults().attach(file, attached);
    FlatFooter footer = FooterReader.defaults().read(attached).footer();
    int column = footer.findColumn("id");
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      StatisticsView statistics = footer.chunk(group, column).statistics();
      if (statistics.hasPrimitiveBounds()) { // a file may be written without
        System.out.println(statistics.minLong() + " to " + statistics.maxLong());
      }
    }
    // end
    StatisticsView statistics = footer.chunk(0, column).statistics();
    assertThat(statistics.isPresent()).isEqualTo(withStatistics);
    assertThat(statistics.hasPrimitiveBounds() ? statistics.maxLong() : -1)
        .isEqualTo(withStatistics ? EventFile.ROWS - 1 : -1);
  }

  @Test
  void rows() throws IOException {
    // Magic; one bitmap, of the high bits 0, with one array, of the rows 1 and 3.
    ByteBuffer vector =
        ByteBuffer.wrap(
            HexFormat.of()
                .parseHex(
                    "d1d33964"
                        + "0100000000000000"
                        + "00000000"
                        + "3a300000"
                        + "01000000"
                        + "00000100"
                        + "10000000"
                        + "01000300"));
    // example: rows
    RowPositions deleted = RowPositions.ofDeletionVector(vector); // of Iceberg or Delta
    Field day = Field.nullable("day", ArrowType.Utf8.INSTANCE);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withoutRows(deleted)
            .withLimit(100)
            .withRowColumns(
                List.of(RowColumn.position("_pos"), RowColumn.constant(day, "2026-01-01")));
    // end
    List<Long> positions = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          positions.add((Long) root.getVector("_pos").getObject(row));
        }
      }
    }
    assertThat(positions).hasSizeLessThanOrEqualTo(100).startsWith(0L, 2L, 4L);
  }

  @Test
  void statistics() throws IOException {
    try (BufferAllocator allocator = new RootAllocator()) {
      // example: statistics
      FlatFooter footer = FooterReader.defaults().read(file).footer();
      try (VectorSchemaRoot rowGroups = StatisticsVectors.of(footer, List.of("id"), allocator)) {
        System.out.println(rowGroups.contentToTSVString());
      }
      // end
    }
    assertThat(lines()).first().isEqualTo("row_group\trow_count\tid");
  }

  @Test
  void extension() throws Exception {
    ParquetFooter read = FooterReader.defaults().read(file);
    byte[] bytes = Files.readAllBytes(file);
    int footerStart = (int) read.footerOffset();
    byte[] thrift = Arrays.copyOfRange(bytes, footerStart, footerStart + read.thriftLength());
    byte[] secret = "where else the values are".getBytes(StandardCharsets.UTF_8);
    // example: extension
    CompactReader in = new CompactReader(thrift);
    for (int list : new int[] {4, 1}) { // row_groups, columns: into the first of each
      in.enterStruct();
      while (in.nextField() && in.fieldId() != list) {
        in.skip();
      }
      in.listBegin();
    }
    in.enterStruct();
    while (in.nextField() && in.fieldId() != 3) { // meta_data
      in.skip();
    }
    int start = in.position();
    in.skipStruct();
    byte[] metaData = Arrays.copyOfRange(thrift, start, in.position());
    byte[] extended = StructExtension.append(metaData, secret); // as field 32767
    BinaryValue found = StructExtension.find(extended); // a view of the bytes
    // end
    assertThat(found.toByteArray()).isEqualTo(secret);
    assertThat(StructExtension.remove(extended)).isEqualTo(metaData);
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    footer.write(thrift, 0, start);
    footer.writeBytes(extended);
    footer.write(thrift, in.position(), thrift.length - in.position());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, footerStart);
    ByteBuffer ending = FooterFrame.thrift(ByteBuffer.wrap(footer.toByteArray()));
    out.write(ending.array(), ending.arrayOffset() + ending.position(), ending.remaining());
    assertOthersRead(Files.write(folder.resolve("extended.parquet"), out.toByteArray()));
  }

  /** parquet-java and DuckDB read the file as if it had no extension. */
  private static void assertOthersRead(Path extended) throws Exception {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(extended))) {
      assertThat(reader.getRecordCount()).isEqualTo(EventFile.ROWS);
    }
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement();
        ResultSet rows = statement.executeQuery("select max(id) from '" + extended + "'")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isEqualTo(EventFile.ROWS - 1);
    }
  }

  @Test
  void read() throws IOException {
    // example: read
    Schema schema =
        new Schema(
            List.of(
                ArrowTypeText.parse("id", "bigint"),
                ArrowTypeText.parse("event", "struct<id: bigint, kind: string>")));
    ParquetFileSet files = ParquetFileSet.open(List.of(file)).withSchema(schema);
    try (BufferAllocator allocator = new RootAllocator();
        FileSetReader reader = files.read(ParquetReadOptions.defaults(), allocator)) {
      while (reader.loadNextBatch()) {
        System.out.println(reader.getVectorSchemaRoot().contentToTSVString());
      }
    }
    // end
    assertThat(lines())
        .startsWith("id\tevent", "0\tnull", "1\t{\"id\":1,\"kind\":\"click\"}")
        .hasSizeGreaterThan(EventFile.ROWS);
  }

  @Test
  void filter() throws IOException {
    // example: filter
    VariantProjection kind =
        VariantProjection.of("event", VariantPath.parse("$.kind"), "kind", ArrowType.Utf8.INSTANCE);
    RowFilter clicks = kind.isEqualTo("click").and(Operand.column("id").isAtLeast(7L));
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withVariantPaths(List.of(kind))
            .withFilter(clicks);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) { // batches of exactly the rows that are true
        System.out.println(reader.getVectorSchemaRoot().contentToTSVString());
      }
      System.out.println(reader.statistics()); // what was read, and what was skipped
    }
    // end
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isEqualTo(7);
      assertThat(reader.getVectorSchemaRoot().getVector("kind").getObject(0)).hasToString("click");
      assertThat(reader.loadNextBatch()).isFalse();
    }
  }

  @Test
  void scan() throws IOException {
    Path directory = Files.createDirectory(folder.resolve("events"));
    EventFile.write(directory.resolve("a.parquet"));
    EventFile.write(directory.resolve("b.parquet"));
    ExecutorService executor = Executors.newFixedThreadPool(4);
    long rows = 0;
    // example: scan
    ParquetReadOptions columns = ParquetReadOptions.defaults().withColumns(List.of("id"));
    ParquetScanOptions options =
        ParquetScanOptions.defaults().withRead(columns).withThreads(4).withOrdered(false);
    ParquetFileSet files = ParquetFileSet.open(List.of(directory), executor);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetScan scan = files.scan(options, executor, allocator)) {
      for (VectorSchemaRoot next = scan.next(); next != null; next = scan.next()) {
        try (VectorSchemaRoot batch = next) { // yours from now on
          rows += batch.getRowCount();
        }
      }
      System.out.println(scan.statistics());
    }
    // end
    executor.shutdown();
    assertThat(rows).isEqualTo(2 * EventFile.ROWS);
  }

  @Test
  void decode() throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      ParquetVariantVector events =
          (ParquetVariantVector) reader.getVectorSchemaRoot().getVector("event");
      // example: decode
      Field target =
          new Field(
              "event",
              FieldType.nullable(ArrowType.Struct.INSTANCE),
              List.of(
                  Field.nullable("id", new ArrowType.Int(64, true)),
                  Field.nullable("kind", ArrowType.Utf8.INSTANCE)));
      VariantDecode decode = new VariantDecode(target, ConversionMode.TRY_CAST);
      try (FieldVector typed = decode.decode(events, allocator)) {
        for (int row = 0; row < typed.getValueCount(); row++) {
          System.out.println(typed.getObject(row)); // null if the value is
        }
      }
      // end
    }
    assertThat(lines()).startsWith("null", "{\"id\":1,\"kind\":\"click\"}").hasSize(EventFile.ROWS);
  }

  @Test
  void write() throws IOException {
    Path output = folder.resolve("written.parquet");
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      // example: write
      ParquetWriteOptions options =
          ParquetWriteOptions.defaults()
              .withShredding("event", ArrowTypeText.parse("event", "struct<id: bigint>"))
              .withFooter(FooterLayout.SPEC); // attach the FlatBuffers footer too
      Schema schema = reader.getVectorSchemaRoot().getSchema();
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(output, schema, options, allocator)) {
        while (reader.loadNextBatch()) {
          writer.write(reader.getVectorSchemaRoot());
        }
        writer.finish(); // only now is there a file
      }
      // end
    }
    FlatFooter footer = FooterReader.defaults().read(output).footer();
    assertThat(footer.findColumn("event.typed_value.id.typed_value")).isPositive();
  }

  @Test
  void encryption() throws IOException {
    byte[] footerKey = "0123456789012345".getBytes(StandardCharsets.UTF_8);
    byte[] eventKey = "1234567890123450".getBytes(StandardCharsets.UTF_8);
    Map<String, byte[]> vault = Map.of("event-7", eventKey);
    Path output = folder.resolve("encrypted.parquet");
    // example: encryption
    byte[] name = "event-7".getBytes(StandardCharsets.UTF_8); // for the key service, in the file
    FileEncryption encryption =
        FileEncryption.of(new EncryptionKey(footerKey, null)) // of all but this column
            .withColumnKey("event", new EncryptionKey(eventKey, name));
    ParquetWriteOptions writing = ParquetWriteOptions.defaults().withEncryption(encryption);

    DecryptionKeys keys =
        DecryptionKeys.defaults()
            .withFooterKey(footerKey)
            .withRetriever(found -> vault.get(new String(found, StandardCharsets.UTF_8)));
    ParquetReadOptions reading = ParquetReadOptions.defaults().withDecryption(keys);
    // end
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                output, reader.getVectorSchemaRoot().getSchema(), writing, allocator)) {
      while (reader.loadNextBatch()) {
        writer.write(reader.getVectorSchemaRoot());
      }
      writer.finish();
    }
    long rows = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(output, reading, allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    assertThat(rows).isEqualTo(EventFile.ROWS);
  }

  @Test
  void set() throws IOException {
    URI table = folder.resolve("table").toUri();
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      Schema schema = reader.getVectorSchemaRoot().getSchema();
      // example: set
      SetWriteOptions options = SetWriteOptions.defaults().withFileBytes(256L << 20);
      try (ParquetSetWriter writer =
          ParquetSetWriter.open(table, ByteSinks.defaults(), schema, options, allocator)) {
        writer.write(reader);
        for (WrittenFile file : writer.finish()) {
          FileMetrics metrics = file.metrics(path -> StatisticsMode.truncate(16));
          System.out.println(
              file.rows() + " rows, id from " + metrics.column("id").lower().value());
        }
      }
      // end
    }
    assertThat(lines()).containsExactly(EventFile.ROWS + " rows, id from 0");
  }

  @Test
  void rewrite_example() throws Exception {
    Path first = folder.resolve("first.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT 1 AS id, 'x' AS debug, {'a': 2} AS event) TO '" + first + "'");
    }
    Path second = first;
    Path merged = folder.resolve("merged.parquet");
    try (BufferAllocator allocator = new RootAllocator()) {
      // example: rewrite
      ParquetRewriter.defaults()
          .withoutColumn("debug")
          .withName("event", "click")
          .withCodec(ParquetCodec.ZSTD)
          .rewrite(List.of(first, second), merged, allocator);
      // end
    }
    FlatFooter footer = FooterReader.defaults().read(merged).footer();
    assertThat(footer.numRows()).isEqualTo(2);
    assertThat(footer.columnPath(1)).isEqualTo("click.a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "footer",
        "statistics",
        "extension",
        "read",
        "filter",
        "scan",
        "decode",
        "write",
        "encryption",
        "set",
        "rewrite"
      })
  void example_stands_in_the_documents_as_it_runs_here(String name) throws IOException {
    String here = between(Files.readString(SOURCE), "// example: " + name + "\n", "// end");
    String there = between(Documents.text(), "<!-- example: " + name + " -->\n```java\n", "```");

    assertThat(there.strip()).isEqualTo(here.stripIndent().strip());
  }

  static String between(String text, String start, String end) {
    Matcher found =
        Pattern.compile(Pattern.quote(start) + "(.*?)\\n *" + Pattern.quote(end), Pattern.DOTALL)
            .matcher(text);
    assertThat(found.find()).as(start).isTrue();
    return found.group(1);
  }
}
