// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;

/** Whole numbers; written as wide as the widest of them. */
public final class NumberValues extends FieldValues {
  private long[] values = new long[16];

  /** Every value's bits that differ from its sign. */
  private long significant;

  public void add(long value) {
    if (isConstant() && size() > 0 && value == values[0]) {
      added();
      return;
    }
    storeRows();
    put(value);
    significant |= value ^ (value >> (Long.SIZE - 1));
    added();
  }

  public void add(Number value) {
    if (value == null) {
      addNull();
    } else {
      add(value.longValue());
    }
  }

  /** A value that was added; null if it is none. */
  public Long get(int row) {
    return isNull(row) ? null : (Long) values[isStored() ? row : 0];
  }

  /** Makes each value what it adds to the one before, and the first what it adds to this one. */
  void toSteps(long before) {
    Long[] old = new Long[size()];
    Arrays.setAll(old, this::get);
    clear();
    long last = before;
    for (Long value : old) {
      add(value == null ? null : (Long) (value - last));
      last = value == null ? last : value;
    }
  }

  @Override
  void storeSame(int rows) {
    long value = isEmpty() ? 0 : values[0];
    if (rows > values.length) {
      values = new long[2 * rows];
    }
    Arrays.fill(values, 0, rows, value);
  }

  @Override
  void storeNull() {
    put(0);
  }

  private void put(long value) {
    if (size() == values.length) {
      values = Arrays.copyOf(values, 2 * values.length);
    }
    values[size()] = value;
  }

  @Override
  void clear() {
    super.clear();
    significant = 0;
  }

  @Override
  BlockLayout.FieldType type(boolean constant) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(significant) + 1;
    int width = bits <= Byte.SIZE ? 1 : bits <= Short.SIZE ? 2 : bits <= Integer.SIZE ? 4 : 8;
    return BlockLayout.FieldType.integer(constant ? Long.BYTES : width);
  }

  @Override
  void writeData(BundleBytes out, BlockLayout.FieldType type, int rows) {
    int width = type.width();
    int at = out.allocate(rows * width);
    byte[] target = out.array();
    for (int row = 0; row < rows; row++, at += width) {
      long value = values[row];
      switch (width) {
        case 1 -> target[at] = (byte) value;
        case 2 -> ArrayNumbers.SHORT.set(target, at, (short) value);
        case 4 -> ArrayNumbers.INT.set(target, at, (int) value);
        default -> ArrayNumbers.LONG.set(target, at, value);
      }
    }
  }
}
