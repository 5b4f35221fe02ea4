// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.variant.MalformedVariantException;

/**
 * Dates, times and timestamps as ISO 8601 text in the proleptic Gregorian calendar. A year beyond
 * 0000 to 9999 has its sign before it, as ISO demands; a fraction loses its trailing zeros.
 */
public final class JsonTimes {
  /** Nanoseconds in a unit of micros. */
  public static final long MICRO = 1_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final int DAYS_PER_CYCLE = 146_097;
  private static final int YEARS_PER_CYCLE = 400;

  private static final int DAYS_TO_EPOCH = 719_468;

  private JsonTimes() {}

  public static void putDate(JsonBuffer out, long days) {
    // Years are counted from March, so that the leap day is a year's last.
    long shifted = days + DAYS_TO_EPOCH;
    long cycle = Math.floorDiv(shifted, (long) DAYS_PER_CYCLE);
    int dayOfCycle = (int) Math.floorMod(shifted, (long) DAYS_PER_CYCLE);
    int yearOfCycle =
        (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365;
    int dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100);
    // From March on, months of 31, 30, 31, 30, 31 days repeat: 153 days in five months.
    int monthFromMarch = (5 * dayOfYear + 2) / 153;
    int day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    long year = cycle * YEARS_PER_CYCLE + yearOfCycle + (month <= 2 ? 1 : 0);
    putYear(out, year);
    out.put('-');
    out.putPadded(month, 2);
    out.put('-');
    out.putPadded(day, 2);
  }

  private static void putYear(JsonBuffer out, long year) {
    long magnitude = Math.abs(year);
    if (year < 0) {
      out.put('-');
    } else if (year > 9999) {
      out.put('+');
    }
    out.putPadded(magnitude, Math.max(4, JsonBuffer.digits(magnitude)));
  }

  public static void putDateTime(JsonBuffer out, long value, long nanosPerUnit, char separator) {
    long unitsPerSecond = NANOS_PER_SECOND / nanosPerUnit;
    long seconds = Math.floorDiv(value, unitsPerSecond);
    putDate(out, Math.floorDiv(seconds, SECONDS_PER_DAY));
    out.put(separator);
    putSeconds(out, (int) Math.floorMod(seconds, SECONDS_PER_DAY));
    putFraction(out, Math.floorMod(value, unitsPerSecond), nanosPerUnit);
  }

  public static void putTime(JsonBuffer out, long value, long nanosPerUnit) {
    long unitsPerSecond = NANOS_PER_SECOND / nanosPerUnit;
    putSeconds(out, (int) (value / unitsPerSecond));
    putFraction(out, value % unitsPerSecond, nanosPerUnit);
  }

  private static void putSeconds(JsonBuffer out, int secondOfDay) {
    out.putPadded(secondOfDay / 3600, 2);
    out.put(':');
    out.putPadded(secondOfDay / 60 % 60, 2);
    out.put(':');
    out.putPadded(secondOfDay % 60, 2);
  }

  private static void putFraction(JsonBuffer out, long fraction, long nanosPerUnit) {
    if (fraction == 0) {
      return;
    }
    long trimmed = fraction;
    int left = nanosPerUnit == MICRO ? 6 : 9;
    while (trimmed % 10 == 0) {
      trimmed /= 10;
      left--;
    }
    out.put('.');
    out.putPadded(trimmed, left);
  }

  public static long unitsPerDay(long nanosPerUnit) {
    return SECONDS_PER_DAY * (NANOS_PER_SECOND / nanosPerUnit);
  }

  /** Refuses a number of a time that is not within a day; the offset is for the message. */
  public static void requireTimeOfDay(long value, long nanosPerUnit, long offset) {
    long limit = unitsPerDay(nanosPerUnit);
    if (value < 0 || value >= limit) {
      String unit = nanosPerUnit == 1 ? " nanoseconds" : " microseconds";
      throw new MalformedVariantException(
          "time of day", offset, value + unit, "0 to " + (limit - 1));
    }
  }
}
