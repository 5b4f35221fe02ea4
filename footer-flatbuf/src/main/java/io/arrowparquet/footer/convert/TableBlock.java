// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;

/**
 * Tables that are on their way into the buffer, in an array small enough for the processor's cache.
 * Storing into it takes a tenth of a call of the builder, which asks for room and alignment each
 * time; when it is full the builder copies it at once.
 *
 * <pre>
 *   buffer      ... | written by the builder
 *   block       ... | begin                      goes on below what the builder has written
 * </pre>
 *
 * <p>Both are filled from their ends down. Positions are counted as the builder counts them, from
 * the buffer's end, so that references lead from here to there; they hold as long as the builder
 * writes nothing before this block was {@linkplain #flush flushed}.
 */
final class TableBlock {
  private static final int MOST_BYTES = 16 << 10;

  private static final int LEAST_BYTES = 4 << 10;

  /** Up to so much is given to the builder by numbers, without a length in front of it. */
  private static final int MAX_BYTES_AS_NUMBERS = 512;

  private final FlatBufferBuilder builder;

  /** The values; the indices that {@link #allocate} gives are indices here. */
  final byte[] bytes;

  private int begin;

  /** The builder's offset where the block's end will be. */
  private int base;

  /** {@code expectedBytes}: of the buffer, a quarter of which is enough. */
  TableBlock(FlatBufferBuilder builder, int expectedBytes) {
    this.builder = builder;
    this.bytes =
        new byte[Math.max(LEAST_BYTES, Math.min(expectedBytes / 4, MOST_BYTES)) & -Long.BYTES];
    this.begin = bytes.length;
  }

  /**
   * Makes room for a table, whose values are then set.
   *
   * @param alignment of the table's end: 4 or 8
   * @return index of the table in this block
   */
  int allocate(int size, int alignment) {
    prepare(size + alignment);
    if ((offsetOf(begin) & (alignment - 1)) != 0) {
      putInt(0);
    }
    begin -= size;
    // Bytes come first in a table and there are never more than eight; between them and what
    // follows may be a gap.
    if (size >= Integer.BYTES + Long.BYTES) {
      ArrayNumbers.LONG.set(bytes, begin + Integer.BYTES, 0L);
    } else if (size >= 2 * Integer.BYTES) {
      ArrayNumbers.INT.set(bytes, begin + Integer.BYTES, 0);
    }
    return begin;
  }

  /** Makes room for this many bytes; the position is a multiple of 4 before and after. */
  private void prepare(int length) {
    if (begin < length || begin == bytes.length) {
      flush();
      // A vtable may have left it at a multiple of 2.
      builder.prep(Integer.BYTES, 0);
      base = builder.offset();
    }
  }

  /** Place of an index, counted from the buffer's end. */
  int offsetOf(int index) {
    return base + bytes.length - index;
  }

  private void putInt(int value) {
    begin -= Integer.BYTES;
    ArrayNumbers.INT.set(bytes, begin, value);
  }

  /** Whether a vector of this many bytes has room in an empty block. */
  boolean fits(int length) {
    return length < bytes.length / 4;
  }

  /** Adds a vector of bytes that {@link #fits}. */
  int putVector(byte[] source, int start, int length, boolean isString) {
    // The length in front of the bytes is aligned; a string has a zero after them.
    int tail = isString ? 1 : 0;
    int filling = -(length + tail) & (Integer.BYTES - 1);
    prepare(Integer.BYTES + length + tail + filling);
    begin -= filling + tail;
    Arrays.fill(bytes, begin, begin + filling + tail, (byte) 0);
    begin -= length;
    System.arraycopy(source, start, bytes, begin, length);
    putInt(length);
    return offsetOf(begin);
  }

  void flush() {
    int length = bytes.length - begin;
    if (length == 0) {
      return;
    }
    if (length > MAX_BYTES_AS_NUMBERS) {
      builder.createByteVector(bytes, begin, length);
    } else {
      for (int i = bytes.length - Integer.BYTES; i >= begin; i -= Integer.BYTES) {
        builder.addInt((int) ArrayNumbers.INT.get(bytes, i));
      }
    }
    begin = bytes.length;
  }
}
