// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static io.arrowparquet.footer.convert.ColumnMetaDataFields.BLOOM_FILTER_LENGTH;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.BLOOM_FILTER_OFFSET;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.DICTIONARY_PAGE_OFFSET;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.ENCODING_STATS;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.GEOSPATIAL_STATISTICS;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.INDEX_PAGE_OFFSET;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.KEY_VALUE_METADATA;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.SIZE_STATISTICS;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.STATISTICS;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flatbuf.generated.BloomFilterInfo;
import io.arrowparquet.footer.flatbuf.internal.FooterSlots.ColumnChunk;
import io.arrowparquet.footer.flatbuf.internal.FooterSlots.ColumnMetadata;
import io.arrowparquet.footer.thrift.CompactReader;

/**
 * One {@code ColumnChunk} from Thrift to the buffer. This is where the time of a conversion goes:
 * nothing is allocated, and equal sub-tables are found without being parsed.
 */
final class ColumnChunkConverter {
  private static final int FILE_PATH = 1;
  private static final int FILE_OFFSET = 2;
  private static final int META_DATA = 3;
  private static final int OFFSET_INDEX_OFFSET = 4;
  private static final int OFFSET_INDEX_LENGTH = 5;
  private static final int COLUMN_INDEX_OFFSET = 6;
  private static final int COLUMN_INDEX_LENGTH = 7;
  private static final int CRYPTO_METADATA = 8;
  private static final int ENCRYPTED_COLUMN_METADATA = 9;

  private static final int RULE_ZERO = 0;
  private static final int RULE_DATA_PAGE = 1;
  private static final int RULE_DICTIONARY_PAGE = 2;
  private static final int RULE_END = 3;
  private static final int NO_RULE = -1;

  private static final int ALWAYS_WRITTEN =
      1 << ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE
          | 1 << ColumnMetadata.TOTAL_COMPRESSED_SIZE
          | 1 << ColumnMetadata.DATA_PAGE_OFFSET;
  private static final int META_DATA_SLOTS = ColumnMetadata.SIZE_STATISTICS + 1;
  private static final int META_DATA_LONG_SLOTS =
      ALWAYS_WRITTEN
          | 1 << ColumnMetadata.NUM_VALUES
          | 1 << ColumnMetadata.INDEX_PAGE_OFFSET
          | 1 << ColumnMetadata.DICTIONARY_PAGE_OFFSET;
  private static final int CHUNK_SLOTS = ColumnChunk.THRIFT + 1;
  private static final int CHUNK_LONG_SLOTS = 1 << ColumnChunk.FILE_OFFSET;

  private final FlatWriter out;
  private final TableTemplate chunkTable;
  private final TableTemplate metaDataTable;
  private final SchemaConverter schema;
  private final RareStructsConverter rare;
  private final StatisticsConverter statistics;
  private final EncodingsConverter encodings;
  private final ColumnMetaDataFields metaData;

  private int start;
  private int end;
  private int seen;
  private int filePathStart;
  private int filePathLength;
  private long fileOffset;
  private long offsetIndexOffset;
  private int offsetIndexLength;
  private long columnIndexOffset;
  private int columnIndexLength;
  private int cryptoStart;
  private int encryptedStart;
  private int encryptedLength;

  ColumnChunkConverter(
      FlatWriter out, CompactReader in, SchemaConverter schema, RareStructsConverter rare) {
    this.out = out;
    this.chunkTable = new TableTemplate(out, CHUNK_SLOTS, CHUNK_LONG_SLOTS);
    this.metaDataTable = new TableTemplate(out, META_DATA_SLOTS, META_DATA_LONG_SLOTS);
    this.schema = schema;
    this.rare = rare;
    this.statistics = new StatisticsConverter(out);
    this.encodings = new EncodingsConverter(out, in);
    this.metaData =
        new ColumnMetaDataFields(out.source, new PathChecker(out.source, schema), statistics);
  }

  /** Reads the struct at the reader's position, the chunk of a leaf. */
  void read(CompactReader in, int leaf) {
    start = in.position();
    seen = 0;
    fileOffset = 0;
    in.enterStruct();
    while (in.nextField(FooterShapes.COLUMN_CHUNK)) {
      int id = in.fieldId();
      seen |= 1 << id;
      switch (id) {
        case FILE_OFFSET -> fileOffset = in.readI64();
        case META_DATA -> metaData.read(in, leaf);
        case OFFSET_INDEX_OFFSET -> offsetIndexOffset = in.readI64();
        case OFFSET_INDEX_LENGTH -> offsetIndexLength = in.readI32();
        case COLUMN_INDEX_OFFSET -> columnIndexOffset = in.readI64();
        case COLUMN_INDEX_LENGTH -> columnIndexLength = in.readI32();
        case FILE_PATH -> {
          filePathLength = in.readBinary();
          filePathStart = in.binaryStart();
        }
        case CRYPTO_METADATA -> {
          cryptoStart = in.position();
          in.skip();
        }
        case ENCRYPTED_COLUMN_METADATA -> {
          encryptedLength = in.readBinary();
          encryptedStart = in.binaryStart();
        }
        default -> in.skip();
      }
    }
    in.leaveStruct();
    end = in.position();
  }

