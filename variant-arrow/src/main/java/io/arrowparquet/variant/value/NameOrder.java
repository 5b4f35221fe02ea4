// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.internal.UnsignedBytes;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The orders that the names of a sorted dictionary, or of an object, may be in. The specification
 * has them in the order of their UTF-8 bytes, and so they are written here. Spark up to 4.2,
 * parquet-java up to 1.18 and Iceberg write them in the order of Java's strings, by UTF-16 units,
 * and mark such dictionaries as sorted.
 *
 * <p>The two orders agree on all names but those that first differ in a character from U+10000 on
 * and one of U+E000 to U+FFFF. In UTF-8 the one begins with a byte from F0 on, the other with EE or
 * EF, and no other byte of a character is so great.
 */
enum NameOrder {
  UTF8 {
    @Override
    int compare(long left, int leftLength, byte[] right) {
      return UnsignedBytes.compare(left, leftLength, right);
    }

    @Override
    int compare(long left, int leftLength, long right, int rightLength) {
      return UnsignedBytes.compare(left, leftLength, right, rightLength);
    }
  },

  UTF16 {
    @Override
    int compare(long left, int leftLength, byte[] right) {
      int common = Math.min(leftLength, right.length);
      for (int i = 0; i < common; i++) {
        byte other = right[i];
        if (MemoryUtil.getByte(left + i) != other) {
          return rank(MemoryUtil.getByte(left + i)) - rank(other);
        }
      }
      return leftLength - right.length;
    }

    @Override
    int compare(long left, int leftLength, long right, int rightLength) {
      int common = Math.min(leftLength, rightLength);
      for (int i = 0; i < common; i++) {
        byte other = MemoryUtil.getByte(right + i);
        if (MemoryUtil.getByte(left + i) != other) {
          return rank(MemoryUtil.getByte(left + i)) - rank(other);
        }
      }
      return leftLength - rightLength;
    }
  };

  private static final int FIRST_OF_LAST_UNITS = 0xEE;
  private static final int FIRST_OF_PAIRS = 0xF0;
  private static final long HIGH_BITS = 0x8080808080808080L;

  abstract int compare(long left, int leftLength, byte[] right);

  abstract int compare(long left, int leftLength, long right, int rightLength);

  /**
   * Puts the first bytes of U+E000 to U+FFFF, which are one unit, after those of pairs of units.
   */
  private static int rank(byte first) {
    int unsigned = first & 0xFF;
    return unsigned >= FIRST_OF_LAST_UNITS && unsigned < FIRST_OF_PAIRS
        ? unsigned + (1 << Byte.SIZE)
        : unsigned;
  }

  /** Whether a name's place among others may depend on the order. */
  static boolean mayDiffer(byte[] name) {
    for (byte b : name) {
      if ((b & 0xFF) >= FIRST_OF_LAST_UNITS) {
        return true;
      }
    }
    return false;
  }

  /** Whether any two of the names in these bytes may be ordered in two ways. */
  static boolean mayDiffer(long address, int length) {
    boolean lastUnits = false;
    boolean pairs = false;
    for (int i = 0; i < length; i++) {
      while (i <= length - Long.BYTES && (MemoryUtil.getLong(address + i) & HIGH_BITS) == 0) {
        i += Long.BYTES;
      }
      int unsigned = i < length ? MemoryUtil.getByte(address + i) & 0xFF : 0;
      pairs |= unsigned >= FIRST_OF_PAIRS;
      lastUnits |= unsigned >= FIRST_OF_LAST_UNITS && unsigned < FIRST_OF_PAIRS;
    }
    return lastUnits && pairs;
  }
}
