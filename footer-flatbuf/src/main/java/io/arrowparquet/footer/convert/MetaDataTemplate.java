// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.CODEC;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.DATA_PAGE_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.ENCODINGS;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.ENCODING_STATS;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.NUM_VALUES;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.PATH_IN_SCHEMA;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.STATISTICS;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.TYPE;

import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Statistics;
import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * The metadata of a chunk of numbers and its statistics, as they were written for an earlier chunk.
 * Most chunks of a file differ from one before in nothing but eight numbers: their tables are a
 * copy, in which these are set, and what leads to other places is moved.
 *
 * <pre>
 *   metadata: link | bytes | references | numbers | statistics: link | bytes | numbers |
 * </pre>
 */
final class MetaDataTemplate {
  /** Of both tables; larger ones hold more than numbers. */
  private static final int MOST_BYTES = 160;

  private static final long LEGACY = 1L << ChunkFields.MIN | 1L << ChunkFields.MAX;

  private static final long NUMBERS =
      1L << ChunkFields.NULL_COUNT | 1L << ChunkFields.MIN_VALUE | 1L << ChunkFields.MAX_VALUE;

  /** Fields that are set below, that are the same in all chunks of a kind, or in other tables. */
  private static final long KNOWN =
      NUMBERS
          | LEGACY
          | 1L << ChunkFields.IS_MAX_VALUE_EXACT
          | 1L << ChunkFields.IS_MIN_VALUE_EXACT
          | 1L << TYPE
          | 1L << ENCODINGS
          | 1L << PATH_IN_SCHEMA
          | 1L << CODEC
          | 1L << NUM_VALUES
          | 1L << TOTAL_UNCOMPRESSED_SIZE
          | 1L << TOTAL_COMPRESSED_SIZE
          | 1L << DATA_PAGE_OFFSET
          | 1L << DICTIONARY_PAGE_OFFSET
          | 1L << STATISTICS
          | 1L << ENCODING_STATS
          | 0xFFFFL << ChunkFields.IN_CHUNK;

  private final FlatWriter out;
  private final byte[] bytes = new byte[MOST_BYTES];

  /** 0 as long as there was no chunk that will do. */
  private int length;

  /** What the chunk was like: a chunk that differs in one of these is not written as it was. */
  private long seen;

  private long trueFlags;
  private int kind;
  private int encodings;
  private int width;

  /** Of the metadata, counted from the buffer's end. */
  private int table;

  /** Where in the bytes the statistics, and values to be replaced are; 0 for one that is absent. */
  private int statistics;

  private int encodingsPlace;
  private int numValues;
  private int uncompressed;
  private int compressed;
  private int dataPage;
  private int dictionaryPage;
  private int nullCount;
  private int min;
  private int max;

  MetaDataTemplate(FlatWriter out) {
    this.out = out;
  }

  /**
   * @param chunkKind says what is in the tables beside the numbers
   * @param foundEncodings the table they refer to
   */
  boolean fits(ChunkFields chunk, int chunkKind, int foundEncodings) {
    return length > 0
        && chunk.seen() == seen
        && chunk.trueFlags() == trueFlags
        && chunkKind == kind
        && foundEncodings == encodings
        && hasPlainBounds(chunk, width);
  }

  /** Whether both bounds are numbers other than 0 and each other: these are not left out. */
  private boolean hasPlainBounds(ChunkFields chunk, int bytesOfBound) {
    if (chunk.lengths[ChunkFields.MIN_VALUE] != bytesOfBound
        || chunk.lengths[ChunkFields.MAX_VALUE] != bytesOfBound
        || (chunk.hasAny(LEGACY) && !hasSameLegacy(chunk, bytesOfBound))) {
      return false;
    }
    long least = bound(chunk, ChunkFields.MIN_VALUE, bytesOfBound);
    long most = bound(chunk, ChunkFields.MAX_VALUE, bytesOfBound);
    return least != 0 && most != 0 && least != most;
  }

  private boolean hasSameLegacy(ChunkFields chunk, int bytesOfBound) {
    return chunk.hasAll(LEGACY)
        && chunk.lengths[ChunkFields.MIN] == bytesOfBound
        && chunk.lengths[ChunkFields.MAX] == bytesOfBound
        && bound(chunk, ChunkFields.MIN, bytesOfBound)
            == bound(chunk, ChunkFields.MIN_VALUE, bytesOfBound)
        && bound(chunk, ChunkFields.MAX, bytesOfBound)
            == bound(chunk, ChunkFields.MAX_VALUE, bytesOfBound);
  }

