// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import java.util.function.ObjIntConsumer;

/**
 * Something for each of a few names of a {@link NameTable}, by their numbers: as large as what is
 * in it, however many names the table has. Names numbered one after another do not collide.
 *
 * @param <T> what there is for a name
 */
public final class NameMap<T> {
  private static final int FIRST_SLOTS = 8;

  /** A number and one; 0 where there is none. */
  private int[] keys = new int[1];

  private Object[] values = new Object[1];
  private int size;

  /** What there is for the name of a number; null if there is nothing. */
  @SuppressWarnings("unchecked") // Only put stores values.
  public T get(int number) {
    return (T) values[slot(number + 1)];
  }

  /** The slot of a key, or the free one where it belongs. */
  private int slot(int key) {
    int last = keys.length - 1;
    int slot = key & last;
    while (keys[slot] != key && keys[slot] != 0) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  /** Adds a name that is not in here. */
  public void put(int number, T value) {
    if (2 * ++size > keys.length) {
      grow();
    }
    int slot = slot(number + 1);
    keys[slot] = number + 1;
    values[slot] = value;
  }

  private void grow() {
    int[] oldKeys = keys;
    Object[] oldValues = values;
    keys = new int[Math.max(FIRST_SLOTS, 2 * oldKeys.length)];
    values = new Object[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }

  /** Gives all values with their names' numbers, in no order. */
  @SuppressWarnings("unchecked") // Only put stores values.
  public void forEach(ObjIntConsumer<T> use) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        use.accept((T) values[i], keys[i] - 1);
      }
    }
  }
}
