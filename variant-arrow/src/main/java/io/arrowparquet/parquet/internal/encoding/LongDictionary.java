// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.variant.internal.KeyedHash;
import java.util.Arrays;

/** Values of 64 bits by number of first appearance, as {@link IntDictionary}. */
final class LongDictionary {
  private static final int FIRST_CAPACITY = 256;

  /** In pairs a value and the number of its entry, counted from 1; 0 where there is none. */
  private long[] table = new long[2 * FIRST_CAPACITY];

  private long[] entries = new long[FIRST_CAPACITY / 2];
  private int size;
  private int shift = shift();

  void clear() {
    if (size > 0) {
      Arrays.fill(table, 0);
      size = 0;
    }
  }

  int size() {
    return size;
  }

  long[] entries() {
    return entries;
  }

  long heldBytes() {
    return ((long) table.length + entries.length) * Long.BYTES;
  }

  /** Looks up values, and adds those that are missing. */
  void find(long[] values, int from, int count, int[] ids, int at) {
    for (int i = 0; i < count; i++) {
      long value = values[from + i];
      int slot = slot(value);
      while (table[slot + 1] != 0 && table[slot] != value) {
        slot = (slot + 2) & (table.length - 1);
      }
      ids[at + i] = table[slot + 1] != 0 ? (int) table[slot + 1] - 1 : add(value, slot);
    }
  }

  private int slot(long value) {
    return (int) (KeyedHash.place(value, 0) >>> shift) << 1;
  }

  private int add(long value, int slot) {
    int id = size++;
    entries[id] = value;
    table[slot] = value;
    table[slot + 1] = size;
    if (size == entries.length) {
      grow();
    }
    return id;
  }

  private void grow() {
    entries = Arrays.copyOf(entries, 2 * entries.length);
    table = new long[2 * table.length];
    shift = shift();
    for (int i = 0; i < size; i++) {
      int slot = slot(entries[i]);
      while (table[slot + 1] != 0) {
        slot = (slot + 2) & (table.length - 1);
      }
      table[slot] = entries[i];
      table[slot + 1] = (long) i + 1;
    }
  }

  private int shift() {
    return Long.numberOfLeadingZeros(table.length >> 1) + 1;
  }
}
