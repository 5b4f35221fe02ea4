// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.storage.internal.ArrayNumbers;
import io.arrowparquet.variant.internal.KeyedHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** INT32 and INT64, and FLOAT and DOUBLE as their bits. */
public final class NumberChunkEncoder extends DictionaryChunkEncoder {
  private final int width;
  private final NumberBounds bounds;
  private final NumberDictionary dictionary = new NumberDictionary();
  private final DeltaEncoder deltas = new DeltaEncoder();
  private final AlpEncoder alp;

  /** The open page's values in PLAIN; none while they are in the dictionary. */
  private final ByteOutput values = new ByteOutput();

  NumberChunkEncoder(int width, ColumnDomain domain, Settings settings) {
    this(width, new NumberBounds(domain, settings), settings);
  }

  private NumberChunkEncoder(int width, NumberBounds bounds, Settings settings) {
    super(bounds, settings);
    this.width = width;
    this.bounds = bounds;
    this.alp =
        settings.encoding() == ParquetEncoding.ALP ? new AlpEncoder(width == Double.BYTES) : null;
  }

  /** Adds {@code more} values of 4 bytes from index {@code from} on to the open page. */
  public void add(int[] added, int from, int more) {
    bounds.add(added, from, more);
    if (inDictionary()) {
      int at = addIds(more);
      dictionary.find(added, from, more, ids(), at);
      return;
    }
    room(more).asIntBuffer().put(added, from, more);
    values.advance(more * width);
  }

  /** As {@link #add(int[], int, int)}, of 8 bytes. */
  public void add(long[] added, int from, int more) {
    bounds.add(added, from, more);
    if (inDictionary()) {
      int at = addIds(more);
      dictionary.find(added, from, more, ids(), at);
      return;
    }
    room(more).asLongBuffer().put(added, from, more);
    values.advance(more * width);
  }

  private ByteBuffer room(int more) {
    byte[] to = values.reserve((long) more * width);
    return ByteBuffer.wrap(to, values.length(), more * width).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  long plainBytes() {
    return inDictionary() ? (long) idCount() * width : values.length();
  }

  @Override
  void clear() {
    if (alp != null) {
      alp.start();
    }
    dictionary.clear();
    clearPage();
  }

  @Override
  void clearPage() {
    values.clear();
  }

  @Override
  int entries() {
    return dictionary.size;
  }

  @Override
  long dictionaryBytes() {
    return (long) dictionary.size * width;
  }

  @Override
  void takeEntries(int[] from, int taken) {
    byte[] to = values.reserve((long) taken * width);
    for (int i = 0; i < taken; i++) {
      set(to, i * width, dictionary.entries[from[i]]);
    }
    values.advance(taken * width);
  }

  @Override
  void putEntries(int entryCount, ByteOutput out) {
    byte[] to = out.reserve((long) entryCount * width);
    for (int i = 0; i < entryCount; i++) {
      set(to, out.length() + i * width, dictionary.entries[i]);
    }
    out.advance(entryCount * width);
  }

  private void set(byte[] to, int at, long value) {
    if (width == Long.BYTES) {
      ArrayNumbers.LONG.set(to, at, value);
    } else {
      ArrayNumbers.INT.set(to, at, (int) value);
    }
  }

  @Override
  void encodeValues(ParquetEncoding encoding, ByteOutput out) {
    byte[] plain = values.array();
    int count = values.length() / width;
    switch (encoding) {
      case PLAIN -> out.take(values);
      case DELTA_BINARY_PACKED -> deltas.encode(plain, width, count, out);
      case BYTE_STREAM_SPLIT -> split(plain, width, count, out);
      default -> alp.encodePage(plain, values.length(), out);
    }
  }

  @Override
  void insertValues(BloomFilterBuilder to) {
    byte[] plain = values.array();
    for (int at = 0; at < values.length(); at += width) {
      insert(
          width == Long.BYTES
              ? (long) ArrayNumbers.LONG.get(plain, at)
              : (int) ArrayNumbers.INT.get(plain, at),
          to);
    }
  }

  @Override
  void insertEntries(int entryCount, BloomFilterBuilder to) {
    for (int i = 0; i < entryCount; i++) {
      insert(dictionary.entries[i], to);
    }
  }

  private void insert(long value, BloomFilterBuilder to) {
    to.insert(width == Long.BYTES ? SplitBlock.hash(value) : SplitBlock.hash((int) value));
  }

  /** Values by number of first appearance, in open addressing, at most half full. */
  private static final class NumberDictionary {
    private static final int FIRST_CAPACITY = 256;

    /** The low half of a value above the number of its entry, counted from 1; 0 for none. */
    private long[] table = new long[FIRST_CAPACITY];

    private long[] entries = new long[FIRST_CAPACITY / 2];
    private int size;
    private int shift = shift();

    void clear() {
      if (size > 0) {
        Arrays.fill(table, 0);
        size = 0;
      }
    }

    // A loop for each width: that of the narrow one need not look into the entries.

    /** Looks up values, and adds those that are missing. */
    void find(int[] values, int from, int count, int[] ids, int at) {
      for (int i = 0; i < count; i++) {
        int value = values[from + i];
        int slot = slot(value);
        long entry = table[slot];
        while (entry != 0 && (int) (entry >>> Integer.SIZE) != value) {
          slot = (slot + 1) & (table.length - 1);
          entry = table[slot];
        }
        ids[at + i] = entry != 0 ? (int) entry - 1 : add(value, slot);
      }
    }

    void find(long[] values, int from, int count, int[] ids, int at) {
      for (int i = 0; i < count; i++) {
        long value = values[from + i];
        int slot = slot(value);
        long entry = table[slot];
        while (entry != 0 && entries[(int) entry - 1] != value) {
          slot = (slot + 1) & (table.length - 1);
          entry = table[slot];
        }
        ids[at + i] = entry != 0 ? (int) entry - 1 : add(value, slot);
      }
    }

    private int slot(long value) {
      return (int) (KeyedHash.place(value, 0) >>> shift);
    }

    private int add(long value, int slot) {
      int id = size++;
      entries[id] = value;
      table[slot] = value << Integer.SIZE | size;
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
        table[slot] = entries[i] << Integer.SIZE | (i + 1);
      }
    }

    private int shift() {
      return Long.numberOfLeadingZeros(table.length) + 1;
    }
  }
}
