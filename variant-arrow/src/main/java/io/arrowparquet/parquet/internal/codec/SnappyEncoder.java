// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import io.arrowparquet.parquet.internal.codec.PageCompressor.Compression;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Writes the streams that {@link SnappyDecoder} reads: each block of 64 KiB by itself, with the
 * matches that a table of hashed positions finds at once. One thread at a time.
 */
final class SnappyEncoder implements Compression {
  private static final int BLOCK = SnappyDecoder.BLOCK;

  /** Positions nearer to the end are not looked up: words are read there and after. */
  private static final int END = 16;

  private static final int HASH_BITS = 13;
  private static final int MULTIPLIER = 0x1e35a7bd;

  /** The steps of a search grow by one each time that this many positions had no match. */
  private static final int PATIENCE = 4;

  private static final int LEAST_MATCH = 4;
  private static final int LONGEST_COPY = 64;

  /** Copies of less than 12 bytes at an offset below this take two bytes, others three. */
  private static final int NEAR = 1 << 11;

  /** By how much the tag of a short copy is less if it is near. */
  private static final int NEAR_TAG_LESS = ((LEAST_MATCH - 1) << 2) + 1;

  private static final int MORE_THAN_SHORT = 12;

  /**
   * By the hash of four bytes where such were seen last, from the start of the block: small enough
   * to stay in the cache beside it.
   */
  private final ByteBuffer table = ByteBuffer.allocateDirect(Character.BYTES << HASH_BITS);

