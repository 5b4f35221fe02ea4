// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor.check;

import io.arrowparquet.parquet.internal.codec.PageBytes.Resumable;
import java.io.IOException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Snappy streams, as far as their bytes are wanted. A stream is its decompressed length, a varint,
 * and elements, each with a tag:
 *
 * <pre>
 *   literal  length - 1 in 6 bits, or, from 60 on, in the 1 to 4 bytes that follow | 00
 *   copy     3 bits of the offset, length - 4 in 3 bits | 01                   8 bits of the offset
 *   copy     length - 1 in 6 bits | 10                                         16 bits of the offset
 *   copy     length - 1 in 6 bits | 11                                         32 bits of the offset
 * </pre>
 *
 * <p>It stops between elements only. The known writers compress blocks of 64 KiB by themselves, so
 * that one can be left out: its tags are walked, nothing is copied. A copy that refers to what was
 * left out has it decompressed after all, and no other is left out.
 */
final class SnappyDecoder implements Resumable {
  static final int BLOCK = 1 << 16;

  /** A tag and what is read after it in words: of a literal at most 60 bytes. */
  private static final int INPUT_ROOM = 1 + 64;

  /** What is written in words for at most 64 bytes. */
  private static final int OUTPUT_ROOM = 64 + Long.BYTES;

  private static final int MOST_SHORT = 60;

  /** By an offset up to 8: repeats that many bytes through a word when it multiplies them. */
  static final long[] REPEATS = {
    0,
    0x0101010101010101L,
    0x0001000100010001L,
    0x0001000001000001L,
    0x0000000100000001L,
    0x0000010000000001L,
    0x0001000000000001L,
    0x0100000000000001L,
    1
  };

  /** By an offset up to 8: its greatest multiple of at most a word. */
  static final int[] STEPS = {0, 8, 8, 6, 8, 5, 6, 7, 8};

  private long in;
  private long inEnd;
  private long out;
  private long outStart;
  private long outEnd;

  /** Copies may refer to bytes from here on; where blocks were left out, not the output's start. */
  private long written;

  /** Where the first block that was left out begins. */
  private long inBefore;

  private long outBefore;

  /** Whether blocks refer to others, so that none is left out. */
  private boolean isLinked;

  @Override
  public void start(long input, int inputLength, long output, int outputLength) throws IOException {
    in = input;
    inEnd = input + inputLength;
    out = output;
    outStart = output;
    outEnd = output + outputLength;
    written = output;
    isLinked = false;
    long length = 0;
    byte bits = -1;
    for (int shift = 0; bits < 0; shift += 7) {
      check(in < inEnd && shift < Integer.SIZE, "a length without an end");
      bits = MemoryUtil.getByte(in++);
      length |= (bits & 0x7fL) << shift;
    }
    check(length == outputLength, "a stream of another length");
  }

  @Override
  public int require(int from, int to) throws IOException {
    long first = outStart + from;
    if (written > outStart && first < written && outStart + to > outBefore) {
      putBack();
    }
    long block = outStart + (from & -BLOCK);
    if (block > out && !isLinked) {
      leaveOut(block);
    }
    long target = outStart + to;
    while (out < target) {
      if (!copyElements(target)) {
        putBack();
      } else if (out < target && !copyElement()) {
        putBack();
      }
    }
    check(out < outEnd || in == inEnd, "elements after the last byte");
    return (int) (out - outStart);
  }

  /** Goes to the beginning of a block, if elements end there. */
  private void leaveOut(long block) throws IOException {
    if (written == outStart) {
      inBefore = in;
      outBefore = out;
    }
    long at = in;
    long to = out;
    while (to < block) {
      check(at < inEnd, "no element");
      int tag = MemoryUtil.getByte(at) & 0xff;
      int length = (tag >>> 2) + 1;
      switch (tag & 3) {
        case 1 -> {
          at += 2;
          length = (tag >>> 2 & 7) + 4;
        }
        case 2 -> at += 3;
        case 3 -> at += 5;
        default -> {
          if (length > MOST_SHORT) {
            in = at;
            length = longLiteral(length - MOST_SHORT);
            at = in;
          } else {
            at++;
          }
          at += length;
        }
      }
      to += length;
    }
    in = at;
    out = to;
    written = to;
    if (to != block) {
      putBack();
    }
  }

  private void putBack() {
    in = inBefore;
    out = outBefore;
    written = outStart;
    isLinked = true;
  }

