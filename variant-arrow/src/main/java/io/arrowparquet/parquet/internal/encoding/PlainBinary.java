// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.encoding.BinaryValues.WideCopy;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import org.apache.arrow.memory.util.MemoryUtil;

/** PLAIN byte arrays: a length of four bytes, little-endian, before each value. */
public final class PlainBinary implements BinaryValues {
  /** Bytes that are asked for at a time, so that they are in the cache when they are copied. */
  private static final int STEP = 1 << 16;

  private long position;
  private long end;

  /** The end of what is there. */
  private long ready;

  /** Null where all of it is there. */
  private Page page;

  @Override
  public void wrap(long start, long endExclusive, int count) {
    this.position = start;
    this.end = endExclusive;
    this.ready = endExclusive;
    this.page = null;
  }

  @Override
  public void wrap(Page newPage, long valuesStart) {
    wrap(valuesStart, newPage.end(), newPage.numValues());
    page = newPage;
    ready = valuesStart;
  }

  @Override
  public long append(int count, int[] lengths, GrowableBuffer data, long most) {
    if (end - position > most) {
      long start = position;
      long total = skipAll(count, lengths);
      if (total > most) {
        return total;
      }
      position = start;
    }
    long first = data.length();
    int done = appendReady(0, count, lengths, data);
    while (done < count) {
      lengthAhead(position, count - done);
      done = appendReady(done, count, lengths, data);
    }
    return data.length() - first;
  }

  /**
   * Appends values while their bytes are there; the number of the first that is not. Each value
   * waits for the length before: so no length is chosen between two, and nothing decompresses here.
   */
  private int appendReady(int from, int count, int[] lengths, GrowableBuffer data) {
    long there = ready;
    long at = position;
    long to = data.reserve(WideCopy.EXCESS);
    long room = to + data.room();
    int i = from;
    for (; i < count; i++) {
      long most = there - at - Integer.BYTES;
      if (most < 0) {
        break;
      }
      int length = MemoryUtil.getInt(at);
      if (length < 0 || length > most) {
        break;
      }
      at += Integer.BYTES;
      if (room - to < (long) length + WideCopy.EXCESS) {
        data.advanceTo(to);
        to = data.reserve((long) length + WideCopy.EXCESS);
        room = to + data.room();
      }
      WideCopy.copy(at, to, length);
      lengths[i] = length;
      at += length;
      to += length;
    }
    position = at;
    data.advanceTo(to);
    return i;
  }

  @Override
  public long select(
      int[] positions, int count, int total, Scratch scratch, GrowableBuffer data, long most) {
    int[] lengths = scratch.lengths();
    long bytes = 0;
    long at = position;
    int value = 0;
    for (int next = 0; next < count; next++) {
      for (; value < positions[next]; value++) {
        at += Integer.BYTES + length(at, total - value);
      }
      int length = length(at, total - value);
      at += Integer.BYTES;
      bytes += length;
      if (bytes > most) {
        return bytes;
      }
      WideCopy.copy(at, data.reserve((long) length + WideCopy.EXCESS), length);
      data.advance(length);
      lengths[next] = length;
      at += length;
      value++;
    }
    for (; value < total; value++) {
      at += Integer.BYTES + length(at, total - value);
    }
    position = at;
    return bytes;
  }

  @Override
  public void skip(int count, int[] lengths) {
    skipAll(count, lengths);
  }

  private long skipAll(int count, int[] lengths) {
    locate(count, lengths);
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += lengths[i];
    }
    return total;
  }

  private void locate(int count, int[] lengths) {
    long at = position;
    for (int i = 0; i < count; i++) {
      int length = length(at, count - i);
      lengths[i] = length;
      at += Integer.BYTES + length;
    }
    position = at;
  }

  /** The length of the value at an address, whose bytes are there then. */
  private int length(long at, int valuesLeft) {
    long most = ready - at - Integer.BYTES;
    if (most >= 0) {
      int length = MemoryUtil.getInt(at);
      if (length >= 0 && length <= most) {
        return length;
      }
    }
    return lengthAhead(at, valuesLeft);
  }

  private int lengthAhead(long at, int valuesLeft) {
    if (ready < end) {
      ready = page.require(position, Math.min(at + STEP, end));
    }
    int length = length(at, end, valuesLeft);
    long valueEnd = at + Integer.BYTES + length;
    if (ready < valueEnd) {
      ready = page.require(position, valueEnd);
    }
    return length;
  }

  static int length(long at, long end, int valuesLeft) {
    if (end - at < Integer.BYTES) {
      throw new CorruptPageException(
          "PLAIN byte arrays", (end - at) + " bytes", valuesLeft + " more values");
    }
    int length = MemoryUtil.getInt(at);
    long most = end - at - Integer.BYTES;
    if (length < 0 || length > most) {
      throw Page.outside("length of a byte array", length, most, "the bytes that follow");
    }
    return length;
  }
}
