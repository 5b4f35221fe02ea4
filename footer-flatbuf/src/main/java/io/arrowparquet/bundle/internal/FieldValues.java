// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import java.util.BitSet;

/**
 * The values of one field of a block that is being made. For one thread; reused after clear.
 *
 * <p>Most fields are the same in all rows of a block, or in none of them. So rows are only counted
 * until one differs from the first; then all are stored.
 */
public abstract sealed class FieldValues permits NumberValues, BytesValues {
  private final BitSet nulls = new BitSet();
  private int size;
  private int nullCount;
  private boolean isStored;

  final int size() {
    return size;
  }

  final int nullCount() {
    return nullCount;
  }

  final boolean isNull(int row) {
    return isStored ? nulls.get(row) : nullCount > 0;
  }

  void clear() {
    if (isStored) {
      nulls.clear();
    }
    isStored = false;
    size = 0;
    nullCount = 0;
  }

  final void added() {
    size++;
  }

  public final void addNull() {
    if (nullCount < size) {
      storeRows();
      nulls.set(size);
      storeNull();
    }
    size++;
    nullCount++;
  }

  final boolean isStored() {
    return isStored;
  }

  /** Stores the rows so far, if there are any: the next one is another. */
  final void storeRows() {
    if (!isStored && size > 0) {
      isStored = true;
      nulls.set(0, nullCount);
      storeSame(size);
    }
  }

  /** Stores rows that are all null, or all the first value. */
  abstract void storeSame(int rows);

  abstract void storeNull();

  final boolean isEmpty() {
    return nullCount == size;
  }

  final boolean isConstant() {
    return !isStored && nullCount == 0;
  }

  /** The narrowest Arrow type for the values, or for the first one if it alone is written. */
  abstract BlockLayout.FieldType type(boolean constant);

  /** Bytes of UTF-8 or other bytes of the first {@code rows} values; nulls are zeros or empty. */
  abstract void writeData(BundleBytes out, BlockLayout.FieldType type, int rows);

  /** Ends of the first {@code rows} values of a variable type, each of four bytes, from 0 on. */
  void writeOffsets(BundleBytes out, int rows) {
    throw new IllegalStateException("values of a fixed width");
  }

  final void writeValidity(BundleBytes out, int rows) {
    int at = out.allocate((rows + Byte.SIZE - 1) / Byte.SIZE);
    byte[] target = out.array();
    for (int row = nulls.nextClearBit(0); row < rows; row = nulls.nextClearBit(row + 1)) {
      target[at + (row >> 3)] |= (byte) (1 << (row & 7));
    }
  }
}
