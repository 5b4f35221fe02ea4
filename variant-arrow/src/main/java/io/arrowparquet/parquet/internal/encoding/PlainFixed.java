// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/** PLAIN values of a fixed width: copied as they are, both sides being little-endian. */
public final class PlainFixed implements FixedValues {
  private final int width;
  private long position;
  private long end;

  /** Of values of {@code width} bytes. */
  public PlainFixed(int width) {
    this.width = width;
  }

  @Override
  public void wrap(long start, long endExclusive, int count) {
    this.position = start;
    this.end = endExclusive;
  }

  @Override
  public void read(int count, long address) {
    long from = position;
    skip(count, address);
    MemoryUtil.copyMemory(from, address, position - from);
  }

  @Override
  public void select(int[] positions, int count, int total, long address) {
    long from = position;
    skip(total, address);
    SelectedValues.gather(from, width, positions, count, address);
  }

  @Override
  public void skip(int count, long scratch) {
    long length = (long) count * width;
    if (length > end - position) {
      throw new CorruptPageException(
          "PLAIN values", (end - position) + " bytes", length + " bytes, " + count + " values");
    }
    position += length;
  }
}
