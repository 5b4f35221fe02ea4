// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.value.VariantBatchBuilder;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Builds an unshredded Variant column row by row. For each row build a value with {@link #value},
 * then {@link #endRow}; or {@link #appendNull}. {@link #finish} makes the column and starts the
 * next.
 *
 * <pre>{@code
 * try (VariantColumnBuilder rows = new VariantColumnBuilder(allocator)) {
 *   rows.value().startObject();
 *   rows.value().field("id").appendInteger(7);
 *   rows.value().endObject();
 *   rows.endRow();
 *   rows.appendNull();
 *   try (ParquetVariantVector column = rows.finish("event", true)) {
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>All rows share one dictionary: the metadata child is a BinaryView whose rows all show the same
 * bytes, so the names are stored once. A {@link VariantBatchBuilder} can give each row a dictionary
 * or sort the names.
 *
 * <p>After an exception in the middle of a row, {@link #dropRow} forgets that row. Ownership: owns
 * memory until closed; a finished column is the caller's. Threads: one at a time.
 */
public final class VariantColumnBuilder extends VariantBatchBuilder {
  private final BufferAllocator allocator;

  /** An empty column under the default limits. */
  public VariantColumnBuilder(BufferAllocator allocator) {
    this(allocator, VariantLimits.defaults());
  }

  /** An empty column under limits. */
  public VariantColumnBuilder(BufferAllocator allocator, VariantLimits limits) {
    super(allocator, limits, DictionaryScope.BATCH, false);
    this.allocator = allocator;
  }

  /**
   * Makes a column of the rows and starts the next one; also if that fails, when the rows are lost.
   *
   * @param nullable whether the column may have nulls; one that has some may in any case
   * @return the column, the caller's to close
   */
  public ParquetVariantVector finish(String name, boolean nullable) {
    int nulls = nullCount();
    ArrowFieldNode node = new ArrowFieldNode(rowCount(), nulls);
    FieldType type =
        new FieldType(nullable || nulls > 0, ParquetVariantType.INSTANCE, null, Map.of());
    Field field =
        new Field(
            name,
            type,
            List.of(
                Field.notNullable(ShreddedLayout.METADATA, ArrowType.BinaryView.INSTANCE),
                Field.nullable(ShreddedLayout.VALUE, ArrowType.Binary.INSTANCE)));
    return VectorMemory.filled(
        (ParquetVariantVector) field.createVector(allocator),
        column -> {
          List<FieldVector> children = column.getChildrenFromFields();
          VarBinaryVector values = (VarBinaryVector) children.get(1);
          finish((ViewVarBinaryVector) children.get(0), values);
          column.loadFieldBuffers(node, List.of(values.getValidityBuffer()));
        });
  }
}
