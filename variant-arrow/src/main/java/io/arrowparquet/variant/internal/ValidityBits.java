// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

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
    if (bits != null) {
      BufferChecks.requireLength(vector, "validity", bits, BufferChecks.bytesOfBits(count));
    }
  }

  /** The rows of a vector; null for no vector, which is null in every row. */
  public static ValidityBits of(FieldVector vector) {
    return vector == null ? null : new ValidityBits(vector);
  }

  public boolean allNull() {
    return nulls == count;
  }

  public boolean noneNull() {
    return nulls == 0;
  }

  /** 64 rows as bits, from row {@code 64 * index} on; 1 is not null, rows beyond the end are 0. */
  public long word(int index) {
    return bits == null ? mask(index, count) : word(bits, index, count);
  }

  public static long word(ArrowBuf buffer, int index, int count) {
    long mask = mask(index, count);
    long at = buffer.memoryAddress() + (long) index * Long.BYTES;
    if (mask == -1L) {
      return MemoryUtil.getLong(at);
    }
    long word = 0;
    for (int i = 0; i < Long.BYTES && mask >>> (i * Byte.SIZE) != 0; i++) {
      word |= (MemoryUtil.getByte(at + i) & 0xFFL) << (i * Byte.SIZE);
    }
    return word & mask;
  }

  private static long mask(int index, int count) {
    long rows = Math.min(Long.SIZE, count - (long) index * Long.SIZE);
    return rows <= 0 ? 0 : -1L >>> (Long.SIZE - rows);
  }

  public boolean isNull(int row) {
    if (row < 0 || row >= count) {
      throw new IndexOutOfBoundsException("row " + row + " of a vector with " + count + " rows");
    }
    return bits != null
        && (MemoryUtil.getByte(bits.memoryAddress() + (row >> 3)) & (1 << (row & 7))) == 0;
  }
}
