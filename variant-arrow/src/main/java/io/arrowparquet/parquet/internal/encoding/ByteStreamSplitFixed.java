// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * BYTE_STREAM_SPLIT: the first bytes of all values, then all second bytes, and so on.
 *
 * <pre>  | v0[0] v1[0] v2[0] ... | v0[1] v1[1] v2[1] ... | ... width streams of equal length
 * </pre>
 */
public final class ByteStreamSplitFixed implements FixedValues {
  private final int width;
  private long start;
  private int values;
  private int next;

  public ByteStreamSplitFixed(int width) {
    this.width = width;
  }

  @Override
  public void wrap(long sectionStart, long end, int count) {
    if ((end - sectionStart) % width != 0) {
      throw new CorruptPageException(
          "BYTE_STREAM_SPLIT values", (end - sectionStart) + " bytes", "a multiple of " + width);
    }
    this.start = sectionStart;
    this.values = (int) ((end - sectionStart) / width);
    this.next = 0;
  }

  @Override
  public void read(int count, long address) {
    long first = start + next;
    skip(count, address);
    switch (width) {
      case Integer.BYTES -> readInts(first, count, address);
      case Long.BYTES -> readLongs(first, count, address);
      default -> readBytes(first, count, address);
    }
  }

  @Override
  public void select(int[] positions, int count, int total, long address) {
    read(total, address);
    FixedValues.gather(address, width, positions, count, address);
  }

  @Override
  public void skip(int count, long scratch) {
    if (count > values - next) {
      throw new CorruptPageException(
          "BYTE_STREAM_SPLIT values", (values - next) + " values", count + " more");
    }
    next += count;
  }

  private void readInts(long first, int count, long address) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putInt(address + 4L * i, fourBytes(first + i));
    }
  }

  private void readLongs(long first, int count, long address) {
    long fifth = first + 4L * values;
    for (int i = 0; i < count; i++) {
      long value = (fourBytes(first + i) & 0xffff_ffffL) | (long) fourBytes(fifth + i) << 32;
      MemoryUtil.putLong(address + 8L * i, value);
    }
  }

  private int fourBytes(long at) {
    return (MemoryUtil.getByte(at) & 0xff)
        | (MemoryUtil.getByte(at + values) & 0xff) << 8
        | (MemoryUtil.getByte(at + 2L * values) & 0xff) << 16
        | MemoryUtil.getByte(at + 3L * values) << 24;
  }

  private void readBytes(long first, int count, long address) {
    for (int stream = 0; stream < width; stream++) {
      long from = first + (long) stream * values;
      long to = address + stream;
      for (int i = 0; i < count; i++, to += width) {
        MemoryUtil.putByte(to, MemoryUtil.getByte(from + i));
      }
    }
  }
}
