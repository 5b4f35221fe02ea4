// SPDX-License-Identifier: Apache-2.0
// Written by GenerateSlots.java; do not edit.
package io.arrowparquet.footer.internal.generated;

import io.arrowparquet.footer.internal.flat.TableShape;

/** Slots and shapes of arrow-cpp.fbs. */
public final class ArrowCppFbs {
  private ArrowCppFbs() {}

  public static final class CppDecimalOptions {
    public static final int PRECISION = 0;
    public static final int SCALE = 1;
    public static final TableShape SHAPE =
        TableShape.of("CppDecimalOptions",
            TableShape.scalar("precision", 4),
            TableShape.scalar("scale", 4));

    private CppDecimalOptions() {}
  }

  public static final class CppLogicalType {
    public static final byte NONE = 0;
    public static final byte StringType = 1;
    public static final byte MapType = 2;
    public static final byte ListType = 3;
    public static final byte EnumType = 4;
    public static final byte DecimalType = 5;
    public static final byte DateType = 6;
    public static final byte TimeType = 7;
    public static final byte TimestampType = 8;
    public static final byte IntType = 9;
    public static final byte NullType = 10;
    public static final byte JsonType = 11;
    public static final byte BsonType = 12;
    public static final byte UUIDType = 13;
    public static final byte Float16Type = 14;
    public static final byte VariantType = 15;
    public static final byte GeometryType = 16;
    public static final byte GeographyType = 17;

    private CppLogicalType() {}
  }

  public static final class CppStatistics {
    public static final int NULL_COUNT = 0;
    public static final int MIN_LO4 = 1;
    public static final int MIN_LO8 = 2;
    public static final int MIN_HI8 = 3;
    public static final int MIN_LEN = 4;
    public static final int MAX_LO4 = 5;
    public static final int MAX_LO8 = 6;
    public static final int MAX_HI8 = 7;
    public static final int MAX_LEN = 8;
    public static final int PREFIX = 9;
    public static final TableShape SHAPE =
        TableShape.of("CppStatistics",
            TableShape.scalar("null_count", 4),
            TableShape.scalar("min_lo4", 4),
            TableShape.scalar("min_lo8", 8),
            TableShape.scalar("min_hi8", 8),
            TableShape.scalar("min_len", 1),
            TableShape.scalar("max_lo4", 4),
            TableShape.scalar("max_lo8", 8),
            TableShape.scalar("max_hi8", 8),
            TableShape.scalar("max_len", 1),
            TableShape.string("prefix"));

    private CppStatistics() {}
  }

  public static final class CppSchemaElement {
    public static final int NAME = 0;
    public static final int TYPE = 1;
    public static final int REPETITION_TYPE = 2;
    public static final int LOGICAL_TYPE_TYPE = 3;
    public static final int LOGICAL_TYPE = 4;
    public static final int TYPE_LENGTH = 5;
    public static final int NUM_CHILDREN = 6;
    public static final int FIELD_ID = 7;
    public static final int COLUMN_ORDER_TYPE = 8;
    public static final int COLUMN_ORDER = 9;
    public static final TableShape SHAPE =
        TableShape.of("CppSchemaElement",
            TableShape.string("name"),
            TableShape.scalar("type", 1),
            TableShape.scalar("repetition_type", 1),
            TableShape.unionTag("logical_type_type"),
            TableShape.unionMember("logical_type", ParquetFbs.Empty.SHAPE, ParquetFbs.Empty.SHAPE, ParquetFbs.Empty.SHAPE, ParquetFbs.Empty.SHAPE, CppDecimalOptions.SHAPE, ParquetFbs.Empty.SHAPE, ParquetFbs.TimeOptions.SHAPE, ParquetFbs.TimeOptions.SHAPE, ParquetFbs.IntOptions.SHAPE, ParquetFbs.Empty.SHAPE, ParquetFbs.Empty.SHAPE, ParquetFbs.Empty.SHAPE, ParquetFbs.Empty.SHAPE, ParquetFbs.Empty.SHAPE, ParquetFbs.VariantType.SHAPE, ParquetFbs.GeometryType.SHAPE, ParquetFbs.GeographyType.SHAPE),
            TableShape.scalar("type_length", 4),
            TableShape.scalar("num_children", 4),
            TableShape.scalar("field_id", 4),
            TableShape.unionTag("column_order_type"),
            TableShape.unionMember("column_order", ParquetFbs.Empty.SHAPE));

    private CppSchemaElement() {}
  }

