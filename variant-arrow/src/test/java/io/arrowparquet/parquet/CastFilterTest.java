// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.cast.CastOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Filters on paths that are cast, with statistics of shredded columns and without.
 *
 * @see io.arrowparquet.parquet.internal.filter.FilterBinder
 * @see io.arrowparquet.parquet.internal.prune.OperandStatistics
 */
class CastFilterTest {
  private static final int ROWS = 180;
  private static final int ROW_GROUP = 30;

  private static final List<String> TARGETS =
      List.of(
          "tinyint",
          "int",
          "bigint",
          "uint8",
          "uint64",
          "float",
          "double",
          "decimal(9, 1)",
          "decimal(38, 10)",
          "decimal(50, 0)",
          "date",
          "timestamp",
          "timestamp(ns)",
          "timestamp_ntz(ms)",
          "timestamp(s, 'Europe/Paris')",
          "time(ms)",
          "boolean",
          "string");

  /** Sources and targets of which the statistics are of use: the values keep their order. */
  private static final String NUMBERS = "bigint|int|double|float|decimal\\(.*";

  private static final String SKIPPING_TARGETS =
      "int|bigint|float|double|decimal\\(9, 1\\)|decimal\\(38, 10\\)|decimal\\(50, 0\\)";

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  static Stream<String> sources() {
    return Stream.of(
        "int",
        "bigint",
        "double",
        "float",
        "decimal(9, 2)",
        "decimal(20, 6)",
        "date",
        "timestamp",
        "timestamp_ntz",
        "timestamp_ntz(ns)",
        "time",
        "string");
  }

  /** Values that rise from row group to row group, with some nulls, in one of them others. */
  private FieldVector values(String type, long seed) {
    Random random = new Random(seed);
    FieldVector vector = ArrowTypeText.parse("v", type).createVector(allocator);
    vector.setInitialCapacity(ROWS);
    vector.allocateNew();
    for (int row = 0; row < ROWS; row++) {
      double number = (row / ROW_GROUP - 2) * 100 + 90 * random.nextDouble();
      if (random.nextInt(20) == 0) {
        vector.setNull(row);
      } else {
        set(vector, row, number, random);
      }
    }
    vector.setValueCount(ROWS);
    return vector;
  }

  private static void set(FieldVector vector, int row, double number, Random random) {
    boolean extreme = row / ROW_GROUP == 5 && random.nextInt(10) == 0;
    if (vector instanceof IntVector ints) {
      ints.set(row, extreme ? Integer.MAX_VALUE : (int) number);
    } else if (vector instanceof BigIntVector longs) {
      longs.set(row, extreme ? Long.MAX_VALUE - random.nextInt(2000) : (long) number);
    } else if (vector instanceof Float8Vector doubles) {
      double[] odd = {Double.NaN, 1e300, Double.POSITIVE_INFINITY, 0x1p63, -0.0};
      doubles.set(row, extreme ? odd[random.nextInt(odd.length)] : number);
    } else if (vector instanceof Float4Vector floats) {
      floats.set(row, extreme ? Float.NaN : (float) number);
    } else if (vector instanceof DecimalVector decimals) {
      BigInteger unscaled =
          extreme
              ? BigInteger.TEN.pow(decimals.getPrecision()).subtract(BigInteger.ONE)
              : BigInteger.valueOf((long) (number * Math.pow(10, decimals.getScale())));
      decimals.set(row, new BigDecimal(unscaled, decimals.getScale()));
    } else if (vector instanceof DateDayVector dates) {
      dates.set(row, extreme ? 3_000_000 : (int) number);
    } else if (vector instanceof TimeStampVector times) {
      boolean nanos = vector.getField().getType().toString().contains("NANO");
      times.set(row, (long) (number * 86_400_000_000L * (nanos ? 1000 : 1)));
    } else if (vector instanceof TimeMicroVector times) {
      times.set(row, (long) ((number + 300) * 1_000_003));
    } else {
      byte[] text = String.valueOf((int) number / 2.0).getBytes(StandardCharsets.UTF_8);
      ((VarCharVector) vector).setSafe(row, text);
    }
  }

