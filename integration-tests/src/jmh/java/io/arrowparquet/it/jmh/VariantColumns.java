// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Arrow columns of encoded Variants. */
public final class VariantColumns {
  private VariantColumns() {}

  /** An unshredded column with one dictionary a row; the caller closes it. */
  static ParquetVariantVector unshredded(BufferAllocator allocator, List<EncodedVariant> rows) {
    StructVector storage = StructVector.empty("event", allocator);
    FieldType required = new FieldType(false, ArrowType.Binary.INSTANCE, null);
    VarBinaryVector metadata = storage.addOrGet("metadata", required, VarBinaryVector.class);
    VarBinaryVector value = storage.addOrGet("value", required, VarBinaryVector.class);
    for (int row = 0; row < rows.size(); row++) {
      metadata.setSafe(row, rows.get(row).metadata());
      value.setSafe(row, rows.get(row).value());
      storage.setIndexDefined(row);
    }
    storage.setValueCount(rows.size());
    return ParquetVariantVector.over(storage);
  }

  /** A row of an unshredded column that is not null. */
  static EncodedVariant encoded(ParquetVariantVector column, int row) {
    BinaryColumn metadata = BinaryColumn.of(column.metadataVector(), column.dictionaries());
    BinaryColumn value = BinaryColumn.of(column.valueVector(), null);
    return new EncodedVariant(bytes(metadata, row), bytes(value, row));
  }

  private static byte[] bytes(BinaryColumn column, int row) {
    column.seek(row);
    byte[] bytes = new byte[(int) (column.end() - column.start())];
    column.buffer().getBytes(column.start(), bytes);
    return bytes;
  }
}
