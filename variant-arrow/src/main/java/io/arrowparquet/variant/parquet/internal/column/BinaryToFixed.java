// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.variant.parquet.internal.values.BinaryValues;
import io.arrowparquet.variant.parquet.internal.values.FixedValues;

/** Values in an encoding of byte arrays, each converted to one of fixed width in a vector. */
abstract class BinaryToFixed implements FixedValues {
  private static final int WINDOW = 256;

  private final BinaryValues values;
  private final int width;
  private final int[] starts = new int[WINDOW];
  private final int[] lengths = new int[WINDOW];

  BinaryToFixed(BinaryValues values, int width) {
    this.values = values;
    this.width = width;
  }

  /** Bytes of a value in the vector. */
  final int width() {
    return width;
  }

  /** Writes one value's {@link #width} bytes to an address; the bytes given are all there. */
  abstract void convert(byte[] bytes, int start, int length, long to);

  @Override
  public final void wrap(byte[] bytes, int start, int endExclusive, int count) {
    values.wrap(bytes, start, endExclusive, count);
  }

  @Override
  public final void read(int count, long address) {
    long to = address;
    for (int done = 0; done < count; ) {
      int step = Math.min(WINDOW, count - done);
      values.locate(step, starts, lengths);
      for (int i = 0; i < step; i++, to += width) {
        convert(values.bytes(), starts[i], lengths[i], to);
      }
      done += step;
    }
  }
}
