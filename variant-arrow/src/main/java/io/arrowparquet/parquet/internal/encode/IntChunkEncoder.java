// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.variant.internal.KeyedHash;
import java.util.Arrays;

/** INT32, and FLOAT as its bits. */
public final class IntChunkEncoder extends DictionaryChunkEncoder {
  private static final int[] NO_VALUES = {};

  private final NumberBounds bounds;
  private final IntDictionary dictionary = new IntDictionary();
  private final NumberEncoder encoder = new NumberEncoder(Integer.BYTES);

  /** The open page's values; none while they are in the dictionary. */
  private int[] values = NO_VALUES;

  private int count;

  IntChunkEncoder(ColumnDomain domain, Settings settings) {
    this(new NumberBounds(domain, settings), settings);
  }

  private IntChunkEncoder(NumberBounds bounds, Settings settings) {
    super(bounds, settings);
    this.bounds = bounds;
  }

  /** Adds {@code more} values from index {@code from} on to the open page. */
  public void add(int[] added, int from, int more) {
    bounds.add(added, from, more);
    if (inDictionary()) {
      int at = addIds(more);
      dictionary.find(added, from, more, ids(), at);
      return;
    }
    reserve(more);
    System.arraycopy(added, from, values, count, more);
    count += more;
  }

  private void reserve(int more) {
    if (count + more > values.length) {
      values = Arrays.copyOf(values, Math.max(count + more, 2 * values.length));
    }
  }

  @Override
  long plainBytes() {
    return (long) (inDictionary() ? idCount() : count) * Integer.BYTES;
  }

  @Override
  public long heldBytes() {
    return super.heldBytes()
        + dictionary.heldBytes()
        + encoder.heldBytes()
        + (long) values.length * Integer.BYTES;
  }

  @Override
  void clear() {
    encoder.start();
    dictionary.clear();
    clearPage();
  }

  @Override
  void clearPage() {
    count = 0;
  }

  @Override
  int entries() {
    return dictionary.size();
  }

  @Override
  long dictionaryBytes() {
    return (long) dictionary.size() * Integer.BYTES;
  }

  @Override
  void takeEntries(int[] from, int taken) {
    reserve(taken);
    int[] entries = dictionary.entries();
    for (int i = 0; i < taken; i++) {
      values[i] = entries[from[i]];
    }
    count = taken;
  }

  @Override
  void putEntries(int entryCount, ByteOutput out) {
    NumberEncoder.putPlain(dictionary.entries(), entryCount, out);
  }

  @Override
  void encodeValues(ParquetEncoding encoding, ByteOutput out) {
    encoder.encode(encoding, values, count, out);
  }

  @Override
  void insertValues(BloomFilterBuilder to) {
    insert(values, count, to);
  }

  @Override
  void insertEntries(int entryCount, BloomFilterBuilder to) {
    insert(dictionary.entries(), entryCount, to);
  }

  private static void insert(int[] from, int number, BloomFilterBuilder to) {
    for (int i = 0; i < number; i++) {
      to.insert(SplitBlock.hash(from[i]));
    }
  }

  /** Values of 32 bits by number of first appearance: open addressing, at most half full. */
  private static final class IntDictionary {
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
}
