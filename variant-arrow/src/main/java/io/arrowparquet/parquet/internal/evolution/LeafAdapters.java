// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static io.arrowparquet.parquet.internal.evolution.ConvertedValues.width;

import io.arrowparquet.parquet.internal.evolution.ConvertedValues.ValuePlace;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters.FieldAdapter;
import io.arrowparquet.parquet.internal.filter.VectorComparison;
import io.arrowparquet.variant.internal.BufferChecks;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.Decimal;
import org.apache.arrow.vector.types.pojo.ArrowType.Int;

record LeafAdapters(BufferAllocator allocator) {
  private static final ArrowType DAYS = new ArrowType.Date(DateUnit.DAY);
  private static final int VIEW_BYTES = 16;
  private static final int INLINE_BYTES = 12;

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
              ? ConvertedValues.widerIntegers(width(source), width(target), allocator)
              : ConvertedValues.widerFloats(width(source), width(target), allocator);
      case NARROW ->
          ConvertedValues.narrowerIntegers(width(source), width(target), place, allocator);
      case RESCALE -> {
        int digits = VectorComparison.scale(target) - VectorComparison.scale(source);
        long factor = (long) Math.pow(10, digits);
        yield ConvertedValues.finerUnits(width(source), width(target), factor, place, allocator);
      }
      default -> null;
    };
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
    if (haveOtherOffsets(source, target)) {
      return (from, to, rows) -> {
        try (ArrowBuf offsets = otherOffsets(from, rows, place, allocator)) {
          to.loadFieldBuffers(
              new ArrowFieldNode(rows, from.getNullCount()),
              List.of(from.getValidityBuffer(), offsets, from.getDataBuffer()));
        }
      };
    }
    if (target instanceof ArrowType.Date) {
      return source.equals(DAYS)
          ? ConvertedValues.finerUnits(
              width(source), width(target), ConvertedValues.MILLIS_OF_DAY, place, allocator)
          : ConvertedValues.days(allocator);
    }
    boolean toViews =
        target instanceof ArrowType.Utf8View || target instanceof ArrowType.BinaryView;
    return toViews ? views(source, place) : null;
  }

  /** Null if the source has views, too. */
  private FieldAdapter views(ArrowType source, ValuePlace place) {
    return switch (source.getTypeID()) {
      case Utf8, Binary -> (from, to, rows) -> bytesToViews(from, from.getOffsetBuffer(), to, rows);
      case LargeUtf8, LargeBinary ->
          (from, to, rows) -> {
            try (ArrowBuf offsets = otherOffsets(from, rows, place, allocator)) {
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

  /** Whether the types differ in the width of their offsets alone. */
  static boolean haveOtherOffsets(ArrowType source, ArrowType target) {
    return FieldUnion.isSmallerOf(source, target) || FieldUnion.isSmallerOf(target, source);
  }

  /**
   * Offsets of a vector in 8 bytes each if they have 4, as large strings, binaries and lists have
   * them, or else in 4.
   *
   * @return one more than there are rows, the caller's to close
   * @throws io.arrowparquet.variant.ConversionException if 4 bytes are too few: there are 2 GiB of
   *     values, or more
   */
  static ArrowBuf otherOffsets(
      FieldVector from, int rows, ValuePlace place, BufferAllocator allocator) {
    ArrowBuf offsets = from.getOffsetBuffer();
    boolean isLarge =
        from instanceof BaseLargeVariableWidthVector || from instanceof LargeListVector;
    // Offsets ascend: the last is the greatest.
    long end = isLarge && rows > 0 ? offsets.getLong((long) rows * Long.BYTES) : 0;
    if (end > Integer.MAX_VALUE) {
      throw place.unfit(rows - 1, "values that end at " + end, "less than 2 GiB in a batch");
    }
    long bytes = (rows + 1L) * (isLarge ? Integer.BYTES : Long.BYTES);
    ArrowBuf other = allocator.buffer(bytes);
    long source = offsets.memoryAddress();
    long target = other.memoryAddress();
    if (rows == 0) {
      // The vector may have no offsets.
      other.setZero(0, bytes);
    }
    for (long i = 0; i <= rows && rows > 0; i++) {
      if (isLarge) {
        MemoryUtil.putInt(
            target + i * Integer.BYTES, (int) MemoryUtil.getLong(source + i * Long.BYTES));
      } else {
        MemoryUtil.putLong(target + i * Long.BYTES, MemoryUtil.getInt(source + i * Integer.BYTES));
      }
    }
    other.writerIndex(bytes);
    return other;
  }
}
