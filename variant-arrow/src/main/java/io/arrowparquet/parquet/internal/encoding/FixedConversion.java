// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/** From a physical value's bytes to a vector's. Stateless. */
@FunctionalInterface
public interface FixedConversion {
  /**
   * Converts {@code count} values at {@code from} to {@code to}, which do not overlap.
   *
   * @throws TimestampRangeException if a time is none of the vector's; some are converted then
   */
  void convert(long from, long to, int count);

  /** Low bytes of INT32 values, for Int8 and UInt8. */
  static void toBytes(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putByte(to + i, (byte) MemoryUtil.getInt(from + 4L * i));
    }
  }

  /** Low halves of INT32 values, for Int16 and UInt16. */
  static void toShorts(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putShort(to + 2L * i, (short) MemoryUtil.getInt(from + 4L * i));
    }
  }

  /** INT32 values to Decimal128. */
  static void intsToDecimals(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      long value = MemoryUtil.getInt(from + 4L * i);
      MemoryUtil.putLong(to + 16L * i, value);
      MemoryUtil.putLong(to + 16L * i + 8, value >> 63);
    }
  }

  /** INT64 values to Decimal128. */
  static void longsToDecimals(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      long value = MemoryUtil.getLong(from + 8L * i);
      MemoryUtil.putLong(to + 16L * i, value);
      MemoryUtil.putLong(to + 16L * i + 8, value >> 63);
    }
  }

  /**
   * Milliseconds to whole seconds, which Parquet stores as milliseconds.
   *
   * @throws TimestampRangeException if one is between two seconds
   */
  static void millisToSeconds(long from, long to, int count) {
    final long millisPerSecond = 1_000;
    for (int i = 0; i < count; i++) {
      long millis = MemoryUtil.getLong(from + 8L * i);
      long seconds = millis / millisPerSecond;
      if (seconds * millisPerSecond != millis) {
        throw new TimestampRangeException(
            i, millis + " milliseconds", "whole seconds, the unit in the file's Arrow schema");
      }
      MemoryUtil.putLong(to + 8L * i, seconds);
    }
  }

  /**
   * Big-endian two's complement numbers of any width to little-endian ones.
   *
   * @throws CorruptPageException if one needs more bytes than {@code toWidth}
   */
  static FixedConversion bigEndian(int fromWidth, int toWidth) {
    return (from, to, count) -> {
      for (int i = 0; i < count; i++) {
        bigEndian(from + (long) fromWidth * i, fromWidth, to + (long) toWidth * i, toWidth);
      }
    };
  }

  /** As {@link #bigEndian(int, int)}, of one number. */
  static void bigEndian(long from, int fromWidth, long to, int toWidth) {
    if (fromWidth > toWidth) {
      requireOnlySign(from, fromWidth, fromWidth - toWidth);
    }
    reverse(from, fromWidth, to, toWidth);
  }

  /**
   * The bytes in excess may only repeat the sign, which the first byte after them has to show:
   * {@code 00 80 ...} is positive, but {@code 80 ...} alone is not.
   */
  private static void requireOnlySign(long value, int width, int excess) {
    int sign = MemoryUtil.getByte(value) >> 7;
    boolean fits = MemoryUtil.getByte(value + excess) >> 7 == sign;
    for (int i = 0; i < excess; i++) {
      fits &= MemoryUtil.getByte(value + i) == sign;
    }
    if (!fits) {
      throw new CorruptPageException(
          "length of a decimal",
          width + " bytes",
          "at most " + (width - excess) + " significant ones");
    }
  }

  private static void reverse(long from, int fromWidth, long to, int toWidth) {
    int copied = Math.min(fromWidth, toWidth);
    for (int i = 0; i < copied; i++) {
      MemoryUtil.putByte(to + i, MemoryUtil.getByte(from + fromWidth - 1 - i));
    }
    if (copied < toWidth) {
      byte sign = (byte) (fromWidth > 0 ? MemoryUtil.getByte(from) >> 7 : 0);
      MemoryUtil.setMemory(to + copied, toWidth - copied, sign);
    }
  }
}
