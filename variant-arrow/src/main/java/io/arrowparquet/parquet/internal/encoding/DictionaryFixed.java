// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.internal.encoding.BinaryValues.WideCopy;
import io.arrowparquet.parquet.options.CorruptPageException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Indexes into a table, converted to the vector's width once per column chunk. Borrows the table.
 */
public final class DictionaryFixed implements FixedValues {
  private final int width;
  private final boolean hasLanes;
  private final DictionaryIds ids;
  private long table;
  private int size;

  public DictionaryFixed(int width, Scratch scratch) {
    this.width = width;
    this.hasLanes = width == Integer.BYTES || width == Long.BYTES;
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
      int step = hasLanes ? ids.readLanes(count - done) : 0;
      if (step > 0) {
        if (width == Integer.BYTES) {
          lanes4(table, ids.lanes(), step / 4, to);
        } else {
          lanes8(table, ids.lanes(), step / 4, to);
        }
      } else {
        step = hasLanes ? ids.stepOf(count - done) : Math.min(WINDOW, count - done);
        gather(ids.read(step), step, to);
      }
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
      WideCopy.two(table + 16L * index[i], address + 16L * i);
    }
  }

  // Two words a turn: the compiler unrolls a loop of one so that loads wait for stores before them.

  private static void lanes4(long table, long[] lanes, int words, long address) {
    for (int i = 0; i < words; i += 2) {
      long to = address + 16L * i;
      four4(table, lanes[i], to);
      four4(table, lanes[i + 1], to + 16);
    }
  }

  private static void four4(long table, long word, long to) {
    int first = MemoryUtil.getInt(table + 4 * (word & 0xffff));
    int second = MemoryUtil.getInt(table + 4 * (word >>> 16 & 0xffff));
    int third = MemoryUtil.getInt(table + 4 * (word >>> 32 & 0xffff));
    int fourth = MemoryUtil.getInt(table + 4 * (word >>> 48));
    MemoryUtil.putInt(to, first);
    MemoryUtil.putInt(to + 4, second);
    MemoryUtil.putInt(to + 8, third);
    MemoryUtil.putInt(to + 12, fourth);
  }

  private static void lanes8(long table, long[] lanes, int words, long address) {
    for (int i = 0; i < words; i += 2) {
      long to = address + 32L * i;
      four8(table, lanes[i], to);
      four8(table, lanes[i + 1], to + 32);
    }
  }

  private static void four8(long table, long word, long to) {
    long first = MemoryUtil.getLong(table + 8 * (word & 0xffff));
    long second = MemoryUtil.getLong(table + 8 * (word >>> 16 & 0xffff));
    long third = MemoryUtil.getLong(table + 8 * (word >>> 32 & 0xffff));
    long fourth = MemoryUtil.getLong(table + 8 * (word >>> 48));
    MemoryUtil.putLong(to, first);
    MemoryUtil.putLong(to + 8, second);
    MemoryUtil.putLong(to + 16, third);
    MemoryUtil.putLong(to + 24, fourth);
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
    /** Fewer values are not worth a look at what comes next. */
    private static final int FEW = 32;

    /** Read first where no run of many values comes next, and then twice as many each time. */
    private static final int STEP = 128;

    private final HybridDecoder runs = new HybridDecoder();
    private final Scratch scratch;
    private int size;
    private int step = STEP;

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

    /**
     * Reads indexes to {@link #lanes}, as many as come in whole groups, a window at most, and
     * returns how many; 0 for few, and if they have to be read otherwise.
     */
    int readLanes(int most) {
      int width = runs.bitWidth();
      if (width > IntUnpacker.MAX_FOUR || most < FEW) {
        return 0;
      }
      int end = Math.min(most, WINDOW);
      int count = 0;
      int groups = runs.wholeGroups(end);
      if (groups * IntUnpacker.GROUP < FEW) {
        return 0;
      }
      while (groups > 0) {
        IntUnpacker.words(runs.takeGroups(groups), width, scratch.entries(), count / 4, groups);
        count += groups * IntUnpacker.GROUP;
        groups = count < end ? runs.wholeGroups(end - count) : 0;
      }
      IntUnpacker.toLanes(scratch.entries(), width, count / 4);
      checkLanes(scratch.entries(), count / 4);
      step = STEP;
      return count;
    }

    /** Indexes, {@link IntUnpacker#toLanes four to a word}. */
    long[] lanes() {
      return scratch.entries();
    }

    private void checkLanes(long[] lanes, int words) {
      long mask = 0xffff * IntUnpacker.LANES_0_AND_2;
      // What has an index from the size on pass the highest of its lane, and no other.
      long rest = Math.max(0, (1 << IntUnpacker.LANE) - size) * IntUnpacker.LANES_0_AND_2;
      long passed = 0;
      for (int i = 0; i < words; i++) {
        passed |= ((lanes[i] & mask) + rest) | ((lanes[i] >>> IntUnpacker.LANE & mask) + rest);
      }
      if ((passed & ~mask) != 0) {
        int[] ids = scratch.ids();
        for (int i = 0; i < 4 * words; i++) {
          ids[i] = (int) (lanes[i / 4] >>> (i % 4 * IntUnpacker.LANE)) & 0xffff;
        }
        throw outside(ids, 4 * words);
      }
    }

    /** How many indexes to {@link #read} before lanes are tried again. */
    int stepOf(int most) {
      int left = runs.leftOfGroup();
      if (left > 0 && runs.bitWidth() <= IntUnpacker.MAX_FOUR) {
        return Math.min(left, most);
      }
      step = Math.min(2 * step, WINDOW);
      return Math.min(step, most);
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
