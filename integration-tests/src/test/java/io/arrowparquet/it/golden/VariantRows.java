// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.golden;

import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Variant columns out of bytes. */
public final class VariantRows {
  private VariantRows() {}

  /**
   * An unshredded column.
   *
   * @param rows a row each: metadata and value, or null for a null row
   */
  public static ParquetVariantVector of(BufferAllocator allocator, List<List<byte[]>> rows) {
    Field field =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                new Field("metadata", FieldType.notNullable(ArrowType.Binary.INSTANCE), null),
                new Field("value", FieldType.nullable(ArrowType.Binary.INSTANCE), null)));
    ParquetVariantVector column = (ParquetVariantVector) field.createVector(allocator);
    StructVector storage = column.getUnderlyingVector();
    VarBinaryVector metadata = storage.getChild("metadata", VarBinaryVector.class);
    VarBinaryVector value = storage.getChild("value", VarBinaryVector.class);
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row) != null) {
        storage.setIndexDefined(row);
        metadata.setSafe(row, rows.get(row).get(0));
        value.setSafe(row, rows.get(row).get(1));
      }
    }
    column.setValueCount(rows.size());
    return column;
  }
}
