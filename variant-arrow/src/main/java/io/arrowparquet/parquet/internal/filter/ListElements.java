// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** Searches lists for an element of a set. */
public final class ListElements {
  private ListElements() {}

  /**
   * Finds out which lists have such an element.
   *
   * @param vector of lists
   * @param truths receives {@link TruthSet#TRUE} per row with one, {@link TruthSet#UNKNOWN} for one
   *     without, but with a null, and {@link TruthSet#FALSE} for others; for null lists any
   */
  public static void test(FieldVector vector, ValueSet set, int rows, byte[] truths) {
    boolean large = vector instanceof LargeListVector;
    FieldVector elements =
        large ? ((LargeListVector) vector).getDataVector() : ((ListVector) vector).getDataVector();
    int count = elements.getValueCount();
    byte[] ofElements = new byte[count];
    set.test(elements, count, ofElements);
    VectorLocation.markNulls(elements, count, ofElements);
    long offsets = vector.getOffsetBuffer().memoryAddress();
    for (int row = 0; row < rows; row++) {
      truths[row] = any(ofElements, offset(offsets, large, row), offset(offsets, large, row + 1));
    }
  }

  private static byte any(byte[] truths, int from, int to) {
    byte found = TruthSet.FALSE;
    for (int i = from; i < to; i++) {
      found = TruthSet.or(found, truths[i]);
    }
    return found;
  }

  private static int offset(long offsets, boolean large, int row) {
    return large
        ? (int) MemoryUtil.getLong(offsets + (long) Long.BYTES * row)
        : MemoryUtil.getInt(offsets + (long) Integer.BYTES * row);
  }
}
