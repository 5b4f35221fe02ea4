// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.convert;

/** Timestamps to their day, instants to that in UTC; text that begins with a date to that. */
final class DateCast extends SqlCast {
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
    long unitsPerDay = TemporalText.SECONDS_PER_DAY * (TemporalText.NANOS_PER_SECOND / unit);
    return out.takeDate((int) Math.floorDiv(value, unitsPerDay));
  }

  @Override
  public boolean takeString(long address, int length) {
    return text.parseTimestamp(address, length) && out.takeDate(text.days());
  }
}
