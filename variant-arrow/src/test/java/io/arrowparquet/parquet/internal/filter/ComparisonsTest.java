// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.RowFilter.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets of values, of rows and of bounds, against comparing each value with the literal. */
class ComparisonsTest {
  private static final List<Object> NUMBERS =
      List.of(0, 5L, -5, 127, 128L, 255, 256, -128, -129, Long.MIN_VALUE, BigInteger.TEN.pow(30));

  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private static boolean matches(int comparison, Operator operator) {
    return switch (operator) {
      case EQUAL -> comparison == 0;
      case LESS -> comparison < 0;
      case LESS_OR_EQUAL -> comparison <= 0;
      case GREATER -> comparison > 0;
      case GREATER_OR_EQUAL -> comparison >= 0;
    };
  }

  private static BigDecimal exact(Object number) {
    return new BigDecimal(number.toString());
  }

  private static byte[] truths(boolean... values) {
    byte[] truths = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      truths[i] = ValueSet.truth(values[i]);
    }
    return truths;
  }

  private static byte[] test(ValueSet set, FieldVector vector) {
    byte[] truths = new byte[vector.getValueCount()];
    set.test(vector, truths.length, truths);
    return truths;
  }

  /** Compares rows, and all pairs of them as bounds, with what {@code expected} says of each. */
  private static void check(ValueSet set, FieldVector vector, Object[] domain, boolean[] expected) {
    assertThat(test(set, vector)).isEqualTo(truths(expected));
    for (int min = 0; min < domain.length; min++) {
      boolean any = false;
      boolean all = true;
      for (int max = min; max < domain.length; max++) {
        any |= expected[max];
        all &= expected[max];
        assertThat(set.holds(domain[min], domain[max]) && !all).isFalse();
        assertThat(set.meets(domain[min], domain[max]) || !any).isTrue();
        if (min == max) {
          assertThat(set.meets(domain[min], domain[max])).isEqualTo(any);
          assertThat(set.holds(domain[min], domain[max])).isEqualTo(all);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000_000_000, -1_000_000_000, Integer.MIN_VALUE, 77})
  void decimals_of_absurd_scale_are_not_compared(int scale) {
    assertThat(Comparisons.isComparable(new ArrowType.Decimal(38, scale, 128))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void integers(Operator operator) {
    try (TinyIntVector signed = new TinyIntVector("s", allocator);
        UInt1Vector unsigned = new UInt1Vector("u", allocator)) {
      Long[] signedDomain = new Long[256];
      Long[] unsignedDomain = new Long[256];
      for (int i = 0; i < 256; i++) {
        signed.setSafe(i, i - 128);
        unsigned.setSafe(i, i);
        signedDomain[i] = i - 128L;
        unsignedDomain[i] = (long) i;
      }
      signed.setValueCount(256);
      unsigned.setValueCount(256);
      for (Object literal : NUMBERS) {
        for (FieldVector vector : List.of(signed, unsigned)) {
          Long[] domain = vector == signed ? signedDomain : unsignedDomain;
          boolean[] expected = new boolean[256];
          for (int i = 0; i < 256; i++) {
            int order = BigDecimal.valueOf(domain[i]).compareTo(exact(literal));
            expected[i] = matches(order, operator);
          }
          ArrowType type = vector.getField().getType();
          check(Comparisons.compare(type, operator, literal), vector, domain, expected);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void unsigned_integers_of_64_bits(Operator operator) {
    long[] values = {0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1};
    List<BigInteger> literals =
        Stream.of("0", "1", "9223372036854775807", "9223372036854775808", "18446744073709551615")
            .map(BigInteger::new)
            .toList();
    try (UInt8Vector vector = new UInt8Vector("u", allocator)) {
      for (int i = 0; i < values.length; i++) {
        vector.setSafe(i, values[i]);
      }
      vector.setValueCount(values.length);
      for (int literal = 0; literal < values.length; literal++) {
        ValueSet set =
            Comparisons.compare(vector.getField().getType(), operator, literals.get(literal));
        boolean[] expected = new boolean[values.length];
        for (int i = 0; i < values.length; i++) {
          expected[i] = matches(Integer.compare(i, literal), operator);
        }
        assertThat(test(set, vector)).isEqualTo(truths(expected));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void floats_with_zeros_infinities_and_nan(Operator operator) {
    double[] values = {Double.NEGATIVE_INFINITY, -1, -0.0, 0, 0.1, 5.5, 1e300, 1 / 0.0, Double.NaN};
    Double[] domain = Arrays.stream(values).limit(8).boxed().toArray(Double[]::new);
    ArrowType type = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    try (Float8Vector vector = new Float8Vector("d", allocator)) {
      for (int i = 0; i < values.length; i++) {
        vector.setSafe(i, values[i]);
      }
      vector.setValueCount(values.length);
      for (double literal : values) {
        boolean[] expected = new boolean[values.length];
        for (int i = 0; i < values.length; i++) {
          // Adding 0.0 makes the two zeros one.
          expected[i] =
              !Double.isNaN(values[i])
                  && !Double.isNaN(literal)
                  && matches(Double.compare(values[i] + 0.0, literal + 0.0), operator);
        }
        ValueSet set = Comparisons.compare(type, operator, literal);
        check(set, vector, domain, expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void floats_of_32_bits_with_a_literal_between_two_of_them(Operator operator) {
    ArrowType type = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    try (Float4Vector vector = new Float4Vector("f", allocator)) {
      vector.setSafe(0, Math.nextDown(0.1f));
      vector.setSafe(1, 0.1f); // greater than the literal
      vector.setValueCount(2);
      ValueSet set = Comparisons.compare(type, operator, new BigDecimal("0.1"));
      assertThat(test(set, vector)).isEqualTo(truths(matches(-1, operator), matches(1, operator)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void decimals(Operator operator) {
    Object[] domain = IntStream.rangeClosed(-20, 20).mapToObj(BigInteger::valueOf).toArray();
    try (DecimalVector vector = new DecimalVector("d", allocator, 20, 1)) {
      for (int i = 0; i < domain.length; i++) {
        vector.setSafe(i, new BigDecimal((BigInteger) domain[i], 1));
      }
      vector.setValueCount(domain.length);
      for (Object literal :
          List.of(0, -1, new BigDecimal("1.5"), new BigDecimal("0.05"), BigInteger.TEN.pow(30))) {
        boolean[] expected = new boolean[domain.length];
        for (int i = 0; i < domain.length; i++) {
          int order = new BigDecimal((BigInteger) domain[i], 1).compareTo(exact(literal));
          expected[i] = matches(order, operator);
        }
        ArrowType type = vector.getField().getType();
        check(Comparisons.compare(type, operator, literal), vector, domain, expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void bytes_in_unsigned_order(Operator operator) {
    byte[][] domain =
        Stream.of("", "\0", "a", "a\0", "a\0b", "ab", "b", "\u00ff", "\u00ff\u00ff")
            .map(text -> text.getBytes(ISO_8859_1))
            .toArray(byte[][]::new);
    try (VarBinaryVector vector = new VarBinaryVector("b", allocator)) {
      for (int i = 0; i < domain.length; i++) {
        vector.setSafe(i, domain[i]);
      }
      vector.setValueCount(domain.length);
      for (byte[] literal : domain) {
        boolean[] expected = new boolean[domain.length];
        for (int i = 0; i < domain.length; i++) {
          expected[i] = matches(Arrays.compareUnsigned(domain[i], literal), operator);
        }
        ValueSet set = Comparisons.compare(ArrowType.Binary.INSTANCE, operator, literal);
        check(set, vector, domain, expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "EQUAL")
  void several_literals(Operator operator) {
    List<Object> literals = List.of(7, -3L, BigInteger.valueOf(7), 1000, 8, (short) 9);
    try (TinyIntVector vector = new TinyIntVector("s", allocator)) {
      Long[] domain = new Long[21];
      boolean[] expected = new boolean[21];
      for (int i = 0; i < domain.length; i++) {
        long value = i - 10L;
        vector.setSafe(i, (int) value);
        domain[i] = value;
        expected[i] =
            literals.stream()
                .anyMatch(l -> matches(BigDecimal.valueOf(value).compareTo(exact(l)), operator));
      }
      vector.setValueCount(domain.length);
      check(Comparisons.in(vector.getField().getType(), literals), vector, domain, expected);
    }
  }

  /** Sets by pairs, the values of the domain being the literals. */
  private static void checkPairs(FieldVector vector, Object[] domain) {
    ArrowType type = vector.getField().getType();
    List<ValueSet> sets = new ArrayList<>();
    for (Object literal : domain) {
      for (Operator operator : Operator.values()) {
        sets.add(Comparisons.compare(type, operator, literal));
      }
    }
    sets.add(Comparisons.in(type, List.of(domain[1], domain[3], domain[4])));
    for (ValueSet left : sets) {
      for (ValueSet right : sets) {
        boolean[] expected = new boolean[domain.length];
        byte[] ofLeft = test(left, vector);
        byte[] ofRight = test(right, vector);
        for (int i = 0; i < expected.length; i++) {
          expected[i] = TruthSet.and(ofLeft[i], ofRight[i]) == TruthSet.TRUE;
        }
        ValueSet both = left.and(right);
        if (left.intervals() == 1 || right.intervals() == 1) {
          check(both, vector, domain, expected);
        } else {
          assertThat(both).isNull();
        }
      }
    }
  }

  @Test
  void values_in_both_of_two_sets() {
    try (TinyIntVector integers = new TinyIntVector("s", allocator);
        Float8Vector doubles = new Float8Vector("d", allocator);
        DecimalVector decimals = new DecimalVector("e", allocator, 20, 0);
        VarBinaryVector bytes = new VarBinaryVector("b", allocator)) {
      Object[][] domains = new Object[4][5];
      for (int i = 0; i < 5; i++) {
        domains[0][i] = i - 2L;
        integers.setSafe(i, i - 2);
        domains[1][i] = i - 1.0;
        doubles.setSafe(i, i - 1.0);
        domains[2][i] = BigInteger.valueOf(i);
        decimals.setSafe(i, i);
        domains[3][i] = "a\0".repeat(i).getBytes(ISO_8859_1);
        bytes.setSafe(i, (byte[]) domains[3][i]);
      }
      List<FieldVector> vectors = List.of(integers, doubles, decimals, bytes);
      for (FieldVector vector : vectors) {
        vector.setValueCount(5);
        checkPairs(vector, domains[vectors.indexOf(vector)]);
      }
    }
  }

  @Test
  void a_number_that_is_nan_is_in_no_interval_with_others() {
    ArrowType type = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    ValueSet atLeast = Comparisons.compare(type, Operator.GREATER_OR_EQUAL, 1);

    assertThat(Comparisons.nan(type).and(atLeast)).isNull();
    assertThat(atLeast.and(Comparisons.nan(type))).isNull();
  }
}
