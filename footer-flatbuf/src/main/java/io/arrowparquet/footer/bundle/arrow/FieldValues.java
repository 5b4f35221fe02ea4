// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.arrow;

import io.arrowparquet.footer.bundle.internal.BundleBytes;
import java.util.BitSet;

/** The values of one field of a block that is being made. For one thread; reused after clear. */
public abstract sealed class FieldValues permits NumberValues, BytesValues {
  private final BitSet nulls = new BitSet();
  private int size;
  private int nullCount;

  final int size() {
    return size;
  }

  final int nullCount() {
    return nullCount;
  }

  final boolean isNull(int row) {
    return nulls.get(row);
  }

  void clear() {
    nulls.clear();
    size = 0;
    nullCount = 0;
  }

  final void added() {
    size++;
  }

  /** Adds a row without a value. */
  public void addNull() {
    nulls.set(size++);
    nullCount++;
  }

  /** Whether no row has a value. */
  final boolean isEmpty() {
    return nullCount == size;
  }

  /** Whether all rows have the same value. */
  abstract boolean isConstant();

  /**
   * The narrowest Arrow type for the values.
   *
   * @param constant whether the first value alone is written
   */
  abstract FieldType type(boolean constant);

  /** Bytes of UTF-8 or other bytes of the first {@code rows} values; nulls are zeros or empty. */
  abstract void writeData(BundleBytes out, FieldType type, int rows);

  /** Ends of the first {@code rows} values of a variable type, each of four bytes, from 0 on. */
  void writeOffsets(BundleBytes out, int rows) {
    throw new IllegalStateException("values of a fixed width");
  }

  /** Bit i of the bytes: whether row i has a value. */
  final void writeValidity(BundleBytes out, int rows) {
    int at = out.allocate((rows + Byte.SIZE - 1) / Byte.SIZE);
    byte[] target = out.array();
    for (int row = nulls.nextClearBit(0); row < rows; row = nulls.nextClearBit(row + 1)) {
      target[at + (row >> 3)] |= (byte) (1 << (row & 7));
    }
  }
}
