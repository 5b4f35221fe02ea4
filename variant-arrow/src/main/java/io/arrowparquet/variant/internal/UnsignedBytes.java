// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Runs of bytes compared as the specification orders names: byte by byte, unsigned, a prefix before
 * what it is a prefix of. For UTF-8 that is the order of code points, which the order of Java's
 * strings is not.
 *
 * <p>Eight bytes go at a time: read so that the first byte is the most significant, two words
 * compare as their bytes do. Nothing here checks a range: the caller has.
 */
public final class UnsignedBytes {
  private UnsignedBytes() {}

  /** Negative, zero or positive as the first run is less than, equal to or greater. */
  public static int compare(long left, int leftLength, long right, int rightLength) {
    int common = Math.min(leftLength, rightLength);
    int i = 0;
    for (; i <= common - Long.BYTES; i += Long.BYTES) {
      long l = MemoryUtil.getLong(left + i);
      long r = MemoryUtil.getLong(right + i);
      if (l != r) {
        return Long.compareUnsigned(bigEndian(l), bigEndian(r));
      }
    }
    for (; i < common; i++) {
      int difference =
          (MemoryUtil.getByte(left + i) & 0xFF) - (MemoryUtil.getByte(right + i) & 0xFF);
      if (difference != 0) {
        return difference;
      }
    }
    return leftLength - rightLength;
  }

  public static int compare(long left, int leftLength, byte[] right) {
    int common = Math.min(leftLength, right.length);
    int i = 0;
    for (; i <= common - Long.BYTES; i += Long.BYTES) {
      long l = MemoryUtil.getLong(left + i);
      long r = MemoryUtil.getLong(right, i);
      if (l != r) {
        return Long.compareUnsigned(bigEndian(l), bigEndian(r));
      }
    }
    for (; i < common; i++) {
      int difference = (MemoryUtil.getByte(left + i) & 0xFF) - (right[i] & 0xFF);
      if (difference != 0) {
        return difference;
      }
    }
    return leftLength - right.length;
  }

  /** Whether {@code length} bytes of memory are the first of the array, which has as many. */
  public static boolean equal(long left, byte[] right, int length) {
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if (MemoryUtil.getLong(left + i) != MemoryUtil.getLong(right, i)) {
        return false;
      }
    }
    if (last >= 0) {
      return MemoryUtil.getLong(left + last) == MemoryUtil.getLong(right, last);
    }
    for (int i = 0; i < length; i++) {
      if (MemoryUtil.getByte(left + i) != right[i]) {
        return false;
      }
    }
    return true;
  }

  public static boolean equal(long left, long right, int length) {
    return compare(left, length, right, length) == 0;
  }

  /**
   * The first eight bytes, zeros after a shorter run. Compared unsigned, two prefixes that differ
   * order their runs; equal ones decide nothing.
   */
  public static long prefix(long address, int length) {
    if (length >= Long.BYTES) {
      return bigEndian(MemoryUtil.getLong(address));
    }
    long prefix = 0;
    for (int i = 0; i < length; i++) {
      prefix |= (MemoryUtil.getByte(address + i) & 0xFFL) << (Long.SIZE - Byte.SIZE * (i + 1));
    }
    return prefix;
  }

  /**
   * Up to seven bytes as one word: of two runs of one length, equal words mean equal bytes, no
   * more.
   */
  static long fewBytes(long address, int length) {
    if (length >= Integer.BYTES) {
      long head = MemoryUtil.getInt(address) & 0xFFFFFFFFL;
      return head | (long) MemoryUtil.getInt(address + length - Integer.BYTES) << Integer.SIZE;
    }
    if (length == 0) {
      return 0;
    }
    int first = MemoryUtil.getByte(address) & 0xFF;
    int middle = MemoryUtil.getByte(address + (length >> 1)) & 0xFF;
    int last = MemoryUtil.getByte(address + length - 1) & 0xFF;
    return first | (middle << Byte.SIZE) | (last << (2 * Byte.SIZE));
  }

  private static long bigEndian(long word) {
    return MemoryUtil.LITTLE_ENDIAN ? Long.reverseBytes(word) : word;
  }
}
