// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Required columns below groups that may be null, as vectors with the groups' nulls. */
public final class NullableVectors {
  private NullableVectors() {}

  /**
   * The same values with other nulls.
   *
   * @param vector of values that have no children; its buffers are shared
   * @param truths {@link TruthSet#UNKNOWN} for rows that are null
   * @return the caller's to close
   */
  public static FieldVector withNulls(
      FieldVector vector, byte[] truths, BufferAllocator allocator) {
    Field field = vector.getField();
    FieldType type = new FieldType(true, field.getType(), null, field.getMetadata());
    List<ArrowBuf> buffers = new ArrayList<>(vector.getFieldBuffers());
    FieldVector result = new Field(field.getName(), type, null).createVector(allocator);
    boolean done = false;
    try (ArrowBuf validity =
        allocator.buffer(BitVectorHelper.getValidityBufferSize(truths.length))) {
      int nulls = 0;
      for (int i = 0; i < truths.length; i++) {
        boolean isNull = truths[i] == TruthSet.UNKNOWN;
        BitVectorHelper.setValidityBit(validity, i, isNull ? 0 : 1);
        nulls += isNull ? 1 : 0;
      }
      buffers.set(0, validity);
      result.loadFieldBuffers(new ArrowFieldNode(truths.length, nulls), buffers);
      done = true;
      return result;
    } finally {
      if (!done) {
        result.close();
      }
    }
  }
}
