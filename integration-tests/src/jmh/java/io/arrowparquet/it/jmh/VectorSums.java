// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Vectors added up, as {@link ParquetJavaColumns} adds up columns. */
final class VectorSums {
  private VectorSums() {}

  /** Sum over all vectors of all batches. */
  static long sum(ArrowReader reader) throws IOException {
    long sum = 0;
    while (reader.loadNextBatch()) {
      for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
        sum += sum(vector);
      }
    }
    return sum;
  }

  /** Rows of all batches, which nobody looks at. */
  static long rows(ArrowReader reader) throws IOException {
    long rows = 0;
    while (reader.loadNextBatch()) {
      rows += reader.getVectorSchemaRoot().getRowCount();
    }
    return rows;
  }

  /** Sum over one vector. */
  static long sum(FieldVector vector) {
    if (vector instanceof ParquetVariantVector variants) {
      return sum(variants.getUnderlyingVector());
    }
    if (vector instanceof ListVector list) {
      return sum(list.getDataVector());
    }
    if (vector instanceof StructVector struct) {
      return struct.getChildrenFromFields().stream().mapToLong(VectorSums::sum).sum();
    }
    return sumOfLeaf(vector);
  }

  private static long sumOfLeaf(FieldVector vector) {
    int count = vector.getValueCount();
    long sum = 0;
    if (vector instanceof BaseVariableWidthVector texts) {
      for (int i = 0; i < count; i++) {
        sum += texts.getValueLength(i);
      }
      return sum;
    }
    if (vector instanceof BitVector values) {
      for (int i = 0; i < count; i++) {
        sum += values.isNull(i) ? 0 : values.get(i);
      }
      return sum;
    }
    ArrowBuf data = vector.getDataBuffer();
    ArrowBuf validity = vector.getNullCount() == 0 ? null : vector.getValidityBuffer();
    if (vector instanceof IntVector) {
      for (int i = 0; i < count; i++) {
        sum += data.getInt(4L * i) & ofPresent(validity, i);
      }
    } else if (vector instanceof BigIntVector || vector instanceof Float8Vector) {
      for (int i = 0; i < count; i++) {
        sum += data.getLong(8L * i) & ofPresent(validity, i);
      }
    } else {
      throw new IllegalArgumentException(vector.getField().toString());
    }
    return sum;
  }

  /** All bits for a value, none for a null: without a branch, since nulls come at random. */
  private static int ofPresent(ArrowBuf validity, int index) {
    return validity == null ? -1 : -(validity.getByte(index >>> 3) >>> (index & 7) & 1);
  }
}
