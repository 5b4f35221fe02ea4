// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.encoding.VariantDictionary;
import java.util.Arrays;

/**
 * Ids of the names that a tokenizer hands out as strings, the same object for the same name mostly:
 * found without encoding the name while rows repeat their keys. Bytes outlive the dictionary's
 * contents, ids do not.
 */
final class NameCache {
  private static final int SLOTS = 1024;

  /** Beyond this the keys are data rather than names, and keeping them does not pay. */
  private static final int MAX_NAMES = SLOTS / 2;

  private final String[] names = new String[SLOTS];
  private final byte[][] utf8 = new byte[SLOTS][];
  private final int[] ids = new int[SLOTS];

  /** The dictionary's epoch in which the id is the name's. */
  private final long[] epochs = new long[SLOTS];

  private VariantDictionary dictionary;
  private int size;

  /** The slot of a name, or the empty one it would go to. */
  int slot(String name) {
    int hash = name.hashCode();
    int slot = (hash ^ hash >>> 15) & (SLOTS - 1);
    while (true) {
      String known = names[slot];
      if (known == null || known.equals(name)) {
        return slot;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
  }

  boolean isKnown(int slot) {
    return names[slot] != null;
  }

  /** Puts a name where {@link #slot} said and returns where it is. */
  int add(String name, byte[] bytes) {
    if (size == MAX_NAMES) {
      Arrays.fill(names, null);
      Arrays.fill(utf8, null);
      size = 0;
    }
    int slot = slot(name);
    names[slot] = name;
    utf8[slot] = bytes;
    epochs[slot] = -1;
    size++;
    return slot;
  }

  byte[] utf8(int slot) {
    return utf8[slot];
  }

  /** The id of a known name in a dictionary, to which it is added if it is new there. */
  int id(int slot, VariantDictionary current) {
    if (current != dictionary) {
      dictionary = current;
      Arrays.fill(epochs, -1);
    }
    if (epochs[slot] != current.epoch() || !current.internAgain(ids[slot])) {
      ids[slot] = current.intern(utf8[slot]);
      epochs[slot] = current.epoch();
    }
    return ids[slot];
  }
}
