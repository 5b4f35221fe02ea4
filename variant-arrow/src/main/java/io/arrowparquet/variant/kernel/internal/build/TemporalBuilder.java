// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.ShredCells.CellColumn;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Date32, Timestamp and Time: dates, timestamps of the same kind (instant or of no known zone) and
 * times, in another unit where that is exact.
 */
final class TemporalBuilder extends FixedWidthBuilder implements CellColumn {
  private final Kind kind;
  private final int width;
  private final long unit;
  private final boolean utc;

  TemporalBuilder(Target target) {
    super(target);
    ArrowType type = target.field().getType();
    if (type instanceof ArrowType.Timestamp timestamp) {
      kind = Kind.TIMESTAMP;
      width = Long.BYTES;
      unit = PrimitiveType.nanosPer(timestamp.getUnit());
      utc = VariantPrimitive.zone(timestamp) != null;
    } else if (type instanceof ArrowType.Time time) {
      kind = Kind.TIME;
      width = time.getBitWidth() / Byte.SIZE;
      unit = PrimitiveType.nanosPer(time.getUnit());
      utc = false;
    } else {
      kind = Kind.DATE;
      width = Integer.BYTES;
      unit = 0;
      utc = false;
    }
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public boolean takeDate(int days) {
    return kind == Kind.DATE && append(days);
  }

  @Override
  public boolean takeTimestamp(long value, long valueUnit, boolean valueUtc) {
    return kind == Kind.TIMESTAMP && utc == valueUtc && convert(value, valueUnit);
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
