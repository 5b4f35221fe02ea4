// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Doubles and floats of all kinds, as little-endian bytes. */
final class AlpValues {
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_NORMAL,
    Double.MAX_VALUE,
    Float.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 53,
    0.1,
    -1e-18
  };

  private AlpValues() {}

  /**
   * Values, each stretch of them of one kind: decimals, any bit patterns, special values, or some
   * of these among decimals.
   */
  static byte[] random(boolean wide, int count, long seed) {
    Random random = new Random(seed);
    ByteBuffer out = ByteBuffer.allocate(count * (wide ? 8 : 4)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; ) {
      int kind = random.nextInt(4);
      int digits = random.nextInt(8);
      int length = Math.min(count - i, 1 + random.nextInt(2000));
      for (int j = 0; j < length; j++, i++) {
        put(out, wide, kind == 3 ? random.nextInt(60) : kind, digits, random);
      }
    }
    return out.array();
  }

  private static void put(ByteBuffer out, boolean wide, int kind, int digits, Random random) {
    double decimal = random.nextInt(2_000_000) / Math.pow(10, digits) - 50;
    double value = kind == 1 ? SPECIAL[random.nextInt(SPECIAL.length)] : decimal;
    if (wide && kind == 2) {
      out.putLong(random.nextLong());
    } else if (wide) {
      out.putDouble(value);
    } else if (kind == 2) {
      out.putInt(random.nextInt());
    } else {
      out.putFloat((float) value);
    }
  }
}
