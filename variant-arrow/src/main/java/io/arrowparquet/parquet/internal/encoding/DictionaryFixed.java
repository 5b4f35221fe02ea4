// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Dictionary-encoded values: indexes into a table that was decoded, and converted to the width of
 * the vector, once per column chunk.
 *
 * <p>Borrows the table: the caller that set it closes it.
 */
public final class DictionaryFixed implements FixedValues {
  private final int width;
  private final DictionaryIds ids;
  private long table;
  private int size;

  /** Of values of {@code width} bytes, decoded with memory shared with other columns. */
  public DictionaryFixed(int width, Scratch scratch) {
    this.width = width;
    this.ids = new DictionaryIds(scratch);
  }

  /** Uses the first {@code entries} values of {@code dictionary} from now on. */
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
}
