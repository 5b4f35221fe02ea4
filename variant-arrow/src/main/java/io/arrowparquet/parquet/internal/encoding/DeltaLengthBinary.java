// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;

/** DELTA_LENGTH_BYTE_ARRAY: all lengths as deltas, then the values' bytes without a gap. */
public final class DeltaLengthBinary implements BinaryValues {
  private final DeltaInts deltas = new DeltaInts();
  private long position;
  private long end;

  @Override
  public void wrap(long start, long endExclusive, int count) {
    this.end = endExclusive;
    this.position = deltas.wrap(start, endExclusive, count);
  }

  @Override
  public long append(int count, int[] lengths, GrowableBuffer data, long most) {
    long total = readLengths(count, lengths);
    if (total <= most) {
      data.appendAll(position, total);
      position += total;
    }
    return total;
  }

  @Override
  public void skip(int count, int[] lengths) {
    position += readLengths(count, lengths);
  }

  /** Reads the next lengths; their sum, which is in the page. */
  private long readLengths(int count, int[] lengths) {
    deltas.readInts(lengths, 0, count);
    long left = end - position;
    long total = 0;
    for (int i = 0; i < count; i++) {
      int length = lengths[i];
      if (length < 0 || length > left - total) {
        throw new CorruptPageException(
            "length of a byte array",
            Integer.toString(length),
            "0 to " + (left - total) + ", the bytes that follow");
      }
      total += length;
    }
    return total;
  }
}
