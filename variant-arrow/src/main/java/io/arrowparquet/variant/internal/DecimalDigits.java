// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.math.BigInteger;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * How many decimal digits an integer of a width holds, whatever they are: the limits between the
 * decimals of the Variant encoding, of Parquet and of Arrow.
 */
public final class DecimalDigits {
  public static final int INT32 = 9;

  public static final int INT64 = 18;

  public static final int INT128 = 38;

  public static final int INT256 = 76;

  private DecimalDigits() {}

  public static final class Limit {
    /** Ten to the power of the precision, the lowest word first. */
    private final long[] power;

    public Limit(int width, int precision) {
      power = new long[width / Long.BYTES];
      BigInteger limit = BigInteger.TEN.pow(precision);
      for (int word = 0; word < power.length; word++) {
        power[word] = limit.shiftRight(Long.SIZE * word).longValue();
      }
    }

    public boolean fits(long address) {
      boolean negative = MemoryUtil.getLong(address + (power.length - 1L) * Long.BYTES) < 0;
      int order = 0;
      long carry = negative ? 1 : 0;
      // From the lowest word on: the last one that differs decides.
      for (int i = 0; i < power.length; i++) {
        long word = MemoryUtil.getLong(address + (long) i * Long.BYTES);
        if (negative) {
          word = ~word + carry;
          carry = carry == 1 && word == 0 ? 1 : 0;
        }
        int compared = Long.compareUnsigned(word, power[i]);
        order = compared == 0 ? order : compared;
      }
      return order < 0;
    }
  }
}
