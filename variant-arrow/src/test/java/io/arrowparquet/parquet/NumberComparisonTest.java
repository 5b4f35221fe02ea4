// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowFilter.Operator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.Float16;
import org.apache.arrow.vector.BigIntVector;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Numbers of all types compared with each other and with literals, as BigDecimals compare.
 *
 * @see io.arrowparquet.parquet.internal.filter.Comparisons
 * @see io.arrowparquet.parquet.internal.filter.VectorComparison
 */
class NumberComparisonTest {
  private static final int ROWS = 300;
  private static final int ROW_GROUP = 60;

  /** Where types end, and values beside. */
  private static final List<BigInteger> CENTRES =
      Stream.of(0, 7, 8, 15, 16, 31, 32, 63, 64)
          .map(BigInteger.ONE::shiftLeft)
          .flatMap(power -> Stream.of(power, power.negate()))
          .toList();

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private final Map<Column, Number[]> values = new EnumMap<>(Column.class);
  private Path file;

  private enum Kind {
    INTEGER,
    FLOATING,
    DECIMAL,
    TIME,
    LOCAL,
    INSTANT
  }

  private enum Column {
    I8(Kind.INTEGER, "int32 %s (INTEGER(8,true))", 7, true),
    I16(Kind.INTEGER, "int32 %s (INTEGER(16,true))", 15, true),
    I32(Kind.INTEGER, "int32 %s", 31, true),
    I64(Kind.INTEGER, "int64 %s", 63, true),
    U8(Kind.INTEGER, "int32 %s (INTEGER(8,false))", 8, false),
    U16(Kind.INTEGER, "int32 %s (INTEGER(16,false))", 16, false),
    U32(Kind.INTEGER, "int32 %s (INTEGER(32,false))", 32, false),
    U64(Kind.INTEGER, "int64 %s (INTEGER(64,false))", 64, false),
    F16(Kind.FLOATING, "fixed_len_byte_array(2) %s (FLOAT16)", 11, true),
    F32(Kind.FLOATING, "float %s", 64, true),
    F64(Kind.FLOATING, "double %s", 64, true),
    D32(Kind.DECIMAL, "int32 %s (DECIMAL(9,2))", 29, true),
    D64(Kind.DECIMAL, "int64 %s (DECIMAL(18,2))", 59, true),
    D_FIXED(Kind.DECIMAL, "fixed_len_byte_array(12) %s (DECIMAL(28,2))", 70, true),
    D_BYTES(Kind.DECIMAL, "binary %s (DECIMAL(38,2))", 70, true),
    D32_WHOLE(Kind.DECIMAL, "int32 %s (DECIMAL(9,0))", 29, true, 0),
    D64_FINE(Kind.DECIMAL, "int64 %s (DECIMAL(18,9))", 59, true, 9),
    D_BYTES_FINE(Kind.DECIMAL, "binary %s (DECIMAL(38,30))", 70, true, 30),
    TIME_MS(Kind.TIME, "int32 %s (TIME(MILLIS,true))", 26, false, 3),
    TIME_US(Kind.TIME, "int64 %s (TIME(MICROS,true))", 36, false, 6),
    TIME_NS(Kind.TIME, "int64 %s (TIME(NANOS,true))", 46, false, 9),
    LOCAL_MS(Kind.LOCAL, "int64 %s (TIMESTAMP(MILLIS,false))", 63, true, 3),
    LOCAL_NS(Kind.LOCAL, "int64 %s (TIMESTAMP(NANOS,false))", 63, true, 9),
    INSTANT_MS(Kind.INSTANT, "int64 %s (TIMESTAMP(MILLIS,true))", 63, true, 3),
    INSTANT_US(Kind.INSTANT, "int64 %s (TIMESTAMP(MICROS,true))", 63, true, 6);

    private final Kind kind;
    private final String declaration;
    private final BigInteger least;
    private final BigInteger most;
    private final int scale;

    Column(Kind kind, String declaration, int bits, boolean signed) {
      this(kind, declaration, bits, signed, 2);
    }

    Column(Kind kind, String declaration, int bits, boolean signed, int scale) {
      this.kind = kind;
      this.scale = scale;
      this.declaration = "optional " + declaration.formatted(name());
      this.most = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
      this.least = signed ? most.not() : BigInteger.ZERO;
    }

    private Number value(BigInteger near, Random random) {
      if (kind == Kind.FLOATING && random.nextInt(20) == 0) {
        return List.of(Double.NaN, -0.0, Double.NEGATIVE_INFINITY).get(random.nextInt(3));
      }
      BigInteger whole = near.add(BigInteger.valueOf(random.nextInt(5) - 2)).max(least).min(most);
      return switch (kind) {
        case INTEGER -> whole;
        case FLOATING -> this == F64 ? whole.doubleValue() : (double) whole.floatValue();
        case DECIMAL, TIME, LOCAL, INSTANT -> new BigDecimal(whole, scale);
      };
    }

