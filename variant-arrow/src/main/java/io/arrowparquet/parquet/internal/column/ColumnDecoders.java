// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encoding.FixedConversion;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.Int96Conversion;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Chooses the decoder of a column: by its physical type and the type of its vector.
 *
 * @param scratch for all decoders in turn
 * @param continuesDeltas whether DELTA_BYTE_ARRAY pages go on where the one before ended
 */
record ColumnDecoders(BufferAllocator allocator, Scratch scratch, boolean continuesDeltas) {
  /**
   * A decoder for one column.
   *
   * @param column dotted path, for error messages
   * @param typeLength of FIXED_LEN_BYTE_ARRAY values
   * @param target type of the vector: one that {@code ArrowSchema} maps the column to
   */
  ColumnDecoder decoder(String column, PhysicalType type, int typeLength, ArrowType target) {
    if (target instanceof ArrowType.Null) {
      return new NullColumnDecoder();
    }
    return switch (type) {
      case BOOLEAN -> new BooleanColumnDecoder(scratch, allocator);
      case INT32 -> fixed(type, Integer.BYTES, int32Conversion(target), target);
      case INT64 -> fixed(type, Long.BYTES, int64Conversion(target), target);
      case INT96 -> fixed(type, Int96Conversion.BYTES, int96Conversion(target), target);
      case FLOAT -> fixed(type, Float.BYTES, null, target);
      case DOUBLE -> fixed(type, Double.BYTES, null, target);
      case BYTE_ARRAY ->
          target instanceof ArrowType.Decimal
              ? fixed(type, 0, null, target)
              : new BinaryColumnDecoder(
                  allocator, scratch, column, isLarge(column, target), continuesDeltas);
      case FIXED_LEN_BYTE_ARRAY ->
          fixed(type, typeLength, fixedConversion(typeLength, target), target);
    };
  }

  private FixedColumnDecoder fixed(
      PhysicalType type, int physicalWidth, FixedConversion conversion, ArrowType target) {
    int width = width(target, physicalWidth);
    return new FixedColumnDecoder(
        allocator,
        new FixedEncodings(
            allocator, scratch, type, physicalWidth, width, conversion, continuesDeltas));
  }

  private static FixedConversion int32Conversion(ArrowType target) {
    if (target instanceof ArrowType.Decimal) {
      return FixedConversion::intsToDecimals;
    }
    if (target instanceof ArrowType.Int integer && integer.getBitWidth() == Byte.SIZE) {
      return FixedConversion::toBytes;
    }
    if (target instanceof ArrowType.Int integer && integer.getBitWidth() == Short.SIZE) {
      return FixedConversion::toShorts;
    }
    return null;
  }

  private static FixedConversion int64Conversion(ArrowType target) {
    if (target instanceof ArrowType.Timestamp timestamp && timestamp.getUnit() == TimeUnit.SECOND) {
      return FixedConversion::millisToSeconds;
    }
    return target instanceof ArrowType.Decimal ? FixedConversion::longsToDecimals : null;
  }

  private static FixedConversion int96Conversion(ArrowType target) {
    return new Int96Conversion(((ArrowType.Timestamp) target).getUnit());
  }

  private static FixedConversion fixedConversion(int typeLength, ArrowType target) {
    return target instanceof ArrowType.Decimal decimal
        ? FixedConversion.bigEndian(typeLength, decimal.getBitWidth() / Byte.SIZE)
        : null;
  }

  private static int width(ArrowType target, int physicalWidth) {
    if (target instanceof ArrowType.Decimal decimal) {
      return decimal.getBitWidth() / Byte.SIZE;
    }
    if (target instanceof ArrowType.Int integer) {
      return integer.getBitWidth() / Byte.SIZE;
    }
    return target instanceof ArrowType.Timestamp ? Long.BYTES : physicalWidth;
  }

  private static boolean isLarge(String column, ArrowType target) {
    return switch (target.getTypeID()) {
      case Utf8, Binary -> false;
      case LargeUtf8, LargeBinary -> true;
      default ->
          throw new UnsupportedColumnException(column, "BYTE_ARRAY as " + target, "Utf8 or Binary");
    };
  }

  /** The Null vector: no values, no buffers. */
  public static final class NullColumnDecoder implements ColumnDecoder {
    @Override
    public void startBatch(int expectedSlots) {}

    @Override
    public void startPage(Page page, long valuesStart, Page dictionary) {}

    @Override
    public void append(int[] levels, int slots, int present, int maxLevel) {}

    @Override
    public void select(
        int[] positions, int total, int[] levels, int slots, int present, int maxLevel) {}

    @Override
    public void skip(int count) {}

    @Override
    public void finish(List<ArrowBuf> buffers) {}

    @Override
    public void close() {}
  }
}