  // Memory that is read and written without checks.

  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK + Long.BYTES * 2);

  private final ByteBuffer elements = ByteBuffer.allocateDirect(mostBytes(BLOCK));

  @Override
  public int mostBytes(int length) {
    return Math.addExact(Math.addExact(length, length / 6), 32);
  }

  @Override
  public int compress(byte[] input, int from, int length, byte[] to) {
    int at = 0;
    int rest = length;
    for (; rest >>> 7 != 0; rest >>>= 7) {
      to[at++] = (byte) (rest | 0x80);
    }
    to[at++] = (byte) rest;
    long start = MemoryUtil.getByteBufferAddress(block);
    long out = MemoryUtil.getByteBufferAddress(elements);
    for (int done = 0; done < length; done += BLOCK) {
      int bytes = Math.min(BLOCK, length - done);
      block.put(0, input, from + done, bytes);
      int written = (int) (compress(start, bytes, out) - out);
      elements.get(0, to, at, written);
      at += written;
    }
    return at;
  }

  /**
   * Writes the elements of a block; where they end. In one method: in several it takes a sixth
   * longer.
   */
  private long compress(long start, int length, long out) {
    long positions = MemoryUtil.getByteBufferAddress(table);
    long end = start + length;
    long last = end - END;
    long at = out;
    long unwritten = start;
    long ip = start + 1;
    if (ip < last) {
      MemoryUtil.setMemory(positions, Character.BYTES << HASH_BITS, (byte) 0);
      search:
      while (true) {
        long candidate = 0;
        for (int words = 0; words < 4 && candidate == 0 && ip < last; words++) {
          long word = MemoryUtil.getLong(ip);
          for (int i = 0; i < 4; i++, ip++, word >>>= Byte.SIZE) {
            candidate = find((int) word, ip, start, positions);
            if (candidate != 0) {
              break;
            }
          }
        }
        for (int tried = 2 << PATIENCE; candidate == 0; tried++) {
          if (ip >= last) {
            break search;
          }
          candidate = find(MemoryUtil.getInt(ip), ip, start, positions);
          ip += candidate == 0 ? tried >> PATIENCE : 0;
        }
        at = literal(unwritten, (int) (ip - unwritten), at);
        do {
          int offset = (int) (ip - candidate);
          long different = MemoryUtil.getLong(ip + 4) ^ MemoryUtil.getLong(candidate + 4);
          int matched;
          if (different != 0) {
            matched = LEAST_MATCH + (Long.numberOfTrailingZeros(different) >>> 3);
            // No branch: nothing predicts which offsets are near.
            int near = (offset - NEAR) >> 31;
            int far = ((matched - 1) << 2 | 2) + (offset << Byte.SIZE);
            MemoryUtil.putInt(at, far + (((offset >>> 3 & 0xe0) - NEAR_TAG_LESS) & near));
            at += 3 + near;
          } else {
            matched = MORE_THAN_SHORT + matching(candidate + 12, ip + 12, end);
            at = copy(offset, matched, at);
          }
          ip += matched;
          unwritten = ip;
          if (ip >= last) {
            break search;
          }
          long word = MemoryUtil.getLong(ip - 1);
          MemoryUtil.putShort(slot((int) word, positions), (short) (ip - 1 - start));
          candidate = find((int) (word >>> Byte.SIZE), ip, start, positions);
        } while (candidate != 0);
        ip++;
      }
    }
    return literal(unwritten, (int) (end - unwritten), at);
  }

  /** Where these four bytes were seen before, 0 for nowhere; the table has this position then. */
  private static long find(int bytes, long at, long start, long positions) {
    long slot = slot(bytes, positions);
    long candidate = start + (MemoryUtil.getShort(slot) & Character.MAX_VALUE);
    MemoryUtil.putShort(slot, (short) (at - start));
    return MemoryUtil.getInt(candidate) == bytes ? candidate : 0;
  }

  private static long slot(int bytes, long positions) {
    return positions
        + (long) ((bytes * MULTIPLIER) >>> (Integer.SIZE - HASH_BITS)) * Character.BYTES;
  }

  private static int matching(long before, long from, long end) {
    long at = from;
    long candidate = before;
    while (at <= end - 8) {
      long different = MemoryUtil.getLong(at) ^ MemoryUtil.getLong(candidate);
      if (different != 0) {
        return (int) (at - from) + (Long.numberOfTrailingZeros(different) >>> 3);
      }
      at += 8;
      candidate += 8;
    }
    while (at < end && MemoryUtil.getByte(at) == MemoryUtil.getByte(candidate)) {
      at++;
      candidate++;
    }
    return (int) (at - from);
  }

  private static long literal(long from, int length, long to) {
    if (length == 0) {
      return to;
    }
    int less = length - 1;
    long at = to;
    if (less < 16) {
      MemoryUtil.putByte(at++, (byte) (less << 2));
      MemoryUtil.putLong(at, MemoryUtil.getLong(from));
      MemoryUtil.putLong(at + 8, MemoryUtil.getLong(from + 8));
      return at + length;
    }
    if (less < 60) {
      MemoryUtil.putByte(at++, (byte) (less << 2));
    } else if (less < 1 << Byte.SIZE) {
      MemoryUtil.putByte(at++, (byte) (60 << 2));
      MemoryUtil.putByte(at++, (byte) less);
    } else {
      MemoryUtil.putByte(at, (byte) (61 << 2));
      MemoryUtil.putShort(at + 1, (short) less);
      at += 3;
    }
    MemoryUtil.copyMemory(from, at, length);
    return at + length;
  }

  private static long copy(int offset, int length, long to) {
    long at = to;
    int left = length;
    while (left >= LONGEST_COPY + LEAST_MATCH) {
      at = farCopy(offset, LONGEST_COPY, at);
      left -= LONGEST_COPY;
    }
    if (left > LONGEST_COPY) {
      // What is left is a copy again.
      at = farCopy(offset, LONGEST_COPY - LEAST_MATCH, at);
      left -= LONGEST_COPY - LEAST_MATCH;
    }
    return farCopy(offset, left, at);
  }

  private static long farCopy(int offset, int length, long at) {
    MemoryUtil.putInt(at, (length - 1) << 2 | 2 | offset << Byte.SIZE);
    return at + 3;
  }
}
