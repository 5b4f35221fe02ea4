// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.EncodingsView;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The row for the implementation status of Parquet's site, in the form that its maintainers take,
 * and the proof of each of its cells: what DuckDB selects is written with the feature, the footer
 * says so, and DuckDB and this library read the same values. What is not proven is not in the file,
 * which the site shows as no data. {@code -Dstatus.update=true} writes the file.
 */
class ImplementationStatusTest {
  private static final Path STATUS = Path.of("../docs/implementation-status.yaml");
  private static final ParquetWriteOptions PLAIN =
      ParquetWriteOptions.defaults().withDictionary(false);
  private static final long ROWS = 3_000;

  private static final int DATA_PAGE_V2 = 3;

  /** It refuses the encoding; what we read of our file is all the proof there is. */
  private static final Set<String> UNKNOWN_TO_DUCKDB =
      Set.of("encoding-byte-stream-split-extended");

  @TempDir Path folder;
  private final Map<String, String> proven = new LinkedHashMap<>();

  /** Values by row {@code i}, and what the footer says of their column. */
  private void prove(
      String feature, String values, ParquetWriteOptions options, Predicate<ColumnChunkView> isUsed)
      throws Exception {
    Path file = write(feature, values, options);
    assertThat(isUsed.test(chunk(file))).as(feature).isTrue();
    List<String> expected = query("SELECT (" + values + ")::VARCHAR FROM range(" + ROWS + ") t(i)");
    if (!UNKNOWN_TO_DUCKDB.contains(feature)) {
      assertThat(query("SELECT v::VARCHAR FROM '" + file + "'")).as(feature).isEqualTo(expected);
    }
    Path again = folder.resolve(feature + ".again.parquet");
    copy(file, again);
    assertThat(query("SELECT v::VARCHAR FROM '" + again + "'")).as(feature).isEqualTo(expected);
    proven.put(feature, "full");
  }

