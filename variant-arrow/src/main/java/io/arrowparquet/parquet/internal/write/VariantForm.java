// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;

/** The form that a file has for a Variant column. */
@FunctionalInterface
public interface VariantForm {
  VariantForm AS_IT_IS = (column, allocator) -> column;

  VariantForm UNSHREDDED =
      (column, allocator) ->
          column.isShredded() ? VariantUnshred.unshred(column, allocator) : column;

  /** The same rows in this form: the vector itself, or a new one that is the caller's to close. */
  ParquetVariantVector apply(ParquetVariantVector column, BufferAllocator allocator);

  /** {@code field}: of the vectors that it will be made from. */
  default Field field(Field field, BufferAllocator allocator) {
    // Vectors know whether metadata is dictionary-encoded; a schema does not.
    List<Field> children = new ArrayList<>(field.getChildren());
    children.replaceAll(
        child ->
            child.getName().equals(ShreddedLayout.METADATA)
                ? ShreddedLayout.METADATA_FIELD
                : child);
    Field plain = new Field(field.getName(), field.getFieldType(), children);
    try (ParquetVariantVector empty = (ParquetVariantVector) plain.createVector(allocator)) {
      empty.setValueCount(0);
      ParquetVariantVector formed = apply(empty, allocator);
      try {
        return formed.getField();
      } finally {
        if (formed != empty) {
          formed.close();
        }
      }
    }
  }
}