  private Path write(FieldVector values) throws IOException {
    Path file = directory.resolve("cast.parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(ROW_GROUP)
            .withPageRows(ROW_GROUP / 3)
            .withOverwrite(true)
            .withShredding("v", values.getField(), ShredMode.LENIENT);
    try (ParquetVariantVector variants =
            VariantCast.cast(values, allocator, CastOptions.defaults(), null);
        BigIntVector id = new BigIntVector("id", allocator)) {
      id.allocateNew(ROWS);
      for (int row = 0; row < ROWS; row++) {
        id.set(row, row);
      }
      id.setValueCount(ROWS);
      VectorSchemaRoot batch = new VectorSchemaRoot(List.<FieldVector>of(id, variants));
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
        writer.write(batch);
        writer.finish();
      }
    }
    return file;
  }

  @ParameterizedTest
  @MethodSource("sources")
  void rows_are_the_same_with_statistics_and_without(String source) throws IOException {
    Random random = new Random(source.hashCode());
    try (FieldVector values = values(source, source.hashCode())) {
      Path file = write(values);
      for (String type : TARGETS) {
        Field target = ArrowTypeText.parse("x", type);
        VariantProjection path =
            new VariantProjection("v", VariantPath.parse("$"), target, ConversionMode.TRY_CAST);
        long skipped = 0;
        for (Object literal : literals(values, target, random)) {
          for (RowFilter predicate :
              List.of(
                  path.isEqualTo(literal),
                  path.isLessThan(literal),
                  path.isLessThan(literal).not())) {
            List<Long> without = new ArrayList<>();
            assertThat(read(file, predicate, false, without)).isZero();
            List<Long> with = new ArrayList<>();
            skipped += read(file, predicate, true, with);
            assertThat(with).as("%s as %s: %s", source, type, predicate).isEqualTo(without);
          }
        }
        if (source.matches(NUMBERS) && type.matches(SKIPPING_TARGETS)) {
          assertThat(skipped).as("row groups skipped, %s as %s", source, type).isPositive();
        }
      }
    }
  }

  /** Some of the values, and their neighbours, as literals of the target. */
  private List<Object> literals(FieldVector values, Field target, Random random) {
    List<Object> literals = new ArrayList<>();
    VariantDecode decode = new VariantDecode(target, ConversionMode.TRY_CAST);
    try (ParquetVariantVector variants =
            VariantCast.cast(values, allocator, CastOptions.defaults(), null);
        FieldVector decoded = decode.decode(variants, allocator)) {
      for (int tries = 0; tries < 40 && literals.size() < 2; tries++) {
        int row = random.nextInt(ROWS);
        if (!decoded.isNull(row)) {
          literals.add(literal(decoded, row));
        }
      }
    }
    return literals;
  }

  private static Object literal(FieldVector vector, int row) {
    ArrowType type = vector.getField().getType();
    if (type instanceof ArrowType.Timestamp timestamp) {
      long units = ((TimeStampVector) vector).get(row);
      LocalDateTime local =
          LocalDateTime.of(1970, 1, 1, 0, 0).plus(units, unit(timestamp.getUnit()));
      return timestamp.getTimezone() == null ? local : local.toInstant(ZoneOffset.UTC);
    }
    if (type instanceof ArrowType.Date) {
      return LocalDate.ofEpochDay(((DateDayVector) vector).get(row));
    }
    if (type instanceof ArrowType.Time) {
      int millis = ((TimeMilliVector) vector).get(row);
      return LocalTime.ofNanoOfDay(millis * 1_000_000L);
    }
    Object value = vector.getObject(row);
    if (type instanceof ArrowType.Utf8) {
      return value.toString();
    }
    if (type instanceof ArrowType.Int integer && !integer.getIsSigned()) {
      return integer.getBitWidth() == Long.SIZE
          ? new BigInteger(Long.toUnsignedString((Long) value))
          : (Object) (((Number) value).intValue() & 0xFF);
    }
    return value;
  }

