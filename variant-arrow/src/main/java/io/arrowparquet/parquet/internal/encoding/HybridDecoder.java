// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Parquet's hybrid of run lengths and bit packing, a run at a time.
 *
 * <pre>
 *   run     := varint header, then
 *     header = length &lt;&lt; 1        one value of ceil(bitWidth / 8) bytes, little-endian, repeated
 *     header = groups &lt;&lt; 1 | 1    groups x 8 values of bitWidth bits each, least significant first
 * </pre>
 *
 * <p>Re-targetable; a run's declared length is never allocated, only what the caller asks for is
 * decoded.
 */
public final class HybridDecoder implements IntDecoder, LevelDecoder {
  private static final int GROUP = IntUnpacker.GROUP;

  private long position;
  private long end;
  private int bitWidth;
  private boolean repeated;
  private int repeatedValue;
  private long left;

  private final int[] group = new int[GROUP];

  private int groupPosition;
  private int groupEnd;

  /** Points at a section, with room after as in {@link FixedValues#wrap}. */
  public HybridDecoder wrap(long start, long endExclusive, int width) {
    Page.requireBetween("bit width", width, 0, Integer.SIZE);
    this.position = start;
    this.end = endExclusive;
    this.bitWidth = width;
    this.left = 0;
    this.groupPosition = groupEnd;
    return this;
  }

  @Override
  public void read(int[] out, int at, int count) {
    int to = at + count;
    int next = at;
    while (next < to) {
      if (left == 0) {
        startRun();
      }
      int taken = (int) Math.min(left, to - next);
      if (repeated) {
        Arrays.fill(out, next, next + taken, repeatedValue);
      } else {
        unpack(out, next, taken);
      }
      left -= taken;
      next += taken;
    }
  }

  @Override
  public void readLevels(byte[] out, int at, int count) {
    int to = at + count;
    for (int next = at; next < to; ) {
      if (left == 0) {
        startRun();
      }
      int taken = (int) Math.min(left, to - next);
      if (repeated) {
        Arrays.fill(out, next, next + taken, (byte) repeatedValue);
      } else {
        unpackLevels(out, next, next + taken);
      }
      left -= taken;
      next += taken;
    }
  }

  /** Reads values of one bit, the first into the lowest bit of the first word; the rest is 0. */
  public void readBits(long[] out, int count) {
    Arrays.fill(out, 0, (count + Long.SIZE - 1) / Long.SIZE, 0);
    for (int next = 0; next < count; ) {
      if (left == 0) {
        startRun();
      }
      int taken = (int) Math.min(left, count - next);
      if (repeated) {
        fillBits(out, next, next + taken);
      } else {
        unpackBits(out, next, next + taken);
      }
      left -= taken;
      next += taken;
    }
  }

  @Override
  public void skip(int[] scratch, int count) {
    for (int missing = count; missing > 0; ) {
      if (left == 0) {
        startRun();
      }
      int taken = (int) Math.min(left, missing);
      if (!repeated) {
        skipPacked(taken);
      }
      left -= taken;
      missing -= taken;
    }
  }

  /** Decodes {@code count} of the next {@code total} values by their ascending positions. */
  void select(int[] positions, int count, int total, int[] out) {
    int next = 0;
    for (int passed = 0; passed < total; ) {
      if (left == 0) {
        startRun();
      }
      int end = passed + (int) Math.min(left, total - passed);
      if (!repeated) {
        next = selectPacked(positions, next, count, passed, end, out);
      } else {
        for (; next < count && positions[next] < end; next++) {
          out[next] = repeatedValue;
        }
      }
      left -= end - passed;
      passed = end;
    }
  }

  /** Selects from one run; returns the next position's index. */
  private int selectPacked(int[] positions, int from, int count, int passed, int to, int[] out) {
    int start = passed + Math.min(groupEnd - groupPosition, to - passed);
    int next = selectRest(positions, from, count, passed, start, out);
    int groups = (int) Math.min((to - start) / GROUP, (end - position) / bitWidth);
    int whole = start + groups * GROUP;
    long mask = (1L << bitWidth) - 1;
    for (; next < count && positions[next] < whole; next++) {
      long bit = (long) (positions[next] - start) * bitWidth;
      out[next] = (int) (MemoryUtil.getLong(position + (bit >>> 3)) >>> (bit & 7) & mask);
    }
    position += (long) groups * bitWidth;
    for (int at = whole; at < to; ) {
      unpackGroup();
      int groupTo = at + Math.min(groupEnd, to - at);
      next = selectRest(positions, next, count, at, groupTo, out);
      at = groupTo;
    }
    return next;
  }

  private int selectRest(int[] positions, int from, int count, int at, int to, int[] out) {
    int next = from;
    for (; next < count && positions[next] < to; next++) {
      out[next] = group[groupPosition + positions[next] - at];
    }
    groupPosition += to - at;
    return next;
  }

  private void skipPacked(int count) {
    int missing = count - skipRest(count);
    int groups = (int) Math.min(missing / GROUP, (end - position) / bitWidth);
    position += (long) groups * bitWidth;
    missing -= groups * GROUP;
    while (missing > 0) {
      unpackGroup();
      missing -= skipRest(missing);
    }
  }

  private int skipRest(int most) {
    int taken = Math.min(groupEnd - groupPosition, most);
    groupPosition += taken;
    return taken;
  }

