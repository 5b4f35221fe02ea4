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

class JsonNumbersTest {
  private final JsonNumbers numbers = new JsonNumbers();

  @Property(tries = 2000)
  void decimals_of_128_bits_keep_all_their_digits(
      @ForAll long high, @ForAll long low, @ForAll @IntRange(max = 38) int scale) {
    check(high, low, scale);
    check(high >> 40, low, scale);
    check(low >> 63, low, scale);
    check(0, low >>> 40, scale);
  }

  private void check(long high, long low, int scale) {
    JsonBuffer out = new JsonBuffer();
    numbers.putDecimal(out, high, low, scale);
    BigInteger unscaled =
        BigInteger.valueOf(high).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(low)));
    assertThat(out.toString()).isEqualTo(new BigDecimal(unscaled, scale).toPlainString());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, 99, 100, 12345, -1, -10, Long.MAX_VALUE, Long.MIN_VALUE})
  void longs_are_plain_digits(long value) {
    JsonBuffer out = new JsonBuffer();
    out.putLong(value);
    assertThat(out.toString()).isEqualTo(Long.toString(value));
  }

  @Property(tries = 2000)
  void longs_of_any_length_are_plain_digits(
      @ForAll long value, @ForAll @IntRange(max = 63) int by) {
    JsonBuffer out = new JsonBuffer();
    out.putLong(value >> by);
    assertThat(out.toString()).isEqualTo(Long.toString(value >> by));
  }
}
