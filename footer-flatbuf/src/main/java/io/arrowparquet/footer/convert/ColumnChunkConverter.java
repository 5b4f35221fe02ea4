// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static io.arrowparquet.footer.internal.thrift.ChunkFields.COLUMN_INDEX_LENGTH;
import static io.arrowparquet.footer.internal.thrift.ChunkFields.COLUMN_INDEX_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ChunkFields.CRYPTO_METADATA;
import static io.arrowparquet.footer.internal.thrift.ChunkFields.ENCRYPTED_COLUMN_METADATA;
import static io.arrowparquet.footer.internal.thrift.ChunkFields.FILE_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ChunkFields.FILE_PATH;
import static io.arrowparquet.footer.internal.thrift.ChunkFields.META_DATA;
import static io.arrowparquet.footer.internal.thrift.ChunkFields.OFFSET_INDEX_LENGTH;
import static io.arrowparquet.footer.internal.thrift.ChunkFields.OFFSET_INDEX_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.BLOOM_FILTER_LENGTH;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.BLOOM_FILTER_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.CODEC;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.DATA_PAGE_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.ENCODINGS;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.ENCODING_STATS;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.GEOSPATIAL_STATISTICS;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.INDEX_PAGE_OFFSET;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.KEY_VALUE_METADATA;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.NUM_VALUES;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.SIZE_STATISTICS;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.STATISTICS;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE;
import static io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec.TYPE;

