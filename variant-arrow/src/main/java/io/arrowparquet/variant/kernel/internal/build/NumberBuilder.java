// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalToFloating;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.ShredCells.CellColumn;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Integers and floating point numbers. Those of a whole {@code typed_value} of another type are
 * converted in one loop; positions that do not count become 0. A number that has no result ends the
 * loop with nothing appended: it is for going row by row to deal with.
 */
abstract class NumberBuilder extends FixedWidthBuilder implements CellColumn {
  NumberBuilder(Target target) {
    super(target);
  }

  @Override
  public final boolean convertColumn(VariantPrimitive from, FieldVector column, Selection rows) {
    if (!converts(from)) {
      return false;
    }
    ArrowBuf data = VariantPrimitive.storage(column).getDataBuffer();
    long bytes = (long) rows.end() * from.vectorBytes();
    BufferChecks.requireLength(column, "value", data, bytes);
    boolean converted = convert(from, data.memoryAddress(), rows, reserveCells(rows.size()));
    if (converted) {
      values.advance((long) rows.size() * width());
      rows.appendTo(validity);
    }
    return converted;
  }

  abstract boolean converts(VariantPrimitive from);

  /** False if a number has no result. */
  abstract boolean convert(VariantPrimitive from, long data, Selection rows, long target);

  /** Int, signed or not: integers in range, and decimals in range that have no fraction. */
  static final class IntegerBuilder extends NumberBuilder {
    private final int width;
    private final long min;
    private final long max;
    private final Int128 scratch = new Int128();

    IntegerBuilder(Target target) {
      super(target);
      ArrowType.Int type = (ArrowType.Int) target.field().getType();
      int bits = type.getBitWidth();
      width = bits / Byte.SIZE;
      if (type.getIsSigned()) {
        min = Long.MIN_VALUE >> (Long.SIZE - bits);
        max = ~min;
      } else {
        min = 0;
        // What is beyond a signed integer of 64 bits is a decimal among Variants.
        max = bits == Long.SIZE ? Long.MAX_VALUE : (1L << bits) - 1;
      }
    }

    @Override
    public int width() {
      return width;
    }

    @Override
    public long appendCells(ShredCells cells, long wanted, int rows) {
      long at = reserveCells(rows);
      long taken = 0;
      for (int i = 0; i < rows; i++) {
        // Nothing but the bytes after the first counts: shifted up and down again, the highest of
        // them is the sign. The length of a cell that is not wanted may be any.
        int above = Long.SIZE - (cells.length(i) - 1) * Byte.SIZE;
        long value = cells.data(i) << above >> above;
        long take = wanted >>> i & (value >= min && value <= max ? 1 : 0);
        taken |= take << i;
        MemoryUtil.putLong(at + (long) i * width, value & -take);
      }
      endCells(taken, rows);
      return taken;
    }

    @Override
    boolean converts(VariantPrimitive from) {
      return min != 0 && from.type().kind() == Kind.INTEGER && from.type().dataLength() <= width;
    }

    @Override
    boolean convert(VariantPrimitive from, long data, Selection rows, long target) {
      int fromWidth = from.type().dataLength();
      for (int i = rows.start(); i < rows.end(); i++) {
        long number = rows.has(i) ? LittleEndian.signed(data + (long) i * fromWidth, fromWidth) : 0;
        MemoryUtil.putLong(target + (long) (i - rows.start()) * width, number);
      }
      return true;
    }

    @Override
    public boolean take(VariantCursor value) {
      // Ahead of the others, because it is what most values are.
      return VariantTypeIds.isInteger(value.typeId())
          ? takeInteger(value.getLong())
          : super.take(value);
    }

    @Override
    public boolean takeInteger(long value) {
      if (value < min || value > max) {
        return false;
      }
      switch (width) {
        case Long.BYTES -> values.appendLong(value);
        case Integer.BYTES -> values.appendInt((int) value);
        case Short.BYTES -> values.appendShort((int) value);
        default -> values.appendByte((int) value);
      }
      return markValid();
    }

