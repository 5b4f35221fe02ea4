// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Reads the text of a date, a timestamp or a time of day, in the proleptic Gregorian calendar.
 * Reused: each parse overwrites the result. For one thread at a time.
 *
 * <pre>
 *   timestamp = date [("T" | " ") time [zone]]
 *   date      = [sign] year "-" month "-" day        year of 4 to 6 digits, the others of 1 or 2
 *   time      = hour ":" minute [":" second ["." digits]]
 *   zone      = [" "] ("Z" | "UTC" | sign hour [[":"] minute])
 *   sign      = "+" | "-"
 * </pre>
 */
final class TemporalText {
  static final long NANOS_PER_SECOND = 1_000_000_000L;
  static final long SECONDS_PER_DAY = 86_400;

  private static final int NANO_DIGITS = 9;
  private static final int MAX_OFFSET_HOURS = 18;

  /** Days from 0000-03-01 to 1970-01-01. */
  private static final int DAYS_TO_EPOCH = 719_468;

  private static final int DAYS_PER_CYCLE = 146_097;
  private static final int YEARS_PER_CYCLE = 400;
  private static final int NONE = -1;

  private long at;
  private long end;

  private int days;
  private int secondOfDay;
  private int nanos;
  private boolean hasZone;
  private int offset;

  /** Reads a date, or a date and a time, which is midnight where there is none. */
  boolean parseTimestamp(long address, int length) {
    start(address, length);
    if (!readDate()) {
      return false;
    }
    if (at == end) {
      return true;
    }
    if (peek() != ' ' && (peek() | 0x20) != 't') {
      return false;
    }
    at++;
    return readTime() && readZone() && at == end;
  }

  boolean parseTime(long address, int length) {
    start(address, length);
    return readTime() && at == end;
  }

  private void start(long address, int length) {
    at = SqlCast.trimmedStart(address, length);
    end = SqlCast.trimmedEnd(at, address + length);
    days = 0;
    secondOfDay = 0;
    nanos = 0;
    hasZone = false;
    offset = 0;
  }

  /** Days since 1970-01-01. */
  int days() {
    return days;
  }

  /** Seconds since 1970-01-01T00:00 on a clock that shows what was written. */
  long seconds() {
    return days * SECONDS_PER_DAY + secondOfDay;
  }

  /** Nanoseconds of the second, further digits dropped. */
  int nanos() {
    return nanos;
  }

  boolean hasZone() {
    return hasZone;
  }

  /** Seconds by which that clock is ahead of UTC, if a zone was written. */
  int offset() {
    return offset;
  }

  private int peek() {
    return at < end ? MemoryUtil.getByte(at) : NONE;
  }

  private boolean skip(char c) {
    boolean found = peek() == c;
    at += found ? 1 : 0;
    return found;
  }

  private boolean isDigit() {
    return peek() >= '0' && peek() <= '9';
  }

  /** Reads a number of this many digits; {@link #NONE} if there are fewer, or one more. */
  private int number(int min, int max) {
    int value = 0;
    int count = 0;
    for (; count < max && isDigit(); count++) {
      value = 10 * value + peek() - '0';
      at++;
    }
    return count < min || isDigit() ? NONE : value;
  }

  private boolean readDate() {
    boolean negative = peek() == '-';
    at += negative || peek() == '+' ? 1 : 0;
    int digits = number(4, 6);
    if (digits < 0 || !skip('-')) {
      return false;
    }
    int month = number(1, 2);
    if (month < 1 || month > 12 || !skip('-')) {
      return false;
    }
    int day = number(1, 2);
    int year = negative ? -digits : digits;
    if (day < 1 || day > daysOfMonth(year, month)) {
      return false;
    }
    days = days(year, month, day);
    return true;
  }

  private static int daysOfMonth(int year, int month) {
    if (month == 2) {
      boolean leap = (year & 3) == 0 && (year % 100 != 0 || year % YEARS_PER_CYCLE == 0);
      return leap ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  /** Years are counted from March, so that the leap day is a year's last. */
  private static int days(int year, int month, int day) {
    int shifted = month <= 2 ? year - 1 : year;
    int monthFromMarch = month <= 2 ? month + 9 : month - 3;
    int cycle = Math.floorDiv(shifted, YEARS_PER_CYCLE);
    int yearOfCycle = Math.floorMod(shifted, YEARS_PER_CYCLE);
    int dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1;
    int dayOfCycle = 365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear;
    return cycle * DAYS_PER_CYCLE + dayOfCycle - DAYS_TO_EPOCH;
  }

  private boolean readTime() {
    int hour = number(1, 2);
    if (hour < 0 || hour > 23 || !skip(':')) {
      return false;
    }
    int minute = number(1, 2);
    if (minute < 0 || minute > 59) {
      return false;
    }
    int second = 0;
    if (skip(':')) {
      second = number(1, 2);
      if (second < 0 || second > 59) {
        return false;
      }
      if (skip('.')) {
        readFraction();
      }
    }
    secondOfDay = (hour * 60 + minute) * 60 + second;
    return true;
  }

  private void readFraction() {
    int count = 0;
    for (; isDigit(); at++) {
      if (count < NANO_DIGITS) {
        nanos = 10 * nanos + peek() - '0';
        count++;
      }
    }
    for (; count < NANO_DIGITS; count++) {
      nanos *= 10;
    }
  }

  private boolean readZone() {
    if (at == end) {
      return true;
    }
    skip(' ');
    hasZone = true;
    if (skip('Z') || skip('z')) {
      return true;
    }
    if (skip('U')) {
      return skip('T') && skip('C');
    }
    boolean negative = peek() == '-';
    if (!negative && peek() != '+') {
      return false;
    }
    at++;
    int hours = digitPair();
    int minutes = skip(':') || at < end ? digitPair() : 0;
    if (hours < 0 || minutes < 0 || minutes > 59) {
      return false;
    }
    int seconds = (hours * 60 + minutes) * 60;
    offset = negative ? -seconds : seconds;
    return seconds <= MAX_OFFSET_HOURS * 3600;
  }

  private int digitPair() {
    int value = 0;
    for (int i = 0; i < 2; i++) {
      if (!isDigit()) {
        return NONE;
      }
      value = 10 * value + peek() - '0';
      at++;
    }
    return value;
  }
}
