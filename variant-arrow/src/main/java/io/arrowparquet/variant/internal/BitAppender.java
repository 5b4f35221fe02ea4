// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Appends bits, collected in a word and written 64 at a time. Owns its memory until {@link #take}
 * or {@link #release}.
 */
public final class BitAppender implements VectorMemory.Source, VectorMemory.Part {
  private static final long WORD_BITS = Long.SIZE - 1;

  private final GrowableBuffer words = new GrowableBuffer();
  private long word;
  private int count;
  private int ones;

  @Override
  public void start(BufferAllocator allocator) {
    words.start(allocator);
    word = 0;
    count = 0;
    ones = 0;
  }

  public void append(boolean bit) {
    append(bit ? 1L : 0L);
  }

  public void appendOne() {
    append(1L);
  }

  public void appendZero() {
    append(0L);
  }

  private void append(long bit) {
    // A shift counts modulo 64, so the number of bits so far says where in the word this one goes.
    word |= bit << count;
    if ((++count & WORD_BITS) == 0) {
      flush();
    }
  }

  private void flush() {
    words.appendLong(word);
    ones += Long.bitCount(word);
    word = 0;
  }

  public void appendWord(long bits, int number) {
    int used = count & (int) WORD_BITS;
    word |= bits << used;
    count += number;
    if (used + number >= Long.SIZE) {
      flush();
      // None are left over of a whole word; a shift by 64 would be one by 0.
      word = used == 0 ? 0 : bits >>> (Long.SIZE - used);
    }
  }

  public void appendZeros(int bits) {
    if (bits == 1) {
      appendZero();
      return;
    }
    int head = Math.min(bits, Long.SIZE - (count & (int) WORD_BITS));
    appendWord(0, head);
    int whole = (bits - head) / Long.SIZE;
    words.appendZeros((long) whole * Long.BYTES);
    count += whole * Long.SIZE;
    appendWord(0, bits - head - whole * Long.SIZE);
  }

  public int count() {
    return count;
  }

  public int zeros() {
    return count - ones - Long.bitCount(word);
  }

  /** Takes the last bit, a one, away from the end and sets it at an index where a zero was. */
  public void moveLast(int index) {
    if ((count & WORD_BITS) == 0) {
      word = words.removeLong();
      ones -= Long.bitCount(word);
    }
    word &= ~(1L << --count);
    if (index >= (count & ~(int) WORD_BITS)) {
      word |= 1L << index;
    } else {
      long at = words.address() + (long) (index / Long.SIZE) * Long.BYTES;
      MemoryUtil.putLong(at, MemoryUtil.getLong(at) | (1L << index));
      ones++;
    }
  }

  public boolean get(int index) {
    int wordStart = count & ~(int) WORD_BITS;
    long bits =
        index >= wordStart
            ? word
            : MemoryUtil.getLong(words.address() + (long) (index / Long.SIZE) * Long.BYTES);
    return (bits >>> index & 1) != 0;
  }

  @Override
  public ArrowBuf take() {
    if ((count & WORD_BITS) != 0) {
      flush();
    }
    return words.take();
  }

  @Override
  public void release() {
    words.release();
  }
}
