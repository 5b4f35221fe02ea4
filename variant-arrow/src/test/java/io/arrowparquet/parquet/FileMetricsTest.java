// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.parquet.FileMetrics.Bound;
import io.arrowparquet.parquet.FileMetrics.Bounds;
import io.arrowparquet.parquet.FileMetrics.ColumnMetrics;
import io.arrowparquet.parquet.FileMetrics.Totals;
import io.arrowparquet.parquet.VariantMetrics.PathBounds;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.StatisticsMode;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileMetricsTest {
  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("a.parquet");
  }

  private FlatFooter footer() throws IOException {
    return FooterReader.defaults().read(file).footer();
  }

  /** Files of parquet-java, and the same rows in ours. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void counts_and_bounds_are_those_of_the_values(long seed) throws IOException {
    FilterFile rows = new FilterFile(seed);
    rows.write(file, WriterVersion.PARQUET_2_0, true);
    check(rows, FileMetrics.of(footer()));

    Path own = folder.resolve("own.parquet");
    try (ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                own,
                reader.getVectorSchemaRoot().getSchema(),
                ParquetWriteOptions.defaults().withRowGroupRows(150),
                allocator)) {
      writer.write(reader);
      check(rows, writer.finish().metrics());
    }
  }

  private void check(FilterFile file, FileMetrics metrics) {
    assertThat(metrics.rows()).isEqualTo(FilterFile.ROWS);
    for (FilterColumn column : FilterColumn.values()) {
      check(metrics.column(column.field()), column, file.rows(), row -> row.values().get(column));
      check(
          metrics.column("g." + column.field()),
          column,
          file.rows(),
          row -> row.group() == null ? null : row.group().get(column));
    }
  }

  private static void check(
      ColumnMetrics metrics,
      FilterColumn column,
      List<FilterFile.Row> rows,
      Function<FilterFile.Row, Object> value) {
    List<Object> values =
        new ArrayList<>(rows.stream().map(value).filter(Objects::nonNull).toList());
    assertThat(metrics.totals().values()).isEqualTo(FilterFile.ROWS);
    assertThat(metrics.totals().nulls())
        .as(metrics.path())
        .isEqualTo(FilterFile.ROWS - values.size());
    assertThat(metrics.totals().compressedBytes()).isPositive();
    boolean isFloating = column == FilterColumn.D || column == FilterColumn.F;
    assertThat(metrics.totals().nans())
        .isIn(isFloating ? nans(values) : 0L, isFloating ? null : 0L);
    values.removeIf(FileMetricsTest::isNaN);
    if (metrics.lower() == null) {
      assertThat(metrics.upper()).isNull();
      assertThat(column == FilterColumn.I96 || isFloating || values.isEmpty()).isTrue();
      return;
    }
    for (Object one : values) {
      // Bounds may be cut; those of numbers are not.
      assertThat(compare(one, metrics.lower())).as(metrics.path()).isNotNegative();
      assertThat(compare(one, metrics.upper())).as(metrics.path()).isNotPositive();
    }
    if (column != FilterColumn.S && column != FilterColumn.X) {
      assertThat(values).anyMatch(one -> compare(one, metrics.lower()) == 0);
      assertThat(values).anyMatch(one -> compare(one, metrics.upper()) == 0);
    }
  }

  private static int compare(Object value, Bound bound) {
    return FilterColumn.compare(value, bound.value());
  }

  private static long nans(List<Object> values) {
    return values.stream().filter(FileMetricsTest::isNaN).count();
  }

  private static boolean isNaN(Object value) {
    return value instanceof Double number && Double.isNaN(number);
  }

  /** Of one row group nothing is put together, so that the bytes are those of the footer. */
  @Test
  void plain_bytes_are_those_of_the_footer() throws IOException {
    Schema schema =
        RandomVectors.schema(
            "b: boolean, i8: tinyint, u16: uint16, u32: uint32, u64: uint64, i64: bigint, "
                + "d9: decimal(9, 2), d18: decimal(18, 2), d38: decimal(38, 2), s: string, "
                + "x: binary, f: fixed_size_binary(5), day: date, ts: timestamp(us), "
                + "du: duration(s)");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 100, allocator)) {
      write(batch, ParquetWriteOptions.defaults());
    }
    FileMetrics metrics = FileMetrics.of(footer());
    for (ColumnMetrics column : metrics.columns()) {
      StatisticsView statistics =
          footer().chunk(0, footer().findColumn(column.path())).statistics();
      assertThat(column.lower().plain()).as(column.path()).isEqualTo(statistics.minValue());
      assertThat(column.upper().plain()).as(column.path()).isEqualTo(statistics.maxValue());
      assertThat(column.totals().nulls()).isEqualTo(statistics.nullCount());
    }
  }

  @Test
  void bounds_are_in_the_units_that_the_file_has() throws IOException {
    try (TimeStampSecVector timestamp = new TimeStampSecVector("ts", allocator);
        TimeSecVector time = new TimeSecVector("time", allocator);
        DateMilliVector date = new DateMilliVector("date", allocator)) {
      timestamp.setSafe(0, 1);
      time.setSafe(0, 1);
      date.setSafe(0, 86_400_000);
      VectorSchemaRoot batch = VectorSchemaRoot.of(timestamp, time, date);
      batch.setRowCount(1);
      write(batch, ParquetWriteOptions.defaults());
    }
    FileMetrics metrics = FileMetrics.of(footer());
    Bound upper = metrics.column("ts").upper();
    assertThat(upper.value()).isEqualTo(LocalDateTime.parse("1970-01-01T00:00:01"));
    assertThat(upper.plain()).isEqualTo(new byte[] {(byte) 0xE8, 3, 0, 0, 0, 0, 0, 0});
    Bound time = metrics.column("time").upper();
    assertThat(time.value()).isEqualTo(LocalTime.of(0, 0, 1));
    assertThat(time.plain()).isEqualTo(new byte[] {(byte) 0xE8, 3, 0, 0});
    Bound date = metrics.column("date").upper();
    assertThat(date.value()).isEqualTo(LocalDate.of(1970, 1, 2));
    assertThat(date.plain()).isEqualTo(new byte[] {1, 0, 0, 0});
  }

  private WrittenFile write(VectorSchemaRoot batch, ParquetWriteOptions options)
      throws IOException {
    Files.deleteIfExists(file);
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
      writer.write(batch);
      return writer.finish();
    }
  }

  @Test
  void zeros_bound_each_other_and_nans_are_within_no_bounds() throws IOException {
    try (Float8Vector vector = new Float8Vector("d", allocator)) {
      double[] values = {0.0, Double.NaN, -0.0};
      for (int i = 0; i < values.length; i++) {
        vector.setSafe(i, values[i]);
      }
      vector.setValueCount(values.length);
      write(VectorSchemaRoot.of(vector), ParquetWriteOptions.defaults());
    }
    ColumnMetrics metrics = FileMetrics.of(footer()).column("d");
    assertThat(metrics.totals().values()).isEqualTo(3);
    if (metrics.lower() != null) {
      assertThat(metrics.lower().plain()).isEqualTo(new byte[] {0, 0, 0, 0, 0, 0, 0, -128});
      assertThat(metrics.upper().plain()).isEqualTo(new byte[Double.BYTES]);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "abcdef, abcdef, 3, abc, abd",
    "abc, abc, 3, abc, abc",
    "a\uD83D\uDE00b, a\uD83D\uDE00b, 2, a\uD83D\uDE00, a\uD83D\uDE01",
    "a\uD7FFb, a\uD7FFb, 2, a\uD7FF, a\uE000",
    "a\uDBFF\uDFFFb, a\uDBFF\uDFFFb, 2, a\uDBFF\uDFFF, b",
    "a, \uDBFF\uDFFFb, 1, a, ",
  })
  void texts_are_cut_after_code_points_and_upper_bounds_rounded_up(
      String least, String greatest, int length, String lower, String upper) throws IOException {
    try (VarCharVector vector = new VarCharVector("s", allocator)) {
      vector.setSafe(0, least.getBytes(UTF_8));
      vector.setSafe(1, greatest.getBytes(UTF_8));
      vector.setValueCount(2);
      write(VectorSchemaRoot.of(vector), ParquetWriteOptions.defaults());
    }
    ColumnMetrics metrics =
        FileMetrics.of(footer(), path -> StatisticsMode.truncate(length)).column("s");
    assertThat(metrics.lower().value()).isEqualTo(lower);
    assertThat(metrics.lower().plain()).isEqualTo(lower.getBytes(UTF_8));
    assertThat(metrics.upper() == null ? null : metrics.upper().value()).isEqualTo(upper);
  }

  @ParameterizedTest
  @CsvSource({"616263, 2, 6162, 6163", "61ff63, 2, 61ff, 62", "ffff63, 2, ffff, ", "61, 2, 61, 61"})
  void binaries_are_cut_after_bytes(String value, int length, String lower, String upper)
      throws IOException {
    try (VarBinaryVector vector = new VarBinaryVector("x", allocator)) {
      vector.setSafe(0, HexFormat.of().parseHex(value));
      vector.setValueCount(1);
      write(VectorSchemaRoot.of(vector), ParquetWriteOptions.defaults());
    }
    ColumnMetrics metrics =
        FileMetrics.of(footer(), path -> StatisticsMode.truncate(length)).column("x");
    assertThat(HexFormat.of().formatHex(metrics.lower().plain())).isEqualTo(lower);
    String found =
        metrics.upper() == null ? null : HexFormat.of().formatHex(metrics.upper().plain());
    assertThat(found).isEqualTo(upper);
  }

  @Test
  void footer_that_was_read_for_some_columns_has_the_metrics_of_those() throws IOException {
    new FilterFile(1).write(file, WriterVersion.PARQUET_2_0, true);
    FlatFooter some =
        FooterReader.defaults().withColumns(List.of("day", "g.s")).read(file).footer();
    assertThat(FileMetrics.of(some).columns())
        .extracting(ColumnMetrics::path)
        .containsExactly("day", "g.s");
  }

  @Test
  void modes_say_how_much_of_a_column_there_is() throws IOException {
    Schema schema = RandomVectors.schema("none: int, counts: int, full: int");
    try (VectorSchemaRoot batch = new RandomVectors(1).root(schema, 100, allocator)) {
      Map<String, StatisticsMode> modes =
          Map.of("none", StatisticsMode.none(), "counts", StatisticsMode.counts());
      FileMetrics metrics =
          write(batch, ParquetWriteOptions.defaults())
              .metrics(path -> modes.getOrDefault(path, StatisticsMode.full()));
      assertThat(metrics.column("none")).isNull();
      assertThat(metrics.column("counts").totals().nulls()).isNotNull();
      assertThat(metrics.column("counts").lower()).isNull();
      assertThat(metrics.column("full").lower()).isNotNull();
    }
  }

  @Test
  void variants_have_bounds_of_shredded_paths_where_all_values_have_the_type() throws IOException {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rows.add(
          """
          {"n": %d, "o": {"it's": "t%03d", "d": %d.25}, "mixed": %s, "list": [%d], "gone": null}
          """
              .formatted(i - 500, i, i, i == 7 ? "\"seven\"" : "7", i));
    }
    rows.set(3, null);
    rows.set(4, "{\"n\": null}");
    JsonFile.write(
        file,
        rows,
        "struct<n: bigint, o: struct<`it's`: string, d: decimal(9, 2)>, mixed: bigint,"
            + " list: list<bigint>, gone: date>",
        allocator);
    FileMetrics metrics = FileMetrics.of(footer());
    assertThat(metrics.columns()).extracting(ColumnMetrics::path).containsExactly("id");
    VariantMetrics variant = metrics.variant("v");
    assertThat(variant.totals().compressedBytes()).isPositive();
    assertThat(variant.bounds().keySet())
        .containsExactly("$['n']", "$['o']['it\\'s']", "$['o']['d']");
    PathBounds numbers = variant.bounds().get("$['n']");
    assertThat(numbers.bounds().lower().value()).isEqualTo(-500L);
    assertThat(numbers.bounds().upper().value()).isEqualTo(499L);
    PathBounds decimals = variant.bounds().get("$['o']['d']");
    assertThat(decimals.bounds().upper().value()).isEqualTo(new BigDecimal("999.25"));

    assertThat(fields(variant.lower(allocator)))
        .isEqualTo(Map.of("$['n']", "-500", "$['o']['it\\'s']", "t000", "$['o']['d']", "0.25"));
    assertThat(fields(variant.upper(allocator)))
        .isEqualTo(Map.of("$['n']", "499", "$['o']['it\\'s']", "t999", "$['o']['d']", "999.25"));
    FileMetrics cut = FileMetrics.of(footer(), path -> StatisticsMode.truncate(2));
    PathBounds text = cut.variant("v").bounds().get("$['o']['it\\'s']");
    assertThat(text.bounds().upper().value()).isEqualTo("t:");
  }

  /** Metadata and value in one array, as they are stored. */
  private Map<String, String> fields(byte[] encoded) {
    Map<String, String> fields = new TreeMap<>();
    try (ArrowBuf buffer = allocator.buffer(encoded.length)) {
      buffer.setBytes(0, encoded);
      VariantMetadata metadata = new VariantMetadata();
      metadata.wrap(buffer, 0, encoded.length);
      assertThat(metadata.isSorted()).isTrue();
      VariantCursor cursor = new VariantCursor();
      cursor.wrap(metadata, buffer, metadata.lengthBytes(), encoded.length);
      Variant.copyOf(cursor).fields().forEach((name, value) -> fields.put(name, value.toString()));
    }
    return fields;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "float",
        "double",
        "decimal(9, 2)",
        "decimal(18, 2)",
        "decimal(38, 2)",
        "date",
        "time(us)",
        "timestamp(us)",
        "timestamp(ns)",
        "timestamp_ntz(us)",
        "timestamp_ntz(ns)",
        "string",
        "binary",
        "uuid"
      })
  void bounds_of_every_primitive_are_encoded_in_its_type(String type) throws IOException {
    Schema schema = RandomVectors.schema("c: " + type);
    try (VectorSchemaRoot batch = new RandomVectors(3).root(schema, 50, allocator)) {
      write(batch, ParquetWriteOptions.defaults());
    }
    ColumnMetrics column = FileMetrics.of(footer()).column("c");
    VariantMetrics variant =
        new VariantMetrics(
            "v",
            null,
            new Totals(0, null, null, null),
            Map.of("$", new PathBounds(schema.findField("c"), new Bounds(column.lower(), null))));
    assertThat(variant.upper(allocator)).isNull();
    assertThat(fields(variant.lower(allocator))).containsOnlyKeys("$");
  }

  @Test
  void root_of_a_variant_may_have_bounds_and_an_unshredded_one_has_none() throws IOException {
    List<String> rows = Arrays.asList("\"2026-01-02\"", null, "\"2026-01-01\"");
    JsonFile.write(file, rows, "string", allocator);
    PathBounds root = FileMetrics.of(footer()).variant("v").bounds().get("$");
    assertThat(root.bounds().lower().value()).isEqualTo("2026-01-01");

    JsonFile.write(file, rows, null, allocator);
    VariantMetrics variant = FileMetrics.of(footer()).variant("v");
    assertThat(variant.bounds()).isEmpty();
    assertThat(variant.lower(allocator)).isNull();
  }

  /** The example of ZeroMQ's RFC 32, and bytes that need zeros. */
  @ParameterizedTest
  @CsvSource({"864fd26fb559f75b, HelloWorld", "864fd26fb559, HelloWoiFf", "'', ''"})
  void z85_is_that_of_its_specification(String bytes, String text) {
    assertThat(VariantMetrics.z85(HexFormat.of().parseHex(bytes))).isEqualTo(text);
  }
}
