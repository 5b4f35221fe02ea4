// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.NameSlots;

/**
 * The columns by the hash of their paths. Columns of one hash come in the order of the schema.
 * Nothing is known of a column but that it is a number.
 */
interface HashedColumns {
  /**
   * Places that a search looks at. The hash is that of the format and has no secret, so names can
   * be chosen to meet; of a million that were not, none is 1 000 places from its home.
   */
  int MOST_PLACES = 1 << 12;

  /** The first place of a hash; negative if no column has it. */
  int first(int hash);

  /** The next place of the hash that another place has; negative if there is none. */
  int next(int place, int hash);

  /** The column at a place. */
  int column(int place);

  /** Whether this has the same entries as another in the same order. */
  boolean isSame(HashedColumns other);

  private static CorruptFooterException tooMany() {
    return new CorruptFooterException(
        "name index",
        0,
        "more than " + MOST_PLACES + " columns at one place",
        "few, as hashes have");
  }

  /** The hash table of the buffer; {@link NameSlots} has how it is laid out. */
  static HashedColumns slots(FooterBytes bytes, int vector, int columns) {
    int count = bytes.count(vector, Long.BYTES);
    int homes = NameSlots.homes(columns);
    if (count < homes) {
      throw bytes.corrupt("name slots", vector, count, "at least " + homes);
    }
    return new Slots(bytes, vector + FooterBytes.REFERENCE, homes, count);
  }

  /** A hash table made of the schema. */
  static HashedColumns slots(int[] hashes) {
    return new ComputedSlots(NameSlots.place(hashes), NameSlots.homes(hashes.length));
  }

  /** The two vectors of earlier versions: hashes ascending, and the column of each. */
  static HashedColumns sorted(IntTable hashes, IntTable columns) {
    return new Sorted(hashes, columns);
  }

  /** A search in a hash table. */
  abstract class Table implements HashedColumns {
    private final int homes;
    final int count;

    Table(int homes, int count) {
      this.homes = homes;
      this.count = count;
    }

    /** The hash in the low half, the column in the high half. */
    abstract long slot(int place);

    @Override
    public final int first(int hash) {
      return from(NameSlots.home(hash, homes), hash);
    }

    @Override
    public final int next(int place, int hash) {
      return from(place + 1, hash);
    }

    private int from(int start, int hash) {
      int last = NameSlots.home(hash, homes) + MOST_PLACES;
      for (int place = start; place < count; place++) {
        if (place > last) {
          throw tooMany();
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

    @Override
    public final int column(int place) {
      return (int) (slot(place) >>> Integer.SIZE);
    }

    @Override
    public final boolean isSame(HashedColumns other) {
      if (!(other instanceof Table table) || table.count != count) {
        return false;
      }
      for (int place = 0; place < count; place++) {
        if (slot(place) != table.slot(place)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Slots in the buffer. */
  final class Slots extends Table {
    private final FooterBytes bytes;
    private final int position;

    private Slots(FooterBytes bytes, int position, int homes, int count) {
      super(homes, count);
      this.bytes = bytes;
      this.position = position;
    }

    @Override
    long slot(int place) {
      return bytes.i64(position + place * Long.BYTES);
    }
  }

  /** Slots on the heap. */
  final class ComputedSlots extends Table {
    private final long[] slots;

    private ComputedSlots(long[] slots, int homes) {
      super(homes, slots.length);
      this.slots = slots;
    }

    @Override
    long slot(int place) {
      return slots[place];
    }
  }

  /** A search by halves. */
  record Sorted(IntTable hashes, IntTable columns) implements HashedColumns {
    @Override
    public int first(int hash) {
      int low = 0;
      int high = hashes.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (Integer.compareUnsigned(hashes.get(middle), hash) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return at(low, hash);
    }

    @Override
    public int next(int place, int hash) {
      if (place >= MOST_PLACES && hashes.get(place - MOST_PLACES) == hash) {
        throw tooMany();
      }
      return at(place + 1, hash);
    }

    private int at(int place, int hash) {
      return place < hashes.size() && hashes.get(place) == hash ? place : -1;
    }

    @Override
    public int column(int place) {
      return columns.get(place);
    }

    @Override
    public boolean isSame(HashedColumns other) {
      if (!(other instanceof Sorted sorted) || sorted.hashes.size() != hashes.size()) {
        return false;
      }
      for (int place = 0; place < hashes.size(); place++) {
        if (hashes.get(place) != sorted.hashes.get(place) || column(place) != other.column(place)) {
          return false;
        }
      }
      return true;
    }
  }
}
