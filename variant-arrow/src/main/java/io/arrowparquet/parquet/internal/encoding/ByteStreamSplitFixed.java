// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * BYTE_STREAM_SPLIT: the first bytes of all values, then all second bytes, and so on.
 *
 * <pre>  | v0[0] v1[0] v2[0] ... | v0[1] v1[1] v2[1] ... | ... width streams of equal length
 * </pre>
 */
public final class ByteStreamSplitFixed implements FixedValues {
  private static final long FOUR_BYTES = 0x0000_0000_ffff_ffffL;
  private static final long TWO_BYTES = 0x0000_ffff_0000_ffffL;
  private static final long ONE_BYTE = 0x00ff_00ff_00ff_00ffL;

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
    Page.requireValues("BYTE_STREAM_SPLIT values", values - next, count);
    next += count;
  }

  private void readInts(long first, int count, long address) {
    int whole = count & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long from = first + i;
      fourWords(
          MemoryUtil.getLong(from),
          MemoryUtil.getLong(from + values),
          MemoryUtil.getLong(from + 2L * values),
          MemoryUtil.getLong(from + 3L * values),
          address + 4L * i,
          true);
    }
    for (int i = whole; i < count; i++) {
      MemoryUtil.putInt(address + 4L * i, fourBytes(first + i));
    }
  }

  /** Eight values at a time: a word of each stream, whose bytes become those of eight words. */
  private void readLongs(long first, int count, long address) {
    int whole = count & -Long.BYTES;
    int wide = WideLoops.FOUND == null ? 0 : whole;
    if (wide > 0) {
      WideLoops.FOUND.joined(first, values, address, wide / Long.BYTES);
    }
    for (int i = wide; i < whole; i += Long.BYTES) {
      eightLongs(first + i, address + 8L * i);
    }
    long fifth = first + 4L * values;
    for (int i = whole; i < count; i++) {
      long value = (fourBytes(first + i) & 0xffff_ffffL) | (long) fourBytes(fifth + i) << 32;
      MemoryUtil.putLong(address + 8L * i, value);
    }
  }

  private void eightLongs(long from, long to) {
    long a = MemoryUtil.getLong(from);
    long b = MemoryUtil.getLong(from + values);
    long c = MemoryUtil.getLong(from + 2L * values);
    long d = MemoryUtil.getLong(from + 3L * values);
    long e = MemoryUtil.getLong(from + 4L * values);
    long f = MemoryUtil.getLong(from + 5L * values);
    long g = MemoryUtil.getLong(from + 6L * values);
    long h = MemoryUtil.getLong(from + 7L * values);
    // Halves are exchanged, then pairs of bytes, then bytes, as a matrix is transposed.
    long t = ((a >>> 32) ^ e) & FOUR_BYTES;
    a ^= t << 32;
    e ^= t;
    t = ((b >>> 32) ^ f) & FOUR_BYTES;
    b ^= t << 32;
    f ^= t;
    t = ((c >>> 32) ^ g) & FOUR_BYTES;
    c ^= t << 32;
    g ^= t;
    t = ((d >>> 32) ^ h) & FOUR_BYTES;
    d ^= t << 32;
    h ^= t;
    fourWords(a, b, c, d, to, false);
    fourWords(e, f, g, h, to + 4 * Long.BYTES, false);
  }

  /** Four longs, or eight ints of which the first four are the low halves. */
  private static void fourWords(
      long first, long second, long third, long fourth, long to, boolean ofInts) {
    long t = ((first >>> 16) ^ third) & TWO_BYTES;
    long a = first ^ (t << 16);
    long c = third ^ t;
    t = ((second >>> 16) ^ fourth) & TWO_BYTES;
    long b = second ^ (t << 16);
    long d = fourth ^ t;
    t = ((a >>> 8) ^ b) & ONE_BYTE;
    a ^= t << 8;
    b ^= t;
    t = ((c >>> 8) ^ d) & ONE_BYTE;
    c ^= t << 8;
    d ^= t;
    MemoryUtil.putLong(to, ofInts ? (a & FOUR_BYTES) | (b << 32) : a);
    MemoryUtil.putLong(to + 8, ofInts ? (c & FOUR_BYTES) | (d << 32) : b);
    MemoryUtil.putLong(to + 16, ofInts ? (a >>> 32) | (b & ~FOUR_BYTES) : c);
    MemoryUtil.putLong(to + 24, ofInts ? (c >>> 32) | (d & ~FOUR_BYTES) : d);
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
