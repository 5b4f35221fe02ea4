// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;

/** DELTA_LENGTH_BYTE_ARRAY: all lengths as deltas, then the values' bytes without a gap. */
public final class DeltaLengthBinary implements BinaryValues {
  private final DeltaInts deltas = new DeltaInts();
  private byte[] bytes = new byte[0];
  private int position;
  private int end;

  @Override
  public void wrap(byte[] section, int start, int endExclusive, int count) {
    this.bytes = section;
    this.end = endExclusive;
    this.position = deltas.wrap(section, start, endExclusive, count);
  }

  @Override
  public void locate(int count, int[] starts, int[] lengths) {
    deltas.readInts(lengths, 0, count);
    for (int i = 0; i < count; i++) {
      int length = lengths[i];
      if (length < 0 || length > end - position) {
        throw new CorruptPageException(
            "length of a byte array",
            Integer.toString(length),
            "0 to " + (end - position) + ", the bytes that follow");
      }
      starts[i] = position;
      position += length;
    }
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }
}
