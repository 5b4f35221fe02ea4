// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.evolution.ConvertedValues.ValuePlace;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters.FieldAdapter;
import io.arrowparquet.variant.internal.BufferChecks;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.Decimal;
import org.apache.arrow.vector.types.pojo.ArrowType.Int;
import org.apache.arrow.vector.types.pojo.ArrowType.Time;

final class LeafAdapters {
  private static final ArrowType DAYS = new ArrowType.Date(DateUnit.DAY);
  private static final int VIEW_BYTES = 16;
  private static final int INLINE_BYTES = 12;

  private final BufferAllocator allocator;

  LeafAdapters(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /**
   * The way from one type to the other.
   *
   * @param conversion {@code KEEP}, {@code WIDEN}, {@code NARROW} or {@code RESCALE}
   * @return null if there is none
   */
  FieldAdapter adapter(
      Conversion conversion, ArrowType source, ArrowType target, ValuePlace place) {
    if (source instanceof Decimal from && target instanceof Decimal to) {
      return decimals(conversion, from, to, place);
    }
    return switch (conversion) {
      case KEEP -> sameValues(source, target, place);
      case WIDEN ->
          source instanceof Int
              ? ConvertedValues.widerIntegers(bytes(source), bytes(target), allocator)
              : ConvertedValues.widerFloats(bytes(source), bytes(target), allocator);
      case NARROW ->
          ConvertedValues.narrowerIntegers(bytes(source), bytes(target), place, allocator);
      case RESCALE ->
          ConvertedValues.finerUnits(
              bytes(source), bytes(target), digits(target) - digits(source), place, allocator);
      default -> null;
    };
  }

  private static int bytes(ArrowType type) {
    return switch (type.getTypeID()) {
      case Int -> ((Int) type).getBitWidth() / Byte.SIZE;
      case Time -> ((Time) type).getBitWidth() / Byte.SIZE;
      case FloatingPoint -> ((ValueType.Floating) ValueType.of(type)).bits() / Byte.SIZE;
      default -> Long.BYTES;
    };
  }

  private static int digits(ArrowType type) {
    ValueType values = ValueType.of(type);
    if (values instanceof ValueType.Timestamp timestamp) {
      return timestamp.digits();
    }
    return values instanceof ValueType.Time time
        ? time.digits()
        : ((ValueType.Duration) values).digits();
  }

  private FieldAdapter decimals(
      Conversion conversion, Decimal source, Decimal target, ValuePlace place) {
    int limit = conversion == Conversion.NARROW ? target.getPrecision() : 0;
    return limit == 0 && source.getBitWidth() == target.getBitWidth()
        ? LeafAdapters::shareBuffers
        : ConvertedValues.decimals(
            source.getBitWidth(), target.getBitWidth(), limit, place, allocator);
  }

  private FieldAdapter sameValues(ArrowType source, ArrowType target, ValuePlace place) {
    if (source.equals(target) || FieldUnion.isSameUtc(source, target)) {
      return LeafAdapters::shareBuffers;
    }
    if (FieldUnion.isSmallerOf(source, target)) {
      return this::bytesToLarge;
    }
    if (target instanceof ArrowType.Date) {
      return source.equals(DAYS)
          ? ConvertedValues.milliseconds(allocator)
          : ConvertedValues.days(allocator);
    }
    if (target instanceof ArrowType.Utf8View || target instanceof ArrowType.BinaryView) {
      return views(source, place);
    }
    return FieldUnion.isSmallerOf(target, source)
        ? (from, to, rows) -> bytesToSmall(from, to, rows, place)
        : null;
  }

  /** Null if the source has views, too. */
  private FieldAdapter views(ArrowType source, ValuePlace place) {
    return switch (source.getTypeID()) {
      case Utf8, Binary -> (from, to, rows) -> bytesToViews(from, from.getOffsetBuffer(), to, rows);
      case LargeUtf8, LargeBinary ->
          (from, to, rows) -> {
            try (ArrowBuf offsets =
                OffsetWidening.narrow(from.getOffsetBuffer(), rows, place, allocator)) {
              bytesToViews(from, offsets, to, rows);
            }
          };
      default -> null;
    };
  }

  /** The views point into the source's bytes; those of up to 12 bytes hold them. */
  private void bytesToViews(FieldVector from, ArrowBuf offsets, FieldVector to, int rows) {
    ArrowBuf data = from.getDataBuffer();
    BufferChecks.requireRoom(data, 0, rows == 0 ? 0 : offsets.getInt((long) rows * Integer.BYTES));
    try (ArrowBuf views = allocator.buffer((long) rows * VIEW_BYTES)) {
      views.setZero(0, (long) rows * VIEW_BYTES);
      for (int row = 0; row < rows; row++) {
        int start = offsets.getInt((long) row * Integer.BYTES);
        int length = offsets.getInt((row + 1L) * Integer.BYTES) - start;
        long view = views.memoryAddress() + (long) row * VIEW_BYTES;
        MemoryUtil.putInt(view, length);
        if (length <= INLINE_BYTES) {
          MemoryUtil.copyMemory(data.memoryAddress() + start, view + Integer.BYTES, length);
        } else {
          MemoryUtil.putInt(view + Integer.BYTES, MemoryUtil.getInt(data.memoryAddress() + start));
          MemoryUtil.putInt(view + VIEW_BYTES - Integer.BYTES, start);
        }
      }
      views.writerIndex((long) rows * VIEW_BYTES);
      to.loadFieldBuffers(
          new ArrowFieldNode(rows, from.getNullCount()),
          List.of(from.getValidityBuffer(), views, data));
    }
  }

  private static void shareBuffers(FieldVector from, FieldVector to, int rows) {
    to.loadFieldBuffers(new ArrowFieldNode(rows, from.getNullCount()), from.getFieldBuffers());
  }

  private void bytesToLarge(FieldVector from, FieldVector to, int rows) {
    try (ArrowBuf offsets = OffsetWidening.widen(from.getOffsetBuffer(), rows, allocator)) {
      loadBytes(from, to, rows, offsets);
    }
  }

  private void bytesToSmall(FieldVector from, FieldVector to, int rows, ValuePlace place) {
    try (ArrowBuf offsets = OffsetWidening.narrow(from.getOffsetBuffer(), rows, place, allocator)) {
      loadBytes(from, to, rows, offsets);
    }
  }

  private static void loadBytes(FieldVector from, FieldVector to, int rows, ArrowBuf offsets) {
    to.loadFieldBuffers(
        new ArrowFieldNode(rows, from.getNullCount()),
        List.of(from.getValidityBuffer(), offsets, from.getDataBuffer()));
  }

  /** Offsets of 4 bytes to those of 8, which large strings, binaries and lists have, and back. */
  static final class OffsetWidening {
    private OffsetWidening() {}

    /**
     * The same offsets, one more than there are rows.
     *
     * @param offsets may be empty where there are no rows
     * @return the caller's to close
     */
    public static ArrowBuf widen(ArrowBuf offsets, int rows, BufferAllocator allocator) {
      ArrowBuf wide = allocator.buffer((rows + 1L) * Long.BYTES);
      wide.setLong(0, 0);
      if (rows > 0) {
        long from = offsets.memoryAddress();
        long to = wide.memoryAddress();
        for (long i = 0; i <= rows; i++) {
          MemoryUtil.putLong(to + i * Long.BYTES, MemoryUtil.getInt(from + i * Integer.BYTES));
        }
      }
      wide.writerIndex((rows + 1L) * Long.BYTES);
      return wide;
    }

    /**
     * The same offsets in 4 bytes each.
     *
     * @param offsets one more than there are rows; may be empty where there are none
     * @return the caller's to close
     * @throws io.arrowparquet.variant.ConversionException if there are 2 GiB of values, or more
     */
    public static ArrowBuf narrow(
        ArrowBuf offsets, int rows, ValuePlace place, BufferAllocator allocator) {
      // Offsets ascend: the last is the greatest.
      long end = rows == 0 ? 0 : offsets.getLong((long) rows * Long.BYTES);
      if (end > Integer.MAX_VALUE) {
        throw place.unfit(rows - 1, "values that end at " + end, "less than 2 GiB in a batch");
      }
      ArrowBuf small = allocator.buffer((rows + 1L) * Integer.BYTES);
      small.setInt(0, 0);
      if (rows > 0) {
        long from = offsets.memoryAddress();
        long to = small.memoryAddress();
        for (long i = 0; i <= rows; i++) {
          MemoryUtil.putInt(
              to + i * Integer.BYTES, (int) MemoryUtil.getLong(from + i * Long.BYTES));
        }
      }
      small.writerIndex((rows + 1L) * Integer.BYTES);
      return small;
    }
  }
}
