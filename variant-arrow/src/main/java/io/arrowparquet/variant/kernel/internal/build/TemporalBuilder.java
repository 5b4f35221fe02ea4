// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.kernel.internal.build.ShredCells.CellColumn;

/**
 * Date32, Timestamp and Time: dates, timestamps of the same kind (instant or of no known zone) and
 * times, in another unit where that is exact.
 */
public final class TemporalBuilder extends FixedWidthBuilder implements CellColumn {
  /** The three kinds a number may have; they do not convert into one another. */
  public enum Kind {
    DATE,
    INSTANT,
    LOCAL_TIMESTAMP,
    TIME
  }

  private final Kind kind;
  private final int width;
  private final long unit;

  /**
   * A builder of numbers.
   *
   * @param width bytes of a number, 4 or 8
   * @param unit nanoseconds in a unit; of no use for a date
   */
  public TemporalBuilder(Target target, Kind kind, int width, long unit) {
    super(target);
    this.kind = kind;
    this.width = width;
    this.unit = unit;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public long appendCells(ShredCells cells, long wanted, int rows) {
    return appendData(cells, wanted, rows);
  }

  @Override
  public boolean takeDate(int days) {
    return kind == Kind.DATE && append(days);
  }

  @Override
  public boolean takeTimestamp(long value, long valueUnit, boolean utc) {
    return kind == (utc ? Kind.INSTANT : Kind.LOCAL_TIMESTAMP) && convert(value, valueUnit);
  }

  @Override
  public boolean takeTime(long value, long valueUnit) {
    return kind == Kind.TIME && convert(value, valueUnit);
  }

  private boolean convert(long value, long valueUnit) {
    if (valueUnit == unit) {
      return append(value);
    }
    if (valueUnit < unit) {
      long factor = unit / valueUnit;
      return value % factor == 0 && append(value / factor);
    }
    long factor = valueUnit / unit;
    long product = value * factor;
    return Math.multiplyHigh(value, factor) == product >> (Long.SIZE - 1) && append(product);
  }

  private boolean append(long value) {
    if (width == Long.BYTES) {
      values.appendLong(value);
    } else if (value == (int) value) {
      values.appendInt((int) value);
    } else {
      return false;
    }
    return markValid();
  }
}
