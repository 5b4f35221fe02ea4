// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.encoding.BinaryValues.WideCopy;
import io.arrowparquet.parquet.internal.encoding.DictionaryFixed.DictionaryIds;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.variant.internal.GrowableBuffer;
import org.apache.arrow.memory.util.MemoryUtil;

/** Indexes into the values of a PLAIN dictionary page, which the caller keeps in memory. */
public final class DictionaryBinary implements BinaryValues {
  private static final int LEAST_BYTES = Integer.BYTES;

  /** Values up to this length are copied as two words. */
  private static final int SHORT = 2 * Long.BYTES;

  private final Scratch scratch;
  private final DictionaryIds ids;

  /** For each value where it begins after {@link #address}, in the high half, and its length. */
  private long[] entries = new long[0];

  private long address;
  private int size;
  private int longest;

  public DictionaryBinary(Scratch scratch) {
    this.scratch = scratch;
    this.ids = new DictionaryIds(scratch);
  }

  public void setDictionary(long start, long end, int count) {
    long held = (end - start) / LEAST_BYTES;
    if (count < 0 || count > held) {
      throw Page.outside("entries of the dictionary", count, held, "what the bytes can hold");
    }
    size = 0;
    if (count > entries.length) {
      entries = new long[count];
    }
    long at = start;
    int most = 0;
    for (int i = 0; i < count; i++) {
      int length = PlainBinary.length(at, end, count - i);
      at += Integer.BYTES;
      entries[i] = (at - start) << Integer.SIZE | length;
      at += length;
      most = Math.max(most, length);
    }
    address = start;
    size = count;
    longest = most;
  }

  long address(int id) {
    return address + (entries[id] >>> Integer.SIZE);
  }

  int length(int id) {
    return (int) entries[id];
  }

  @Override
  public void wrap(long start, long end, int count) {
    ids.wrap(start, end, size);
  }

  @Override
  public long append(int count, int[] lengths, GrowableBuffer data, long most) {
    long total = 0;
    for (int done = 0; done < count; ) {
      boolean areShort = longest <= SHORT && (long) SHORT * (count - done) <= most - total;
      int step = areShort ? ids.readLanes(count - done) : 0;
      if (step > 0) {
        total += appendLanes(ids.lanes(), step, lengths, done, data);
      } else {
        step = areShort ? ids.stepOf(count - done) : Math.min(FixedValues.WINDOW, count - done);
        total += append(ids.read(step), step, lengths, done, data, most - total);
      }
      if (total > most) {
        return total;
      }
      done += step;
    }
    return total;
  }

  @Override
  public long select(
      int[] positions, int count, int total, Scratch scratch, GrowableBuffer data, long most) {
    return append(ids.select(positions, count, total), count, scratch.lengths(), 0, data, most);
  }

  private long appendLanes(long[] lanes, int count, int[] lengths, int at, GrowableBuffer data) {
    long start = data.reserve((long) longest * count + WideCopy.EXCESS);
    long[] all = entries;
    long base = address;
    long to = start;
    for (int i = 0; i < count; i += 4) {
      long word = lanes[i / 4];
      long entry = all[(int) word & 0xffff];
      WideCopy.two(base + (entry >>> Integer.SIZE), to);
      lengths[at + i] = (int) entry;
      to += (int) entry;
      entry = all[(int) word >>> 16];
      WideCopy.two(base + (entry >>> Integer.SIZE), to);
      lengths[at + i + 1] = (int) entry;
      to += (int) entry;
      entry = all[(int) (word >>> 32) & 0xffff];
      WideCopy.two(base + (entry >>> Integer.SIZE), to);
      lengths[at + i + 2] = (int) entry;
      to += (int) entry;
      entry = all[(int) (word >>> 48)];
      WideCopy.two(base + (entry >>> Integer.SIZE), to);
      lengths[at + i + 3] = (int) entry;
      to += (int) entry;
    }
    data.advance(to - start);
    return to - start;
  }

  private long append(
      int[] index, int count, int[] lengths, int at, GrowableBuffer data, long most) {
    long bytes = gather(index, count, lengths, at);
    if (bytes > most) {
      return bytes;
    }
    long to = data.reserve(bytes + WideCopy.EXCESS);
    if (longest <= Long.BYTES) {
      copyWords(count, to);
    } else {
      copyValues(count, to);
    }
    data.advance(bytes);
    return bytes;
  }

  private long gather(int[] index, int count, int[] lengths, int at) {
    long[] found = scratch.entries();
    long[] all = entries;
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      long entry = all[index[i]];
      found[i] = entry;
      lengths[at + i] = (int) entry;
      bytes += (int) entry;
    }
    return bytes;
  }

  private void copyWords(int count, long target) {
    long[] found = scratch.entries();
    long base = address;
    long to = target;
    for (int i = 0; i < count; i++) {
      long entry = found[i];
      MemoryUtil.putLong(to, MemoryUtil.getLong(base + (entry >>> Integer.SIZE)));
      to += (int) entry;
    }
  }

  private void copyValues(int count, long target) {
    long[] found = scratch.entries();
    long base = address;
    long to = target;
    for (int i = 0; i < count; i++) {
      long entry = found[i];
      int length = (int) entry;
      WideCopy.copy(base + (entry >>> Integer.SIZE), to, length);
      to += length;
    }
  }

  @Override
  public void skip(int count, int[] lengths) {
    ids.skip(count);
  }
}
