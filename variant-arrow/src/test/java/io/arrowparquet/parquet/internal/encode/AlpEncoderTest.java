// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sizes and layout; that values come back is the affair of the decoder's tests. */
public class AlpEncoderTest {
  @Test
  void encodes_as_the_layout_says() {
    byte[] section = encode(12.5, -0.0, 13.0, 12.75);

    assertThat(HexFormat.of().formatHex(section, 0, 11)).isEqualTo("00000a0400000004000000");
    assertThat(section[11] - section[12]).as("digits").isEqualTo(2);
    assertThat(HexFormat.of().formatHex(section, 13, section.length))
        .isEqualTo("0100" + "e204000000000000" + "06" + "002067" + "0100" + "0000000000000080");
  }

  @Test
  void encodes_a_page_without_values() {
    assertThat(encode()).containsExactly(0, 0, 10, 0, 0, 0, 0);
  }

  @Test
  void encodes_equal_values_without_bits() {
    double[] values = new double[3000];
    Arrays.fill(values, 19.99);

    assertThat(encode(values)).hasSize(7 + 3 * 4 + 3 * 13);
  }

  @Test
  void takes_few_bits_for_decimals() {
    Random random = new Random(1);
    double[] prices = random.ints(100_000, 0, 10_000).mapToDouble(cents -> cents / 100.0).toArray();

    // 10 000 prices are 14 bits.
    assertThat(encode(prices).length * 8.0 / prices.length).isBetween(14.0, 14.3);
  }

  @Test
  void gives_each_vector_the_digits_it_needs() {
    double[] values = new double[64 * 1024];
    Random random = new Random(2);
    for (int i = 0; i < values.length; i++) {
      double scale = (i >> 10) % 2 == 0 ? 10 : 100_000;
      values[i] = random.nextInt(1000) / scale;
    }

    assertThat(encode(values).length * 8.0 / values.length).isBetween(10.0, 11.0);
  }

  @Test
  void keeps_what_is_no_decimal_within_ten_bytes() {
    Random random = new Random(3);
    double[] values = random.doubles(10_000).toArray();

    assertThat(encode(values).length).isLessThan(10_000 * 10 + 10 * 20 + 7);
  }

  @Test
  void chooses_pairs_anew_for_a_page_that_they_do_not_suit() {
    double[] integers = new Random(4).ints(5000).mapToDouble(i -> i).toArray();
    double[] decimals = new Random(5).ints(5000, 0, 1000).mapToDouble(i -> i / 1000.0).toArray();
    double[] others = new Random(6).doubles(5000).toArray();

    AlpEncoder encoder = new AlpEncoder(true);
    assertThat(encode(encoder, integers).length * 8 / 5000.0).isBetween(32.0, 32.4);
    assertThat(encode(encoder, decimals).length * 8 / 5000.0).isBetween(10.0, 11.0);
    assertThat(encode(encoder, others).length * 8 / 5000.0).isLessThan(81.0);
    assertThat(encode(encoder, decimals).length * 8 / 5000.0).isBetween(10.0, 11.0);
  }

  private static byte[] encode(double... values) {
    return encode(new AlpEncoder(true), values);
  }

  private static byte[] encode(AlpEncoder encoder, double... values) {
    return section(encoder, bytes(values));
  }

  public static byte[] section(boolean wide, byte[] values) {
    return section(new AlpEncoder(wide), values);
  }

  private static byte[] section(AlpEncoder encoder, byte[] values) {
    ByteOutput out = new ByteOutput();
    encoder.encodePage(values, values.length, out);
    return Arrays.copyOf(out.array(), out.length());
  }

  private static byte[] bytes(double... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    return bytes.array();
  }
}
