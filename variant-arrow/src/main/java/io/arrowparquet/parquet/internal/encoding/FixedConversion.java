// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Locale;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.types.TimeUnit;

@FunctionalInterface
public interface FixedConversion {
  /** Where a time is none of the vector's, some values are converted before the exception. */
  void convert(long from, long to, int count);

  static void toBytes(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putByte(to + i, (byte) MemoryUtil.getInt(from + 4L * i));
    }
  }

  static void toShorts(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putShort(to + 2L * i, (short) MemoryUtil.getInt(from + 4L * i));
    }
  }

  static void intsToDecimals(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      long value = MemoryUtil.getInt(from + 4L * i);
      MemoryUtil.putLong(to + 16L * i, value);
      MemoryUtil.putLong(to + 16L * i + 8, value >> 63);
    }
  }

  static void longsToDecimals(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      long value = MemoryUtil.getLong(from + 8L * i);
      MemoryUtil.putLong(to + 16L * i, value);
      MemoryUtil.putLong(to + 16L * i + 8, value >> 63);
    }
  }

  /** Parquet stores seconds as milliseconds; those between two seconds are refused. */
  static void millisToSeconds(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putLong(to + 8L * i, seconds(MemoryUtil.getLong(from + 8L * i), i));
    }
  }

  static void intMillisToSeconds(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putInt(to + 4L * i, (int) seconds(MemoryUtil.getInt(from + 4L * i), i));
    }
  }

  private static long seconds(long millis, int index) {
    final long millisPerSecond = 1_000;
    long seconds = millis / millisPerSecond;
    if (seconds * millisPerSecond != millis) {
      throw new TimestampRangeException(
          index, millis + " milliseconds", "whole seconds, the unit in the file's Arrow schema");
    }
    return seconds;
  }

  long MILLIS_PER_DAY = 86_400_000;

  static void daysToMillis(long from, long to, int count) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putLong(to + 8L * i, MemoryUtil.getInt(from + 4L * i) * MILLIS_PER_DAY);
    }
  }

  int INTERVAL_BYTES = 12;

  /** Unsigned months, days and milliseconds, of 32 bits each, to signed ones and nanoseconds. */
  static void intervals(long from, long to, int count) {
    final long nanosPerMilli = 1_000_000;
    for (int i = 0; i < count; i++) {
      long at = from + (long) INTERVAL_BYTES * i;
      int months = MemoryUtil.getInt(at);
      int days = MemoryUtil.getInt(at + 4);
      if ((months | days) < 0) {
        throw new TimestampRangeException(
            i,
            Integer.toUnsignedString(months)
                + " months and "
                + Integer.toUnsignedString(days)
                + " days",
            "at most " + Integer.MAX_VALUE + " of each, which Arrow's intervals hold");
      }
      MemoryUtil.putInt(to + 16L * i, months);
      MemoryUtil.putInt(to + 16L * i + 4, days);
      long millis = Integer.toUnsignedLong(MemoryUtil.getInt(at + 8));
      MemoryUtil.putLong(to + 16L * i + 8, millis * nanosPerMilli);
    }
  }

  /** Two's complement; refused if a number needs more bytes than {@code toWidth}. */
  static FixedConversion bigEndian(int fromWidth, int toWidth) {
    return (from, to, count) -> {
      for (int i = 0; i < count; i++) {
        bigEndian(from + (long) fromWidth * i, fromWidth, to + (long) toWidth * i, toWidth);
      }
    };
  }

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

  /**
   * Nanoseconds of the day and Julian day to units since 1970. What is finer than the unit is
   * truncated; a time that 64 bits of the unit do not hold is refused.
   */
  record Int96Conversion(TimeUnit unit) implements FixedConversion {
    public static final int BYTES = 12;

    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    @Override
    public void convert(long from, long to, int count) {
      long unitsPerDay = units(NANOS_PER_DAY);
      // The day at either end is not whole.
      long safeDays = Long.MAX_VALUE / unitsPerDay - 1;
      for (int i = 0; i < count; i++) {
        long at = from + (long) BYTES * i;
        long nanos = MemoryUtil.getLong(at);
        long day = Integer.toUnsignedLong(MemoryUtil.getInt(at + Long.BYTES)) - JULIAN_DAY_OF_EPOCH;
        boolean safe = day <= safeDays && day >= -safeDays && nanos >= 0 && nanos < NANOS_PER_DAY;
        long value = safe ? day * unitsPerDay + units(nanos) : exact(day, nanos, i);
        MemoryUtil.putLong(to + (long) Long.BYTES * i, value);
      }
    }

    private long units(long nanos) {
      return switch (unit) {
        case SECOND -> nanos / NANOS_PER_SECOND;
        case MILLISECOND -> nanos / NANOS_PER_MILLI;
        case MICROSECOND -> nanos / NANOS_PER_MICRO;
        case NANOSECOND -> nanos;
      };
    }

    /** Near the ends of what 64 bits hold, and of nanoseconds that are not those of one day. */
    private long exact(long day, long nanos, int index) {
      long wholeDays = day + Math.floorDiv(nanos, NANOS_PER_DAY);
      long ofDay = Math.floorMod(nanos, NANOS_PER_DAY);
      BigInteger value =
          BigInteger.valueOf(wholeDays)
              .multiply(BigInteger.valueOf(units(NANOS_PER_DAY)))
              .add(BigInteger.valueOf(units(ofDay)));
      if (value.bitLength() >= Long.SIZE) {
        throw new TimestampRangeException(
            index,
            LocalDate.ofEpochDay(wholeDays).atStartOfDay().plusNanos(ofDay).toString(),
            "a time that 64 bits of "
                + unit.name().toLowerCase(Locale.ROOT)
                + "s hold; a coarser unit for INT96 can be chosen");
      }
      return value.longValue();
    }
  }

  /** A time that its vector's unit cannot hold. Who knows more of its place adds that. */
  final class TimestampRangeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long index;
    private final String found;
    private final String expected;

    TimestampRangeException(long index, String found, String expected) {
      super(found, null, false, false);
      this.index = index;
      this.found = found;
      this.expected = expected;
    }

    /** The same problem with another index: that of the row group's row at last. */
    public TimestampRangeException at(long newIndex) {
      return new TimestampRangeException(newIndex, found, expected);
    }

    /** Number of the value, entry or row, as whatever threw it counts them. */
    public long index() {
      return index;
    }

    public String found() {
      return found;
    }

    public String expected() {
      return expected;
    }
  }
}
