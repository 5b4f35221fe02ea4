// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.storage.internal.ArrayNumbers;
import io.arrowparquet.variant.internal.KeyedHash;
import java.util.Arrays;

/**
 * Byte arrays by number of first appearance: open addressing, at most half full. Entries are kept
 * as the dictionary page has them.
 */
final class BytesDictionary {
  private static final int FIRST_CAPACITY = 256;

  /** Bytes of length before each value. */
  private final int prefix;

  /**
   * Upper bits of the hash above the number of the entry, counted from 1; 0 where there is none.
   */
  private long[] table = new long[FIRST_CAPACITY];

  private final ByteOutput entries = new ByteOutput();

  /** Where the values begin, and one more. */
  private int[] starts = new int[FIRST_CAPACITY / 2 + 1];

  private int size;
  private int shift = shift();

  BytesDictionary(boolean withLengths) {
    prefix = withLengths ? Integer.BYTES : 0;
    starts[0] = prefix;
  }

  void clear() {
    if (size > 0) {
      Arrays.fill(table, 0);
      size = 0;
      entries.clear();
    }
  }

  int size() {
    return size;
  }

  ByteOutput entries() {
    return entries;
  }

  int start(int entry) {
    return starts[entry];
  }

  int end(int entry) {
    return starts[entry + 1] - prefix;
  }

  /** Looks up values, and adds those that are missing. */
  void find(byte[] data, int[] offsets, int from, int count, int[] ids, int at) {
    int end = offsets[from];
    for (int i = 0; i < count; i++) {
      int start = end;
      end = offsets[from + i + 1];
      ids[at + i] = find(data, start, end - start);
    }
  }

  private int find(byte[] data, int start, int length) {
    long hash = hash(data, start, length);
    int slot = (int) (hash >>> shift);
    int upper = (int) (hash >>> Integer.SIZE);
    for (long found = table[slot]; found != 0; found = table[slot]) {
      int id = (int) found - 1;
      if ((int) (found >>> Integer.SIZE) == upper && isEntry(id, data, start, length)) {
        return id;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    return add(data, start, length, (long) upper << Integer.SIZE, slot);
  }

  private boolean isEntry(int id, byte[] data, int start, int length) {
    int at = starts[id];
    byte[] values = entries.array();
    if (length != end(id) - at) {
      return false;
    }
    if (length < Long.BYTES) {
      return fewBytes(data, start, length) == fewBytes(values, at, length);
    }
    // The last word may have bytes of the one before it.
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if ((long) ArrayNumbers.LONG.get(data, start + i)
          != (long) ArrayNumbers.LONG.get(values, at + i)) {
        return false;
      }
    }
    return (long) ArrayNumbers.LONG.get(data, start + last)
        == (long) ArrayNumbers.LONG.get(values, at + last);
  }

  private static long hash(byte[] data, int start, int length) {
    long word =
        length >= Long.BYTES ? KeyedHash.key(data, start, length) : fewBytes(data, start, length);
    return KeyedHash.place(word, length);
  }

  private static long fewBytes(byte[] data, int start, int length) {
    if (length > 0 && start <= data.length - Long.BYTES) {
      return (long) ArrayNumbers.LONG.get(data, start) & (-1L >>> (Long.SIZE - Byte.SIZE * length));
    }
    long word = 0;
    for (int i = 0; i < length; i++) {
      word |= (data[start + i] & 0xFFL) << (Byte.SIZE * i);
    }
    return word;
  }

  private int add(byte[] data, int start, int length, long upper, int slot) {
    int id = size++;
    if (prefix > 0) {
      entries.putInt(length);
    }
    entries.put(data, start, length);
    starts[size] = entries.length() + prefix;
    table[slot] = upper | size;
    if (size == starts.length - 1) {
      grow();
    }
    return id;
  }

  private void grow() {
    starts = Arrays.copyOf(starts, 2 * size + 1);
    table = new long[2 * table.length];
    shift = shift();
    for (int i = 0; i < size; i++) {
      long hash = hash(entries.array(), starts[i], end(i) - starts[i]);
      int slot = (int) (hash >>> shift);
      while (table[slot] != 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = hash >>> Integer.SIZE << Integer.SIZE | (i + 1);
    }
  }

  private int shift() {
    return Long.numberOfLeadingZeros(table.length) + 1;
  }
}
