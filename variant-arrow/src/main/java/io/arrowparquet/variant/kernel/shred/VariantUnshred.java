// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.LevelReader;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.internal.build.BytesBuilder;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Puts a shredded column together again: metadata and value, nothing else (variant-arrow/FORMAT.md,
 * section 2).
 *
 * <p>The metadata is taken over as it is, its buffers shared. Values are written with the smallest
 * widths and their fields in the order of the names' unsigned UTF-8 bytes; parts that were not
 * shredded are copied untouched. A row that is not null and has neither {@code value} nor {@code
 * typed_value} is a Variant null, and so is such an element of an array.
 *
 * <p>Threads: no state; any thread may call it, on vectors that no other changes.
 */
public final class VariantUnshred {
  private VariantUnshred() {}

  /**
   * As {@link #unshred(ParquetVariantVector, BufferAllocator, VariantLimits)}, under default
   * limits.
   */
  public static ParquetVariantVector unshred(
      ParquetVariantVector column, BufferAllocator allocator) {
    return unshred(column, allocator, VariantLimits.defaults());
  }

  /**
   * Puts a column together.
   *
   * @param column read only; it may be closed before the result is
   * @param allocator whose memory the result has
   * @return an unshredded column of the same rows, the caller's to close
   * @throws MalformedVariantException if a row breaks the rules of shredding, naming row and path
   */
  public static ParquetVariantVector unshred(
      ParquetVariantVector column, BufferAllocator allocator, VariantLimits limits) {
    BytesBuilder values =
        new BytesBuilder(new Target(ShreddedLayout.VALUE_FIELD, "$", ConversionMode.SAFE));
    try {
      values.start(allocator);
      writeRows(column, limits, values);
      return ShredPlan.column(
          column,
          allocator,
          List.of(ShreddedLayout.VALUE_FIELD),
          vectors -> values.load(vectors.get(0)));
    } finally {
      values.release();
    }
  }

  private static void writeRows(
      ParquetVariantVector column, VariantLimits limits, BytesBuilder values) {
    ShreddedRow position = new ShreddedRow(limits);
    StructVector storage = column.getUnderlyingVector();
    LevelReader root = LevelReader.of(column.layout().root(), storage, position);
    BinaryColumn dictionaries = BinaryColumn.ofMetadata(storage, column.dictionaries());
    ValidityBits present = ValidityBits.of(storage);
    GrowableBuffer bytes = values.bytes();
    ValueWriter writer = new ValueWriter(bytes);
    int count = column.getValueCount();
    GrowableBuffer.SizeEstimate expected = new GrowableBuffer.SizeEstimate(count);
    values.expectRows(count);
    int row = 0;
    try {
      for (; row < count; row++) {
        expected.beforeRow(row, bytes);
        if (present.isNull(row)) {
          values.addNulls(1);
          continue;
        }
        position.seek(row, dictionaries);
        if (!root.write(row, writer)) {
          writer.writeNull();
        }
        if (bytes.length() > Integer.MAX_VALUE) {
          throw new IllegalArgumentException(
              "the values of one batch take more than 2 GiB: unshred fewer rows at a time");
        }
        values.endRow();
      }
    } catch (MalformedVariantException e) {
      throw e.atRow(row);
    }
  }
}
