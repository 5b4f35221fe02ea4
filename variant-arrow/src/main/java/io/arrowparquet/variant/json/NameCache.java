// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.encoding.VariantBuilder;
import io.arrowparquet.variant.encoding.VariantDictionary;
import java.util.Arrays;

/**
 * Ids of the names that a tokenizer hands out as strings, the same object for the same name mostly:
 * found without encoding the name while rows repeat their keys. Bytes outlive the dictionary's
 * contents, ids do not.
 *
 * <p>A name has few slots to be in; where they are taken the first of them is. So no choice of
 * names makes a search long.
 */
final class NameCache {
  private static final int SLOTS = 1024;
  private static final int WAYS = 4;

  private final String[] names = new String[SLOTS];
  private final byte[][] utf8 = new byte[SLOTS][];
  private final int[] ids = new int[SLOTS];

  /** The dictionary's generation in which the id is the name's ... */
  private final long[] generations = new long[SLOTS];

  /** ... and the epoch in which it can be taken again. */
  private final long[] epochs = new long[SLOTS];

  private VariantDictionary dictionary;

  /** The slot of a name, or -1 if it has none. */
  int find(String name) {
    int slot = firstSlot(name);
    for (int i = 0; i < WAYS; i++) {
      String known = names[slot];
      if (known == null) {
        return -1;
      }
      if (known.equals(name)) {
        return slot;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    return -1;
  }

  private static int firstSlot(String name) {
    int hash = name.hashCode();
    return (hash ^ hash >>> 15) & (SLOTS - 1);
  }

  /** Gives a name that has none a slot, and returns that. */
  int add(String name, byte[] bytes) {
    int slot = firstSlot(name);
    for (int i = 0; i < WAYS; i++) {
      int candidate = (slot + i) & (SLOTS - 1);
      if (names[candidate] == null) {
        slot = candidate;
        break;
      }
    }
    names[slot] = name;
    utf8[slot] = bytes;
    generations[slot] = -1;
    epochs[slot] = -1;
    return slot;
  }

  /** Says which field comes next. */
  void append(int slot, VariantBuilder builder) {
    VariantDictionary current = builder.dictionary();
    if (current == null) {
      builder.field(utf8[slot]);
    } else {
      builder.field(id(slot, current));
    }
  }

  /** The id of a name in a dictionary, to which it is added if it is new there. */
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