  private Path write(String feature, String values, ParquetWriteOptions options) throws Exception {
    Path file = folder.resolve(feature + ".parquet");
    String select = "SELECT " + values + " AS v FROM range(" + ROWS + ") t(i)";
    try (BufferAllocator allocator = new RootAllocator();
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(select);
        ArrowReader batches =
            (ArrowReader) rows.unwrap(DuckDBResultSet.class).arrowExportStream(allocator, 1_000);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, batches.getVectorSchemaRoot().getSchema(), options, allocator)) {
      writer.write(batches);
      writer.finish();
    }
    return file;
  }

  /** Read by this library, and written plainly. */
  private static void copy(Path file, Path to) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                to, reader.getVectorSchemaRoot().getSchema(), PLAIN, allocator)) {
      writer.write(reader);
      writer.finish();
    }
  }

  private static List<String> query(String sql) throws Exception {
    List<String> values = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  private static ColumnChunkView chunk(Path file) throws Exception {
    return FooterReader.defaults().read(file).footer().chunk(0, 0);
  }

  private static Predicate<ColumnChunkView> has(PhysicalType type) {
    return chunk -> chunk.type() == type;
  }

  private static Predicate<ColumnChunkView> has(ParquetEncoding encoding) {
    return chunk -> {
      EncodingsView encodings = chunk.encodings();
      return IntStream.range(0, encodings.count()).anyMatch(i -> encodings.encoding(i) == encoding);
    };
  }

  private static boolean hasPagesV2(ColumnChunkView chunk) {
    EncodingsView encodings = chunk.encodings();
    return encodings.statsCount() > 0 && encodings.statsPageTypeNumber(0) == DATA_PAGE_V2;
  }

  private static ParquetWriteOptions in(ParquetEncoding encoding) {
    return PLAIN.withColumn("v", ColumnOptions.defaults().withEncoding(encoding));
  }

  private void types() throws Exception {
    prove("physical-boolean", "i % 3 = 0", PLAIN, has(PhysicalType.BOOLEAN));
    prove("physical-int32", "i::INTEGER", PLAIN, has(PhysicalType.INT32));
    prove("physical-int64", "i", PLAIN, has(PhysicalType.INT64));
    prove("physical-float", "(i / 7)::FLOAT", PLAIN, has(PhysicalType.FLOAT));
    prove("physical-double", "i / 7", PLAIN, has(PhysicalType.DOUBLE));
    prove("physical-byte-array", "encode('b' || i)", PLAIN, has(PhysicalType.BYTE_ARRAY));
    prove(
        "physical-fixed-len-byte-array",
        "i::DECIMAL(38, 2)",
        PLAIN,
        has(PhysicalType.FIXED_LEN_BYTE_ARRAY));
    prove("logical-string", "'t' || i", PLAIN, has(PhysicalType.BYTE_ARRAY));
    prove("logical-int-types", "(i % 200)::UTINYINT", PLAIN, has(PhysicalType.INT32));
    prove("logical-decimal-int32", "i::DECIMAL(9, 2)", PLAIN, has(PhysicalType.INT32));
    prove("logical-decimal-int64", "i::DECIMAL(18, 2)", PLAIN, has(PhysicalType.INT64));
    prove(
        "logical-decimal-fixed-len-byte-array",
        "i::DECIMAL(30, 3)",
        PLAIN,
        has(PhysicalType.FIXED_LEN_BYTE_ARRAY));
    prove("logical-date", "DATE '2026-01-01' + i::INTEGER", PLAIN, has(PhysicalType.INT32));
    prove("logical-time-int64", "TIME '00:00:01' + to_seconds(i)", PLAIN, has(PhysicalType.INT64));
    prove(
        "logical-timestamp-int64",
        "TIMESTAMP '2026-01-01' + to_hours(i)",
        PLAIN,
        has(PhysicalType.INT64));
    prove("logical-list", "[i, NULL, i + 1]", PLAIN, has(PhysicalType.INT64));
    prove("logical-map", "MAP {'k' || i: i}", PLAIN, has(PhysicalType.BYTE_ARRAY));
  }

  private void encodings() throws Exception {
    prove("encoding-plain", "i", PLAIN, has(ParquetEncoding.PLAIN));
    prove(
        "encoding-rle-dictionary",
        "'w' || i % 5",
        ParquetWriteOptions.defaults(),
        has(ParquetEncoding.RLE_DICTIONARY));
    prove(
        "encoding-rle",
        "i % 900 < 450",
        in(ParquetEncoding.RLE),
        has(ParquetEncoding.RLE).and(has(ParquetEncoding.PLAIN).negate()));
    for (ParquetEncoding encoding :
        List.of(ParquetEncoding.DELTA_BINARY_PACKED, ParquetEncoding.BYTE_STREAM_SPLIT)) {
      boolean isSplit = encoding == ParquetEncoding.BYTE_STREAM_SPLIT;
      String name = "encoding-" + encoding.name().toLowerCase(Locale.ROOT);
      prove(name.replace('_', '-'), isSplit ? "i / 7" : "i * 3", in(encoding), has(encoding));
    }
    prove(
        "encoding-byte-stream-split-extended",
        "i * 3",
        in(ParquetEncoding.BYTE_STREAM_SPLIT),
        has(ParquetEncoding.BYTE_STREAM_SPLIT));
    prove(
        "encoding-delta-length-byte-array",
        "'t' || i",
        in(ParquetEncoding.DELTA_LENGTH_BYTE_ARRAY),
        has(ParquetEncoding.DELTA_LENGTH_BYTE_ARRAY));
    prove(
        "encoding-delta-byte-array",
        "'text ' || i",
        in(ParquetEncoding.DELTA_BYTE_ARRAY),
        has(ParquetEncoding.DELTA_BYTE_ARRAY));
  }

  private void codecs() throws Exception {
    for (ParquetCodec codec :
        List.of(
            ParquetCodec.UNCOMPRESSED,
            ParquetCodec.GZIP,
            ParquetCodec.LZ4_RAW,
            ParquetCodec.SNAPPY,
            ParquetCodec.ZSTD)) {
      String name = codec.name().toLowerCase(Locale.ROOT).replace('_', '-');
      prove(
          "compression-" + name,
          "'the same text ' || i % 10",
          PLAIN.withCodec(codec),
          chunk -> chunk.codec() == codec);
    }
  }

  private void format() throws Exception {
    ParquetWriteOptions bloom = PLAIN.withBloomFilter("v");
    prove("format-bloom-filters", "'t' || i", bloom, ColumnChunkView::hasBloomFilterOffset);
    prove("format-bloom-filter-length", "'t' || i", bloom, ColumnChunkView::hasBloomFilterLength);
    prove(
        "format-stats-min-max",
        "i",
        PLAIN,
        chunk -> chunk.statistics().minLong() == 0 && chunk.statistics().maxLong() == ROWS - 1);
    prove("format-page-index", "i", PLAIN, chunk -> chunk.columnIndex().isPresent());
    prove("format-size-statistics", "'t' || i", PLAIN, chunk -> chunk.sizeStatistics() != null);
    prove(
        "format-data-page-v2",
        "'t' || i",
        PLAIN.withDataPageV2(true),
        ImplementationStatusTest::hasPagesV2);
  }

  private void reading() throws Exception {
    ParquetWriteOptions groups = PLAIN.withRowGroupRows(1_000).withPageRows(100);
    RowFilter one = Operand.column("v").isEqualTo(1_234L);
    ReadStatistics byBounds = read(write("api-stats", "i", groups), one);
    assertThat(byBounds.rowGroupsSkipped()).isEqualTo(2);
    proven.put("api-rowgroup-pruning-stats", "full");
    assertThat(byBounds.pagesSkipped()).isPositive();
    proven.put("api-page-pruning-stats", "full");

    // Values of all sizes in each row group, so that bounds leave out none.
    String mixed = "(i * 7919) % 100003";
    RowFilter none =
        Operand.column("v").isEqualTo(50_001L).and(Operand.column("v").isLessThan(90_000L));
    ReadStatistics byFilters = read(write("api-bloom", mixed, groups.withBloomFilter("v")), none);
    assertThat(byFilters.rowGroupsSkippedByBloomFilters()).isPositive();
    proven.put("api-rowgroup-pruning-bloom", "full");

    ParquetReadOptions last = ParquetReadOptions.defaults().withColumns(List.of("v.b"));
    Path both = write("api-projection", "{'a': 't' || i, 'b': i}", PLAIN);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(both, last, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getVector("v").getChildrenFromFields()).hasSize(1);
      }
      assertThat(reader.statistics().columnChunksRead()).isEqualTo(1);
      proven.put("api-column-projection", "full");
    }
  }

  /** Reads what matches; how much was read for that. */
  private static ReadStatistics read(Path file, RowFilter filter) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(
                file, ParquetReadOptions.defaults().withFilter(filter), allocator)) {
      while (reader.loadNextBatch()) {
        for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
          assertThat(vector.getValueCount()).isLessThan(10);
        }
      }
      return reader.statistics();
    }
  }

  @Test
  void each_cell_is_proven() throws Exception {
    types();
    encodings();
    codecs();
    format();
    reading();
    StringBuilder row = new StringBuilder("engine_id: arrowparquet\nsupport:\n");
    proven.forEach(
        (feature, status) ->
            row.append("  ").append(feature).append(":\n    status: ").append(status).append('\n'));
    if (Boolean.getBoolean("status.update")) {
      Files.writeString(STATUS, row);
    }

    assertThat(STATUS).hasContent(row.toString());
  }
}
