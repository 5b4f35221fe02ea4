// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Int128Test {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "9",
        "-10",
        "999999999",
        "-1000000000",
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999999999999999999999",
        "-99999999999999999999999999999999999999",
        "100000000000000000000000000000000000000",
        "-170141183460469231731687303715884105728"
      })
  void digits_are_those_of_the_decimal_text(String text) {
    BigInteger number = new BigInteger(text);
    int digits = Math.min(39, number.abs().toString().length());

    assertThat(Int128.digits(high(number), number.longValue())).isEqualTo(digits);
    for (int most = 1; most <= 38; most++) {
      assertThat(Int128.fits(high(number), number.longValue(), most)).isEqualTo(digits <= most);
    }
  }

  @Property(tries = 500)
  void rescaling_is_exact_or_refused(
      @ForAll long upper, @ForAll long low, @ForAll @IntRange(min = -38, max = 38) int digits) {
    BigInteger number =
        BigInteger.valueOf(upper >> 2).shiftLeft(Long.SIZE).add(unsigned(low)).shiftRight(40);
    Int128 scaled = new Int128();
    scaled.set(high(number), number.longValue());

    BigDecimal expected = new BigDecimal(number).scaleByPowerOfTen(digits);
    boolean fits =
        expected.stripTrailingZeros().scale() <= 0
            && expected.toBigInteger().abs().toString().length() <= 38;
    assertThat(scaled.rescale(digits)).isEqualTo(fits);
    if (fits) {
      assertThat(scaled.high()).isEqualTo(high(expected.toBigInteger()));
      assertThat(scaled.low()).isEqualTo(expected.toBigInteger().longValue());
    }
  }

  private static long high(BigInteger number) {
    return number.shiftRight(Long.SIZE).longValue();
  }

  private static BigInteger unsigned(long low) {
    return new BigInteger(Long.toUnsignedString(low));
  }
}
