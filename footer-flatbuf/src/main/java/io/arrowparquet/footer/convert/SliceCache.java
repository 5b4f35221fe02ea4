// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Remembers what pairs of byte ranges of the source were written as, so that equal ones are written
 * once. The ranges stay in the source: nothing is copied, and an entry is six numbers.
 */
final class SliceCache {
  private static final int ENTRY = 6;
  private static final int A_START = 0;
  private static final int A_LENGTH = 1;
  private static final int B_START = 2;
  private static final int B_LENGTH = 3;
  private static final int HASH = 4;
  private static final int VALUE = 5;
  private static final int INITIAL_CAPACITY = 16;

  private static final VarHandle LITTLE_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] source;
  private int[] entries = new int[INITIAL_CAPACITY * ENTRY];
  private int size;

  SliceCache(byte[] source) {
    this.source = source;
  }

  /** What was put for equal bytes, 0 if nothing was. */
  int get(int aStart, int aLength, int bStart, int bLength) {
    int hash = hash(aStart, aLength, bStart, bLength);
    for (int i = firstPlace(hash); entries[i + VALUE] != 0; i = nextPlace(i)) {
      if (entries[i + HASH] == hash
          && entries[i + A_LENGTH] == aLength
          && entries[i + B_LENGTH] == bLength
          && sameBytes(entries[i + A_START], aStart, aLength)
          && sameBytes(entries[i + B_START], bStart, bLength)) {
        return entries[i + VALUE];
      }
    }
    return 0;
  }

  /** Remembers a value, not 0, for bytes that have none yet. */
  void put(int aStart, int aLength, int bStart, int bLength, int value) {
    if (2 * (size + 1) * ENTRY > entries.length) {
      grow();
    }
    int hash = hash(aStart, aLength, bStart, bLength);
    int i = firstPlace(hash);
    while (entries[i + VALUE] != 0) {
      i = nextPlace(i);
    }
    entries[i + A_START] = aStart;
    entries[i + A_LENGTH] = aLength;
    entries[i + B_START] = bStart;
    entries[i + B_LENGTH] = bLength;
    entries[i + HASH] = hash;
    entries[i + VALUE] = value;
    size++;
  }

  private void grow() {
    int[] old = entries;
    entries = new int[old.length * 2];
    for (int from = 0; from < old.length; from += ENTRY) {
      if (old[from + VALUE] != 0) {
        int to = firstPlace(old[from + HASH]);
        while (entries[to + VALUE] != 0) {
          to = nextPlace(to);
        }
        System.arraycopy(old, from, entries, to, ENTRY);
      }
    }
  }

  private int firstPlace(int hash) {
    return (hash & (entries.length / ENTRY - 1)) * ENTRY;
  }

  private int nextPlace(int place) {
    int next = place + ENTRY;
    return next == entries.length ? 0 : next;
  }

  private boolean sameBytes(int start, int otherStart, int length) {
    return sameBytes(source, start, otherStart, length);
  }

  /**
   * Whether two ranges hold the same bytes. Nearly all have fewer than 16, where this takes half
   * the time of {@link Arrays#equals(byte[], int, int, byte[], int, int)}.
   */
  static boolean sameBytes(byte[] bytes, int start, int otherStart, int length) {
    int rest = length & (Long.BYTES - 1);
    int whole = length - rest;
    if (Math.max(start, otherStart) > bytes.length - whole - Long.BYTES) {
      return Arrays.equals(bytes, start, start + length, bytes, otherStart, otherStart + length);
    }
    for (int i = 0; i < whole; i += Long.BYTES) {
      if (longAt(bytes, start + i) != longAt(bytes, otherStart + i)) {
        return false;
      }
    }
    long difference = longAt(bytes, start + whole) ^ longAt(bytes, otherStart + whole);
    return rest == 0 || difference << (Long.SIZE - Byte.SIZE * rest) == 0;
  }

  private static long longAt(byte[] bytes, int index) {
    return (long) LITTLE_ENDIAN_LONG.get(bytes, index);
  }

  private int hash(int aStart, int aLength, int bStart, int bLength) {
    int hash = extend(extend(aLength, aStart, aLength) + bLength, bStart, bLength);
    return hash ^ (hash >>> 15);
  }

  private int extend(int hash, int start, int length) {
    int extended = hash;
    for (int i = start; i < start + length; i++) {
      extended = extended * 31 + source[i];
    }
    return extended;
  }
}
