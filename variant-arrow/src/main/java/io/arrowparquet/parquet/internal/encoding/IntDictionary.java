// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.variant.internal.KeyedHash;
import java.util.Arrays;

/** Values of 32 bits by number of first appearance: open addressing, at most half full. */
final class IntDictionary {
  private static final int FIRST_CAPACITY = 256;

  /** The value above the number of its entry, counted from 1; 0 where there is none. */
  private long[] table = new long[FIRST_CAPACITY];

  private int[] entries = new int[FIRST_CAPACITY / 2];
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

  int[] entries() {
    return entries;
  }

  long heldBytes() {
    return (long) table.length * Long.BYTES + (long) entries.length * Integer.BYTES;
  }

  /** Looks up values, and adds those that are missing. */
  void find(int[] values, int from, int count, int[] ids, int at) {
    for (int i = 0; i < count; i++) {
      int value = values[from + i];
      int slot = slot(value);
      while (table[slot] != 0 && (int) (table[slot] >>> Integer.SIZE) != value) {
        slot = (slot + 1) & (table.length - 1);
      }
      ids[at + i] = table[slot] != 0 ? (int) table[slot] - 1 : add(value, slot);
    }
  }

  private int slot(int value) {
    return (int) (KeyedHash.place(value, 0) >>> shift);
  }

  private int add(int value, int slot) {
    int id = size++;
    entries[id] = value;
    table[slot] = (long) value << Integer.SIZE | size;
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
      while (table[slot] != 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = (long) entries[i] << Integer.SIZE | (i + 1);
    }
  }

  private int shift() {
    return Long.numberOfLeadingZeros(table.length) + 1;
  }
}
