// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnEncodings;
import io.arrowparquet.footer.internal.generated.ParquetFbs.PageEncodingStats;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import java.nio.ByteBuffer;

/**
 * The encodings of a chunk and their statistics, from Thrift to a table that chunks share. Most
 * chunks of a file have the same bytes here, so they are compared before they are parsed.
 */
final class EncodingsConverter {
  /** {@link #find}: numbers that do not fit the table. */
  static final int NOT_REPRESENTABLE = -1;

  /** Tables lie at multiples of four, so the lowest bit is free for this. */
  private static final int FULLY_DICTIONARY = 1;

  private final FlatWriter out;
  private final SliceCache known;
  private final SliceCache knownVectors;
  private final CompactReader in;
  private byte[] encodings = new byte[8];
  private int encodingCount;
  private byte[] pageTypes = new byte[8];
  private byte[] pageEncodings = new byte[8];
  private int[] pageCounts = new int[8];
  private int statsCount;

  /** What was found last, and for which places: chunk after chunk is given with the same ones. */
  private int last;

  private int lastEncodings;
  private int lastStats;
  private boolean lastHadStats;

  EncodingsConverter(FlatWriter out, CompactReader main) {
    this.out = out;
    this.known = new SliceCache(out.source);
    this.knownVectors = new SliceCache(out.source);
    this.in = main;
  }

  /**
   * The table for two Thrift lists, written if no equal one was.
   *
   * @param statsLength 0 for no statistics
   * @return the table, its lowest bit set if all data pages are dictionary-encoded; or {@link
   *     #NOT_REPRESENTABLE}
   */
  int find(int encodingsStart, int encodingsLength, int statsStart, int statsLength) {
    if (encodingsStart == lastEncodings
        && statsStart == lastStats
        && lastHadStats == statsLength > 0) {
      return last;
    }
    int found = known.get(encodingsStart, encodingsLength, statsStart, statsLength);
    if (found == 0) {
      found = convert(encodingsStart, encodingsLength, statsStart, statsLength > 0);
      known.put(encodingsStart, encodingsLength, statsStart, statsLength, found);
    }
    last = found;
    lastEncodings = encodingsStart;
    lastStats = statsStart;
    lastHadStats = statsLength > 0;
    return found;
  }

  static int table(int found) {
    return found & ~FULLY_DICTIONARY;
  }

  static boolean isFullyDictionary(int found) {
    return (found & FULLY_DICTIONARY) != 0;
  }

  private int convert(int encodingsStart, int encodingsLength, int statsStart, boolean hasStats) {
    int resume = in.position();
    boolean fits = readEncodings(encodingsStart);
    if (hasStats) {
      fits &= readStats(statsStart);
    }
    in.position(resume);
    if (!fits) {
      return NOT_REPRESENTABLE;
    }
    int before = out.offset();
    int stats = hasStats ? writeStats() : 0;
    int vector = encodingsVector(encodingsStart, encodingsLength);
    int table =
        out.begin(ColumnEncodings.SHAPE)
            .refer(ColumnEncodings.ENCODINGS, vector)
            .refer(ColumnEncodings.ENCODING_STATS, stats)
            .end();
    out.noteShared(before);
    boolean isFully =
        hasStats ? allDataPagesAreDictionaryEncoded() : encodingsAreThoseOfDictionaryPages();
    return isFully ? table | FULLY_DICTIONARY : table;
  }

  /**
   * Whether there is no other encoding than PLAIN_DICTIONARY and those of levels. The newer
   * RLE_DICTIONARY stands beside PLAIN, the encoding of the dictionary page and maybe of others.
   */
  private boolean encodingsAreThoseOfDictionaryPages() {
    boolean anyDictionary = false;
    for (int i = 0; i < encodingCount; i++) {
      boolean isDictionary = encodings[i] == ParquetEncoding.PLAIN_DICTIONARY.number();
      if (!isDictionary
          && encodings[i] != ParquetEncoding.RLE.number()
          && encodings[i] != ParquetEncoding.BIT_PACKED.number()) {
        return false;
      }
      anyDictionary |= isDictionary;
    }
    return anyDictionary;
  }

  /** The list read last, shared with equal ones: it varies less than the statistics do. */
  private int encodingsVector(int start, int length) {
    int vector = knownVectors.get(start, length, 0, 0);
    if (vector == 0) {
      vector = out.builder().createByteVector(encodings, 0, encodingCount);
      knownVectors.put(start, length, 0, 0, vector);
    }
    return vector;
  }

  private boolean readEncodings(int start) {
    in.position(start);
    encodingCount = in.listBegin();
    if (encodings.length < encodingCount) {
      encodings = new byte[encodingCount];
    }
    boolean fits = true;
    for (int i = 0; i < encodingCount; i++) {
      int number = in.readI32();
      encodings[i] = (byte) number;
      fits &= number == encodings[i];
    }
    return fits;
  }

  private boolean readStats(int start) {
    in.position(start);
    statsCount = in.listBegin();
    if (pageCounts.length < statsCount) {
      pageTypes = new byte[statsCount];
      pageEncodings = new byte[statsCount];
      pageCounts = new int[statsCount];
    }
    boolean fits = true;
    for (int i = 0; i < statsCount; i++) {
      fits &= readStat(i);
    }
    return fits;
  }

  private boolean readStat(int i) {
    var stats = ParquetStructs.PAGE_ENCODING_STATS.read(in);
    pageTypes[i] = (byte) stats.pageTypeNumber();
    pageEncodings[i] = (byte) stats.encodingNumber();
    pageCounts[i] = stats.count();
    return pageTypes[i] == stats.pageTypeNumber() && pageEncodings[i] == stats.encodingNumber();
  }

  private int writeStats() {
    ByteBuffer structs = out.beginStructs(PageEncodingStats.BYTES, statsCount, Integer.BYTES);
    for (int i = 0; i < statsCount; i++) {
      int at = i * PageEncodingStats.BYTES;
      // With the bytes between the fields.
      structs.putInt(at, 0);
      structs.put(at + PageEncodingStats.PAGE_TYPE, pageTypes[i]);
      structs.put(at + PageEncodingStats.ENCODING, pageEncodings[i]);
      structs.putInt(at + PageEncodingStats.COUNT, pageCounts[i]);
    }
    return out.endStructs();
  }

  private boolean allDataPagesAreDictionaryEncoded() {
    boolean anyDataPage = false;
    for (int i = 0; i < statsCount; i++) {
      if (pageCounts[i] == 0 || !isDataPage(pageTypes[i])) {
        continue;
      }
      anyDataPage = true;
      if (pageEncodings[i] != ParquetEncoding.PLAIN_DICTIONARY.number()
          && pageEncodings[i] != ParquetEncoding.RLE_DICTIONARY.number()) {
        return false;
      }
    }
    return anyDataPage;
  }

  private static boolean isDataPage(int pageType) {
    return pageType == PageType.DATA_PAGE.number() || pageType == PageType.DATA_PAGE_V2.number();
  }
}
