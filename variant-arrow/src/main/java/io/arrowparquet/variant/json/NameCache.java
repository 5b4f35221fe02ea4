// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.internal.KeyedHash;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantDictionary;
import java.util.Arrays;

/**
 * Ids of names, found by their bytes without the dictionary while rows repeat their keys. Bytes
 * outlive the dictionary's contents, ids do not.
 *
 * <p>A name of up to eight bytes is one word, and two names are the same if words and lengths are.
 * A name has few slots to be in; where they are taken the first of them is. So no choice of names
 * makes a search long.
 */
final class NameCache {
  private static final int SLOT_BITS = 10;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int WAYS = 4;
  private static final int FREE = -1;

  /** By slot: the name's word, or if it is longer its hash. */
  private final long[] keys = new long[SLOTS];

  private final int[] lengths = new int[SLOTS];
  private final byte[][] utf8 = new byte[SLOTS][];
  private final int[] ids = new int[SLOTS];

  /** The dictionary's generation in which the id is the name's ... */
  private final long[] generations = new long[SLOTS];

  /** ... and the epoch in which it can be taken again. */
  private final long[] epochs = new long[SLOTS];

  private VariantDictionary dictionary;

  NameCache() {
    Arrays.fill(lengths, FREE);
  }

  /** {@code text}: what the name is part of, seven bytes or more before the array's end. */
  int find(byte[] text, int from, int length) {
    long key =
        length <= Long.BYTES
            ? word(JsonText.word(text, from), length)
            : KeyedHash.key(text, from, length);
    int first = (int) (KeyedHash.place(key, length) >>> (Long.SIZE - SLOT_BITS));
    int slot = first;
    for (int i = 0; i < WAYS; i++) {
      if (lengths[slot] == length && keys[slot] == key && isSame(slot, text, from)) {
        return slot;
      }
      if (lengths[slot] == FREE) {
        return put(slot, key, text, from, length);
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    return put(first, key, text, from, length);
  }

  private static long word(long eightBytes, int length) {
    // A shift counts modulo 64, so that no bytes must be distinguished from eight.
    return length == 0 ? 0 : eightBytes & -1L >>> -(length * Byte.SIZE);
  }

  private boolean isSame(int slot, byte[] text, int from) {
    int last = lengths[slot] - Long.BYTES;
    if (last <= 0) {
      return true;
    }
    byte[] name = utf8[slot];
    for (int i = 0; i < last; i += Long.BYTES) {
      if (JsonText.word(name, i) != JsonText.word(text, from + i)) {
        return false;
      }
    }
    return JsonText.word(name, last) == JsonText.word(text, from + last);
  }

  private int put(int slot, long key, byte[] text, int from, int length) {
    keys[slot] = key;
    lengths[slot] = length;
    utf8[slot] = Arrays.copyOfRange(text, from, from + length);
    generations[slot] = -1;
    epochs[slot] = -1;
    return slot;
  }

  void append(int slot, VariantBuilder builder) {
    VariantDictionary current = builder.dictionary();
    if (current == null) {
      builder.field(utf8[slot]);
    } else {
      builder.field(id(slot, current));
    }
  }

  private int id(int slot, VariantDictionary current) {
    if (current != dictionary) {
      dictionary = current;
      Arrays.fill(generations, -1);
      Arrays.fill(epochs, -1);
    }
    if (generations[slot] != current.generation()) {
      if (epochs[slot] != current.epoch() || !current.internAgain(ids[slot])) {
        ids[slot] = current.intern(utf8[slot]);
        epochs[slot] = current.epoch();
      }
      generations[slot] = current.generation();
    }
    return ids[slot];
  }
}
