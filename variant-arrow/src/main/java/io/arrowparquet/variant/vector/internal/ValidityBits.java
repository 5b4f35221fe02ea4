// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector.internal;

import io.arrowparquet.variant.MalformedVariantException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Which rows of a vector are null. Borrows the vector's buffer. */
public final class ValidityBits {
  private final int count;
  private final int nulls;
  private final ArrowBuf bits;

  private ValidityBits(FieldVector vector) {
    count = vector.getValueCount();
    nulls = vector.getNullCount();
    bits = nulls == 0 ? null : vector.getValidityBuffer();
    if (bits != null && bits.capacity() < (count + 7L) / Byte.SIZE) {
      throw new MalformedVariantException(
          "length of the validity buffer of column " + vector.getName(),
          MalformedVariantException.UNKNOWN,
          bits.capacity() + " bytes",
          "one bit for each of " + count + " rows");
    }
  }

  /** The rows of a vector; null for no vector, which is null in every row. */
  public static ValidityBits of(FieldVector vector) {
    return vector == null ? null : new ValidityBits(vector);
  }

  /** Whether every row is null. */
  public boolean allNull() {
    return nulls == count;
  }

  public boolean isNull(int row) {
    if (row < 0 || row >= count) {
      throw new IndexOutOfBoundsException("row " + row + " of a vector with " + count + " rows");
    }
    return bits != null
        && (MemoryUtil.getByte(bits.memoryAddress() + (row >> 3)) & (1 << (row & 7))) == 0;
  }
}