  boolean hasMetaData() {
    return has(META_DATA);
  }

  long numValues() {
    return metaData.numValues;
  }

  void addIndexLocations(IndexLocationsConverter columnIndex, IndexLocationsConverter offsetIndex) {
    columnIndex.add(
        has(COLUMN_INDEX_OFFSET), columnIndexOffset, has(COLUMN_INDEX_LENGTH), columnIndexLength);
    offsetIndex.add(
        has(OFFSET_INDEX_OFFSET), offsetIndexOffset, has(OFFSET_INDEX_LENGTH), offsetIndexLength);
  }

  private boolean has(int id) {
    return (seen >>> id & 1) != 0;
  }

  /**
   * Writes the table for what was read last.
   *
   * @param withNumValues whether the number of values must be written
   */
  int write(int leaf, boolean withNumValues) {
    int type = schema.leafType(leaf);
    int found = hasMetaData() ? findEncodings() : 0;
    boolean fits =
        !hasMetaData()
            || (found != EncodingsConverter.NOT_REPRESENTABLE
                && metaData.type == type
                && metaData.pathIsTheSchemas
                && metaData.codecFits());
    int crypto = 0;
    if (has(CRYPTO_METADATA)) {
      crypto = rare.columnCrypto(cryptoStart);
      fits &= crypto != RareStructsConverter.NOT_REPRESENTABLE;
    }
    int rule = hasMetaData() ? fileOffsetRule() : NO_RULE;
    int table = hasMetaData() ? writeMetaData(type, found, rule, withNumValues) : 0;
    int filePath = has(FILE_PATH) ? out.string(filePathStart, filePathLength) : 0;
    int encrypted =
        has(ENCRYPTED_COLUMN_METADATA) ? out.unsharedBytes(encryptedStart, encryptedLength) : 0;
    int thrift = fits ? 0 : out.unsharedBytes(start, end - start);

    chunkTable.begin(
        bit(rule == NO_RULE, ColumnChunk.FILE_OFFSET)
            | bit(table != 0, ColumnChunk.METADATA)
            | bit(crypto > 0, ColumnChunk.CRYPTO_METADATA)
            | bit(crypto > 0, ColumnChunk.CRYPTO_METADATA_TYPE)
            | bit(encrypted != 0, ColumnChunk.ENCRYPTED_COLUMN_METADATA)
            | bit(filePath != 0, ColumnChunk.FILE_PATH)
            | bit(thrift != 0, ColumnChunk.THRIFT));
    chunkTable.addLong(ColumnChunk.FILE_OFFSET, fileOffset);
    chunkTable.addReference(ColumnChunk.METADATA, table);
    chunkTable.addReference(ColumnChunk.CRYPTO_METADATA, crypto);
    chunkTable.addReference(ColumnChunk.ENCRYPTED_COLUMN_METADATA, encrypted);
    chunkTable.addReference(ColumnChunk.FILE_PATH, filePath);
    chunkTable.addReference(ColumnChunk.THRIFT, thrift);
    chunkTable.addByte(ColumnChunk.CRYPTO_METADATA_TYPE, rare.columnCryptoTag());
    return chunkTable.end();
  }

  private static int bit(boolean isPresent, int slot) {
    return isPresent ? 1 << slot : 0;
  }

  private int findEncodings() {
    boolean hasStats = metaData.has(ENCODING_STATS);
    return encodings.find(
        metaData.encodings.start(),
        metaData.encodings.length(),
        metaData.encodingStats.start(),
        hasStats ? metaData.encodingStats.length() : 0);
  }

  private int fileOffsetRule() {
    if (fileOffset == 0) {
      return RULE_ZERO;
    }
    if (fileOffset == metaData.dataPageOffset) {
      return RULE_DATA_PAGE;
    }
    if (metaData.has(DICTIONARY_PAGE_OFFSET) && fileOffset == metaData.dictionaryPageOffset) {
      return RULE_DICTIONARY_PAGE;
    }
    return fileOffset == metaData.startOffset() + metaData.totalCompressedSize ? RULE_END : NO_RULE;
  }