  @Override
  public int takeEqual(int count) {
    if (left == 0) {
      startRun();
    }
    if (!repeated || left < count) {
      return -1;
    }
    left -= count;
    return repeatedValue;
  }

  /** How many groups come next, whole, in a packed run and in {@code most} values, at least one. */
  int wholeGroups(int most) {
    if (left == 0) {
      startRun();
    }
    return repeated || groupPosition < groupEnd
        ? 0
        : (int) Math.min(Math.min(left, most) / GROUP, (end - position) / bitWidth);
  }

  /** The address of groups that {@link #wholeGroups} has counted, which are passed over. */
  long takeGroups(int groups) {
    long from = position;
    position += (long) groups * bitWidth;
    left -= (long) groups * GROUP;
    return from;
  }

  /** Values left of a group that was taken in part. */
  int leftOfGroup() {
    return groupEnd - groupPosition;
  }

  int bitWidth() {
    return bitWidth;
  }

  private void startRun() {
    if (position >= end) {
      if (bitWidth != 0) {
        throw new CorruptPageException(
            "run of levels or indexes", "the end of the section", "more runs");
      }
      // Values without bits need no bytes: some writers leave even the run's header away.
      repeated = true;
      repeatedValue = 0;
      left = Long.MAX_VALUE;
      return;
    }
    long header = readVarint();
    boolean packed = (header & 1) != 0;
    // Groups of no bits take no bytes.
    repeated = !packed || bitWidth == 0;
    left = packed ? (header >>> 1) * GROUP : header >>> 1;
    groupPosition = groupEnd;
    if (left == 0) {
      throw new CorruptPageException("length of a run", "0", "at least 1");
    }
    if (repeated) {
      repeatedValue = readRepeatedValue();
    }
  }

  private long readVarint() {
    long result = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (position >= end) {
        throw new CorruptPageException("header of a run", "the end of the section", "a varint");
      }
      byte next = MemoryUtil.getByte(position++);
      result |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return result;
      }
    }
    throw new CorruptPageException("header of a run", "more than 5 bytes", "a varint of 32 bits");
  }

  private int readRepeatedValue() {
    int width = (bitWidth + 7) / 8;
    Page.requireBytes("value of a run", end - position, width);
    int value = 0;
    for (int i = 0; i < width; i++) {
      value |= (MemoryUtil.getByte(position++) & 0xff) << (8 * i);
    }
    if (bitWidth < Integer.SIZE && value >>> bitWidth != 0) {
      throw new CorruptPageException(
          "value of a run", Integer.toUnsignedString(value), "at most " + bitWidth + " bits");
    }
    return value;
  }

  private void unpack(int[] out, int at, int count) {
    int to = at + count;
    int next = takeRest(out, at, to);
    int groups = (int) Math.min((to - next) / GROUP, (end - position) / bitWidth);
    IntUnpacker.unpack(position, bitWidth, out, next, groups);
    position += (long) groups * bitWidth;
    next += groups * GROUP;
    while (next < to) {
      unpackGroup();
      next = takeRest(out, next, to);
    }
  }

  private void unpackLevels(byte[] out, int at, int to) {
    for (int next = at; next < to; ) {
      for (; groupPosition < groupEnd && next < to; next++) {
        out[next] = (byte) group[groupPosition++];
      }
      int groups = (int) Math.min((to - next) / GROUP, (end - position) / bitWidth);
      IntUnpacker.unpackBytes(position, bitWidth, out, next, groups);
      position += (long) groups * bitWidth;
      next += groups * GROUP;
      if (next < to) {
        unpackGroup();
      }
    }
  }

  private void fillBits(long[] out, int at, int to) {
    for (int next = at; next < to; next += Long.SIZE) {
      int bits = Math.min(Long.SIZE, to - next);
      putBits(out, next, -repeatedValue & (-1L >>> (Long.SIZE - bits)), bits);
    }
  }

  private void unpackBits(long[] out, int at, int to) {
    int next = at;
    while (next < to) {
      for (; groupPosition < groupEnd && next < to; next++) {
        putBits(out, next, group[groupPosition++], 1);
      }
      while (to - next >= GROUP && position < end) {
        int bytes = (int) Math.min(Math.min((to - next) / GROUP, Long.BYTES), end - position);
        int bits = bytes * Byte.SIZE;
        putBits(out, next, MemoryUtil.getLong(position) & (-1L >>> (Long.SIZE - bits)), bits);
        position += bytes;
        next += bits;
      }
      if (next < to) {
        unpackGroup();
      }
    }
  }

  private static void putBits(long[] out, int at, long word, int bits) {
    int shift = at % Long.SIZE;
    out[at / Long.SIZE] |= word << shift;
    if (shift + bits > Long.SIZE) {
      out[at / Long.SIZE + 1] |= word >>> (Long.SIZE - shift);
    }
  }

  private int takeRest(int[] out, int at, int to) {
    int taken = Math.min(groupEnd - groupPosition, to - at);
    System.arraycopy(group, groupPosition, out, at, taken);
    groupPosition += taken;
    return at + taken;
  }

  private void unpackGroup() {
    int present = (int) Math.min(bitWidth, end - position);
    // Writers may cut the bytes of the last group that hold no value.
    int whole = present * Byte.SIZE / bitWidth;
    if (whole == 0) {
      throw new CorruptPageException(
          "bit-packed run", "the end of the section", left + " more values");
    }
    IntUnpacker.unpack(position, bitWidth, group, 0, 1);
    position += present;
    groupPosition = 0;
    groupEnd = whole;
  }
}
