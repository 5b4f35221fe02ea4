// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Locale;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.types.TimeUnit;

/**
 * INT96 timestamps, nanoseconds of the day and Julian day, to units since 1970. What is finer than
 * the unit is truncated; a time that 64 bits of the unit do not hold is refused.
 *
 * @param unit of the vector
 */
public record Int96Conversion(TimeUnit unit) implements FixedConversion {
  /** Bytes of a value. */
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
