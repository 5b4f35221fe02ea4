// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static io.arrowparquet.footer.convert.ChunkFields.BLOOM_FILTER_LENGTH;
import static io.arrowparquet.footer.convert.ChunkFields.BLOOM_FILTER_OFFSET;
import static io.arrowparquet.footer.convert.ChunkFields.CODEC;
import static io.arrowparquet.footer.convert.ChunkFields.COLUMN_INDEX_LENGTH;
import static io.arrowparquet.footer.convert.ChunkFields.COLUMN_INDEX_OFFSET;
import static io.arrowparquet.footer.convert.ChunkFields.CRYPTO_METADATA;
import static io.arrowparquet.footer.convert.ChunkFields.DATA_PAGE_OFFSET;
import static io.arrowparquet.footer.convert.ChunkFields.DICTIONARY_PAGE_OFFSET;
import static io.arrowparquet.footer.convert.ChunkFields.ENCODINGS;
import static io.arrowparquet.footer.convert.ChunkFields.ENCODING_STATS;
import static io.arrowparquet.footer.convert.ChunkFields.ENCRYPTED_COLUMN_METADATA;
import static io.arrowparquet.footer.convert.ChunkFields.FILE_OFFSET;
import static io.arrowparquet.footer.convert.ChunkFields.FILE_PATH;
import static io.arrowparquet.footer.convert.ChunkFields.GEOSPATIAL_STATISTICS;
import static io.arrowparquet.footer.convert.ChunkFields.INDEX_PAGE_OFFSET;
import static io.arrowparquet.footer.convert.ChunkFields.KEY_VALUE_METADATA;
import static io.arrowparquet.footer.convert.ChunkFields.META_DATA;
import static io.arrowparquet.footer.convert.ChunkFields.NUM_VALUES;
import static io.arrowparquet.footer.convert.ChunkFields.OFFSET_INDEX_LENGTH;
import static io.arrowparquet.footer.convert.ChunkFields.OFFSET_INDEX_OFFSET;
import static io.arrowparquet.footer.convert.ChunkFields.SIZE_STATISTICS;
import static io.arrowparquet.footer.convert.ChunkFields.STATISTICS;
import static io.arrowparquet.footer.convert.ChunkFields.TOTAL_COMPRESSED_SIZE;
import static io.arrowparquet.footer.convert.ChunkFields.TOTAL_UNCOMPRESSED_SIZE;
import static io.arrowparquet.footer.convert.ChunkFields.TYPE;

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
  private static final int META_DATA_ZEROS =
      1 << ColumnMetadata.CODEC
          | 1 << ColumnMetadata.IS_FULLY_DICT_ENCODED
          | 1 << ColumnMetadata.FILE_OFFSET_RULE;
  private static final int CHUNK_SLOTS = ColumnChunk.THRIFT + 1;
  private static final int CHUNK_LONG_SLOTS = 1 << ColumnChunk.FILE_OFFSET;

  private final FlatWriter out;
  private final TableTemplate chunkTable;
  private final TableTemplate metaDataTable;
  private final SchemaConverter schema;
  private final RareStructsConverter rare;
  private final StatisticsConverter statistics;
  private final EncodingsConverter encodings;
  private final ChunkFields fields;

  ColumnChunkConverter(
      FlatWriter out, CompactReader in, SchemaConverter schema, RareStructsConverter rare) {
    this.out = out;
    this.chunkTable = new TableTemplate(out, CHUNK_SLOTS, CHUNK_LONG_SLOTS);
    this.metaDataTable = new TableTemplate(out, META_DATA_SLOTS, META_DATA_LONG_SLOTS);
    this.schema = schema;
    this.rare = rare;
    this.statistics = new StatisticsConverter(out);
    this.encodings = new EncodingsConverter(out, in);
    this.fields = new ChunkFields(in, schema);
  }

  /** Reads the struct at the reader's position, the chunk of a leaf. */
  void read(int leaf) {
    fields.read(leaf);
  }

  boolean hasMetaData() {
    return fields.has(META_DATA);
  }

  long numValues() {
    return fields.numbers[NUM_VALUES];
  }

  void addIndexLocations(IndexLocationsConverter columnIndex, IndexLocationsConverter offsetIndex) {
    columnIndex.add(
        fields.has(COLUMN_INDEX_OFFSET),
        fields.numbers[COLUMN_INDEX_OFFSET],
        fields.has(COLUMN_INDEX_LENGTH),
        (int) fields.numbers[COLUMN_INDEX_LENGTH]);
    offsetIndex.add(
        fields.has(OFFSET_INDEX_OFFSET),
        fields.numbers[OFFSET_INDEX_OFFSET],
        fields.has(OFFSET_INDEX_LENGTH),
        (int) fields.numbers[OFFSET_INDEX_LENGTH]);
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
                && fields.numbers[TYPE] == type
                && fields.pathIsTheSchemas
                && codecFits());
    int crypto = 0;
    if (fields.has(CRYPTO_METADATA)) {
      crypto = rare.columnCrypto(fields.starts[CRYPTO_METADATA]);
      fits &= crypto != RareStructsConverter.NOT_REPRESENTABLE;
    }
    int rule = hasMetaData() ? fileOffsetRule() : NO_RULE;
    int table = hasMetaData() ? writeMetaData(type, found, rule, withNumValues) : 0;
    int filePath =
        fields.has(FILE_PATH) ? out.string(fields.starts[FILE_PATH], fields.lengths[FILE_PATH]) : 0;
    int encrypted =
        fields.has(ENCRYPTED_COLUMN_METADATA)
            ? out.unsharedBytes(
                fields.starts[ENCRYPTED_COLUMN_METADATA], fields.lengths[ENCRYPTED_COLUMN_METADATA])
            : 0;
    int thrift = fits ? 0 : out.unsharedBytes(fields.start, fields.end - fields.start);

    chunkTable.begin(
        bit(rule == NO_RULE, ColumnChunk.FILE_OFFSET)
            | bit(table != 0, ColumnChunk.METADATA)
            | bit(crypto > 0, ColumnChunk.CRYPTO_METADATA)
            | bit(crypto > 0, ColumnChunk.CRYPTO_METADATA_TYPE)
            | bit(encrypted != 0, ColumnChunk.ENCRYPTED_COLUMN_METADATA)
            | bit(filePath != 0, ColumnChunk.FILE_PATH)
            | bit(thrift != 0, ColumnChunk.THRIFT),
        0);
    chunkTable.addLong(ColumnChunk.FILE_OFFSET, fileOffset());
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

  private boolean codecFits() {
    return fields.numbers[CODEC] >= 0 && fields.numbers[CODEC] <= Byte.MAX_VALUE;
  }

  private int findEncodings() {
    return encodings.find(
        fields.starts[ENCODINGS],
        fields.lengths[ENCODINGS],
        fields.starts[ENCODING_STATS],
        fields.has(ENCODING_STATS) ? fields.lengths[ENCODING_STATS] : 0);
  }

  /** Required, and 0 where it is missing all the same. */
  private long fileOffset() {
    return fields.has(FILE_OFFSET) ? fields.numbers[FILE_OFFSET] : 0;
  }

  private int fileOffsetRule() {
    long fileOffset = fileOffset();
    if (fileOffset == 0) {
      return RULE_ZERO;
    }
    if (fileOffset == fields.numbers[DATA_PAGE_OFFSET]) {
      return RULE_DATA_PAGE;
    }
    if (fields.has(DICTIONARY_PAGE_OFFSET)
        && fileOffset == fields.numbers[DICTIONARY_PAGE_OFFSET]) {
      return RULE_DICTIONARY_PAGE;
    }
    long end = fields.startOffset() + fields.numbers[TOTAL_COMPRESSED_SIZE];
    return fileOffset == end ? RULE_END : NO_RULE;
  }

  private int writeMetaData(int type, int foundEncodings, int rule, boolean withNumValues) {
    int statisticsTable = fields.has(STATISTICS) ? statistics.write(fields, type) : 0;
    int keyValues =
        fields.has(KEY_VALUE_METADATA) ? rare.keyValues(fields.starts[KEY_VALUE_METADATA]) : 0;
    int sizeStatistics =
        fields.has(SIZE_STATISTICS)
            ? out.bytes(fields.starts[SIZE_STATISTICS], fields.lengths[SIZE_STATISTICS])
            : 0;
    int geospatial =
        fields.has(GEOSPATIAL_STATISTICS)
            ? rare.geospatialStatistics(fields.starts[GEOSPATIAL_STATISTICS])
            : 0;
    int bloomFilter = writeBloomFilter();

    boolean hasEncodings = foundEncodings != EncodingsConverter.NOT_REPRESENTABLE;
    boolean isFullyDictionary =
        hasEncodings && EncodingsConverter.isFullyDictionary(foundEncodings);
    int codec = codecFits() ? (int) fields.numbers[CODEC] : -1;
    long uncompressed = fields.numbers[TOTAL_UNCOMPRESSED_SIZE];
    long compressed = fields.numbers[TOTAL_COMPRESSED_SIZE];
    metaDataTable.begin(
        bit(withNumValues, ColumnMetadata.NUM_VALUES)
            | ALWAYS_WRITTEN
            | bit(fields.has(INDEX_PAGE_OFFSET), ColumnMetadata.INDEX_PAGE_OFFSET)
            | bit(fields.has(DICTIONARY_PAGE_OFFSET), ColumnMetadata.DICTIONARY_PAGE_OFFSET)
            | bit(statisticsTable != 0, ColumnMetadata.STATISTICS)
            | bit(hasEncodings, ColumnMetadata.ENCODINGS)
            | bit(keyValues != 0, ColumnMetadata.KEY_VALUE_METADATA)
            | bit(sizeStatistics != 0, ColumnMetadata.SIZE_STATISTICS)
            | bit(geospatial != 0, ColumnMetadata.GEOSPATIAL_STATISTICS)
            | bit(bloomFilter != 0, ColumnMetadata.BLOOM_FILTER)
            | bit(codec != 0, ColumnMetadata.CODEC)
            | bit(isFullyDictionary, ColumnMetadata.IS_FULLY_DICT_ENCODED)
            | bit(rule > RULE_ZERO, ColumnMetadata.FILE_OFFSET_RULE)
            | (uncompressed == compressed ? TableTemplate.TWINS : 0),
        META_DATA_ZEROS);
    metaDataTable.addLong(ColumnMetadata.NUM_VALUES, fields.numbers[NUM_VALUES]);
    metaDataTable.addLongs(
        ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE,
        uncompressed,
        ColumnMetadata.TOTAL_COMPRESSED_SIZE,
        compressed);
    metaDataTable.addLong(ColumnMetadata.DATA_PAGE_OFFSET, fields.numbers[DATA_PAGE_OFFSET]);
    metaDataTable.addLong(ColumnMetadata.INDEX_PAGE_OFFSET, fields.numbers[INDEX_PAGE_OFFSET]);
    metaDataTable.addLong(
        ColumnMetadata.DICTIONARY_PAGE_OFFSET, fields.numbers[DICTIONARY_PAGE_OFFSET]);
    metaDataTable.addReference(ColumnMetadata.STATISTICS, statisticsTable);
    metaDataTable.addReference(ColumnMetadata.ENCODINGS, EncodingsConverter.table(foundEncodings));
    metaDataTable.addReference(ColumnMetadata.KEY_VALUE_METADATA, keyValues);
    metaDataTable.addReference(ColumnMetadata.SIZE_STATISTICS, sizeStatistics);
    metaDataTable.addReference(ColumnMetadata.GEOSPATIAL_STATISTICS, geospatial);
    metaDataTable.addReference(ColumnMetadata.BLOOM_FILTER, bloomFilter);
    metaDataTable.addByte(ColumnMetadata.CODEC, codec);
    metaDataTable.addByte(ColumnMetadata.IS_FULLY_DICT_ENCODED, isFullyDictionary ? 1 : 0);
    metaDataTable.addByte(ColumnMetadata.FILE_OFFSET_RULE, Math.max(rule, RULE_ZERO));
    return metaDataTable.end();
  }

  private int writeBloomFilter() {
    boolean hasOffset = fields.has(BLOOM_FILTER_OFFSET);
    boolean hasLength = fields.has(BLOOM_FILTER_LENGTH);
    if (!hasOffset && !hasLength) {
      return 0;
    }
    FlatBufferBuilder builder = out.builder();
    BloomFilterInfo.startBloomFilterInfo(builder);
    if (hasOffset) {
      BloomFilterInfo.addOffset(builder, fields.numbers[BLOOM_FILTER_OFFSET]);
    }
    if (hasLength) {
      BloomFilterInfo.addLength(builder, (int) fields.numbers[BLOOM_FILTER_LENGTH]);
    }
    return BloomFilterInfo.endBloomFilterInfo(builder);
  }
}