import io.arrowparquet.footer.internal.generated.ParquetFbs.BloomFilterInfo;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnChunk;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;

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

  /** As they are set below: the widest first. */
  private static final int[] META_DATA_ORDER = {
    ColumnMetadata.NUM_VALUES,
    ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE,
    ColumnMetadata.TOTAL_COMPRESSED_SIZE,
    ColumnMetadata.DATA_PAGE_OFFSET,
    ColumnMetadata.INDEX_PAGE_OFFSET,
    ColumnMetadata.DICTIONARY_PAGE_OFFSET,
    ColumnMetadata.STATISTICS,
    ColumnMetadata.ENCODINGS,
    ColumnMetadata.KEY_VALUE_METADATA,
    ColumnMetadata.SIZE_STATISTICS,
    ColumnMetadata.GEOSPATIAL_STATISTICS,
    ColumnMetadata.BLOOM_FILTER,
    ColumnMetadata.CODEC,
    ColumnMetadata.IS_FULLY_DICT_ENCODED,
    ColumnMetadata.FILE_OFFSET_RULE
  };

  private static final int META_DATA_LONG_SLOTS =
      ALWAYS_WRITTEN
          | 1 << ColumnMetadata.NUM_VALUES
          | 1 << ColumnMetadata.INDEX_PAGE_OFFSET
          | 1 << ColumnMetadata.DICTIONARY_PAGE_OFFSET;

  /** All of one byte; they may as well be zeros. */
  private static final int META_DATA_BYTE_SLOTS =
      1 << ColumnMetadata.CODEC
          | 1 << ColumnMetadata.IS_FULLY_DICT_ENCODED
          | 1 << ColumnMetadata.FILE_OFFSET_RULE;

  private static final int RARE_META_DATA_SLOTS =
      1 << ColumnMetadata.INDEX_PAGE_OFFSET
          | 1 << ColumnMetadata.KEY_VALUE_METADATA
          | 1 << ColumnMetadata.SIZE_STATISTICS
          | 1 << ColumnMetadata.GEOSPATIAL_STATISTICS
          | 1 << ColumnMetadata.BLOOM_FILTER;

  private static final long RARE_META_DATA =
      1L << INDEX_PAGE_OFFSET
          | 1L << KEY_VALUE_METADATA
          | 1L << SIZE_STATISTICS
          | 1L << GEOSPATIAL_STATISTICS
          | 1L << BLOOM_FILTER_OFFSET
          | 1L << BLOOM_FILTER_LENGTH;

  private static final int[] CHUNK_ORDER = {
    ColumnChunk.FILE_OFFSET,
    ColumnChunk.METADATA,
    ColumnChunk.CRYPTO_METADATA,
    ColumnChunk.ENCRYPTED_COLUMN_METADATA,
    ColumnChunk.FILE_PATH,
    ColumnChunk.THRIFT,
    ColumnChunk.CRYPTO_METADATA_TYPE
  };

  /** Fields of a chunk that tables of their own are made of. */
  private static final long RARE_IN_CHUNK =
      1L << CRYPTO_METADATA | 1L << FILE_PATH | 1L << ENCRYPTED_COLUMN_METADATA;

  private final FlatWriter out;
  private final TableTemplate chunkTable;
  private final TableTemplate metaDataTable;
  private final SchemaConverter schema;
  private final StructConverter rare;
  private final StatisticsConverter statistics;
  private final EncodingsConverter encodings;
  private final ChunkFields fields;

  /** By physical type, of which there are eight. */
  private final MetaDataTemplate[] templates = new MetaDataTemplate[8];

  private boolean isRegular;

  /** Of the metadata being written: the tables that few chunks have, 0 for none. */
  private int keyValues;

  private int sizeStatistics;
  private int geospatial;
  private int bloomFilter;

  ColumnChunkConverter(
      FlatWriter out, CompactReader in, SchemaConverter schema, StructConverter rare) {
    this.out = out;
    this.chunkTable =
        new TableTemplate(
            out,
            CHUNK_ORDER,
            1 << ColumnChunk.FILE_OFFSET,
            1 << ColumnChunk.CRYPTO_METADATA_TYPE,
            TableTemplate.NO_SLOT,
            TableTemplate.NO_SLOT);
    this.metaDataTable =
        new TableTemplate(
            out,
            META_DATA_ORDER,
            META_DATA_LONG_SLOTS,
            META_DATA_BYTE_SLOTS,
            ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE,
            ColumnMetadata.TOTAL_COMPRESSED_SIZE);
    this.schema = schema;
    this.rare = rare;
    this.statistics = new StatisticsConverter(out);
    this.encodings = new EncodingsConverter(out, in);
    this.fields = new ChunkFields(in, schema.paths(in));
  }

  void read(int leaf) {
    fields.read(leaf);
  }

  boolean hasMetaData() {
    return fields.has(META_DATA);
  }

  long numValues() {
    return fields.numbers[NUM_VALUES];
  }

  void setIndexLocations(
      IndexLocationsConverter columnIndex, IndexLocationsConverter offsetIndex, int place) {
    columnIndex.set(
        place,
        fields.has(COLUMN_INDEX_OFFSET),
        fields.numbers[COLUMN_INDEX_OFFSET],
        fields.has(COLUMN_INDEX_LENGTH),
        (int) fields.numbers[COLUMN_INDEX_LENGTH]);
    offsetIndex.set(
        place,
        fields.has(OFFSET_INDEX_OFFSET),
        fields.numbers[OFFSET_INDEX_OFFSET],
        fields.has(OFFSET_INDEX_LENGTH),
        (int) fields.numbers[OFFSET_INDEX_LENGTH]);
  }

  /**
   * Writes what was read last: all of it, or the metadata alone where {@link #isRegular} holds
   * then.
   *
   * @param withNumValues whether the number of values must be written
   * @return the metadata, for {@link #writeRegular}; or the table of the chunk
   */
  int write(int leaf, boolean withNumValues) {
    int type = schema.leafType(leaf);
    int found = hasMetaData() ? findEncodings() : 0;
    boolean fits = !hasMetaData() || (metaDataFits(type, found) && !fields.hasExtension());
    int rule = hasMetaData() ? fileOffsetRule() : NO_RULE;
    int metaData = hasMetaData() ? writeMetaData(type, found, rule, withNumValues) : 0;
    isRegular = fits && !fields.hasAny(RARE_IN_CHUNK) && rule != NO_RULE && hasMetaData();
    return isRegular ? metaData : writeRareChunk(metaData, rule, fits);
  }

  boolean isRegular() {
    return isRegular;
  }

  /** Writes the table of a chunk that has nothing but metadata: a link and a reference. */
  int writeRegular(int metaData) {
    chunkTable.begin(1 << ColumnChunk.METADATA, 0);
    chunkTable.setReference(ColumnChunk.METADATA, metaData);
    return chunkTable.table();
  }

  /** Writes the vtable of regular chunks, with a table that nothing refers to. */
  int writeRegularVtable() {
    chunkTable.begin(1 << ColumnChunk.METADATA, 0);
    return out.vtableOf(chunkTable.table());
  }

  private boolean metaDataFits(int type, int foundEncodings) {
    return foundEncodings != EncodingsConverter.NOT_REPRESENTABLE
        && fields.numbers[TYPE] == type
        && fields.hasPath()
        && codecFits();
  }

  private int writeRareChunk(int metaData, int rule, boolean metaDataFits) {
    int crypto =
        fields.has(CRYPTO_METADATA)
            ? rare.union(fields.starts[CRYPTO_METADATA], ParquetStructs.COLUMN_CRYPTO_META_DATA)
            : 0;
    boolean fits = metaDataFits && crypto != StructConverter.NOT_REPRESENTABLE;
    int filePath =
        fields.has(FILE_PATH) ? out.string(fields.starts[FILE_PATH], fields.lengths[FILE_PATH]) : 0;
    int encrypted =
        fields.has(ENCRYPTED_COLUMN_METADATA)
            ? out.unsharedBytes(
                fields.starts[ENCRYPTED_COLUMN_METADATA], fields.lengths[ENCRYPTED_COLUMN_METADATA])
            : 0;
    int thrift = fits ? 0 : out.unsharedBytes(fields.start(), fields.end() - fields.start());
    if (!fits) {
      fields.keepUnknownFields();
    }
    chunkTable.begin(
        bit(rule == NO_RULE, ColumnChunk.FILE_OFFSET)
            | bit(metaData != 0, ColumnChunk.METADATA)
            | bit(crypto > 0, ColumnChunk.CRYPTO_METADATA)
            | bit(crypto > 0, ColumnChunk.CRYPTO_METADATA_TYPE)
            | bit(encrypted != 0, ColumnChunk.ENCRYPTED_COLUMN_METADATA)
            | bit(filePath != 0, ColumnChunk.FILE_PATH)
            | bit(thrift != 0, ColumnChunk.THRIFT),
        0);
    chunkTable.setLong(ColumnChunk.FILE_OFFSET, fileOffset());
    chunkTable.setReference(ColumnChunk.METADATA, metaData);
    chunkTable.setReference(ColumnChunk.CRYPTO_METADATA, crypto);
    chunkTable.setReference(ColumnChunk.ENCRYPTED_COLUMN_METADATA, encrypted);
    chunkTable.setReference(ColumnChunk.FILE_PATH, filePath);
    chunkTable.setReference(ColumnChunk.THRIFT, thrift);
    chunkTable.setByte(ColumnChunk.CRYPTO_METADATA_TYPE, rare.tag());
    return chunkTable.table();
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

  private long fileOffset() {
    return fields.numbers[FILE_OFFSET];
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
    int codec = codecFits() ? (int) fields.numbers[CODEC] : -1;
    long uncompressed = fields.numbers[TOTAL_UNCOMPRESSED_SIZE];
    long compressed = fields.numbers[TOTAL_COMPRESSED_SIZE];
    int kind =
        (codec << Byte.SIZE | rule + 1) << 2
            | bit(withNumValues, 1)
            | bit(uncompressed == compressed, 0);
    // A schema may give no type, or one that is not known.
    boolean isNumber =
        type >= 0 && type < templates.length && !PackedBoundBuilder.isByteArray(type);
    MetaDataTemplate before = isNumber ? templates[type] : null;
    if (before != null && before.fits(fields, kind, foundEncodings)) {
      return before.write(fields);
    }
    int statisticsTable = fields.has(STATISTICS) ? statistics.write(fields, type) : 0;
    int rareSlots = fields.hasAny(RARE_META_DATA) ? writeRareMetaData() : 0;
    boolean hasEncodings = foundEncodings != EncodingsConverter.NOT_REPRESENTABLE;
    boolean isFullyDictionary =
        hasEncodings && EncodingsConverter.isFullyDictionary(foundEncodings);
    TableTemplate table = metaDataTable;
    table.begin(
        bit(withNumValues, ColumnMetadata.NUM_VALUES)
            | ALWAYS_WRITTEN
            | bit(fields.has(DICTIONARY_PAGE_OFFSET), ColumnMetadata.DICTIONARY_PAGE_OFFSET)
            | bit(statisticsTable != 0, ColumnMetadata.STATISTICS)
            | bit(hasEncodings, ColumnMetadata.ENCODINGS)
            | rareSlots
            | bit(codec != 0, ColumnMetadata.CODEC)
            | bit(isFullyDictionary, ColumnMetadata.IS_FULLY_DICT_ENCODED)
            | bit(rule > RULE_ZERO, ColumnMetadata.FILE_OFFSET_RULE)
            | (uncompressed == compressed ? TableTemplate.TWINS : 0),
        META_DATA_BYTE_SLOTS);
    table.setLong(ColumnMetadata.NUM_VALUES, fields.numbers[NUM_VALUES]);
    table.setLong(ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE, uncompressed);
    table.setLong(ColumnMetadata.TOTAL_COMPRESSED_SIZE, compressed);
    table.setLong(ColumnMetadata.DATA_PAGE_OFFSET, fields.numbers[DATA_PAGE_OFFSET]);
    table.setLong(ColumnMetadata.DICTIONARY_PAGE_OFFSET, fields.numbers[DICTIONARY_PAGE_OFFSET]);
    table.setReference(ColumnMetadata.STATISTICS, statisticsTable);
    table.setReference(ColumnMetadata.ENCODINGS, EncodingsConverter.table(foundEncodings));
    if (table.hasAny(RARE_META_DATA_SLOTS)) {
      setRareMetaData();
    }
    table.setByte(ColumnMetadata.CODEC, codec);
    table.setByte(ColumnMetadata.IS_FULLY_DICT_ENCODED, isFullyDictionary ? 1 : 0);
    table.setByte(ColumnMetadata.FILE_OFFSET_RULE, Math.max(rule, RULE_ZERO));
    if (isNumber && statisticsTable != 0 && hasEncodings && rareSlots == 0) {
      before = before == null ? new MetaDataTemplate(out) : before;
      templates[type] = before;
      before.learn(fields, kind, foundEncodings, table, statistics.table());
    }
    return table.table();
  }

  private int writeRareMetaData() {
    keyValues =
        fields.has(KEY_VALUE_METADATA)
            ? rare.list(fields.starts[KEY_VALUE_METADATA], ParquetStructs.KEY_VALUE)
            : 0;
    sizeStatistics =
        fields.has(SIZE_STATISTICS)
            ? out.bytes(fields.starts[SIZE_STATISTICS], fields.lengths[SIZE_STATISTICS])
            : 0;
    geospatial =
        fields.has(GEOSPATIAL_STATISTICS)
            ? rare.struct(
                fields.starts[GEOSPATIAL_STATISTICS], ParquetStructs.GEOSPATIAL_STATISTICS)
            : 0;
    bloomFilter = writeBloomFilter();
    return bit(fields.has(INDEX_PAGE_OFFSET), ColumnMetadata.INDEX_PAGE_OFFSET)
        | bit(keyValues != 0, ColumnMetadata.KEY_VALUE_METADATA)
        | bit(sizeStatistics != 0, ColumnMetadata.SIZE_STATISTICS)
        | bit(geospatial != 0, ColumnMetadata.GEOSPATIAL_STATISTICS)
        | bit(bloomFilter != 0, ColumnMetadata.BLOOM_FILTER);
  }

  private void setRareMetaData() {
    metaDataTable.setLong(ColumnMetadata.INDEX_PAGE_OFFSET, fields.numbers[INDEX_PAGE_OFFSET]);
    metaDataTable.setReference(ColumnMetadata.KEY_VALUE_METADATA, keyValues);
    metaDataTable.setReference(ColumnMetadata.SIZE_STATISTICS, sizeStatistics);
    metaDataTable.setReference(ColumnMetadata.GEOSPATIAL_STATISTICS, geospatial);
    metaDataTable.setReference(ColumnMetadata.BLOOM_FILTER, bloomFilter);
  }

  private int writeBloomFilter() {
    boolean hasOffset = fields.has(BLOOM_FILTER_OFFSET);
    boolean hasLength = fields.has(BLOOM_FILTER_LENGTH);
    if (!hasOffset && !hasLength) {
      return 0;
    }
    return out.begin(BloomFilterInfo.SHAPE)
        .setIf(hasOffset, BloomFilterInfo.OFFSET, fields.numbers[BLOOM_FILTER_OFFSET])
        .setIf(hasLength, BloomFilterInfo.LENGTH, fields.numbers[BLOOM_FILTER_LENGTH])
        .end();
  }
}
