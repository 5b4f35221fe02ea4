// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.convert;

/** Timestamps to what clocks show, those in UTC for instants; finer digits are dropped. */
final class TimeCast extends SqlCast {
  private final long targetUnit;
  private final TemporalText text = new TemporalText();

  /** {@code targetUnit}: nanoseconds in a unit of the target. */
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
    long unitsPerDay = TemporalText.SECONDS_PER_DAY * (TemporalText.NANOS_PER_SECOND / unit);
    return takeTime(Math.floorMod(value, unitsPerDay), unit);
  }

  @Override
  public boolean takeString(long address, int length) {
    return text.parseTime(address, length)
        && takeTime(text.seconds() * TemporalText.NANOS_PER_SECOND + text.nanos(), 1);
  }
}
