// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.EvolvingTable.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampNanoTZVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Columns of files read as another type: promoted, in a finer unit, narrowed where statistics prove
 * that it fits.
 *
 * @see io.arrowparquet.parquet.internal.evolution.Conversion
 * @see io.arrowparquet.parquet.internal.evolution.ConvertedValues
 * @see io.arrowparquet.parquet.internal.evolution.TargetSchema
 */
class EvolvedTypesTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private EvolvingTable table;

  @BeforeEach
  void in_folder() {
    table = new EvolvingTable(folder, allocator);
  }

  private static ReaderSchema narrowing(String type) {
    return schema(type).withRules(EvolutionRules.defaults().withNarrowing(true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint | smallint | -128, 127",
        "tinyint | int | -128, 127",
        "smallint | bigint | -32768, 32767",
        "int | bigint | -2147483648, 2147483647",
        "float | double | 3, -7",
        "decimal(5, 2) | decimal(18, 2) | 123.45, -999.99",
        "decimal(18, 2) | decimal(40, 2) | 1234567890123456.78, -0.01",
        "decimal(39, 1) | decimal(45, 1) | -1.5, 999999999999999999999999999999999999.9",
        "string | large_string | \"a\", \"\"",
        "large_string | string | \"a\", \"\"",
        "large_list<int> | list<bigint> | [1,null], []",
        "list<string> | large_list<large_string> | [\"a\"], []",
        "map<string, int> | map<large_string, bigint> | {\"k\":1}, {}",
      })
  void values_are_promoted_alone_and_in_groups(String from, String to, String values)
      throws IOException {
    List<String> rows = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (String value : (values + ", null").split(", ", -1)) {
      rows.add(row(value));
      // JSON has no floats: an integer is written, and a double read.
      boolean number = to.equals("double") && !value.equals("null");
      expected.add(row(number ? value + ".0" : value));
    }
    table.write("1.parquet", type(from), rows.toArray(String[]::new));

    assertThat(table.read(schema(type(to)))).isEqualTo(expected);
  }

  private static String type(String type) {
    return "struct<a: %1$s, s: struct<a: %1$s>, l: list<struct<a: %1$s>>, m: map<string, %1$s>>"
        .formatted(type);
  }

  private static String row(String value) {
    return "{\"a\":%1$s,\"s\":{\"a\":%1$s},\"l\":[{\"a\":%1$s},{\"a\":%1$s}],\"m\":{\"k\":%1$s}}"
        .formatted(value);
  }

  /** Writes a file of one column, and closes the vector. */
  private void writeTimes(String name, TimeStampVector times, Long... values) throws IOException {
    try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(times));
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                folder.resolve(name),
                root.getSchema(),
                ParquetWriteOptions.defaults(),
                allocator)) {
      for (int row = 0; row < values.length; row++) {
        if (values[row] == null) {
          times.setNull(row);
        } else {
          times.setSafe(row, values[row]);
        }
      }
      root.setRowCount(values.length);
      writer.write(root);
      writer.finish();
    }
  }

  @Test
  void timestamps_take_a_finer_unit_where_it_fits() throws IOException {
    long millis = Instant.parse("2024-05-06T07:08:09.123Z").toEpochMilli();
    writeTimes("1.parquet", new TimeStampMilliTZVector("t", allocator, "UTC"), millis, null);
    writeTimes("2.parquet", new TimeStampMicroVector("n", allocator), -1L, null);

    assertThat(table.read(schema("struct<t: timestamp(ns), n: timestamp_ntz(ns)>")))
        .containsExactly(
            "{\"t\":\"2024-05-06T07:08:09.123Z\",\"n\":null}",
            "{\"t\":null,\"n\":null}",
            "{\"t\":null,\"n\":\"1969-12-31T23:59:59.999999\"}",
            "{\"t\":null,\"n\":null}");
    RowFilter filter = Operand.column("t").isGreaterThan(Instant.parse("2024-01-01T00:00:00Z"));
    assertThat(table.read(schema("struct<t: timestamp(ns)>"), ALL.withFilter(filter))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_time_that_the_finer_unit_cannot_hold_is_an_error_when_read(boolean strict)
      throws IOException {
    writeTimes("1.parquet", new TimeStampMicroTZVector("t", allocator, "UTC"), 5L);
    long late = Instant.parse("2300-01-01T00:00:00Z").getEpochSecond() * 1_000_000;
    writeTimes("2.parquet", new TimeStampMicroTZVector("t", allocator, "UTC"), null, late);
    ParquetFileSet files =
        ParquetFileSet.open(List.of(folder)).withSchema(schema("struct<t: timestamp(ns)>"));

    try (ArrowReader reader = files.read(ALL.withStrict(strict), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      Throwable failure = catchThrowable(reader::loadNextBatch);
      assertThat(failure)
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("2.parquet")
          .hasMessageContaining("row 1")
          .hasMessageContaining("t");
      assertThat(catchThrowable(reader::loadNextBatch)).isSameAs(failure);
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isZero();
    }
  }

  @Test
  void columns_compare_as_if_they_were_converted_first() throws IOException {
    Long[][] values = {{1L, 1_001L}, {1L, 1_000L}, {2L, 1_999L}, {-1L, -1_000L}, {-1L, -1_001L}};
    for (boolean isFine : new boolean[] {false, true}) {
      try (TimeStampVector a =
              isFine
                  ? new TimeStampMicroVector("a", allocator)
                  : new TimeStampMilliVector("a", allocator);
          TimeStampMicroVector b = new TimeStampMicroVector("b", allocator);
          VectorSchemaRoot root = new VectorSchemaRoot(List.of(a, b));
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(
                  folder.resolve(isFine + ".parquet"),
                  root.getSchema(),
                  ParquetWriteOptions.defaults(),
                  allocator)) {
        for (int row = 0; row < values.length; row++) {
          a.setSafe(row, values[row][0] * (isFine ? 1_000 : 1));
          b.setSafe(row, values[row][1]);
        }
        root.setRowCount(values.length);
        writer.write(root);
        writer.finish();
      }
    }
    ReaderSchema schema = schema("struct<a: timestamp_ntz(us), b: timestamp_ntz(us)>");
    Operand a = Operand.column("a");
    Operand b = Operand.column("b");
    assertThat(table.read(schema, ALL.withFilter(a.isLessThan(b)))).hasSize(2);
    assertThat(table.read(schema, ALL.withFilter(a.isEqualTo(b)))).hasSize(4);
    assertThat(table.read(schema, ALL.withFilter(b.isLessThan(a)))).hasSize(4);
    assertThat(table.read(schema, ALL.withFilter(b.isAtLeast(a)))).hasSize(6);
  }

  @Test
  void files_of_several_units_are_one_table_of_the_finest() throws IOException {
    writeTimes("1.parquet", new TimeStampMilliTZVector("t", allocator, "UTC"), -1L, null);
    writeTimes("2.parquet", new TimeStampMicroTZVector("t", allocator, "UTC"), 5L);
    long late = Instant.parse("2300-01-01T00:00:00Z").toEpochMilli();
    ParquetFileSet micros = ParquetFileSet.open(List.of(folder));
    assertThat(micros.schema(ALL).findField("t").getType())
        .isEqualTo(new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC"));
    RowFilter before = Operand.column("t").isLessThan(Instant.ofEpochSecond(0, 5_001));
    try (ArrowReader reader = micros.read(ALL.withFilter(before), allocator)) {
      assertThat(JsonTable.read(reader, allocator))
          .containsExactly(
              "{\"t\":\"1969-12-31T23:59:59.999Z\"}", "{\"t\":\"1970-01-01T00:00:00.000005Z\"}");
    }

    writeTimes("3.parquet", new TimeStampMilliTZVector("t", allocator, "UTC"), 0L, late);
    writeTimes("4.parquet", new TimeStampNanoTZVector("t", allocator, "UTC"), 7L);
    ParquetFileSet nanos = ParquetFileSet.open(List.of(folder));
    try (ArrowReader reader = nanos.read(ALL.withFilter(before), allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(4);
    }
    try (ArrowReader reader = nanos.read(ALL, allocator)) {
      assertThatThrownBy(() -> JsonTable.read(reader, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("3.parquet")
          .hasMessageContaining("row 1");
    }
  }

  @Test
  void narrowing_needs_statistics_that_prove_it() throws IOException {
    table.write(
        "1.parquet", "struct<i: bigint, d: decimal(20, 2)>", "{\"i\":-32768,\"d\":9.99}", "{}");
    String narrow = "struct<i: smallint, d: decimal(3, 2)>";

    assertThatThrownBy(() -> table.read(schema(narrow)))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("1.parquet")
        .hasMessageContaining("column i")
        .hasMessageContaining("int64")
        .hasMessageContaining("int16");
    assertThat(table.read(narrowing(narrow)))
        .containsExactly("{\"i\":-32768,\"d\":9.99}", "{\"i\":null,\"d\":null}");
    assertThatThrownBy(() -> table.read(narrowing("struct<i: tinyint>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("without statistics that prove its values to fit");
    assertThatThrownBy(() -> table.read(narrowing("struct<d: decimal(2, 2)>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column d");
  }

  @Test
  void each_file_proves_for_itself() throws IOException {
    table.write("1.parquet", "struct<i: bigint>", "{\"i\":1}");
    table.write("2.parquet", "struct<i: bigint>", "{\"i\":3000000000}");
    ParquetFileSet files =
        ParquetFileSet.open(List.of(folder)).withSchema(narrowing("struct<i: int>"));

    try (ArrowReader reader = files.read(ALL, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(UnsupportedColumnException.class)
          .hasMessageContaining("2.parquet");
    }
  }

  @Test
  void optional_becomes_required_where_nothing_is_null() throws IOException {
    table.write(
        "1.parquet",
        "struct<a: int, b: int, s: struct<x: int>>",
        "{\"a\":1,\"s\":{\"x\":1}}",
        "{\"a\":2,\"s\":{}}");

    assertThat(table.read(schema("struct<a: int not null, s: struct<x: int> not null>")))
        .containsExactly("{\"a\":1,\"s\":{\"x\":1}}", "{\"a\":2,\"s\":{\"x\":null}}");
    assertThatThrownBy(() -> table.read(schema("struct<b: int not null>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column b")
        .hasMessageContaining("required int32");
    assertThatThrownBy(() -> table.read(schema("struct<s: struct<x: int not null>>")))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column s.x");
  }
}