    @Override
    public boolean takeDecimal(long high, long low, int scale) {
      scratch.set(high, low);
      if (!scratch.rescale(-scale)) {
        return false;
      }
      if (scratch.isLong()) {
        return takeInteger(scratch.low());
      }
      boolean fits = scratch.high() == 0 && min == 0 && width == Long.BYTES;
      if (fits) {
        values.appendLong(scratch.low());
        markValid();
      }
      return fits;
    }
  }

  /**
   * Float32 and Float64: floats, doubles for the wider of the two only, and integers that the type
   * can say exactly.
   */
  static final class FloatingBuilder extends NumberBuilder {
    private static final int DOUBLE_BITS = 53;

    private static final int FLOAT_BITS = 24;

    private final boolean wide;
    private final long exact;

    FloatingBuilder(Target target) {
      super(target);
      wide =
          ((ArrowType.FloatingPoint) target.field().getType()).getPrecision()
              == FloatingPointPrecision.DOUBLE;
      exact = 1L << (wide ? DOUBLE_BITS : FLOAT_BITS);
    }

    @Override
    public int width() {
      return wide ? Double.BYTES : Float.BYTES;
    }

    /** Without casts not every number is one of this type. */
    @Override
    boolean converts(VariantPrimitive from) {
      Kind kind = from.type().kind();
      return wide
          && target().mode().casts()
          && (kind == Kind.INTEGER || kind == Kind.FLOAT || kind == Kind.DECIMAL);
    }

    @Override
    boolean convert(VariantPrimitive from, long data, Selection rows, long target) {
      return switch (from.type().kind()) {
        case INTEGER -> convertIntegers(from.type(), data, rows, target);
        case FLOAT -> convertFloats(data, rows, target);
        default -> convertDecimals(from, data, rows, target);
      };
    }

    private static boolean convertIntegers(
        PrimitiveType type, long data, Selection rows, long target) {
      int width = type.dataLength();
      long at = target;
      for (int i = rows.start(); i < rows.end(); i++) {
        long integer = rows.has(i) ? LittleEndian.signed(data + (long) i * width, width) : 0;
        MemoryUtil.putLong(at, Double.doubleToRawLongBits((double) integer));
        at += Double.BYTES;
      }
      return true;
    }

    private static boolean convertFloats(long data, Selection rows, long target) {
      long at = target;
      for (int i = rows.start(); i < rows.end(); i++) {
        int bits = rows.has(i) ? MemoryUtil.getInt(data + (long) i * Float.BYTES) : 0;
        MemoryUtil.putLong(at, Double.doubleToRawLongBits(Float.intBitsToFloat(bits)));
        at += Double.BYTES;
      }
      return true;
    }

    private static boolean convertDecimals(
        VariantPrimitive from, long data, Selection rows, long target) {
      long at = target;
      for (int i = rows.start(); i < rows.end(); i++) {
        double number = 0;
        if (rows.has(i)) {
          long address = data + (long) i * VariantPrimitive.DECIMAL_BYTES;
          long low = MemoryUtil.getLong(address);
          long high = MemoryUtil.getLong(address + Long.BYTES);
          if (!Int128.fits(high, low, from.precision())) {
            return false;
          }
          number = DecimalToFloating.toDouble(high, low, from.scale());
        }
        MemoryUtil.putLong(at, Double.doubleToRawLongBits(number));
        at += Double.BYTES;
      }
      return true;
    }

    @Override
    public boolean take(VariantCursor value) {
      // Ahead of the others, because it is what most values are.
      return value.typeId() == VariantTypeIds.DOUBLE
          ? takeDouble(value.getDouble())
          : super.take(value);
    }

    @Override
    public boolean takeDouble(double value) {
      if (!wide) {
        return false;
      }
      values.appendLong(Double.doubleToRawLongBits(value));
      return markValid();
    }

    @Override
    public boolean takeFloat(float value) {
      if (wide) {
        values.appendLong(Double.doubleToRawLongBits(value));
      } else {
        values.appendInt(Float.floatToRawIntBits(value));
      }
      return markValid();
    }

    @Override
    public boolean takeInteger(long value) {
      if (value > exact || value < -exact) {
        return false;
      }
      return wide ? takeDouble((double) value) : takeFloat((float) value);
    }
  }
}
