// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import io.arrowparquet.bundle.internal.BlockLayout.FieldType;
import io.arrowparquet.bundle.internal.BlockLayout.FieldType.Kind;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.PhysicalType;
import java.util.Arrays;

/** Binary values or texts; those of one length are written without offsets. */
public final class BytesValues extends FieldValues {
  /** Longer ones gain nothing, and each length would be a layout of its own. */
  static final int MAX_FIXED = 32;

  private static final int UNKNOWN = -1;
  private static final int DIFFERENT = -2;

  private final boolean isText;
  private final BundleBytes data = new BundleBytes(64);
  private int[] ends = new int[16];
  private int length = UNKNOWN;

  /** What the values are where all have the length of it; null for no type in particular. */
  private PhysicalType physicalType;

  BytesValues(boolean isText) {
    this.isText = isText;
  }

  public void physicalType(PhysicalType type) {
    physicalType = type;
  }

  public void add(byte[] bytes, int start, int count) {
    if (isConstant()
        && size() > 0
        && Arrays.equals(bytes, start, start + count, data.array(), 0, ends[0])) {
      added();
      return;
    }
    storeRows();
    data.write(bytes, start, count);
    length = length == UNKNOWN || length == count ? count : DIFFERENT;
    end();
    added();
  }

  public void add(byte[] bytes) {
    if (bytes == null) {
      addNull();
    } else {
      add(bytes, 0, bytes.length);
    }
  }

  /** A value that was added, as long as no more are; null if it is none. */
  public BinaryValue get(int row) {
    if (isNull(row)) {
      return null;
    }
    int stored = isStored() ? row : 0;
    int start = stored == 0 ? 0 : ends[stored - 1];
    return new BinaryValue(data.array(), start, ends[stored] - start);
  }

  @Override
  void storeSame(int rows) {
    int count = data.size();
    data.repeat(rows);
    if (rows > ends.length) {
      ends = Arrays.copyOf(ends, 2 * rows);
    }
    for (int row = 0; row < rows; row++) {
      ends[row] = (row + 1) * count;
    }
  }

  @Override
  void storeNull() {
    end();
  }

  private void end() {
    if (size() == ends.length) {
      ends = Arrays.copyOf(ends, 2 * ends.length);
    }
    ends[size()] = data.size();
  }

  @Override
  void clear() {
    super.clear();
    data.clear();
    length = UNKNOWN;
    physicalType = null;
  }

  @Override
  FieldType type(boolean constant) {
    if (isText) {
      return FieldType.TEXT;
    }
    if (length == Integer.BYTES && physicalType == PhysicalType.INT32) {
      return FieldType.integer(Integer.BYTES);
    }
    if (length == Long.BYTES && physicalType == PhysicalType.INT64) {
      return FieldType.integer(Long.BYTES);
    }
    if ((length == Float.BYTES && physicalType == PhysicalType.FLOAT)
        || (length == Double.BYTES && physicalType == PhysicalType.DOUBLE)) {
      return new FieldType(Kind.FLOAT, length);
    }
    boolean isFixed = !constant && length > 0 && length <= MAX_FIXED;
    return isFixed ? new FieldType(Kind.FIXED, length) : FieldType.BINARY;
  }

  @Override
  void writeData(BundleBytes out, FieldType type, int rows) {
    if (type.isVariable()) {
      out.write(data.array(), 0, rows == 0 ? 0 : ends[rows - 1]);
      return;
    }
    int width = type.width();
    for (int row = 0; row < rows; row++) {
      if (isNull(row)) {
        out.allocate(width);
      } else {
        out.write(data.array(), ends[row] - width, width);
      }
    }
  }

  @Override
  void writeOffsets(BundleBytes out, int rows) {
    out.writeInt(0);
    for (int row = 0; row < rows; row++) {
      out.writeInt(ends[row]);
    }
  }
}
