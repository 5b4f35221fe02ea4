// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.ParquetSetWriter;
import io.arrowparquet.dataset.SetWriteOptions;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.FileMetrics;
import io.arrowparquet.parquet.FileMetrics.Bound;
import io.arrowparquet.parquet.FileMetrics.ColumnMetrics;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.VariantMetrics;
import io.arrowparquet.parquet.WrittenFile;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.StatisticsMode;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.Files;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.parquet.ParquetUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a file has for the commit of a table, beside what Iceberg finds in the same file and what
 * DuckDB counts in its rows.
 *
 * @see FileMetrics
 * @see ParquetSetWriter
 */
class CommitMetricsTest {
  private static final String ROWS =
      """
      SELECT i AS id, CASE WHEN i % 7 <> 3 THEN COLUMNS(* EXCLUDE i) END FROM (SELECT i,
        i % 2 = 0 AS c_boolean,
        (i * 7919 - 1000000)::INTEGER AS c_int,
        (i * 1000000007 - 9000000000)::BIGINT AS c_bigint,
        (i / 7 - 100)::FLOAT AS c_float,
        (i / 3)::DOUBLE AS c_double,
        (i / 100 - 5)::DECIMAL(9, 2) AS c_decimal9,
        (i * 1000003 / 1000)::DECIMAL(18, 3) AS c_decimal18,
        (0 - i::HUGEINT * 1000000007 * 1000000007)::DECIMAL(38, 10) AS c_decimal38,
        'a text of é and 😀 ' || (i % 50) AS c_varchar,
        encode('a number of bytes: ' || i) AS c_blob,
        (DATE '1950-01-01' + (i * 37 % 50000)::INTEGER) AS c_date,
        (TIMESTAMP '1960-02-03 04:05:06.789012' + to_microseconds(i * 7654321987)) AS c_timestamp
      FROM range(3000) r(i)) t
      """;

  @TempDir private Path folder;

