// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.DecimalToFloating;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.shred.PrimitiveReader;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/**
 * The numbers of a whole {@code typed_value} as those of another type, in one loop. Positions that
 * do not count become 0. A number that has no result there ends the loop with nothing appended: it
 * is for going row by row to deal with.
 */
final class NumberColumns {
  private static final int DECIMAL_BYTES = 2 * Long.BYTES;

  private NumberColumns() {}

  /** Appends integers, floats or decimals as doubles; false if the column has others. */
  static boolean appendDoubles(
      VariantPrimitive from, FieldVector column, Selection rows, GrowableBuffer values) {
    long at = values.reserve((long) rows.size() * Double.BYTES);
    boolean appended =
        switch (from.type().kind()) {
          case INTEGER -> integersToDoubles(from.type(), data(from, column, rows), rows, at);
          case FLOAT -> floatsToDoubles(data(from, column, rows), rows, at);
          case DECIMAL -> decimalsToDoubles(from, data(from, column, rows), rows, at);
          default -> false;
        };
    values.advance(appended ? (long) rows.size() * Double.BYTES : 0);
    return appended;
  }

  /** Appends integers as those of a wider type; false if the column has others. */
  static boolean appendWider(
      VariantPrimitive from, FieldVector column, Selection rows, int width, GrowableBuffer values) {
    PrimitiveType type = from.type();
    if (type.kind() != Kind.INTEGER || type.dataLength() > width) {
      return false;
    }
    long data = data(from, column, rows);
    // Eight bytes each: the next overwrites the excess.
    long at = values.reserve((long) rows.size() * width + Long.BYTES);
    for (int i = rows.start(); i < rows.end(); i++) {
      long number = rows.has(i) ? integer(type.dataLength(), data, i) : 0;
      MemoryUtil.putLong(at + (long) (i - rows.start()) * width, number);
    }
    values.advance((long) rows.size() * width);
    return true;
  }

  /** Address of the numbers, which are all there. */
  private static long data(VariantPrimitive from, FieldVector column, Selection rows) {
    ArrowBuf data = PrimitiveReader.storage(column).getDataBuffer();
    int width = from.type().kind() == Kind.DECIMAL ? DECIMAL_BYTES : from.type().dataLength();
    BufferChecks.requireLength(column, "value", data, (long) rows.end() * width);
    return data.memoryAddress();
  }

  private static boolean integersToDoubles(
      PrimitiveType type, long data, Selection rows, long target) {
    long at = target;
    for (int i = rows.start(); i < rows.end(); i++) {
      double number = rows.has(i) ? (double) integer(type.dataLength(), data, i) : 0;
      MemoryUtil.putLong(at, Double.doubleToRawLongBits(number));
      at += Double.BYTES;
    }
    return true;
  }

  private static boolean floatsToDoubles(long data, Selection rows, long target) {
    long at = target;
    for (int i = rows.start(); i < rows.end(); i++) {
      int bits = rows.has(i) ? MemoryUtil.getInt(data + (long) i * Float.BYTES) : 0;
      MemoryUtil.putLong(at, Double.doubleToRawLongBits(Float.intBitsToFloat(bits)));
      at += Double.BYTES;
    }
    return true;
  }

  private static boolean decimalsToDoubles(
      VariantPrimitive from, long data, Selection rows, long target) {
    long at = target;
    for (int i = rows.start(); i < rows.end(); i++) {
      double number = 0;
      if (rows.has(i)) {
        long address = data + (long) i * DECIMAL_BYTES;
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

  private static long integer(int width, long data, int row) {
    return switch (width) {
      case Long.BYTES -> MemoryUtil.getLong(data + (long) row * Long.BYTES);
      case Integer.BYTES -> MemoryUtil.getInt(data + (long) row * Integer.BYTES);
      case Short.BYTES -> MemoryUtil.getShort(data + (long) row * Short.BYTES);
      default -> MemoryUtil.getByte(data + row);
    };
  }
}
