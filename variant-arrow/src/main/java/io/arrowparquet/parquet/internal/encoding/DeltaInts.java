// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * A DELTA_BINARY_PACKED section.
 *
 * <pre>
 *   header := blockSize varint | miniblocks per block varint | count varint | first value zigzag
 *   block  := least delta zigzag | bit widths, a byte per miniblock | miniblocks
 * </pre>
 *
 * <p>Where the section ends is known only by its blocks: {@link #wrap} walks them, and so finds
 * missing bytes and widths that are too large before a value is decoded. Sums wrap around, as the
 * format defines: values of 32 bits are the low bits of sums of 64, so both widths share one
 * decoder. The last block lacks the miniblocks that would hold no value, but not their widths,
 * which are ignored.
 *
 * <p>A part of a miniblock is unpacked at a time, into an array of a fixed length, but for whole
 * groups of INT32.
 */
final class DeltaInts {
  private static final int MAX_BLOCK_SIZE = 1 << 20;
  private static final int GROUP = IntUnpacker.GROUP;

  /** Deltas unpacked at a time; a multiple of the group. */
  private static final int CHUNK = 128;

  private long position;
  private long end;
  private int left;
  private int miniblocks;
  private int miniblockSize;
  private long nextWidth;
  private int miniblocksLeft;
  private int width;
  private int packed;

  private final long[] chunk = new long[CHUNK];

  private int chunkPosition;
  private int chunkEnd;
  private long least;
  private long value;

  /** Returns where the section ended, which declares {@code maxCount} values at most. */
  long wrap(long start, long endExclusive, int maxCount) {
    this.position = start;
    this.end = endExclusive;
    readHeader(maxCount);
    // The first value is a delta of its own.
    chunk[0] = readZigzag("first value of deltas");
    chunkPosition = 0;
    chunkEnd = Math.min(1, left);
    least = 0;
    value = 0;
    packed = 0;
    miniblocksLeft = 0;
    long blocks = position;
    long sectionEnd = checkBlocks();
    position = blocks;
    return sectionEnd;
  }

  private void readHeader(int maxCount) {
    int blockSize = readBounded("block size of deltas", 1, MAX_BLOCK_SIZE);
    miniblocks = readBounded("miniblocks per block of deltas", 1, blockSize);
    left = readBounded("count of deltas", 0, maxCount);
    if (blockSize % miniblocks != 0 || blockSize / miniblocks % GROUP != 0) {
      throw new CorruptPageException(
          "miniblocks per block of deltas",
          miniblocks + " of a block of " + blockSize,
          "miniblocks of a multiple of 8 values");
    }
    miniblockSize = blockSize / miniblocks;
  }

  private int readBounded(String what, int atLeast, int atMost) {
    long number = readVarint(what, 5);
    Page.requireBetween(what, number, atLeast, atMost);
    return (int) number;
  }

  private long readZigzag(String what) {
    long number = readVarint(what, 10);
    return (number >>> 1) ^ -(number & 1);
  }

  private long readVarint(String what, int maxBytes) {
    long number = 0;
    for (int shift = 0; shift < 7 * maxBytes; shift += 7) {
      if (position >= end) {
        throw new CorruptPageException(what, "the end of the section", "a varint");
      }
      byte next = MemoryUtil.getByte(position++);
      number |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new CorruptPageException(
        what,
        "more than " + maxBytes + " bytes",
        "a varint of " + (maxBytes == 5 ? Integer.SIZE : Long.SIZE) + " bits");
  }

  private long checkBlocks() {
    for (long missing = left - 1L; missing > 0; ) {
      readZigzag("least delta of a block");
      long widths = position;
      Page.requireBytes("bit widths of miniblocks", end - position, miniblocks);
      position += miniblocks;
      for (int i = 0; i < miniblocks && missing > 0; i++, missing -= miniblockSize) {
        int bits = MemoryUtil.getByte(widths + i) & 0xff;
        Page.requireBetween("bit width of a miniblock", bits, 0, Long.SIZE);
        int length = bits * (miniblockSize / Byte.SIZE);
        Page.requireBytes("miniblock of deltas", end - position, length);
        position += length;
      }
    }
    return position;
  }

  void readInts(int[] out, int at, int count) {
    take(count);
    for (int next = at, to = at + count; next < to; ) {
      int step = Math.min(unpacked(), to - next);
      int from = chunkPosition;
      long sum = value;
      for (int i = 0; i < step; i++) {
        sum += chunk[from + i] + least;
        out[next + i] = (int) sum;
      }
      value = sum;
      chunkPosition += step;
      next += step;
    }
  }

  void readInts(long address, int count) {
    take(count);
    long to = address;
    for (int missing = count; missing > 0; ) {
      if (chunkPosition == chunkEnd && missing >= GROUP) {
        int groups = readGroups(to, missing, false);
        missing -= groups * GROUP;
        to += (long) groups * GROUP * Integer.BYTES;
        continue;
      }
      int step = Math.min(unpacked(), missing);
      int from = chunkPosition;
      long sum = value;
      for (int i = 0; i < step; i++) {
        sum += chunk[from + i] + least;
        MemoryUtil.putInt(to + 4L * i, (int) sum);
      }
      value = sum;
      chunkPosition += step;
      missing -= step;
      to += 4L * step;
    }
  }

  /** Writes as many of {@code most} values as are whole groups of a miniblock. */
  private int readGroups(long to, int most, boolean ofLongs) {
    if (packed == 0) {
      startMiniblock();
    }
    int groups = Math.min(most, packed) / GROUP;
    value =
        ofLongs
            ? WideLoops.FOUND.sums(position, width, least, value, to, groups)
            : DeltaSums.write(position, width, (int) least, (int) value, to, groups);
    position += (long) groups * width;
    packed -= groups * GROUP;
    return groups;
  }

  void readLongs(long address, int count) {
    take(count);
    long to = address;
    for (int missing = count; missing > 0; ) {
      if (WideLoops.FOUND != null && chunkPosition == chunkEnd && missing >= GROUP) {
        int groups = readGroups(to, missing, true);
        missing -= groups * GROUP;
        to += (long) groups * GROUP * Long.BYTES;
        continue;
      }
      int step = Math.min(unpacked(), missing);
      int from = chunkPosition;
      long sum = value;
      for (int i = 0; i < step; i++) {
        sum += chunk[from + i] + least;
        MemoryUtil.putLong(to + 8L * i, sum);
      }
      value = sum;
      chunkPosition += step;
      missing -= step;
      to += 8L * step;
    }
  }

  private void take(int count) {
    Page.requireValues("deltas", left, count);
    left -= count;
  }

  /** Number of unpacked deltas, at least one: unpacks more if there are none. */
  private int unpacked() {
    if (chunkPosition == chunkEnd) {
      if (packed == 0) {
        startMiniblock();
      }
      int count = Math.min(CHUNK, packed);
      unpackGroups(count / GROUP);
      packed -= count;
      chunkPosition = 0;
      chunkEnd = count;
    }
    return chunkEnd - chunkPosition;
  }

  private void startMiniblock() {
    if (miniblocksLeft == 0) {
      least = readZigzag("least delta of a block");
      nextWidth = position;
      position += miniblocks;
      miniblocksLeft = miniblocks;
    }
    width = MemoryUtil.getByte(nextWidth++) & 0xff;
    miniblocksLeft--;
    packed = miniblockSize;
  }

  private void unpackGroups(int groups) {
    LongUnpacker.unpack(position, width, chunk, 0, groups);
    position += (long) groups * width;
  }
}
