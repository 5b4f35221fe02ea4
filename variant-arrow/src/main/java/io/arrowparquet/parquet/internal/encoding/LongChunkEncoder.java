// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.ParquetEncoding;
import java.util.Arrays;

/** INT64, and DOUBLE as its bits. */
public final class LongChunkEncoder extends DictionaryChunkEncoder {
  private static final long[] NO_VALUES = {};

  private final NumberBounds bounds;
  private final LongDictionary dictionary = new LongDictionary();
  private final NumberEncoder encoder = new NumberEncoder(Long.BYTES);

  /** The open page's values; none while they are in the dictionary. */
  private long[] values = NO_VALUES;

  private int count;

  LongChunkEncoder(ColumnDomain domain, Settings settings) {
    this(new NumberBounds(domain, settings), settings);
  }

  private LongChunkEncoder(NumberBounds bounds, Settings settings) {
    super(bounds, settings);
    this.bounds = bounds;
  }

  /** Adds {@code more} values from index {@code from} on to the open page. */
  public void add(long[] added, int from, int more) {
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
    return (long) (inDictionary() ? idCount() : count) * Long.BYTES;
  }

  @Override
  public long heldBytes() {
    return super.heldBytes()
        + dictionary.heldBytes()
        + encoder.heldBytes()
        + (long) values.length * Long.BYTES;
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
    return (long) dictionary.size() * Long.BYTES;
  }

  @Override
  void takeEntries(int[] from, int taken) {
    reserve(taken);
    long[] entries = dictionary.entries();
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

  private static void insert(long[] from, int number, BloomFilterBuilder to) {
    for (int i = 0; i < number; i++) {
      to.insert(SplitBlock.hash(from[i]));
    }
  }
}
