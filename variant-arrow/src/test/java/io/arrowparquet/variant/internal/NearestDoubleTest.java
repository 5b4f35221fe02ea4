// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the parser of the JDK. */
class NearestDoubleTest {
  @Property(tries = 20_000)
  void any_digits_and_power_give_what_the_jdk_reads(
      @ForAll long digits, @ForAll @IntRange(min = -400, max = 400) int power) {
    requireSame(digits, power);
    requireSame(digits >>> 11, power);
    requireSame(digits >>> 40, power % 30);
  }

  @Property(tries = 5_000)
  void numbers_half_way_between_two_doubles_round_to_the_even_one(
      @ForAll long bits, @ForAll @IntRange(min = -60, max = 80) int exponent) {
    double value = Math.scalb((double) (bits >>> 11 | 1L << 52), exponent - 52);
    BigDecimal middle =
        new BigDecimal(value)
            .add(new BigDecimal(Math.ulp(value)).divide(BigDecimal.valueOf(2)))
            .stripTrailingZeros();
    // Only few of them have as few digits as this takes; the others are their leading ones.
    BigInteger digits = middle.unscaledValue();
    int power = -middle.scale();
    while (digits.bitLength() > Long.SIZE) {
      digits = digits.divide(BigInteger.TEN);
      power++;
    }
    for (int more = -1; more <= 1; more++) {
      requireSame(digits.longValue() + more, power);
    }
  }

  @Test
  void every_power_of_ten_is_what_the_jdk_reads() {
    for (int power = -360; power <= 320; power++) {
      for (long digits : new long[] {1, 9, 99, 12345678901L, Long.MAX_VALUE, -1, 1L << 53}) {
        requireSame(digits, power);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0, -500",
    "9007199254740993, 0",
    "9007199254740995, 0",
    "18014398509481989, 0",
    "22250738585072014, -324",
    "2225073858507201, -323",
    "49406564584124654, -340",
    "24703282292062327, -340",
    "24703282292062328, -340",
    "17976931348623157, 292",
    "17976931348623158, 292",
    "17976931348623159, 292",
  })
  void the_ends_of_the_range_are_those_of_the_jdk(long digits, int power) {
    requireSame(digits, power);
  }

  private static void requireSame(long digits, int power) {
    double expected = Double.parseDouble(Long.toUnsignedString(digits) + "e" + power);
    assertThat(NearestDouble.of(digits, power))
        .as("%se%s", Long.toUnsignedString(digits), power)
        .isEqualTo(expected);
  }
}
