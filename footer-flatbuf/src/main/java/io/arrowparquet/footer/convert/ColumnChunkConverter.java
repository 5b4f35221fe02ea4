// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static io.arrowparquet.footer.convert.ColumnMetaDataFields.BLOOM_FILTER_LENGTH;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.BLOOM_FILTER_OFFSET;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.DICTIONARY_PAGE_OFFSET;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.GEOSPATIAL_STATISTICS;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.INDEX_PAGE_OFFSET;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.KEY_VALUE_METADATA;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.SIZE_STATISTICS;
import static io.arrowparquet.footer.convert.ColumnMetaDataFields.STATISTICS;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flatbuf.generated.BloomFilterInfo;
import io.arrowparquet.footer.flatbuf.generated.ColumnChunk;
import io.arrowparquet.footer.flatbuf.generated.ColumnMetadata;
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

  private final FlatWriter out;
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
    this.schema = schema;
    this.rare = rare;
    this.statistics = new StatisticsConverter(out);
    this.encodings = new EncodingsConverter(out, in);
    this.metaData = new ColumnMetaDataFields(new PathChecker(out.source, schema), statistics);
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

    FlatBufferBuilder builder = out.builder;
    ColumnChunk.startColumnChunk(builder);
    if (rule == NO_RULE) {
      ColumnChunk.addFileOffset(builder, fileOffset);
    }
    if (table != 0) {
      ColumnChunk.addMetadata(builder, table);
    }
    if ((filePath | encrypted | thrift | crypto) != 0) {
      addRareFields(builder, filePath, encrypted, thrift, crypto);
    }
    return ColumnChunk.endColumnChunk(builder);
  }

  private void addRareFields(
      FlatBufferBuilder builder, int filePath, int encrypted, int thrift, int crypto) {
    if (filePath != 0) {
      ColumnChunk.addFilePath(builder, filePath);
    }
    if (encrypted != 0) {
      ColumnChunk.addEncryptedColumnMetadata(builder, encrypted);
    }
    if (thrift != 0) {
      ColumnChunk.addThrift(builder, thrift);
    }
    if (crypto > 0) {
      ColumnChunk.addCryptoMetadata(builder, crypto);
      ColumnChunk.addCryptoMetadataType(builder, rare.columnCryptoTag());
    }
  }

  private int findEncodings() {
    return encodings.find(
        metaData.encodingsStart,
        metaData.encodingsLength,
        metaData.encodingStatsStart,
        metaData.encodingStatsLength);
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
            ? rare.sizeStatistics(metaData.sizeStatisticsStart, metaData.sizeStatisticsEnd)
            : 0;
    int geospatial =
        metaData.has(GEOSPATIAL_STATISTICS)
            ? rare.geospatialStatistics(metaData.geospatialStatisticsStart)
            : 0;
    int bloomFilter = writeBloomFilter();

    FlatBufferBuilder builder = out.builder;
    ColumnMetadata.startColumnMetadata(builder);
    addOffsetsAndSizes(builder, withNumValues);
    if (statisticsTable != 0) {
      ColumnMetadata.addStatistics(builder, statisticsTable);
    }
    if (foundEncodings != EncodingsConverter.NOT_REPRESENTABLE) {
      ColumnMetadata.addEncodings(builder, EncodingsConverter.table(foundEncodings));
    }
    if ((keyValues | sizeStatistics | geospatial | bloomFilter) != 0) {
      addRareTables(builder, keyValues, sizeStatistics, geospatial, bloomFilter);
    }
    if (metaData.codec != 0) {
      ColumnMetadata.addCodec(builder, metaData.codecFits() ? (byte) metaData.codec : -1);
    }
    if (foundEncodings > 0 && EncodingsConverter.isFullyDictionary(foundEncodings)) {
      ColumnMetadata.addIsFullyDictEncoded(builder, true);
    }
    if (rule > RULE_ZERO) {
      ColumnMetadata.addFileOffsetRule(builder, rule);
    }
    return ColumnMetadata.endColumnMetadata(builder);
  }

  private void addOffsetsAndSizes(FlatBufferBuilder builder, boolean withNumValues) {
    if (withNumValues) {
      ColumnMetadata.addNumValues(builder, metaData.numValues);
    }
    ColumnMetadata.addTotalUncompressedSize(builder, metaData.totalUncompressedSize);
    ColumnMetadata.addTotalCompressedSize(builder, metaData.totalCompressedSize);
    ColumnMetadata.addDataPageOffset(builder, metaData.dataPageOffset);
    if (metaData.has(INDEX_PAGE_OFFSET)) {
      ColumnMetadata.addIndexPageOffset(builder, metaData.indexPageOffset);
    }
    if (metaData.has(DICTIONARY_PAGE_OFFSET)) {
      ColumnMetadata.addDictionaryPageOffset(builder, metaData.dictionaryPageOffset);
    }
  }

  private static void addRareTables(
      FlatBufferBuilder builder,
      int keyValues,
      int sizeStatistics,
      int geospatial,
      int bloomFilter) {
    if (keyValues != 0) {
      ColumnMetadata.addKeyValueMetadata(builder, keyValues);
    }
    if (sizeStatistics != 0) {
      ColumnMetadata.addSizeStatistics(builder, sizeStatistics);
    }
    if (geospatial != 0) {
      ColumnMetadata.addGeospatialStatistics(builder, geospatial);
    }
    if (bloomFilter != 0) {
      ColumnMetadata.addBloomFilter(builder, bloomFilter);
    }
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