  private static ChronoUnit unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> ChronoUnit.SECONDS;
      case MILLISECOND -> ChronoUnit.MILLIS;
      case MICROSECOND -> ChronoUnit.MICROS;
      case NANOSECOND -> ChronoUnit.NANOS;
    };
  }

  /** Reads the ids of the rows and returns how many row groups were skipped. */
  private long read(Path file, RowFilter predicate, boolean skipping, List<Long> ids)
      throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withFilter(predicate)
            .withSkipping(skipping);
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        BigIntVector id = (BigIntVector) reader.getVectorSchemaRoot().getVector("id");
        for (int row = 0; row < id.getValueCount(); row++) {
          ids.add(id.get(row));
        }
      }
      return reader.statistics().rowGroupsSkipped();
    }
  }

  @Test
  void decimals_of_json_are_doubles_to_a_filter() throws IOException {
    Path file = directory.resolve("json.parquet");
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < 2 * JsonFile.ROW_GROUP; row++) {
      rows.add("{\"amount\":%d.25}".formatted(row));
    }
    JsonFile.write(file, rows, "struct<amount: decimal(9, 2)>", allocator);
    ArrowType type = ArrowTypeText.parse("x", "double").getType();
    Operand amount = VariantProjection.of("v", VariantPath.parse("$.amount"), "x", type);

    List<Long> ids = new ArrayList<>();
    assertThat(read(file, amount.isGreaterThan(790.5), true, ids)).isEqualTo(1);
    assertThat(ids).containsExactly(791L, 792L, 793L, 794L, 795L, 796L, 797L, 798L, 799L);
  }

  @Test
  void comparisons_that_are_never_true_are_reported() throws IOException {
    Path file = directory.resolve("json.parquet");
    JsonFile.write(file, List.of("{\"amount\":1.25}"), "struct<amount: decimal(9, 2)>", allocator);
    Field target = ArrowTypeText.parse("x", "double");
    VariantPath path = VariantPath.parse("$.amount");
    Operand lossless = new VariantProjection("v", path, target, ConversionMode.SAFE);
    Operand cast = new VariantProjection("v", path, target, ConversionMode.TRY_CAST);

    assertThat(diagnostics(file, lossless.isGreaterThan(1.0)))
        .singleElement()
        .asString()
        .isEqualTo(
            "v.amount > 1.0 is never true: the values are shredded as Decimal(9, 2, 128), which"
                + " does not become FloatingPoint(DOUBLE) in mode SAFE, but does in mode TRY_CAST");
    assertThat(diagnostics(file, cast.isGreaterThan(1.0))).isEmpty();
  }

  @Test
  void literals_that_no_value_equals_are_reported() throws IOException {
    Path file = directory.resolve("json.parquet");
    JsonFile.write(file, List.of("{\"a\":1}"), "struct<a: int>", allocator);
    Operand tiny =
        VariantProjection.of(
            "v", VariantPath.parse("$.a"), "x", ArrowTypeText.parse("x", "tinyint").getType());
    Operand real =
        VariantProjection.of(
            "v", VariantPath.parse("$.a"), "x", ArrowTypeText.parse("x", "double").getType());
    RowFilter never =
        tiny.isEqualTo(300)
            .or(real.isEqualTo(Double.NaN))
            .or(Operand.column("id").isGreaterThan(new BigInteger("9223372036854775807")))
            .or(real.isIn(List.of()));

    assertThat(diagnostics(file, never))
        .extracting(FilterDiagnostic::operand)
        .containsExactly("v.a", "v.a", "id");
    assertThat(diagnostics(file, tiny.isEqualTo(127).or(tiny.isLessThan(300)))).isEmpty();
  }

  private List<FilterDiagnostic> diagnostics(Path file, RowFilter predicate) throws IOException {
    ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(predicate);
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return reader.filterDiagnostics();
    }
  }
}