    private void write(Group group, Number value) {
      switch (this) {
        case I8, I16, I32, U8, U16, U32 -> group.add(name(), value.intValue());
        case I64, U64 -> group.add(name(), value.longValue());
        case F16 -> {
          short half = Float16.toFloat16(value.floatValue());
          byte[] bytes = {(byte) half, (byte) (half >> 8)};
          group.add(name(), Binary.fromConstantByteArray(bytes));
        }
        case F32 -> group.add(name(), value.floatValue());
        case F64 -> group.add(name(), value.doubleValue());
        case D32, D32_WHOLE, TIME_MS ->
            group.add(name(), ((BigDecimal) value).unscaledValue().intValue());
        default -> {
          if (declaration.contains("int64")) {
            group.add(name(), ((BigDecimal) value).unscaledValue().longValue());
            return;
          }
          byte[] least = ((BigDecimal) value).unscaledValue().toByteArray();
          byte[] bytes = new byte[this == D_FIXED ? 12 : least.length];
          Arrays.fill(bytes, (byte) (least[0] >> 7));
          System.arraycopy(least, 0, bytes, bytes.length - least.length, least.length);
          group.add(name(), Binary.fromConstantByteArray(bytes));
        }
      }
    }
  }

  @BeforeEach
  void writeFile() throws IOException {
    Random random = new Random(5);
    StringBuilder schema = new StringBuilder("message m { required int64 id; ");
    for (Column column : Column.values()) {
      schema.append(column.declaration).append("; ");
      Number[] numbers = new Number[ROWS];
      int number = values.size();
      values.put(column, numbers);
      for (int row = 0; row < ROWS; row++) {
        BigInteger near = CENTRES.get((row / 15 * 7 + number * (row / 45)) % CENTRES.size());
        numbers[row] = random.nextInt(10) == 0 ? null : column.value(near, random);
      }
    }
    MessageType type = MessageTypeParser.parseMessageType(schema + "}");
    file = directory.resolve("numbers.parquet");
    ExampleParquetWriter.Builder builder =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(type)
            .withRowGroupRowCountLimit(ROW_GROUP)
            .withPageRowCountLimit(15);
    boolean dictionary = false;
    for (Column column : Column.values()) {
      dictionary = !dictionary;
      builder.withDictionaryEncoding(column.name(), dictionary);
      builder.withBloomFilterEnabled(column.name(), column != Column.F16);
    }
    try (ParquetWriter<Group> writer = builder.build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = new SimpleGroup(type).append("id", (long) row);
        for (Column column : Column.values()) {
          if (values.get(column)[row] != null) {
            column.write(group, values.get(column)[row]);
          }
        }
        writer.write(group);
      }
    }
  }

  @Test
  void columns_of_a_kind_compare_as_numbers_whatever_their_widths() throws IOException {
    for (Column left : Column.values()) {
      for (Column right : Column.values()) {
        if (left.kind != right.kind) {
          continue;
        }
        for (Operator operator : Operator.values()) {
          RowFilter predicate =
              new RowFilter.OperandComparison(
                  Operand.column(left.name()), operator, Operand.column(right.name()));
          List<Long> expected = new ArrayList<>();
          for (int row = 0; row < ROWS; row++) {
            if (holds(values.get(left)[row], operator, values.get(right)[row])) {
              expected.add((long) row);
            }
          }
          assertThat(ids(predicate)).as("%s", predicate).isEqualTo(expected);
          if (left == Column.I64) {
            FilterChecks.sameEverywhere(allocator, file, predicate, directory);
          }
        }
      }
    }
  }

  @Test
  void columns_compare_with_literals_of_any_size() throws IOException {
    List<Number> literals = new ArrayList<>(CENTRES);
    for (String text : List.of("1e1000000000", "1e-1000000000", "0e-2147483647", "1e2147483647")) {
      literals.add(new BigDecimal(text));
      literals.add(new BigDecimal(text).negate());
    }
    for (Column column : Column.values()) {
      if (List.of(Kind.TIME, Kind.LOCAL, Kind.INSTANT).contains(column.kind)) {
        continue; // their literals are no numbers
      }
      for (Number literal : literals) {
        if (column.kind == Kind.INTEGER && literal instanceof BigDecimal) {
          continue;
        }
        for (Operator operator : Operator.values()) {
          RowFilter predicate =
              new RowFilter.Comparison(Operand.column(column.name()), operator, literal);
          List<Long> expected = new ArrayList<>();
          for (int row = 0; row < ROWS; row++) {
            if (holds(values.get(column)[row], operator, literal)) {
              expected.add((long) row);
            }
          }
          assertThat(ids(predicate)).as("%s", predicate).isEqualTo(expected);
        }
      }
    }
  }

  private static boolean holds(Number left, Operator operator, Number right) {
    if (left == null || right == null) {
      return false;
    }
    if (left instanceof Double a && (a.isNaN() || a.isInfinite())) {
      return holdsOfDoubles(a, operator, right instanceof Double b ? b : 0);
    }
    if (right instanceof Double b && (b.isNaN() || b.isInfinite())) {
      return holdsOfDoubles(0, operator, b);
    }
    int order = exact(left).compareTo(exact(right));
    return switch (operator) {
      case EQUAL -> order == 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  private static boolean holdsOfDoubles(double left, Operator operator, double right) {
    return switch (operator) {
      case EQUAL -> left == right;
      case LESS -> left < right;
      case LESS_OR_EQUAL -> left <= right;
      case GREATER -> left > right;
      case GREATER_OR_EQUAL -> left >= right;
    };
  }

  private static BigDecimal exact(Number number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    return number instanceof Double value
        ? new BigDecimal(value)
        : new BigDecimal((BigInteger) number);
  }

  private List<Long> ids(RowFilter predicate) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withColumns(List.of("id")).withFilter(predicate);
    List<Long> ids = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        BigIntVector vector = (BigIntVector) reader.getVectorSchemaRoot().getVector("id");
        for (int row = 0; row < vector.getValueCount(); row++) {
          ids.add(vector.get(row));
        }
      }
    }
    return ids;
  }
}