  private long bound(ChunkFields chunk, int field, int bytesOfBound) {
    int start = chunk.starts[field];
    return bytesOfBound == Long.BYTES
        ? ChunkFields.longAt(out.source, start)
        : (int) ArrayNumbers.INT.get(out.source, start);
  }

  /** Writes the tables of a chunk that {@link #fits}. */
  int write(ChunkFields chunk) {
    TableBlock block = out.block;
    int begin = block.allocate(length, Long.BYTES);
    byte[] to = block.bytes;
    System.arraycopy(bytes, 0, to, begin, length);
    int written = block.offsetOf(begin);
    int moved = written - table;
    move(to, begin, -moved);
    move(to, begin + statistics, -moved);
    move(to, begin + encodingsPlace, moved);
    if (numValues != 0) {
      ArrayNumbers.LONG.set(to, begin + numValues, chunk.numbers[NUM_VALUES]);
    }
    ArrayNumbers.LONG.set(to, begin + uncompressed, chunk.numbers[TOTAL_UNCOMPRESSED_SIZE]);
    ArrayNumbers.LONG.set(to, begin + compressed, chunk.numbers[TOTAL_COMPRESSED_SIZE]);
    ArrayNumbers.LONG.set(to, begin + dataPage, chunk.numbers[DATA_PAGE_OFFSET]);
    if (dictionaryPage != 0) {
      ArrayNumbers.LONG.set(to, begin + dictionaryPage, chunk.numbers[DICTIONARY_PAGE_OFFSET]);
    }
    ArrayNumbers.LONG.set(to, begin + nullCount, chunk.numbers[ChunkFields.NULL_COUNT]);
    setBound(to, begin + min, bound(chunk, ChunkFields.MIN_VALUE, width));
    setBound(to, begin + max, bound(chunk, ChunkFields.MAX_VALUE, width));
    return written;
  }

  private void move(byte[] to, int place, int by) {
    ArrayNumbers.INT.set(to, place, (int) ArrayNumbers.INT.get(to, place) + by);
  }

  private void setBound(byte[] to, int place, long value) {
    if (width == Long.BYTES) {
      ArrayNumbers.LONG.set(to, place, value);
    } else {
      ArrayNumbers.INT.set(to, place, (int) value);
    }
  }

  /** Remembers how a chunk was written, if another one can be written so. */
  void learn(
      ChunkFields chunk,
      int chunkKind,
      int foundEncodings,
      TableTemplate metaData,
      TableTemplate ofStatistics) {
    length = 0;
    width = chunk.lengths[ChunkFields.MIN_VALUE];
    boolean isLong = width == Long.BYTES;
    int minPlace = ofStatistics.place(isLong ? Statistics.MIN_LO8 : Statistics.MIN_LO4);
    int maxPlace = ofStatistics.place(isLong ? Statistics.MAX_LO8 : Statistics.MAX_LO4);
    int statisticsAt = metaData.table() - ofStatistics.table();
    int end = statisticsAt + ofStatistics.size();
    if (!chunk.hasAll(NUMBERS)
        || chunk.hasAny(~KNOWN)
        || (width != Integer.BYTES && width != Long.BYTES)
        || minPlace == 0
        || maxPlace == 0
        || !hasPlainBounds(chunk, width)
        || !metaData.isBefore(ofStatistics)
        || end > MOST_BYTES) {
      return;
    }
    min = statisticsAt + minPlace;
    max = statisticsAt + maxPlace;
    nullCount = statisticsAt + ofStatistics.place(Statistics.NULL_COUNT);
    statistics = statisticsAt;
    encodingsPlace = metaData.place(ColumnMetadata.ENCODINGS);
    numValues = metaData.place(ColumnMetadata.NUM_VALUES);
    uncompressed = metaData.place(ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE);
    compressed = metaData.place(ColumnMetadata.TOTAL_COMPRESSED_SIZE);
    dataPage = metaData.place(ColumnMetadata.DATA_PAGE_OFFSET);
    dictionaryPage = metaData.place(ColumnMetadata.DICTIONARY_PAGE_OFFSET);
    seen = chunk.seen();
    trueFlags = chunk.trueFlags();
    kind = chunkKind;
    encodings = foundEncodings;
    table = metaData.table();
    metaData.copyTo(bytes, end);
    length = end;
  }
}
