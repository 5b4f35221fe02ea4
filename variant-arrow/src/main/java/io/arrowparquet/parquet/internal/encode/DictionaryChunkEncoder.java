// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;

/**
 * A column whose pages are indexes into a dictionary while that is worth it, and then values.
 *
 * <pre>
 *   first page with values   in the dictionary, or not: whichever is smaller decides for the chunk
 *   next pages               in the dictionary, up to the one in which it becomes full
 *   pages after that         values
 * </pre>
 */
abstract class DictionaryChunkEncoder extends ChunkEncoder {
  private static final int[] NO_IDS = {};

  private final Settings settings;
  private final HybridEncoder hybrid = new HybridEncoder();
  private final BloomFilterBuilder bloom;
  private final ByteOutput dictionaryValues = new ByteOutput();

  private int[] ids = NO_IDS;
  private int idCount;
  private boolean inDictionary;

  /** How many entries the pages need that are indexes. */
  private int usedEntries;

  DictionaryChunkEncoder(ColumnBounds bounds, Settings settings) {
    super(bounds);
    this.settings = settings;
    this.bloom = settings.bloom() == null ? null : new BloomFilterBuilder(settings.bloom());
    this.inDictionary = settings.dictionaryBytes() > 0;
  }

  @Override
  public void start() {
    super.start();
    clear();
    idCount = 0;
    usedEntries = 0;
    inDictionary = settings.dictionaryBytes() > 0;
    if (bloom != null) {
      bloom.start();
    }
  }

  final boolean inDictionary() {
    return inDictionary;
  }

  /** Room for this many more ids, at the returned index of {@link #ids}. */
  final int addIds(int count) {
    int at = idCount;
    idCount += count;
    if (idCount > ids.length) {
      ids = Arrays.copyOf(ids, Math.max(idCount, 2 * ids.length));
    }
    return at;
  }

  final int[] ids() {
    return ids;
  }

  final int idCount() {
    return idCount;
  }

  @Override
  final boolean isDictionaryFull() {
    return inDictionary && dictionaryBytes() >= settings.dictionaryBytes();
  }

  @Override
  public final long pageBytes() {
    if (!inDictionary) {
      return super.pageBytes();
    }
    long bytes = (long) idCount * HybridEncoder.bitWidth(entries()) / Byte.SIZE;
    // The first page may turn out not to use the dictionary.
    return usedEntries > 0 ? bytes : Math.min(plainBytes(), bytes + dictionaryBytes());
  }

  @Override
  final ParquetEncoding encodePage(ByteOutput out) {
    if (inDictionary && entries() > 0) {
      long plain = plainBytes();
      int start = out.length();
      int width = HybridEncoder.bitWidth(entries());
      out.putByte(width);
      hybrid.encode(ids, 0, idCount, width, out);
      boolean isSmaller = out.length() - start + dictionaryBytes() < plain;
      if (usedEntries > 0 || isSmaller) {
        inDictionary = !isDictionaryFull();
        usedEntries = entries();
        idCount = 0;
        clearPage();
        return ParquetEncoding.RLE_DICTIONARY;
      }
      out.truncate(start);
      inDictionary = false;
      takeEntries(ids, idCount);
      idCount = 0;
      ids = NO_IDS;
    }
    if (bloom != null && plainBytes() > 0) {
      bloom.expectAny();
      insertValues(bloom);
    }
    encodeValues(settings.encoding(), out);
    clearPage();
    return settings.encoding();
  }

  @Override
  public final long dictionaryPageBytes() {
    return usedEntries > 0 ? dictionaryBytes() : 0;
  }

  @Override
  public final DictionaryPage dictionary() {
    if (usedEntries == 0) {
      return null;
    }
    dictionaryValues.clear();
    putEntries(usedEntries, dictionaryValues);
    return new DictionaryPage(usedEntries, dictionaryValues);
  }

  @Override
  public final byte[] bloomFilter() {
    if (bloom == null) {
      return null;
    }
    if (usedEntries > 0) {
      bloom.expect(usedEntries);
      insertEntries(usedEntries, bloom);
    }
    return bloom.finish();
  }

  /** BYTE_STREAM_SPLIT of values of one width. */
  static void split(byte[] values, int width, int count, ByteOutput out) {
    byte[] to = out.reserve((long) count * width);
    for (int stream = 0; stream < width; stream++, out.advance(count)) {
      int from = stream;
      int i = 0;
      for (; i <= count - Long.BYTES; i += Long.BYTES) {
        long word = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE, from += width) {
          word |= (values[from] & 0xFFL) << shift;
        }
        ArrayNumbers.LONG.set(to, out.length() + i, word);
      }
      for (; i < count; i++, from += width) {
        to[out.length() + i] = values[from];
      }
    }
  }

  /** Empties dictionary and page. */
  abstract void clear();

  abstract void clearPage();

  abstract int entries();

  /** What all entries take as PLAIN. */
  abstract long dictionaryBytes();

  /** Makes the page the values of entries. */
  abstract void takeEntries(int[] from, int count);

  abstract void putEntries(int count, ByteOutput out);

  abstract void encodeValues(ParquetEncoding encoding, ByteOutput out);

  abstract void insertValues(BloomFilterBuilder to);

  abstract void insertEntries(int count, BloomFilterBuilder to);
}
