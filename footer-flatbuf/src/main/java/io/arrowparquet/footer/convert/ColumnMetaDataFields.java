// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.thrift.CompactReader;

/**
 * What one Thrift {@code ColumnMetaData} says; nested structs as places in the source, the
 * statistics read. Reused from chunk to chunk.
 */
final class ColumnMetaDataFields {
  static final int TYPE = 1;
  static final int ENCODINGS = 2;
  static final int PATH_IN_SCHEMA = 3;
  static final int CODEC = 4;
  static final int NUM_VALUES = 5;
  static final int TOTAL_UNCOMPRESSED_SIZE = 6;
  static final int TOTAL_COMPRESSED_SIZE = 7;
  static final int KEY_VALUE_METADATA = 8;
  static final int DATA_PAGE_OFFSET = 9;
  static final int INDEX_PAGE_OFFSET = 10;
  static final int DICTIONARY_PAGE_OFFSET = 11;
  static final int STATISTICS = 12;
  static final int ENCODING_STATS = 13;
  static final int BLOOM_FILTER_OFFSET = 14;
  static final int BLOOM_FILTER_LENGTH = 15;
  static final int SIZE_STATISTICS = 16;
  static final int GEOSPATIAL_STATISTICS = 17;

  private static final long REQUIRED = FooterShapes.required(FooterShapes.COLUMN_META_DATA);

  private final PathChecker paths;
  private final StatisticsConverter statistics;
  final RepeatedSlice encodings;
  final RepeatedSlice encodingStats;
  private long seen;
  int type;
  int codec;
  boolean pathIsTheSchemas;
  long numValues;
  long totalUncompressedSize;
  long totalCompressedSize;
  long dataPageOffset;
  long indexPageOffset;
  long dictionaryPageOffset;
  long bloomFilterOffset;
  int bloomFilterLength;
  int keyValuesStart;
  int sizeStatisticsStart;
  int sizeStatisticsEnd;
  int geospatialStatisticsStart;

  ColumnMetaDataFields(byte[] source, PathChecker paths, StatisticsConverter statistics) {
    this.encodings = new RepeatedSlice(source);
    this.encodingStats = new RepeatedSlice(source);
    this.paths = paths;
    this.statistics = statistics;
  }

  boolean has(int id) {
    return (seen >>> id & 1) != 0;
  }

  /** Reads the struct at the reader's position, which belongs to the chunk of a leaf. */
  void read(CompactReader in, int leaf) {
    seen = 0;
    in.enterStruct();
    while (in.nextField(FooterShapes.COLUMN_META_DATA)) {
      int id = in.fieldId();
      seen |= 1L << id;
      switch (id) {
        case TYPE -> type = in.readI32();
        case ENCODINGS -> encodings.read(in);
        case PATH_IN_SCHEMA -> pathIsTheSchemas = paths.readPath(in, leaf);
        case CODEC -> codec = in.readI32();
        case NUM_VALUES -> numValues = in.readI64();
        case TOTAL_UNCOMPRESSED_SIZE -> totalUncompressedSize = in.readI64();
        case TOTAL_COMPRESSED_SIZE -> totalCompressedSize = in.readI64();
        case DATA_PAGE_OFFSET -> dataPageOffset = in.readI64();
        case STATISTICS -> statistics.read(in);
        case ENCODING_STATS -> encodingStats.read(in);
        default -> readRare(in, id);
      }
    }
    in.leaveStruct();
    if ((seen & REQUIRED) != REQUIRED) {
      FooterShapes.requireAll(FooterShapes.COLUMN_META_DATA, seen, in.position());
    }
  }

  private void readRare(CompactReader in, int id) {
    switch (id) {
      case INDEX_PAGE_OFFSET -> indexPageOffset = in.readI64();
      case DICTIONARY_PAGE_OFFSET -> dictionaryPageOffset = in.readI64();
      case BLOOM_FILTER_OFFSET -> bloomFilterOffset = in.readI64();
      case BLOOM_FILTER_LENGTH -> bloomFilterLength = in.readI32();
      case KEY_VALUE_METADATA -> {
        keyValuesStart = in.position();
        in.skip();
      }
      case SIZE_STATISTICS -> {
        sizeStatisticsStart = in.position();
        in.skip();
        sizeStatisticsEnd = in.position();
      }
      case GEOSPATIAL_STATISTICS -> {
        geospatialStatisticsStart = in.position();
        in.skip();
      }
      default -> in.skip();
    }
  }

  /** Where the chunk's first page is. */
  long startOffset() {
    boolean dictionaryFirst =
        has(DICTIONARY_PAGE_OFFSET)
            && dictionaryPageOffset > 0
            && dictionaryPageOffset < dataPageOffset;
    return dictionaryFirst ? dictionaryPageOffset : dataPageOffset;
  }

  boolean codecFits() {
    return codec >= 0 && codec <= Byte.MAX_VALUE;
  }
}