  /**
   * Elements that are far enough from the ends to be copied in words, until one is not; false if
   * one refers to what was left out. Words are written past an element's end, where the next ones
   * go; what is read past the last byte written is masked.
   */
  private boolean copyElements(long target) throws IOException {
    long at = in;
    long to = out;
    long mostAt = inEnd - INPUT_ROOM;
    long mostTo = Math.min(target - 1, outEnd - OUTPUT_ROOM);
    long oldest = written;
    while (to <= mostTo && at <= mostAt) {
      int tag = MemoryUtil.getByte(at) & 0xff;
      int kind = tag & 3;
      int length = (tag >>> 2) + 1;
      if (kind == 0) {
        if (length > MOST_SHORT) {
          break;
        }
        MemoryUtil.putLong(to, MemoryUtil.getLong(at + 1));
        MemoryUtil.putLong(to + 8, MemoryUtil.getLong(at + 9));
        for (int i = 16; i < length; i += 8) {
          MemoryUtil.putLong(to + i, MemoryUtil.getLong(at + 1 + i));
        }
        at += length + 1;
        to += length;
        continue;
      }
      if (kind == 3) {
        break;
      }
      int s = MemoryUtil.getShort(at + 1) & 0xffff;
      int m = kind - 2; // -1 for kind 1
      int offset = s ^ ((s ^ ((tag >>> 5) << 8 | (s & 0xff))) & m);
      length ^= (length ^ ((tag >>> 2 & 7) + 4)) & m;
      at += kind + 1;
      long from = to - offset;
      if (from < oldest || offset == 0) {
        return isLeftOut(from, offset);
      }
      if (offset >= 8) {
        MemoryUtil.putLong(to, MemoryUtil.getLong(from));
        MemoryUtil.putLong(to + 8, MemoryUtil.getLong(from + 8));
        for (int i = 16; i < length; i += 8) {
          MemoryUtil.putLong(to + i, MemoryUtil.getLong(from + i));
        }
      } else {
        int shift = -(offset << 3);
        long word = (MemoryUtil.getLong(from) & -1L >>> shift) * REPEATS[offset];
        int step = STEPS[offset];
        for (int i = 0; i < length; i += step) {
          MemoryUtil.putLong(to + i, word);
        }
      }
      to += length;
    }
    in = at;
    out = to;
    return true;
  }

  /** False if a copy refers to bytes that were left out; throws if to none at all. */
  private boolean isLeftOut(long from, long offset) throws IOException {
    check(offset > 0 && from >= outStart, "a copy of what is before the first byte");
    return false;
  }

  /** One element anywhere, with all that it needs checked; as {@link #copyElements}. */
  private boolean copyElement() throws IOException {
    check(in < inEnd, "no element");
    int tag = MemoryUtil.getByte(in) & 0xff;
    int length = (tag >>> 2) + 1;
    int kind = tag & 3;
    if (kind == 0) {
      if (length > MOST_SHORT) {
        length = longLiteral(length - MOST_SHORT);
      } else {
        in++;
      }
      check(length <= inEnd - in && length <= outEnd - out, "a literal of too many bytes");
      MemoryUtil.copyMemory(in, out, length);
      in += length;
      out += length;
      return true;
    }
    int size = kind == 3 ? 5 : kind + 1;
    check(size <= inEnd - in, "an element without an end");
    long offset =
        switch (kind) {
          case 1 -> (tag >>> 5) << 8 | (MemoryUtil.getByte(in + 1) & 0xff);
          case 2 -> MemoryUtil.getShort(in + 1) & 0xffff;
          default -> MemoryUtil.getInt(in + 1) & 0xffffffffL;
        };
    length = kind == 1 ? (tag >>> 2 & 7) + 4 : length;
    in += size;
    check(length <= outEnd - out, "a copy of too many bytes");
    long from = out - offset;
    if (from < written || offset == 0) {
      return isLeftOut(from, offset);
    }
    for (int i = 0; i < length; i++) {
      MemoryUtil.putByte(out + i, MemoryUtil.getByte(from + i));
    }
    out += length;
    return true;
  }

  /** The length that this many bytes after the tag have; goes to what is after them. */
  private int longLiteral(int bytes) throws IOException {
    check(1 + bytes <= inEnd - in, "an element without an end");
    int length = 0;
    for (int i = 0; i < bytes; i++) {
      length |= (MemoryUtil.getByte(in + 1 + i) & 0xff) << (Byte.SIZE * i);
    }
    // More than there are, or 2 GiB and more, which is negative.
    check(length >= 0 && length < inEnd - in - bytes - 1, "a literal of too many bytes");
    in += 1 + bytes;
    return length + 1;
  }
}
