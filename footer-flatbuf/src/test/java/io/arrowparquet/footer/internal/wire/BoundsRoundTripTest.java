// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.flatc.generated.CppStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds that are packed, and read again, are bounds of what was packed.
 *
 * @see CppBounds
 */
class BoundsRoundTripTest {
  private static final CppBounds.Leaf BYTES = new CppBounds.Leaf(PhysicalType.BYTE_ARRAY, 0, false);

  private final CppBounds.Writer writer = new CppBounds.Writer();

  @Test
  void byte_arrays_of_all_lengths_keep_bounds() {
    Random random = new Random(544);
    for (int i = 0; i < 20_000; i++) {
      byte[] min = bytes(random);
      byte[] max = bytes(random);
      if (Arrays.compareUnsigned(min, max) > 0) {
        byte[] lower = max;
        max = min;
        min = lower;
      }
      boolean isExact = random.nextBoolean();
      if (!writer.pack(min, isExact, max, isExact, BYTES)) {
        continue;
      }
      StatisticsView read = read(min);
      byte[] minRead = read.minValue();
      byte[] maxRead = read.maxValue();
      assertThat(minRead == null || Arrays.compareUnsigned(minRead, min) <= 0).isTrue();
      assertThat(maxRead == null || Arrays.compareUnsigned(maxRead, max) >= 0).isTrue();
      boolean isMinExact = minRead != null && read.isMinValueExact();
      if (isMinExact) {
        assertThat(minRead).isEqualTo(min);
      }
      if (maxRead != null && read.isMaxValueExact()) {
        assertThat(maxRead).isEqualTo(max);
      }
    }
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(8)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(3) - 1);
    }
    return bytes;
  }

  private StatisticsView read(byte[] min) {
    CppFooter cpp = new CppFooter();
    CppBounds.Packed low = writer.min;
    CppBounds.Packed high = writer.max;
    int prefix = cpp.builder.createString(ByteBuffer.wrap(min, 0, writer.prefixLength));
    int statistics =
        cpp.statistics(
            to -> {
              CppStatistics.addPrefix(to, prefix);
              CppStatistics.addMinLo4(to, low.lo4 & 0xFFFFFFFFL);
              CppStatistics.addMaxLo4(to, high.lo4 & 0xFFFFFFFFL);
              CppStatistics.addMinLen(to, low.len);
              CppStatistics.addMaxLen(to, high.len);
            });
    cpp.column(PhysicalType.BYTE_ARRAY, 0, statistics);
    return FlatFooter.wrap(ArrowCppReader.convert(cpp.finish())).chunk(0, 0).statistics();
  }

  @ParameterizedTest
  @CsvSource({
    // type, length of values, whether it can be packed
    "INT32,4,true",
    "INT32,8,false",
    "FLOAT,4,true",
    "INT64,8,true",
    "DOUBLE,8,true",
    "DOUBLE,4,false",
    "INT96,12,true",
    "BOOLEAN,1,false"
  })
  void numbers_of_the_width_of_their_type_are_packed(
      PhysicalType type, int length, boolean isPacked) {
    byte[] value = new byte[length];
    CppBounds.Leaf column = new CppBounds.Leaf(type, 0, false);

    assertThat(writer.pack(value, true, value, false, column)).isEqualTo(isPacked);
    if (isPacked) {
      assertThat(writer.min.len).isEqualTo((byte) length);
      assertThat(writer.max.len).isEqualTo((byte) -length);
    }
  }

  @Test
  void maximum_that_cannot_be_counted_up_and_decimals_that_would_be_cut_are_left_out() {
    byte[] ones = {-1, -1, -1, -1, -1};
    byte[] small = {1, 2, 3, 4, 5};

    assertThat(writer.pack(small, true, ones, true, BYTES)).isFalse();
    assertThat(writer.pack(new byte[5], true, small, true, BYTES)).isTrue();
    assertThat(writer.min.lo4).isZero();
    assertThat(
            writer.pack(
                new byte[5],
                true,
                small,
                true,
                new CppBounds.Leaf(PhysicalType.BYTE_ARRAY, 0, true)))
        .isFalse();
    assertThat(writer.pack(null, true, small, true, BYTES)).isFalse();
  }

  @Test
  void two_exact_values_of_16_bytes_are_wide() {
    byte[] value = new byte[16];
    value[15] = 1;
    CppBounds.Leaf column = new CppBounds.Leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, true);

    assertThat(writer.pack(value, true, value, true, column)).isTrue();
    assertThat(writer.min.len).isEqualTo((byte) 16);
    assertThat(writer.min.lo8).isEqualTo(1);
    assertThat(writer.prefixLength).isZero();
  }
}
