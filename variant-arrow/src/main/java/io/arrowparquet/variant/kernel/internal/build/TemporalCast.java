// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.JsonTimes;
import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

final class TemporalCast {
  private TemporalCast() {}

  /** Timestamps to their day, instants to that in UTC; text that begins with a date to that. */
  static final class DateCast extends SqlCast {
    private final TemporalText text = new TemporalText();

    DateCast(PrimitiveSink out) {
      super(out);
    }

    @Override
    public boolean takeDate(int days) {
      return out.takeDate(days);
    }

    @Override
    public boolean takeTimestamp(long value, long unit, boolean utc) {
      return out.takeDate((int) Math.floorDiv(value, JsonTimes.unitsPerDay(unit)));
    }

    @Override
    public boolean takeString(long address, int length) {
      return text.parseTimestamp(address, length) && out.takeDate(text.days());
    }
  }

  /** Timestamps to what clocks show, those in UTC for instants; finer digits are dropped. */
  static final class TimeCast extends SqlCast {
    private final long targetUnit;
    private final TemporalText text = new TemporalText();

    TimeCast(PrimitiveSink out, long targetUnit) {
      super(out);
      this.targetUnit = targetUnit;
    }

    @Override
    public boolean takeTime(long value, long unit) {
      boolean finer = unit < targetUnit;
      long given = finer ? Math.floorDiv(value, targetUnit / unit) : value;
      return out.takeTime(given, finer ? targetUnit : unit);
    }

    @Override
    public boolean takeTimestamp(long value, long unit, boolean utc) {
      return takeTime(Math.floorMod(value, JsonTimes.unitsPerDay(unit)), unit);
    }

    @Override
    public boolean takeString(long address, int length) {
      return text.parseTime(address, length)
          && takeTime(text.seconds() * TemporalText.NANOS_PER_SECOND + text.nanos(), 1);
    }
  }

  /**
   * Dates to their midnight, instants to what clocks in UTC show, and what clocks show to the
   * instant in the target's zone. What is finer than the target's unit is dropped, towards the
   * past.
   */
  static final class TimestampCast extends SqlCast {
    private final long targetUnit;
    private final ZoneOffsets zone;
    private final TemporalText text = new TemporalText();

    /** {@code targetUnit}: nanoseconds; {@code zone}: null if the target has none. */
    TimestampCast(PrimitiveSink out, long targetUnit, ZoneOffsets zone) {
      super(out);
      this.targetUnit = targetUnit;
      this.zone = zone;
    }

    @Override
    public boolean takeDate(int days) {
      return giveLocal(days * TemporalText.SECONDS_PER_DAY, 0);
    }

    @Override
    public boolean takeTimestamp(long value, long unit, boolean utc) {
      boolean shifts = zone != null && !utc;
      if (shifts) {
        long unitsPerSecond = TemporalText.NANOS_PER_SECOND / unit;
        long seconds = Math.floorDiv(value, unitsPerSecond);
        return giveLocal(seconds, (int) (Math.floorMod(value, unitsPerSecond) * unit));
      }
      boolean finer = unit < targetUnit;
      long given = finer ? Math.floorDiv(value, targetUnit / unit) : value;
      return out.takeTimestamp(given, finer ? targetUnit : unit, zone != null);
    }

    @Override
    public boolean takeString(long address, int length) {
      if (!text.parseTimestamp(address, length)) {
        return false;
      }
      boolean given = text.hasZone() && zone != null;
      return given
          ? give(text.seconds() - text.offset(), text.nanos())
          : giveLocal(text.seconds(), text.nanos());
    }

    private boolean giveLocal(long seconds, int nanos) {
      return give(zone == null ? seconds : seconds - zone.at(seconds), nanos);
    }

    private boolean give(long seconds, int nanos) {
      long unitsPerSecond = TemporalText.NANOS_PER_SECOND / targetUnit;
      long units = seconds * unitsPerSecond;
      long above = Math.multiplyHigh(seconds, unitsPerSecond);
      long sum = units + nanos / targetUnit;
      // Below the least number there is a second that its fraction brings back into range: not
      // kept.
      boolean fits = above == units >> (Long.SIZE - 1) && (units < 0 || sum >= 0);
      return fits && out.takeTimestamp(sum, targetUnit, zone != null);
    }
  }

  /**
   * By how much a zone's clocks are ahead of UTC. The span of time in which the last answer holds
   * is remembered, so that values near each other allocate nothing. For one thread at a time.
   */
  static final class ZoneOffsets {
    /** Kept from the ends of a span: clocks that go back show an hour twice. */
    private static final long MARGIN = 2 * TemporalText.SECONDS_PER_DAY;

    private final ZoneRules rules;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;
    private int offset;

    /** {@code zone}: of the tz database, or {@code +01:00}; no such zone is an illegal argument. */
    ZoneOffsets(String zone) {
      try {
        rules = ZoneId.of(zone, ZoneId.SHORT_IDS).getRules();
      } catch (DateTimeException e) {
        throw new IllegalArgumentException("no time zone is named " + zone, e);
      }
    }

    /**
     * @param seconds since 1970-01-01T00:00 on a clock of the zone. One that the clock skips counts
     *     with the offset before, one that it shows twice is the earlier of the two
     */
    int at(long seconds) {
      if (seconds < from || seconds >= to) {
        find(seconds);
      }
      return offset;
    }

    private void find(long seconds) {
      // Beyond the years that java.time knows no zone has rules of its own.
      long known = Math.max(-(1L << 45), Math.min(1L << 45, seconds));
      LocalDateTime local = LocalDateTime.ofEpochSecond(known, 0, ZoneOffset.UTC);
      offset = rules.getOffset(local).getTotalSeconds();
      Instant instant = Instant.ofEpochSecond(known - offset);
      ZoneOffsetTransition before = rules.previousTransition(instant);
      ZoneOffsetTransition after = rules.nextTransition(instant);
      from = before == null ? Long.MIN_VALUE : before.toEpochSecond() + MARGIN;
      to = after == null ? Long.MAX_VALUE : after.toEpochSecond() - MARGIN;
    }
  }
}
