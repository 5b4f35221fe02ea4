// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.shred.PrimitiveSink;

/**
 * Dates to their midnight, instants to what clocks in UTC show, and what clocks show to the instant
 * in the target's zone. What is finer than the target's unit is dropped, towards the past.
 */
final class TimestampCast extends SqlCast {
  private final long targetUnit;
  private final ZoneOffsets zone;
  private final TemporalText text = new TemporalText();

  /**
   * A cast.
   *
   * @param targetUnit nanoseconds in a unit of the target
   * @param zone of the target's instants; null if the target has no zone
   */
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

  /** Gives on what a clock shows. */
  private boolean giveLocal(long seconds, int nanos) {
    return give(zone == null ? seconds : seconds - zone.at(seconds), nanos);
  }

  private boolean give(long seconds, int nanos) {
    long unitsPerSecond = TemporalText.NANOS_PER_SECOND / targetUnit;
    long units = seconds * unitsPerSecond;
    long above = Math.multiplyHigh(seconds, unitsPerSecond);
    long sum = units + nanos / targetUnit;
    // Below the least number there is a second that its fraction brings back into range: not kept.
    boolean fits = above == units >> (Long.SIZE - 1) && (units < 0 || sum >= 0);
    return fits && out.takeTimestamp(sum, targetUnit, zone != null);
  }
}
