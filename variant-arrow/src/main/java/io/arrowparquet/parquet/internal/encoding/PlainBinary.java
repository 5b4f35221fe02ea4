// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.encoding.BinaryValues.WideCopy;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;
import org.apache.arrow.memory.util.MemoryUtil;

/** PLAIN byte arrays: a length of four bytes, little-endian, before each value. */
public final class PlainBinary implements BinaryValues {
  private long position;
  private long end;

  @Override
  public void wrap(long start, long endExclusive, int count) {
    this.position = start;
    this.end = endExclusive;
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
    long at = position;
    long first = data.length();
    long to = data.reserve(WideCopy.EXCESS);
    long room = to + data.room();
    for (int i = 0; i < count; i++) {
      int length = length(at, end, count - i);
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
    return data.length() - first;
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
        at += Integer.BYTES + length(at, end, total - value);
      }
      int length = length(at, end, total - value);
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
      at += Integer.BYTES + length(at, end, total - value);
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
      int length = length(at, end, count - i);
      lengths[i] = length;
      at += Integer.BYTES + length;
    }
    position = at;
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
