// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.internal.filter.VectorComparison;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VectorTypes;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampSecTZVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Timestamps and times in seconds, which Parquet stores as milliseconds, and Date64, which it
 * stores as days.
 *
 * @see io.arrowparquet.parquet.internal.encoding.FixedConversion
 * @see ParquetArrowWriter
 */
class SecondsTest {
  private static final ArrowType SECONDS = new ArrowType.Timestamp(TimeUnit.SECOND, "Europe/Rome");
  private static final Schema SCHEMA = new Schema(List.of(Field.nullable("t", SECONDS)));
  private static final MessageType TYPE =
      MessageTypeParser.parseMessageType(
          "message m { optional int64 t (TIMESTAMP(MILLIS,true)); }");

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void name_the_file() {
    file = folder.resolve("seconds.parquet");
  }

  /** Milliseconds in row groups of two rows. */
  private void write(long... millis) throws IOException {
    String encoded = Base64.getEncoder().encodeToString(SCHEMA.serializeAsMessage());
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(TYPE)
            .withRowGroupRowCountLimit(2)
            .withExtraMetaData(Map.of(ArrowSchema.ARROW_SCHEMA, encoded))
            .build()) {
      for (long value : millis) {
        writer.write(new SimpleGroup(TYPE).append("t", value));
      }
    }
  }

  private List<Long> read(ParquetReadOptions options) throws IOException {
    List<Long> values = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.getSchema().findField("t").getType()).isEqualTo(SECONDS);
      while (reader.loadNextBatch()) {
        TimeStampVector vector = (TimeStampVector) root.getVector("t");
        for (int row = 0; row < root.getRowCount(); row++) {
          values.add(vector.isNull(row) ? null : vector.get(row));
        }
      }
    }
    return values;
  }

  @Test
  void seconds_of_the_arrow_schema_are_read() throws IOException {
    write(-1_000, 0, 1_700_000_000_000L);
    assertThat(read(ParquetReadOptions.defaults())).containsExactly(-1L, 0L, 1_700_000_000L);
  }

  @Test
  void another_writers_seconds_are_read() throws IOException {
    file = OtherWritersFiles.find("ts_s_s.parquet");
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(root.getFieldVectors())
          .anyMatch(
              vector ->
                  vector
                      .getField()
                      .getType()
                      .equals(new ArrowType.Timestamp(TimeUnit.SECOND, "Europe/Berlin")));
    }
  }

  @Test
  void skipping_by_bounds_in_milliseconds_loses_no_row() throws IOException {
    write(1_000, 2_000, 5_000, 6_000, -7_000, -6_000);
    Operand t = Operand.column("t");
    for (boolean skipping : new boolean[] {true, false}) {
      ParquetReadOptions options = ParquetReadOptions.defaults().withSkipping(skipping);
      assertThat(read(options.withFilter(t.isAtLeast(Instant.ofEpochSecond(5)))))
          .containsExactly(5L, 6L);
      assertThat(read(options.withFilter(t.isLessThan(Instant.ofEpochSecond(-6)))))
          .containsExactly(-7L);
      assertThat(read(options.withFilter(t.isEqualTo(Instant.ofEpochSecond(2)))))
          .containsExactly(2L);
      assertThat(read(options.withFilter(t.isEqualTo(Instant.ofEpochMilli(2_500))))).isEmpty();
    }
  }

  @Test
  void a_fraction_of_a_second_names_file_column_and_row() throws IOException {
    write(1_000, 2_000, 3_000, 4_001);
    assertThatThrownBy(() -> read(ParquetReadOptions.defaults()))
        .isInstanceOf(ConversionException.class)
        .hasMessageStartingWith(file + ": row 3, t: found 4001 milliseconds");
  }

  @Test
  void seconds_are_written_and_read_back() throws IOException {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, SCHEMA, ParquetWriteOptions.defaults(), allocator)) {
      TimeStampSecTZVector vector = (TimeStampSecTZVector) root.getVector("t");
      vector.setSafe(0, -5);
      vector.setNull(1);
      vector.setSafe(2, 1_700_000_000L);
      root.setRowCount(3);
      writer.write(root);
      writer.finish();
    }
    assertThat(read(ParquetReadOptions.defaults())).containsExactly(-5L, null, 1_700_000_000L);
  }

  @Test
  void seconds_beyond_64_bits_of_milliseconds_are_refused() throws IOException {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, SCHEMA, ParquetWriteOptions.defaults(), allocator)) {
      ((TimeStampSecTZVector) root.getVector("t")).setSafe(0, Long.MAX_VALUE / 999);
      root.setRowCount(1);
      assertThatThrownBy(() -> writer.write(root))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("row 0, t: found " + Long.MAX_VALUE / 999 + " seconds");
    }
  }

  /** The units 1 to 6, in row groups of two rows. */
  private void write(String type, long unit) throws IOException {
    List<Long> values = LongStream.rangeClosed(1, 6).map(n -> n * unit).boxed().toList();
    write(type, ParquetWriteOptions.defaults().withRowGroupRows(2), values);
  }

  private void write(String type, ParquetWriteOptions options, List<Long> values)
      throws IOException {
    Schema schema = RandomVectors.schema("t: " + type);
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, schema, options.withBloomFilter("t"), allocator)) {
      BaseFixedWidthVector vector = (BaseFixedWidthVector) root.getVector("t");
      vector.allocateNew(values.size());
      for (int row = 0; row < values.size(); row++) {
        if (values.get(row) != null) {
          setInteger(vector, row, values.get(row));
        }
      }
      root.setRowCount(values.size());
      writer.write(root);
      writer.finish();
    }
  }

  private static void setInteger(BaseFixedWidthVector vector, int row, long value) {
    vector.setIndexDefined(row);
    if (vector.getTypeWidth() == Long.BYTES) {
      vector.getDataBuffer().setLong((long) row * Long.BYTES, value);
    } else {
      vector.getDataBuffer().setInt((long) row * Integer.BYTES, (int) value);
    }
  }

  private static List<Long> integers(ParquetArrowReader reader) throws IOException {
    List<Long> values = new ArrayList<>();
    while (reader.loadNextBatch()) {
      FieldVector vector = reader.getVectorSchemaRoot().getVector("t");
      for (int row = 0; row < vector.getValueCount(); row++) {
        values.add(vector.isNull(row) ? null : VectorComparison.number(vector, row));
      }
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource({"date_ms, 86400000", "time(s), 1"})
  void dates_and_times_are_skipped_by_bounds_in_the_units_of_the_file(String type, long unit)
      throws IOException {
    write(type, unit);
    Operand t = Operand.column("t");
    IntFunction<Object> literal = literals(type);
    for (boolean skipping : new boolean[] {true, false}) {
      Map<RowFilter, List<Long>> expected =
          Map.of(
              t.isAtLeast(literal.apply(5)),
              List.of(5 * unit, 6 * unit),
              t.isLessThan(literal.apply(2)),
              List.of(unit),
              t.isEqualTo(literal.apply(4)),
              List.of(4 * unit));
      for (Map.Entry<RowFilter, List<Long>> filter : expected.entrySet()) {
        ParquetReadOptions options =
            ParquetReadOptions.defaults().withSkipping(skipping).withFilter(filter.getKey());
        try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
          assertThat(integers(reader)).isEqualTo(filter.getValue());
          assertThat(reader.statistics().rowGroupsSkipped()).isEqualTo(skipping ? 2 : 0);
        }
      }
    }
  }

  private static IntFunction<Object> literals(String type) {
    return switch (type) {
      case "date", "date_ms" -> LocalDate::ofEpochDay;
      case "time(s)" -> LocalTime::ofSecondOfDay;
      default -> Instant::ofEpochSecond;
    };
  }

  private record Condition(RowFilter filter, LongPredicate matches) {}

  private static List<Condition> conditions(IntFunction<Object> literal, int a, int b) {
    Operand t = Operand.column("t");
    Object ofA = literal.apply(a);
    Object ofB = literal.apply(b);
    return List.of(
        new Condition(t.isEqualTo(ofA), n -> n == a),
        new Condition(t.isNotEqualTo(ofA), n -> n != a),
        new Condition(t.isIn(List.of(ofA, ofB)), n -> n == a || n == b),
        new Condition(t.isAtLeast(ofA).and(t.isLessThan(ofB)), n -> n >= a && n < b),
        new Condition(t.isLessThan(ofA).not().or(t.isEqualTo(ofB)), n -> n >= a || n == b));
  }

  @ParameterizedTest
  @CsvSource({
    "date_ms, 86400000, 86400000, true",
    "date_ms, 86400000, 86400000, false",
    "date, 1, 86400000, false",
    "time(s), 1, 1, true",
    "time(s), 1, 1, false",
    "timestamp(s), 1, 1, false",
  })
  void filters_before_reading_leave_the_rows_that_match_after_it(
      String type, long written, long read, boolean dictionary) throws IOException {
    Random random = new Random(7);
    List<Long> values = new ArrayList<>();
    for (int row = 0; row < 2_000; row++) {
      // Bloom filters alone know that there are no odd numbers of units.
      values.add(random.nextInt(9) == 0 ? null : 2 * written * random.nextInt(200 + row));
    }
    ParquetReadOptions reading =
        ParquetReadOptions.defaults().withTypes(VectorTypes.defaults().withDate64(true));
    write(
        type,
        ParquetWriteOptions.defaults()
            .withRowGroupRows(300)
            .withPageRows(50)
            .withDictionary(dictionary),
        values);
    long skippedByBloomFilters = 0;
    for (int run = 0; run < 40; run++) {
      for (Condition condition :
          conditions(literals(type), random.nextInt(4_000), random.nextInt(4_500))) {
        ParquetReadOptions options = reading.withFilter(condition.filter());
        try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
          assertThat(integers(reader))
              .as(condition.filter().toString())
              .isEqualTo(
                  values.stream()
                      .filter(value -> value != null && condition.matches().test(value / written))
                      .map(value -> value / written * read)
                      .toList());
          skippedByBloomFilters += reader.statistics().rowGroupsSkippedByBloomFilters();
        }
      }
    }
    assertThat(skippedByBloomFilters).isGreaterThan(20);
  }

  @ParameterizedTest
  @CsvSource({
    "date_ms, 86400000, date, 1",
    "date, 1, date_ms, 86400000",
    "time(s), 1, time(ms), 1000",
    "time(s), 1, time(ns), 1000000000",
  })
  void values_are_read_in_the_unit_that_a_schema_asks_for(
      String type, long unit, String asked, long perUnit) throws IOException {
    write(type, unit);
    ReaderSchema schema = ReaderSchema.of(RandomVectors.schema("t: " + asked));
    try (ByteSource bytes = ByteSources.path(file);
        ParquetArrowReader reader =
            ParquetArrowReader.open(
                bytes,
                FooterReader.defaults().read(bytes),
                schema,
                ParquetReadOptions.defaults(),
                allocator)) {
      assertThat(integers(reader))
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, 6).mapToObj(number -> number * perUnit).toList());
    }
  }

  @ParameterizedTest
  @CsvSource({"date_ms, 86400000", "time(s), 1"})
  void statistics_are_vectors_of_the_columns_type(String type, long unit) throws IOException {
    Field field = RandomVectors.field("t", type);
    write(type, unit);
    try (VectorSchemaRoot found =
        StatisticsVectors.of(FooterReader.defaults().read(file).footer(), null, allocator)) {
      FieldVector max = ((StructVector) found.getVector("t")).getChild("max");
      assertThat(max.getField().getType()).isEqualTo(field.getType());
      assertThat(VectorComparison.number(max, 2)).isEqualTo(6 * unit);
    }
  }
}
