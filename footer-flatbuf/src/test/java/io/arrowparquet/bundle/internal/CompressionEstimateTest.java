// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is worth compressing, compared with what compressing saves. */
class CompressionEstimateTest {
  private static final int VALUES = 2000;
  private static final double EIGHTH = 0.125;

  private final CompressionEstimate estimate = new CompressionEstimate();

  /** Columns of numbers as footers have them. */
  private enum Numbers {
    RANDOM_DOUBLES(8, false),
    RANDOM_INTEGERS(4, false),
    GROWING_TIMES(8, true),
    SMALL_NUMBERS_IN_LONGS(8, true),
    FEW_RANDOM_NUMBERS(8, true),
    ONE_RANDOM_HALF(4, true),
    ZEROS_THEN_RANDOM(4, true);

    final int width;
    final boolean isWorthwhile;

    Numbers(int width, boolean isWorthwhile) {
      this.width = width;
      this.isWorthwhile = isWorthwhile;
    }

    byte[] make() {
      Random random = new Random(7);
      long[] few = random.longs(50).toArray();
      int[] row = new int[1];
      LongSupplier next =
          switch (this) {
            case RANDOM_DOUBLES -> () -> Double.doubleToRawLongBits(random.nextGaussian() * 1e6);
            case RANDOM_INTEGERS -> random::nextInt;
            case GROWING_TIMES ->
                () -> 1_700_000_000_000_000L + row[0] * 60_000_000L + random.nextInt(30_000_000);
            case SMALL_NUMBERS_IN_LONGS -> () -> random.nextInt(1000);
            case FEW_RANDOM_NUMBERS -> () -> few[random.nextInt(few.length)];
            case ONE_RANDOM_HALF -> () -> random.nextInt(1 << 16);
            case ZEROS_THEN_RANDOM -> () -> row[0] < VALUES / 2 ? 0 : random.nextInt();
          };
      ByteBuffer bytes = ByteBuffer.allocate(VALUES * width).order(ByteOrder.LITTLE_ENDIAN);
      for (; row[0] < VALUES; row[0]++) {
        if (width == Long.BYTES) {
          bytes.putLong(next.getAsLong());
        } else {
          bytes.putInt((int) next.getAsLong());
        }
      }
      return bytes.array();
    }
  }

  @ParameterizedTest
  @EnumSource(Numbers.class)
  void numbers_are_compressed_where_that_saves_an_eighth(Numbers numbers) {
    byte[] bytes = numbers.make();

    boolean isWorthwhile = estimate.isWorthwhile(bytes, bytes.length, numbers.width, EIGHTH);

    assertThat(isWorthwhile).isEqualTo(numbers.isWorthwhile);
    try (ZstdEncoder zstd = new ZstdEncoder.Aircompressor()) {
      int frame = zstd.compress(bytes, bytes.length, new byte[zstd.maxLength(bytes.length)]);
      assertThat(frame < bytes.length * 7 / 8).isEqualTo(numbers.isWorthwhile);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 32})
  void equal_values_of_any_width_are_worth_compressing_and_random_ones_are_not(int width) {
    byte[] bytes = new byte[VALUES * width];
    assertThat(estimate.isWorthwhile(bytes, bytes.length, width, EIGHTH)).isTrue();

    new Random(1).nextBytes(bytes);
    assertThat(estimate.isWorthwhile(bytes, bytes.length, width, EIGHTH)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7})
  void little_is_not_worth_a_frame(int values) {
    assertThat(estimate.isWorthwhile(new byte[64], values * Long.BYTES, Long.BYTES, EIGHTH))
        .isFalse();
  }
}
