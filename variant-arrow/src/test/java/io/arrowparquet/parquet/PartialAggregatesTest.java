// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.PartialAggregates.Aggregate;
import io.arrowparquet.parquet.PartialAggregates.Kind;
import io.arrowparquet.parquet.PartialAggregates.Operator;
import io.arrowparquet.parquet.PartialAggregates.Term;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartialAggregatesTest {
  private static final int DIGITS = 18;
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("text", ArrowType.Utf8.INSTANCE),
              Field.nullable("number", new ArrowType.Int(Long.SIZE, true)),
              Field.nullable("decimal", new ArrowType.Decimal(DIGITS, 2, 128)),
              Field.nullable(
                  "double", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE))));

  private static final Term DECIMAL = new Term.Column("decimal");

  private static Aggregate of(Kind kind, String column) {
    return new Aggregate(kind, column == null ? null : new Term.Column(column), DIGITS);
  }

  /** What is expected of a group, computed value by value. */
  private static final class Expected {
    /** Of rows, and of texts. */
    final long[] counts = new long[2];

    BigDecimal sum;
    BigDecimal squares;
    Long least;
    String greatest;

    @Override
    public String toString() {
      return Arrays.toString(counts) + Arrays.asList(sum, squares, least, greatest);
    }
  }

  /** As text: to compare the fields of so many objects takes a minute. */
  private static Map<String, String> text(Map<List<Object>, Expected> groups) {
    Map<String, String> text = new HashMap<>();
    groups.forEach((key, group) -> text.put(key.toString(), group.toString()));
    return text;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 20_000})
  void partial_rows_add_up_to_what_values_do(int groups) {
    Random random = new Random(groups);
    Map<List<Object>, Expected> expected = new HashMap<>();
    Map<List<Object>, Expected> found = new HashMap<>();
    PartialAggregates aggregates =
        PartialAggregates.of(
            SCHEMA,
            List.of("text", "number"),
            List.of(
                of(Kind.COUNT, null),
                of(Kind.COUNT, "text"),
                of(Kind.SUM, "decimal"),
                new Aggregate(
                    Kind.SUM, new Term.Operation(Operator.MULTIPLY, DECIMAL, DECIMAL), 2 * DIGITS),
                of(Kind.MIN, "number"),
                of(Kind.MAX, "text")));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      for (int batch = 0; batch < 5; batch++) {
        fill(root, random, groups, expected);
        aggregates.add(root);
        if (aggregates.isFull()) {
          add(aggregates.take(), found);
        }
      }
      add(aggregates.take(), found);
    }
    assertThat(text(found)).isEqualTo(text(expected));
    assertThat(aggregates.take()).isEmpty();
  }

  private static void fill(
      VectorSchemaRoot root, Random random, int groups, Map<List<Object>, Expected> expected) {
    int rows = 3000;
    root.clear();
    root.getFieldVectors().forEach(vector -> vector.setInitialCapacity(rows));
    root.allocateNew();
    for (int row = 0; row < rows; row++) {
      String text = random.nextInt(9) == 0 ? null : "a text".repeat(random.nextInt(3));
      Long number = random.nextInt(9) == 0 ? null : (long) random.nextInt(groups) - 1;
      long bits = random.nextInt(3) == 0 ? random.nextLong() % 1_000_000_000_000_000_000L : row;
      BigDecimal decimal = random.nextInt(9) == 0 ? null : BigDecimal.valueOf(bits, 2);
      if (text != null) {
        ((VarCharVector) root.getVector("text")).set(row, text.getBytes(StandardCharsets.UTF_8));
      }
      if (number != null) {
        ((BigIntVector) root.getVector("number")).set(row, number);
      }
      if (decimal != null) {
        ((DecimalVector) root.getVector("decimal")).set(row, decimal);
      }
      Expected group = expected.computeIfAbsent(Arrays.asList(text, number), k -> new Expected());
      group.counts[0]++;
      group.counts[1] += text == null ? 0 : 1;
      group.sum = sum(group.sum, decimal);
      group.squares = sum(group.squares, decimal == null ? null : decimal.multiply(decimal));
      group.least = number;
      group.greatest = text;
    }
    root.setRowCount(rows);
  }

  private static BigDecimal sum(BigDecimal one, BigDecimal other) {
    return one == null || other == null ? (one == null ? other : one) : one.add(other);
  }

  private static void add(List<Object[]> rows, Map<List<Object>, Expected> found) {
    for (Object[] row : rows) {
      String text = row[0] == null ? null : new String((byte[]) row[0], StandardCharsets.UTF_8);
      Expected group = found.computeIfAbsent(Arrays.asList(text, row[1]), k -> new Expected());
      group.counts[0] += (Long) row[2];
      group.counts[1] += (Long) row[3];
      for (int sum = 4; sum < 6; sum++) {
        BigDecimal part = (BigDecimal) row[sum];
        assertThat(part == null ? 0 : part.precision()).isLessThanOrEqualTo((sum - 3) * DIGITS);
      }
      group.sum = sum(group.sum, (BigDecimal) row[4]);
      group.squares = sum(group.squares, (BigDecimal) row[5]);
      group.least = row[6] == null ? group.least : (Long) row[6];
      group.greatest =
          row[7] == null ? group.greatest : new String((byte[]) row[7], StandardCharsets.UTF_8);
    }
  }

  @Test
  void sums_that_leave_the_longs_are_passed_on_in_order() {
    PartialAggregates aggregates =
        PartialAggregates.of(SCHEMA, List.of(), List.of(of(Kind.SUM, "number")));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      root.allocateNew();
      long[] numbers = {Long.MAX_VALUE - 3, 2, 5, -7, 1};
      for (int row = 0; row < numbers.length; row++) {
        ((BigIntVector) root.getVector("number")).set(row, numbers[row]);
      }
      root.setRowCount(numbers.length);
      aggregates.add(root);
      assertThat(aggregates.isFull()).isTrue();
    }
    List<Object> sums = new ArrayList<>();
    aggregates.take().forEach(row -> sums.add(row[0]));
    assertThat(sums).containsExactly(Long.MAX_VALUE - 1, 5L, -6L);
    assertThat(aggregates.take()).containsExactly(new Object[] {null});
  }

  @Test
  void a_constant_may_have_more_digits_than_a_long() {
    BigDecimal large = new BigDecimal(BigInteger.TEN.pow(30), 1);
    Term term = new Term.Operation(Operator.SUBTRACT, DECIMAL, new Term.Constant(large));
    PartialAggregates aggregates =
        PartialAggregates.of(SCHEMA, List.of(), List.of(new Aggregate(Kind.SUM, term, 38)));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      root.allocateNew();
      ((DecimalVector) root.getVector("decimal")).set(1, new BigDecimal("7.25"));
      root.setRowCount(2);
      aggregates.add(root);
    }
    assertThat(aggregates.take())
        .containsExactly(new Object[] {new BigDecimal("7.25").subtract(large)});
  }

  @Test
  void sums_of_many_more_digits_than_rows_may_have_are_taken_in_time() {
    PartialAggregates aggregates =
        PartialAggregates.of(
            SCHEMA, List.of(), List.of(new Aggregate(Kind.SUM, new Term.Column("decimal"), 1)));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
      DecimalVector values = (DecimalVector) root.getVector("decimal");
      for (int row = 0; row < 10_000; row++) {
        values.setSafe(row, BigDecimal.valueOf(9, 2));
      }
      root.setRowCount(10_000);
      int batches = 0;
      for (; !aggregates.isFull(); batches++) {
        aggregates.add(root);
      }
      assertThat(batches).isBetween(10, 100);
      assertThat(aggregates.take()).hasSize(10_000 * batches);
    }
  }

  @Test
  void aggregates_without_a_term_of_theirs_are_refused() {
    for (Aggregate aggregate :
        List.of(
            of(Kind.COUNT, "missing"),
            new Aggregate(Kind.SUM, DECIMAL, 0),
            new Aggregate(Kind.COUNT, new Term.Constant(BigDecimal.ONE), DIGITS),
            new Aggregate(Kind.MIN, new Term.Constant(BigDecimal.ONE), DIGITS))) {
      assertThatThrownBy(() -> PartialAggregates.of(SCHEMA, List.of(), List.of(aggregate)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void floating_point_numbers_are_refused() {
    assertThatThrownBy(
            () -> PartialAggregates.of(SCHEMA, List.of(), List.of(of(Kind.SUM, "double"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("double");
    assertThatThrownBy(() -> PartialAggregates.of(SCHEMA, List.of("double"), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected numbers or text");
  }
}