  public static final class CppColumnMetadata {
    public static final int CODEC = 0;
    public static final int NUM_VALUES = 1;
    public static final int TOTAL_UNCOMPRESSED_SIZE = 2;
    public static final int TOTAL_COMPRESSED_SIZE = 3;
    public static final int KEY_VALUE_METADATA = 4;
    public static final int DATA_PAGE_OFFSET = 5;
    public static final int INDEX_PAGE_OFFSET = 6;
    public static final int DICTIONARY_PAGE_OFFSET = 7;
    public static final int STATISTICS = 8;
    public static final int IS_FULLY_DICT_ENCODED = 9;
    public static final int BLOOM_FILTER = 10;
    public static final TableShape SHAPE =
        TableShape.of("CppColumnMetadata",
            TableShape.scalar("codec", 1),
            TableShape.scalar("num_values", 8),
            TableShape.scalar("total_uncompressed_size", 8),
            TableShape.scalar("total_compressed_size", 8),
            TableShape.tables("key_value_metadata", ParquetFbs.KeyValue.SHAPE),
            TableShape.scalar("data_page_offset", 8),
            TableShape.scalar("index_page_offset", 8),
            TableShape.scalar("dictionary_page_offset", 8),
            TableShape.table("statistics", CppStatistics.SHAPE),
            TableShape.scalar("is_fully_dict_encoded", 1),
            TableShape.table("bloom_filter", ParquetFbs.BloomFilterInfo.SHAPE));

    private CppColumnMetadata() {}
  }

  public static final class CppColumnCryptoMetadata {
    public static final byte NONE = 0;
    public static final byte EncryptionWithFooterKey = 1;
    public static final byte EncryptionWithColumnKey = 2;

    private CppColumnCryptoMetadata() {}
  }

  public static final class CppColumnChunk {
    public static final int META_DATA = 0;
    public static final int CRYPTO_METADATA_TYPE = 1;
    public static final int CRYPTO_METADATA = 2;
    public static final int ENCRYPTED_COLUMN_METADATA = 3;
    public static final TableShape SHAPE =
        TableShape.of("CppColumnChunk",
            TableShape.table("meta_data", CppColumnMetadata.SHAPE),
            TableShape.unionTag("crypto_metadata_type"),
            TableShape.unionMember("crypto_metadata", ParquetFbs.Empty.SHAPE, ParquetFbs.Empty.SHAPE),
            TableShape.vector("encrypted_column_metadata", 1));

    private CppColumnChunk() {}
  }

  public static final class CppRowGroup {
    public static final int COLUMNS = 0;
    public static final int TOTAL_BYTE_SIZE = 1;
    public static final int NUM_ROWS = 2;
    public static final int SORTING_COLUMNS = 3;
    public static final int FILE_OFFSET = 4;
    public static final int TOTAL_COMPRESSED_SIZE = 5;
    public static final int ORDINAL = 6;
    public static final TableShape SHAPE =
        TableShape.of("CppRowGroup",
            TableShape.tables("columns", CppColumnChunk.SHAPE),
            TableShape.scalar("total_byte_size", 8),
            TableShape.scalar("num_rows", 8),
            TableShape.tables("sorting_columns", ParquetFbs.SortingColumn.SHAPE),
            TableShape.scalar("file_offset", 8),
            TableShape.scalar("total_compressed_size", 8),
            TableShape.scalar("ordinal", 2));

    private CppRowGroup() {}
  }

  public static final class CppFileMetaData {
    public static final int VERSION = 0;
    public static final int SCHEMA = 1;
    public static final int NUM_ROWS = 2;
    public static final int ROW_GROUPS = 3;
    public static final int KV = 4;
    public static final int CREATED_BY = 5;
    public static final int ENCRYPTION_ALGORITHM_TYPE = 6;
    public static final int ENCRYPTION_ALGORITHM = 7;
    public static final int FOOTER_SIGNING_KEY_METADATA = 8;
    public static final TableShape SHAPE =
        TableShape.of("CppFileMetaData",
            TableShape.scalar("version", 4),
            TableShape.tables("schema", CppSchemaElement.SHAPE),
            TableShape.scalar("num_rows", 8),
            TableShape.tables("row_groups", CppRowGroup.SHAPE),
            TableShape.tables("kv", ParquetFbs.KeyValue.SHAPE),
            TableShape.string("created_by"),
            TableShape.unionTag("encryption_algorithm_type"),
            TableShape.unionMember("encryption_algorithm", ParquetFbs.AesGcmV1.SHAPE, ParquetFbs.AesGcmCtrV1.SHAPE),
            TableShape.vector("footer_signing_key_metadata", 1));

    private CppFileMetaData() {}
  }
}
