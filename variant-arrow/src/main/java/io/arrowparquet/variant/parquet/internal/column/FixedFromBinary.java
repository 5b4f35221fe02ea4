// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.variant.CorruptPageException;
import io.arrowparquet.variant.parquet.internal.values.BinaryValues;
import io.arrowparquet.variant.parquet.internal.values.FixedValues;
import org.apache.arrow.memory.util.MemoryUtil;

/** FIXED_LEN_BYTE_ARRAY values in an encoding of byte arrays: every length must be the width. */
final class FixedFromBinary implements FixedValues {
  private static final int WINDOW = 256;

  private final BinaryValues values;
  private final int width;
  private final int[] starts = new int[WINDOW];
  private final int[] lengths = new int[WINDOW];

  FixedFromBinary(BinaryValues values, int width) {
    this.values = values;
    this.width = width;
  }

  @Override
  public void wrap(byte[] bytes, int start, int endExclusive, int count) {
    values.wrap(bytes, start, endExclusive, count);
  }

  @Override
  public void read(int count, long address) {
    long to = address;
    for (int done = 0; done < count; ) {
      int step = Math.min(WINDOW, count - done);
      values.locate(step, starts, lengths);
      for (int i = 0; i < step; i++, to += width) {
        if (lengths[i] != width) {
          throw new CorruptPageException(
              "length of a fixed-length value", Integer.toString(lengths[i]), width + " bytes");
        }
        MemoryUtil.copyToMemory(values.bytes(), starts[i], to, width);
      }
      done += step;
    }
  }
}
