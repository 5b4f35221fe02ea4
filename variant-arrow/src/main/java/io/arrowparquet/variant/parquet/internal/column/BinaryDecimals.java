// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

import io.arrowparquet.variant.CorruptPageException;
import io.arrowparquet.variant.parquet.internal.values.BinaryValues;
import io.arrowparquet.variant.parquet.internal.values.FixedValues;
import org.apache.arrow.memory.util.MemoryUtil;

/** BYTE_ARRAY decimals, big-endian two's complement of any length, to those of a vector. */
final class BinaryDecimals implements FixedValues {
  private static final int WINDOW = 256;

  private final BinaryValues values;
  private final int width;
  private final int[] starts = new int[WINDOW];
  private final int[] lengths = new int[WINDOW];

  BinaryDecimals(BinaryValues values, int width) {
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
        convert(values.bytes(), starts[i], lengths[i], to);
      }
      done += step;
    }
  }

  private void convert(byte[] bytes, int start, int length, long to) {
    byte sign = (byte) (length == 0 ? 0 : bytes[start] >> 7);
    int excess = Math.max(0, length - width);
    for (int i = 0; i < excess; i++) {
      if (bytes[start + i] != sign) {
        throw new CorruptPageException(
            "length of a decimal", length + " bytes", "at most " + width + " significant ones");
      }
    }
    int copied = length - excess;
    for (int i = 0; i < copied; i++) {
      MemoryUtil.putByte(to + i, bytes[start + length - 1 - i]);
    }
    MemoryUtil.setMemory(to + copied, width - copied, sign);
  }
}
