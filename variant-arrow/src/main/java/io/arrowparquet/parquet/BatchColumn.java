// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import java.math.BigDecimal;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** The values of a column in a batch, as {@link PartialAggregates} takes them. */
final class BatchColumn {
  /** Digits of decimals that longs have. */
  private static final int LONG_DIGITS = 18;

  private BatchColumn() {}

  /** Whether values are longs, or bytes, whose order is that of the type. */
  static boolean isKnown(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.ExtensionType) { // its id is that of its storage
      return false;
    }
    return switch (type.getTypeID()) {
      case Bool, Utf8, Binary -> true;
      case Int -> ((ArrowType.Int) type).getIsSigned();
      case Decimal -> isLongDecimal((ArrowType.Decimal) type);
      case Date -> ((ArrowType.Date) type).getUnit() == DateUnit.DAY;
      case Timestamp -> ((ArrowType.Timestamp) type).getUnit() == TimeUnit.MICROSECOND;
      default -> false;
    };
  }

  private static boolean isLongDecimal(ArrowType.Decimal type) {
    return type.getBitWidth() == Long.SIZE * 2 && type.getPrecision() <= LONG_DIGITS;
  }

  static boolean isText(Field field) {
    return field.getType() instanceof ArrowType.Utf8 || field.getType() instanceof ArrowType.Binary;
  }

  static int scale(Field field) {
    return field.getType() instanceof ArrowType.Decimal type ? type.getScale() : 0;
  }

  /** A value of {@link #longs}. */
  static Object value(Field field, long value) {
    if (field.getType() instanceof ArrowType.Bool) {
      return value != 0;
    }
    return field.getType() instanceof ArrowType.Decimal type
        ? BigDecimal.valueOf(value, type.getScale())
        : (Object) value;
  }

  /** Which rows are null; null if none is. */
  static boolean @Nullable [] nulls(FieldVector vector) {
    if (vector.getNullCount() == 0) {
      return null;
    }
    boolean[] nulls = new boolean[vector.getValueCount()];
    for (int row = 0; row < nulls.length; row++) {
      nulls[row] = BitVectorHelper.get(vector.getValidityBuffer(), row) == 0;
    }
    return nulls;
  }

  /** A number for each row, whatever it is of those that are null. */
  static long[] longs(FieldVector vector) {
    long[] longs = new long[vector.getValueCount()];
    if (vector instanceof BitVector) {
      for (int row = 0; row < longs.length; row++) {
        longs[row] = BitVectorHelper.get(vector.getDataBuffer(), row);
      }
      return longs;
    }
    int width = ((BaseFixedWidthVector) vector).getTypeWidth();
    long address = vector.getDataBuffer().memoryAddress();
    switch (width) {
      case Byte.BYTES -> {
        for (int row = 0; row < longs.length; row++) {
          longs[row] = MemoryUtil.getByte(address + row);
        }
      }
      case Short.BYTES -> {
        for (int row = 0; row < longs.length; row++) {
          longs[row] = MemoryUtil.getShort(address + (long) Short.BYTES * row);
        }
      }
      case Integer.BYTES -> {
        for (int row = 0; row < longs.length; row++) {
          longs[row] = MemoryUtil.getInt(address + (long) Integer.BYTES * row);
        }
      }
      default -> { // of decimals the lower half
        long low = address + (MemoryUtil.LITTLE_ENDIAN ? 0 : width - Long.BYTES);
        for (int row = 0; row < longs.length; row++) {
          longs[row] = MemoryUtil.getLong(low + (long) width * row);
        }
      }
    }
    return longs;
  }

  /** Runs of bytes, one for each row. */
  static final class Texts {
    private final long offsets;
    private final long data;

    Texts(FieldVector vector) {
      BaseVariableWidthVector texts = (BaseVariableWidthVector) vector;
      this.offsets = texts.getOffsetBuffer().memoryAddress();
      this.data = texts.getDataBuffer().memoryAddress();
    }

    private int start(int row) {
      return MemoryUtil.getInt(offsets + (long) Integer.BYTES * row);
    }

    long address(int row) {
      return data + start(row);
    }

    int length(int row) {
      return start(row + 1) - start(row);
    }

    byte[] bytes(int row) {
      byte[] bytes = new byte[length(row)];
      MemoryUtil.copyFromMemory(address(row), bytes, 0, bytes.length);
      return bytes;
    }
  }
}