  private int writeMetaData(int type, int foundEncodings, int rule, boolean withNumValues) {
    int statisticsTable = metaData.has(STATISTICS) ? statistics.write(type) : 0;
    int keyValues = metaData.has(KEY_VALUE_METADATA) ? rare.keyValues(metaData.keyValuesStart) : 0;
    int sizeStatistics =
        metaData.has(SIZE_STATISTICS)
            ? out.bytes(
                metaData.sizeStatisticsStart,
                metaData.sizeStatisticsEnd - metaData.sizeStatisticsStart)
            : 0;
    int geospatial =
        metaData.has(GEOSPATIAL_STATISTICS)
            ? rare.geospatialStatistics(metaData.geospatialStatisticsStart)
            : 0;
    int bloomFilter = writeBloomFilter();

    boolean hasEncodings = foundEncodings != EncodingsConverter.NOT_REPRESENTABLE;
    boolean isFullyDictionary =
        hasEncodings && EncodingsConverter.isFullyDictionary(foundEncodings);
    int codec = metaData.codecFits() ? metaData.codec : -1;
    metaDataTable.begin(
        bit(withNumValues, ColumnMetadata.NUM_VALUES)
            | ALWAYS_WRITTEN
            | bit(metaData.has(INDEX_PAGE_OFFSET), ColumnMetadata.INDEX_PAGE_OFFSET)
            | bit(metaData.has(DICTIONARY_PAGE_OFFSET), ColumnMetadata.DICTIONARY_PAGE_OFFSET)
            | bit(statisticsTable != 0, ColumnMetadata.STATISTICS)
            | bit(hasEncodings, ColumnMetadata.ENCODINGS)
            | bit(keyValues != 0, ColumnMetadata.KEY_VALUE_METADATA)
            | bit(sizeStatistics != 0, ColumnMetadata.SIZE_STATISTICS)
            | bit(geospatial != 0, ColumnMetadata.GEOSPATIAL_STATISTICS)
            | bit(bloomFilter != 0, ColumnMetadata.BLOOM_FILTER)
            | bit(codec != 0, ColumnMetadata.CODEC)
            | bit(isFullyDictionary, ColumnMetadata.IS_FULLY_DICT_ENCODED)
            | bit(rule > RULE_ZERO, ColumnMetadata.FILE_OFFSET_RULE));
    metaDataTable.addLong(ColumnMetadata.NUM_VALUES, metaData.numValues);
    metaDataTable.addLong(ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE, metaData.totalUncompressedSize);
    metaDataTable.addLong(ColumnMetadata.TOTAL_COMPRESSED_SIZE, metaData.totalCompressedSize);
    metaDataTable.addLong(ColumnMetadata.DATA_PAGE_OFFSET, metaData.dataPageOffset);
    metaDataTable.addLong(ColumnMetadata.INDEX_PAGE_OFFSET, metaData.indexPageOffset);
    metaDataTable.addLong(ColumnMetadata.DICTIONARY_PAGE_OFFSET, metaData.dictionaryPageOffset);
    metaDataTable.addReference(ColumnMetadata.STATISTICS, statisticsTable);
    metaDataTable.addReference(ColumnMetadata.ENCODINGS, EncodingsConverter.table(foundEncodings));
    metaDataTable.addReference(ColumnMetadata.KEY_VALUE_METADATA, keyValues);
    metaDataTable.addReference(ColumnMetadata.SIZE_STATISTICS, sizeStatistics);
    metaDataTable.addReference(ColumnMetadata.GEOSPATIAL_STATISTICS, geospatial);
    metaDataTable.addReference(ColumnMetadata.BLOOM_FILTER, bloomFilter);
    metaDataTable.addByte(ColumnMetadata.CODEC, codec);
    metaDataTable.addByte(ColumnMetadata.IS_FULLY_DICT_ENCODED, 1);
    metaDataTable.addByte(ColumnMetadata.FILE_OFFSET_RULE, rule);
    return metaDataTable.end();
  }

  private int writeBloomFilter() {
    boolean hasOffset = metaData.has(BLOOM_FILTER_OFFSET);
    boolean hasLength = metaData.has(BLOOM_FILTER_LENGTH);
    if (!hasOffset && !hasLength) {
      return 0;
    }
    FlatBufferBuilder builder = out.builder;
    BloomFilterInfo.startBloomFilterInfo(builder);
    if (hasOffset) {
      BloomFilterInfo.addOffset(builder, metaData.bloomFilterOffset);
    }
    if (hasLength) {
      BloomFilterInfo.addLength(builder, metaData.bloomFilterLength);
    }
    return BloomFilterInfo.endBloomFilterInfo(builder);
  }
}
