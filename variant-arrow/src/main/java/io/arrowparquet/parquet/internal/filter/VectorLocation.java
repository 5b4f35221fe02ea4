// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Where a column's vector is among the vectors of a batch.
 *
 * @param root number of the vector of the top level
 * @param children number of the child in each Struct on the way
 */
public record VectorLocation(int root, List<Integer> children) {
  /** Copies the list. */
  public VectorLocation {
    children = List.copyOf(children);
  }

  /** The column's vector, owned by the batch. */
  public FieldVector find(VectorSchemaRoot batch) {
    FieldVector vector = batch.getVector(root);
    for (int child : children) {
      vector = child(vector, child);
    }
    return vector;
  }

  /**
   * Sets {@link TruthSet#UNKNOWN} for every row in which the column, or a Struct above it, is null.
   */
  public void markNulls(VectorSchemaRoot batch, int rows, byte[] truths) {
    FieldVector vector = batch.getVector(root);
    markNulls(vector, rows, truths);
    for (int child : children) {
      vector = child(vector, child);
      markNulls(vector, rows, truths);
    }
  }

  private static FieldVector child(FieldVector vector, int number) {
    return (FieldVector) ((StructVector) storage(vector)).getChildByOrdinal(number);
  }

  private static FieldVector storage(FieldVector vector) {
    return vector instanceof ExtensionTypeVector<?> extension
        ? (FieldVector) extension.getUnderlyingVector()
        : vector;
  }

  /** As {@link #markNulls(VectorSchemaRoot, int, byte[])}, of one vector. */
  public static void markNulls(FieldVector vector, int rows, byte[] truths) {
    FieldVector storage = storage(vector);
    if (storage instanceof NullVector) {
      Arrays.fill(truths, 0, rows, TruthSet.UNKNOWN);
      return;
    }
    if (storage.getNullCount() == 0) {
      return;
    }
    ArrowBuf validity = storage.getValidityBuffer();
    for (int i = 0; i < rows; i++) {
      int bits = MemoryUtil.getByte(validity.memoryAddress() + (i >>> 3));
      if ((bits >>> (i & 7) & 1) == 0) {
        truths[i] = TruthSet.UNKNOWN;
      }
    }
  }
}
