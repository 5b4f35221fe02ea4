// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import static io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor.check;

import io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor;
import java.io.IOException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * LZ4 blocks: sequences of literals and a match, of which the last has none.
 *
 * <pre>
 *   number of literals, 4 bits | length of the match - 4, 4 bits, the low ones
 *   | [more literals] | literals | offset, 2 bytes, little-endian | [more length]
 *   more := bytes of 255 and one below, whose sum is added where the 4 bits are 15
 * </pre>
 */
final class Lz4Decoder implements Decompressor {
  private static final int LONG = 15;
  private static final int LEAST_MATCH = 4;

  /** Extended literals that are copied in words. */
  private static final int MOST_MORE = 32;

  /** What is read in words for a sequence, up to the byte that extends its match. */
  private static final int INPUT_ROOM = 64;

  /** What is written in words for literals, and for a match that is not extended. */
  private static final int OUTPUT_ROOM = 128;

  /** What is written in words after the end of a match. */
  private static final int EXCESS = 32;

  private long in;
  private long inEnd;
  private long oldest;
  private long out;
  private long outEnd;

  @Override
  public int decompress(long input, int inputLength, long output, int outputLength)
      throws IOException {
    return (int) (decompress(input, inputLength, output, output, output + outputLength) - output);
  }

  /** Matches may refer to bytes from {@code from} on. Returns the end of what was written. */
  long decompress(long input, int inputLength, long from, long output, long outputEnd)
      throws IOException {
    in = input;
    inEnd = input + inputLength;
    oldest = from;
    out = output;
    outEnd = outputEnd;
    while (in < inEnd) {
      copySequences();
      copySequence();
    }
    return out;
  }

  /**
   * Sequences that are far enough from the ends to be copied in words, until one is not. Words are
   * written past the end of literals and matches, where the next ones go.
   */
  private void copySequences() throws IOException {
    long at = in;
    long to = out;
    long mostAt = inEnd - INPUT_ROOM;
    long mostTo = outEnd - OUTPUT_ROOM;
    while (at <= mostAt && to <= mostTo) {
      int token = MemoryUtil.getByte(at) & 0xff;
      int literals = token >>> 4;
      int length = (token & LONG) + LEAST_MATCH;
      long next = at + 1;
      if (literals == LONG) {
        int more = MemoryUtil.getByte(next++) & 0xff;
        if (more > MOST_MORE) {
          break;
        }
        literals += more;
        for (int i = 16; i < literals; i += 8) {
          MemoryUtil.putLong(to + i, MemoryUtil.getLong(next + i));
        }
      }
      MemoryUtil.putLong(to, MemoryUtil.getLong(next));
      MemoryUtil.putLong(to + 8, MemoryUtil.getLong(next + 8));
      next += literals;
      long target = to + literals;
      int offset = MemoryUtil.getShort(next) & 0xffff;
      next += Short.BYTES;
      if (length == LONG + LEAST_MATCH) {
        int more = MemoryUtil.getByte(next++) & 0xff;
        if (more == 0xff || length + more > outEnd - target - EXCESS) {
          break;
        }
        length += more;
      }
      long from = target - offset;
      check(offset > 0 && from >= oldest, "a match of what is before the first byte");
      copyMatch(from, target, offset, length);
      at = next;
      to = target + length;
    }
    in = at;
    out = to;
  }

  /** One sequence anywhere, if there is one, with all that it needs checked. */
  private void copySequence() throws IOException {
    if (in == inEnd) {
      return;
    }
    int token = MemoryUtil.getByte(in++) & 0xff;
    int literals = length(token >>> 4);
    check(literals <= Math.min(inEnd - in, outEnd - out), "literals of too many bytes");
    MemoryUtil.copyMemory(in, out, literals);
    in += literals;
    out += literals;
    if (in == inEnd) {
      return;
    }
    check(inEnd - in >= Short.BYTES, "a sequence without an end");
    int offset = MemoryUtil.getShort(in) & 0xffff;
    in += Short.BYTES;
    long length = (long) length(token & LONG) + LEAST_MATCH;
    check(length <= outEnd - out, "a match of too many bytes");
    long from = out - offset;
    check(offset > 0 && from >= oldest, "a match of what is before the first byte");
    if (length <= outEnd - out - EXCESS) {
      copyMatch(from, out, offset, (int) length);
    } else {
      for (int i = 0; i < length; i++) {
        MemoryUtil.putByte(out + i, MemoryUtil.getByte(from + i));
      }
    }
    out += length;
  }

  /**
   * At least 16 bytes are written, and up to 7 too many. {@link SnappyDecoder} has this in its
   * loop: as a method, it took a tenth longer there.
   */
  private static void copyMatch(long from, long to, int offset, int length) {
    if (offset >= Long.BYTES) {
      MemoryUtil.putLong(to, MemoryUtil.getLong(from));
      MemoryUtil.putLong(to + 8, MemoryUtil.getLong(from + 8));
      for (int i = 16; i < length; i += 8) {
        MemoryUtil.putLong(to + i, MemoryUtil.getLong(from + i));
      }
      return;
    }
    int shift = -(offset << 3);
    long word = (MemoryUtil.getLong(from) & -1L >>> shift) * SnappyDecoder.REPEATS[offset];
    int step = SnappyDecoder.STEPS[offset];
    for (int i = 0; i < length; i += step) {
      MemoryUtil.putLong(to + i, word);
    }
  }

  private int length(int bits) throws IOException {
    int length = bits;
    for (int more = bits == LONG ? 0xff : 0; more == 0xff; length += more) {
      check(in < inEnd && length >= 0, "a length without an end");
      more = MemoryUtil.getByte(in++) & 0xff;
    }
    check(length >= 0, "a length of more than 31 bits");
    return length;
  }
}
