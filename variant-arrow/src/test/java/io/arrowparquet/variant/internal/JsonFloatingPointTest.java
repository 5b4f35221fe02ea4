// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import com.fasterxml.jackson.core.io.schubfach.FloatToDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Against Jackson's implementation of the same method, and against the parsers of the JDK.
 *
 * @see JsonNumbers
 * @see ShortestDecimal
 */
class JsonFloatingPointTest {
  private final JsonNumbers numbers = new JsonNumbers();

  @Property(tries = 5_000)
  void doubles_of_any_bits_read_as_jackson_writes_them(@ForAll long bits) {
    double value = Double.longBitsToDouble(bits);
    if (Double.isFinite(value)) {
      assertThat(text(value)).isEqualTo(DoubleToDecimal.toString(value));
      assertThat(Double.parseDouble(text(value))).isEqualTo(value);
    }
  }

  @Property(tries = 5_000)
  void floats_of_any_bits_read_as_jackson_writes_them(@ForAll int bits) {
    float value = Float.intBitsToFloat(bits);
    if (Float.isFinite(value)) {
      assertThat(text(value)).isEqualTo(FloatToDecimal.toString(value));
    }
  }

  @Property(tries = 5_000)
  void short_decimals_stay_short(@ForAll int digits, @ForAll byte power) {
    double value = Double.parseDouble(digits + "e" + (power % 30));
    assertThat(text(value)).isEqualTo(DoubleToDecimal.toString(value));
  }

  @Test
  void every_power_of_two_and_its_neighbours_agree() {
    for (int exponent = -1074; exponent <= 1023; exponent++) {
      double power = Math.scalb(1.0, exponent);
      for (double value : new double[] {Math.nextDown(power), power, Math.nextUp(power)}) {
        assertThat(text(value)).isEqualTo(DoubleToDecimal.toString(value));
      }
    }
    for (int exponent = -149; exponent <= 127; exponent++) {
      float power = Math.scalb(1.0f, exponent);
      for (float value : new float[] {Math.nextDown(power), power, Math.nextUp(power)}) {
        assertThat(text(value)).isEqualTo(FloatToDecimal.toString(value));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0.0",
        "1",
        "-1",
        "0.1",
        "100",
        "1e6",
        "9999999",
        "1e7",
        "1.5e7",
        "0.001",
        "0.00099",
        "2e-3",
        "2e23",
        "1e23",
        "4.9e-324",
        "1.7976931348623157e308",
        "2.2250738585072014e-308",
        "123456.789",
        "9007199254740993"
      })
  void notation_is_javas(String text) {
    double value = Double.parseDouble(text);
    assertThat(text(value)).isEqualTo(DoubleToDecimal.toString(value));
  }

  private String text(double value) {
    JsonBuffer out = new JsonBuffer();
    numbers.putDouble(out, value);
    return out.toString();
  }

  private String text(float value) {
    JsonBuffer out = new JsonBuffer();
    numbers.putFloat(out, value);
    return out.toString();
  }
}
