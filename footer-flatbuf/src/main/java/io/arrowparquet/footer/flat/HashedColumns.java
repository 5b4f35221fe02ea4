// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.NameSlots;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The columns by the hash of their paths: a hash table, laid out as {@link NameSlots} says. Columns
 * of one hash come in the order of the schema. Nothing is known of a column but that it is a
 * number.
 */
record HashedColumns(FooterBytes bytes, int start, int homes, int count) {
  /**
   * Places that a search looks at. The hash is that of the format and has no secret, so names can
   * be chosen to meet; of a million that were not, none is 1 000 places from its home.
   */
  static final int MOST_PLACES = 1 << 12;

  static HashedColumns slots(FooterBytes bytes, int vector, int columns) {
    int count = bytes.count(vector, Long.BYTES);
    int homes = NameSlots.homes(columns);
    if (count < homes) {
      throw bytes.corrupt("name slots", vector, count, "at least " + homes);
    }
    return new HashedColumns(bytes, vector + FooterBytes.REFERENCE, homes, count);
  }

  static HashedColumns slots(int[] hashes) {
    long[] slots = NameSlots.place(hashes);
    ByteBuffer table =
        ByteBuffer.allocate(slots.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    table.asLongBuffer().put(slots);
    return new HashedColumns(
        new FooterBytes(table), 0, NameSlots.homes(hashes.length), slots.length);
  }

  /** The hash in the low half, the column in the high half. */
  private long slot(int place) {
    return bytes.i64(start + place * Long.BYTES);
  }

  int first(int hash) {
    return from(NameSlots.home(hash, homes), hash);
  }

  int next(int place, int hash) {
    return from(place + 1, hash);
  }

  private int from(int start, int hash) {
    int last = NameSlots.home(hash, homes) + MOST_PLACES;
    for (int place = start; place < count; place++) {
      if (place > last) {
        throw new CorruptFooterException(
            "name index",
            0,
            "more than " + MOST_PLACES + " columns at one place",
            "few, as hashes have");
      }
      long slot = slot(place);
      if ((int) (slot >>> Integer.SIZE) == NameSlots.FREE) {
        return -1;
      }
      if ((int) slot == hash) {
        return place;
      }
    }
    return -1;
  }

  int column(int place) {
    return (int) (slot(place) >>> Integer.SIZE);
  }

  boolean isSame(HashedColumns other) {
    if (other.count != count) {
      return false;
    }
    for (int place = 0; place < count; place++) {
      if (slot(place) != other.slot(place)) {
        return false;
      }
    }
    return true;
  }
}
