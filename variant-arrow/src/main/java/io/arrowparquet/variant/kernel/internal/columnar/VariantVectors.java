// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Makes a Variant column of another storage for the rows of one that exists. */
public final class VariantVectors {
  private VariantVectors() {}

  /**
   * A column with the metadata and the nulls of another, their buffers shared.
   *
   * @param children the storage's other children
   * @param load fills the vectors of those, in their order
   * @return the column, the caller's to close
   */
  public static ParquetVariantVector create(
      ParquetVariantVector column,
      BufferAllocator allocator,
      List<Field> children,
      Consumer<List<FieldVector>> load) {
    Field field = column.getField();
    List<Field> all = new ArrayList<>();
    all.add(column.metadataVector().getField());
    all.addAll(children);
    FieldType type = new FieldType(field.isNullable(), ParquetVariantType.INSTANCE, null, Map.of());
    ParquetVariantVector made =
        VectorMemory.filled(
            (ParquetVariantVector) new Field(field.getName(), type, all).createVector(allocator),
            result -> fill(result, column, load));
    return column.dictionaries() == null ? made : made.withDictionaries(column.dictionaries());
  }

  private static void fill(
      ParquetVariantVector result, ParquetVariantVector column, Consumer<List<FieldVector>> load) {
    int count = column.getValueCount();
    List<FieldVector> vectors = result.getChildrenFromFields();
    column.metadataVector().makeTransferPair(vectors.get(0)).splitAndTransfer(0, count);
    load.accept(vectors.subList(1, vectors.size()));
    result.loadFieldBuffers(
        new ArrowFieldNode(count, column.getNullCount()), List.of(column.getValidityBuffer()));
  }
}