  private static void duckDb(String statement) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  private Path original() throws Exception {
    Path file = folder.resolve("original.parquet");
    duckDb("COPY (" + ROWS + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
    return file;
  }

  private static Schema withIds(Schema schema) {
    List<Field> fields = new ArrayList<>();
    for (Field field : schema.getFields()) {
      Map<String, String> metadata = new HashMap<>(field.getMetadata());
      metadata.put(ArrowSchema.FIELD_ID, Integer.toString(fields.size() + 1));
      FieldType type = new FieldType(field.isNullable(), field.getType(), null, metadata);
      fields.add(new Field(field.getName(), type, field.getChildren()));
    }
    return new Schema(fields);
  }

  private static WrittenFile write(Path from, Path to, ParquetWriteOptions options)
      throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(from, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                to, withIds(reader.getVectorSchemaRoot().getSchema()), options, allocator)) {
      writer.write(reader);
      return writer.finish();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "truncate(16)", "truncate(3)", "counts"})
  void iceberg_finds_the_same_in_our_file(String mode) throws Exception {
    Path file = folder.resolve("written.parquet");
    WrittenFile written =
        write(original(), file, ParquetWriteOptions.defaults().withRowGroupRows(1_000));
    Metrics theirs = metricsOfIceberg(file, mode);
    FileMetrics ours = written.metrics(path -> mode(mode));

    assertThat(ours.rows()).isEqualTo(theirs.recordCount());
    assertThat(ours.columns()).hasSize(13);
    for (ColumnMetrics column : ours.columns()) {
      Integer id = column.fieldId();
      String path = column.path();
      assertThat(column.totals().values()).as(path).isEqualTo(theirs.valueCounts().get(id));
      assertThat(column.totals().nulls()).as(path).isEqualTo(theirs.nullValueCounts().get(id));
      assertThat(column.totals().compressedBytes()).isEqualTo(theirs.columnSizes().get(id));
      requireSame(path, column.lower(), bound(theirs.lowerBounds(), id));
      requireSame(path, column.upper(), bound(theirs.upperBounds(), id));
    }
  }

  @SuppressWarnings("deprecation") // the other ways to a mode need a table
  private static Metrics metricsOfIceberg(Path file, String mode) {
    return ParquetUtil.fileMetrics(
        Files.localInput(file.toFile()),
        MetricsConfig.fromProperties(Map.of("write.metadata.metrics.default", mode)));
  }

  private static StatisticsMode mode(String text) {
    return switch (text) {
      case "full" -> StatisticsMode.full();
      case "counts" -> StatisticsMode.counts();
      default -> StatisticsMode.truncate(Integer.parseInt(text.substring(9, text.length() - 1)));
    };
  }

  private static byte[] bound(Map<Integer, ByteBuffer> bounds, Integer id) {
    ByteBuffer bound = bounds == null ? null : bounds.get(id);
    if (bound == null) {
      return null;
    }
    byte[] bytes = new byte[bound.remaining()];
    bound.duplicate().get(bytes);
    return bytes;
  }

  /** Iceberg's bytes are PLAIN, but for decimals. */
  private static void requireSame(String path, Bound ours, byte[] theirs) {
    if (ours != null && ours.value() instanceof BigDecimal decimal) {
      assertThat(decimal).isEqualTo(new BigDecimal(new BigInteger(theirs), decimal.scale()));
    } else {
      assertThat(ours == null ? null : ours.plain()).as(path).isEqualTo(theirs);
    }
  }

  @Test
  void iceberg_finds_the_same_bounds_of_paths() throws Exception {
    Path source = folder.resolve("source.parquet");
    duckDb(
        "COPY (SELECT i AS id, {'n': i, 's': 'text ' || (i % 50), 'o': {'d': DATE '2026-01-01' +"
            + " i::INTEGER, 'f': i / 8}, 'l': [i]} AS v FROM range(2000) r(i)) TO '"
            + source
            + "' (FORMAT parquet)");
    Path file = folder.resolve("variants.parquet");
    WrittenFile written = writeVariants(source, file);
    Metrics theirs = metricsOfIceberg(file, "full");
    VariantMetrics ours = written.metrics().variant("v");
    assertThat(ours.bounds()).containsKeys("$['n']", "$['s']", "$['o']['d']", "$['o']['f']");
    assertThat(ours.totals().values()).isEqualTo(theirs.valueCounts().get(ours.fieldId()));
    assertThat(ours.totals().nulls()).isEqualTo(theirs.nullValueCounts().get(ours.fieldId()));
    try (BufferAllocator allocator = new RootAllocator()) {
      assertThat(fields(ours.lower(allocator), allocator))
          .isEqualTo(fields(bound(theirs.lowerBounds(), ours.fieldId()), allocator));
      assertThat(fields(ours.upper(allocator), allocator))
          .isEqualTo(fields(bound(theirs.upperBounds(), ours.fieldId()), allocator));
    }
  }

  /** The struct as a Variant, shredded as fits it. */
  private static WrittenFile writeVariants(Path source, Path file) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(source, ParquetReadOptions.defaults(), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      VectorSchemaRoot rows = reader.getVectorSchemaRoot();
      try (ParquetVariantVector variants = VariantCast.cast(rows.getVector("v"), allocator)) {
        VectorSchemaRoot batch = VectorSchemaRoot.of(rows.getVector("id"), variants);
        ParquetWriteOptions options =
            ParquetWriteOptions.defaults()
                .withInferredShredding("v", InferShreddingOptions.defaults());
        try (ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, withIds(batch.getSchema()), options, allocator)) {
          writer.write(batch);
          return writer.finish();
        }
      }
    }
  }

  private static Map<String, String> fields(byte[] encoded, BufferAllocator allocator) {
    Map<String, String> fields = new TreeMap<>();
    try (ArrowBuf buffer = allocator.buffer(encoded.length)) {
      buffer.setBytes(0, encoded);
      VariantMetadata metadata = new VariantMetadata();
      metadata.wrap(buffer, 0, encoded.length);
      VariantCursor cursor = new VariantCursor();
      cursor.wrap(metadata, buffer, metadata.lengthBytes(), encoded.length);
      Variant.copyOf(cursor)
          .fields()
          .forEach((name, value) -> fields.put(name, value.typeId() + " " + value));
    }
    return fields;
  }

  @Test
  void metrics_of_duckdbs_file_bound_and_count_its_rows() throws Exception {
    Path file = original();
    FileMetrics metrics = FileMetrics.of(FooterReader.defaults().read(file).footer());
    int bounded = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      for (ColumnMetrics column : metrics.columns()) {
        String name = column.path();
        try (ResultSet counted =
            sql.executeQuery(
                "SELECT count(*), count(*) - count(%s), min(%s)::VARCHAR, max(%s)::VARCHAR FROM '%s'"
                    .formatted(name, name, name, file))) {
          assertThat(counted.next()).isTrue();
          assertThat(column.totals().values()).isEqualTo(counted.getLong(1));
          assertThat(column.totals().nulls()).as(name).isEqualTo(counted.getLong(2));
          if (name.equals("id") || name.equals("c_int") || name.equals("c_date")) {
            assertThat(column.lower().value()).hasToString(counted.getString(3));
            assertThat(column.upper().value()).hasToString(counted.getString(4));
          }
          bounded += column.lower() == null ? 0 : 1;
        }
      }
    }
    assertThat(bounded).isGreaterThan(8);
  }

  @Test
  void duckdb_reads_partitions_that_we_have_written() throws Exception {
    Path source = folder.resolve("source.parquet");
    duckDb(
        """
        COPY (SELECT i AS id, CASE WHEN i %% 5 > 0 THEN 'a/b=' || (i %% 5) END AS place,
          DATE '2026-01-01' + (i %% 3)::INTEGER AS day FROM range(1000) r(i))
        TO '%s' (FORMAT parquet)
        """
            .formatted(source));
    Path table = folder.resolve("table");
    SetWriteOptions options =
        SetWriteOptions.defaults().withPartitionColumns(List.of("day", "place")).withOpenFiles(4);
    long rows = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(source, ParquetReadOptions.defaults(), allocator);
        ParquetSetWriter writer =
            ParquetSetWriter.open(
                table.toUri(),
                ByteSinks.defaults(),
                reader.getVectorSchemaRoot().getSchema(),
                options,
                allocator)) {
      writer.write(reader);
      for (WrittenFile file : writer.finish()) {
        rows += file.rows();
      }
    }
    assertThat(rows).isEqualTo(1_000);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement();
        ResultSet different =
            sql.executeQuery(
                """
                SELECT count(*) FROM (
                  (SELECT id, place, day FROM '%s'
                    EXCEPT SELECT id, place, day::DATE FROM read_parquet('%s/**/*.parquet',
                      hive_partitioning = true)))
                """
                    .formatted(source, table))) {
      assertThat(different.next()).isTrue();
      assertThat(different.getLong(1)).isZero();
    }
  }
}
