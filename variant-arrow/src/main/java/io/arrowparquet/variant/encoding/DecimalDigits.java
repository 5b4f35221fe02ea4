// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.encoding;

/** How many digits each decimal type may have, for unscaled numbers of 128 bits in two longs. */
final class DecimalDigits {
  static final int DECIMAL4 = 9;
  static final int DECIMAL8 = 18;
  static final int DECIMAL16 = 38;

  private static final long TEN_TO_9 = 1_000_000_000L;
  private static final long TEN_TO_18 = TEN_TO_9 * TEN_TO_9;
  private static final long TEN_TO_38_HIGH = 0x4B3B4CA85A86C47AL;
  private static final long TEN_TO_38_LOW = 0x098A224000000000L;

  private DecimalDigits() {}

  static boolean fits4(long high, long low) {
    return high == low >> (Long.SIZE - 1) && low < TEN_TO_9 && low > -TEN_TO_9;
  }

  static boolean fits8(long high, long low) {
    return high == low >> (Long.SIZE - 1) && low < TEN_TO_18 && low > -TEN_TO_18;
  }

  static boolean fits16(long high, long low) {
    boolean negative = high < 0;
    long magnitudeLow = negative ? -low : low;
    long magnitudeHigh = negative ? ~high + (low == 0 ? 1 : 0) : high;
    int order = Long.compareUnsigned(magnitudeHigh, TEN_TO_38_HIGH);
    return order < 0 || (order == 0 && Long.compareUnsigned(magnitudeLow, TEN_TO_38_LOW) < 0);
  }
}
