// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Indexes into a table, converted to the vector's width once per column chunk. Borrows the table.
 */
public final class DictionaryFixed implements FixedValues {
  private final int width;
  private final DictionaryIds ids;
  private long table;
  private int size;

  public DictionaryFixed(int width, Scratch scratch) {
    this.width = width;
    this.ids = new DictionaryIds(scratch);
  }

  public void setDictionary(ArrowBuf dictionary, int entries) {
    if ((long) entries * width > dictionary.capacity()) {
      throw new IllegalArgumentException(entries + " entries in " + dictionary.capacity());
    }
    this.table = dictionary.memoryAddress();
    this.size = entries;
  }

  @Override
  public void wrap(long start, long end, int count) {
    ids.wrap(start, end, size);
  }

  @Override
  public void read(int count, long address) {
    long to = address;
    for (int done = 0; done < count; ) {
      int step = Math.min(WINDOW, count - done);
      gather(ids.read(step), step, to);
      to += (long) step * width;
      done += step;
    }
  }

  @Override
  public void select(int[] positions, int count, int total, long address) {
    gather(ids.select(positions, count, total), count, address);
  }

  @Override
  public void skip(int count, long scratch) {
    ids.skip(count);
  }

  private void gather(int[] index, int count, long address) {
    switch (width) {
      case 4 -> gather4(table, index, count, address);
      case 8 -> gather8(table, index, count, address);
      case 16 -> gather16(table, index, count, address);
      default -> gatherAny(index, count, address);
    }
  }

  // A method each: compiled together, the loops of one width suffer from the others.

  private static void gather4(long table, int[] index, int count, long address) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putInt(address + 4L * i, MemoryUtil.getInt(table + 4L * index[i]));
    }
  }

  private static void gather8(long table, int[] index, int count, long address) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putLong(address + 8L * i, MemoryUtil.getLong(table + 8L * index[i]));
    }
  }

  private static void gather16(long table, int[] index, int count, long address) {
    for (int i = 0; i < count; i++) {
      long from = table + 16L * index[i];
      long low = MemoryUtil.getLong(from);
      long high = MemoryUtil.getLong(from + 8);
      MemoryUtil.putLong(address + 16L * i, low);
      MemoryUtil.putLong(address + 16L * i + 8, high);
    }
  }

  private void gatherAny(int[] index, int count, long address) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.copyMemory(table + (long) width * index[i], address + (long) width * i, width);
    }
  }

  /**
   * Indexes, all inside the dictionary: one byte of bit width, then a {@link HybridDecoder}'s runs.
   */
  static final class DictionaryIds {
    private final HybridDecoder runs = new HybridDecoder();
    private final Scratch scratch;
    private int size;

    DictionaryIds(Scratch scratch) {
      this.scratch = scratch;
    }

    void wrap(long start, long end, int dictionarySize) {
      this.size = dictionarySize;
      if (start >= end) {
        throw new CorruptPageException(
            "dictionary-encoded values", "no bytes", "a bit width and runs of indexes");
      }
      runs.wrap(start + 1, end, MemoryUtil.getByte(start) & 0xff);
    }

    /** At most a window, at the start of an array that the next call overwrites. */
    int[] read(int count) {
      int[] ids = scratch.ids();
      runs.read(ids, 0, count);
      check(ids, count);
      return ids;
    }

    /** As {@link #read}, of some positions among the next {@code total}, a window at most. */
    int[] select(int[] positions, int count, int total) {
      int[] ids = scratch.ids();
      runs.select(positions, count, total, ids);
      check(ids, count);
      return ids;
    }

    private void check(int[] ids, int count) {
      int outside = 0;
      int last = size - 1;
      for (int i = 0; i < count; i++) {
        // The sign bit is set for an index below 0 or above the last; no branch, so it vectorises.
        outside |= ids[i] | (last - ids[i]);
      }
      if (outside < 0 || size == 0) {
        throw outside(ids, count);
      }
    }

    /** Passes over the next indexes, which may be outside of the dictionary. */
    void skip(int count) {
      runs.skip(scratch.ids(), count);
    }

    private CorruptPageException outside(int[] ids, int count) {
      for (int i = 0; i < count; i++) {
        if (ids[i] < 0 || ids[i] >= size) {
          return new CorruptPageException(
              "dictionary index",
              Integer.toUnsignedString(ids[i]),
              "less than " + size + ", the size of the dictionary");
        }
      }
      throw new AssertionError("every index is inside the dictionary");
    }
  }
}
