// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.CorruptPageException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;

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
public final class HybridDecoder implements IntDecoder {
  private static final int GROUP = 8;
  private static final int BLOCK = 32;

  /** Widest values of which a group of eight lies in eight bytes. */
  private static final int MAX_NARROW = 8;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final BytePacker[] PACKERS = packers();

  private byte[] bytes = new byte[0];

  /** The same bytes, as the packers want them. */
  private ByteBuffer buffer = ByteBuffer.wrap(bytes);

  private int position;
  private int end;
  private int bitWidth;
  private BytePacker packer = PACKERS[0];

  private boolean repeated;
  private int repeatedValue;
  private long left;

  /** Values of a bit-packed group that was unpacked but not wholly asked for. */
  private final int[] group = new int[GROUP];

  private int groupPosition = GROUP;

  private static BytePacker[] packers() {
    BytePacker[] packers = new BytePacker[Integer.SIZE + 1];
    Arrays.setAll(packers, Packer.LITTLE_ENDIAN::newBytePacker);
    return packers;
  }

  /** Points at a section; {@code width} is the bits per value, 0 to 32. */
  public HybridDecoder wrap(byte[] section, int start, int endExclusive, int width) {
    if (width < 0 || width > Integer.SIZE) {
      throw new CorruptPageException("bit width", Integer.toString(width), "0 to 32");
    }
    if (section != bytes) {
      this.bytes = section;
      this.buffer = ByteBuffer.wrap(section);
    }
    this.position = start;
    this.end = endExclusive;
    this.bitWidth = width;
    this.packer = PACKERS[width];
    this.left = 0;
    this.groupPosition = GROUP;
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
    // The packer of no bits leaves what it is to fill as it was.
    repeated = !packed || bitWidth == 0;
    left = packed ? (header >>> 1) * GROUP : header >>> 1;
    groupPosition = GROUP;
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
      byte next = bytes[position++];
      result |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return result;
      }
    }
    throw new CorruptPageException("header of a run", "more than 5 bytes", "a varint of 32 bits");
  }

  private int readRepeatedValue() {
    int width = (bitWidth + 7) / 8;
    if (width > end - position) {
      throw new CorruptPageException(
          "value of a run", (end - position) + " bytes", width + " bytes");
    }
    int value = 0;
    for (int i = 0; i < width; i++) {
      value |= (bytes[position++] & 0xff) << (8 * i);
    }
    if (bitWidth < Integer.SIZE && value >>> bitWidth != 0) {
      throw new CorruptPageException(
          "value of a run", Integer.toUnsignedString(value), "at most " + bitWidth + " bits");
    }
    return value;
  }

  private void unpack(int[] out, int at, int count) {
    int next = at;
    int to = at + count;
    while (groupPosition < GROUP && next < to) {
      out[next++] = group[groupPosition++];
    }
    if (bitWidth <= MAX_NARROW) {
      next = unpackNarrow(out, next, to);
    }
    while (to - next >= BLOCK && end - position >= 4 * bitWidth) {
      packer.unpack32Values(buffer, position, out, next);
      position += 4 * bitWidth;
      next += BLOCK;
    }
    while (next < to) {
      unpackGroup();
      int taken = Math.min(GROUP, to - next);
      System.arraycopy(group, 0, out, next, taken);
      groupPosition = taken;
      next += taken;
    }
  }

  /** Groups of values of up to 8 bits, each group of one word; as far as a word can be read. */
  private int unpackNarrow(int[] out, int at, int to) {
    int width = bitWidth;
    int mask = (1 << width) - 1;
    int last = Math.min(end - width, bytes.length - Long.BYTES);
    int next = at;
    int from = position;
    for (; from <= last && to - next >= GROUP; from += width, next += GROUP) {
      long word = (long) WORDS.get(bytes, from);
      int low = (int) word;
      int high = (int) (word >>> (4 * width));
      out[next] = low & mask;
      out[next + 1] = (low >>> width) & mask;
      out[next + 2] = (low >>> (2 * width)) & mask;
      out[next + 3] = (low >>> (3 * width)) & mask;
      out[next + 4] = high & mask;
      out[next + 5] = (high >>> width) & mask;
      out[next + 6] = (high >>> (2 * width)) & mask;
      out[next + 7] = (high >>> (3 * width)) & mask;
    }
    position = from;
    return next;
  }

  private void unpackGroup() {
    if (end - position >= bitWidth) {
      packer.unpack8Values(buffer, position, group, 0);
      position += bitWidth;
      return;
    }
    if (position >= end) {
      throw new CorruptPageException(
          "bit-packed run", "the end of the section", left + " more values");
    }
    // Writers may cut the bytes of the last group that hold no value.
    byte[] padded = Arrays.copyOf(Arrays.copyOfRange(bytes, position, end), bitWidth);
    packer.unpack8Values(ByteBuffer.wrap(padded), 0, group, 0);
    position = end;
  }
}
