// SPDX-License-Identifier: Apache-2.0
// Written by GenerateSlots.java; do not edit.
package io.arrowparquet.footer.internal.generated;

import io.arrowparquet.footer.internal.flat.TableShape;

/** Slots and shapes of arrow-cpp.fbs. */
public final class ArrowCppFbs {
  private ArrowCppFbs() {}

  public static final class CppEmpty {
    public static final TableShape SHAPE =
        TableShape.of("CppEmpty");

    private CppEmpty() {}
  }

  public static final class CppDecimalOptions {
    public static final int PRECISION = 0;
    public static final int SCALE = 1;
    public static final TableShape SHAPE =
        TableShape.of("CppDecimalOptions",
            TableShape.scalar("precision", 4),
            TableShape.scalar("scale", 4));

    private CppDecimalOptions() {}
  }

  public static final class CppTimeOptions {
    public static final int IS_ADJUSTED_TO_UTC = 0;
    public static final int UNIT = 1;
    public static final TableShape SHAPE =
        TableShape.of("CppTimeOptions",
            TableShape.scalar("is_adjusted_to_utc", 1),
            TableShape.scalar("unit", 1));

    private CppTimeOptions() {}
  }

  public static final class CppIntOptions {
    public static final int BIT_WIDTH = 0;
    public static final int IS_SIGNED = 1;
    public static final TableShape SHAPE =
        TableShape.of("CppIntOptions",
            TableShape.scalar("bit_width", 1),
            TableShape.scalar("is_signed", 1));

    private CppIntOptions() {}
  }

  public static final class CppVariantType {
    public static final int SPECIFICATION_VERSION = 0;
    public static final TableShape SHAPE =
        TableShape.of("CppVariantType",
            TableShape.scalar("specification_version", 1));

    private CppVariantType() {}
  }

  public static final class CppGeometryType {
    public static final int CRS = 0;
    public static final TableShape SHAPE =
        TableShape.of("CppGeometryType",
            TableShape.string("crs"));

    private CppGeometryType() {}
  }

  public static final class CppGeographyType {
    public static final int CRS = 0;
    public static final int ALGORITHM = 1;
    public static final TableShape SHAPE =
        TableShape.of("CppGeographyType",
            TableShape.string("crs"),
            TableShape.scalar("algorithm", 1));

    private CppGeographyType() {}
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

  public static final class CppBloomFilterInfo {
    public static final int OFFSET = 0;
    public static final int LENGTH = 1;
    public static final TableShape SHAPE =
        TableShape.of("CppBloomFilterInfo",
            TableShape.scalar("offset", 8),
            TableShape.scalar("length", 4));

    private CppBloomFilterInfo() {}
  }

  public static final class CppAesGcmV1 {
    public static final int AAD_PREFIX = 0;
    public static final int AAD_FILE_UNIQUE = 1;
    public static final int SUPPLY_AAD_PREFIX = 2;
    public static final TableShape SHAPE =
        TableShape.of("CppAesGcmV1",
            TableShape.vector("aad_prefix", 1),
            TableShape.vector("aad_file_unique", 1),
            TableShape.scalar("supply_aad_prefix", 1));

    private CppAesGcmV1() {}
  }

  public static final class CppAesGcmCtrV1 {
    public static final int AAD_PREFIX = 0;
    public static final int AAD_FILE_UNIQUE = 1;
    public static final int SUPPLY_AAD_PREFIX = 2;
    public static final TableShape SHAPE =
        TableShape.of("CppAesGcmCtrV1",
            TableShape.vector("aad_prefix", 1),
            TableShape.vector("aad_file_unique", 1),
            TableShape.scalar("supply_aad_prefix", 1));

    private CppAesGcmCtrV1() {}
  }

  public static final class CppEncryptionAlgorithm {
    public static final byte NONE = 0;
    public static final byte AesGcmV1 = 1;
    public static final byte AesGcmCtrV1 = 2;

    private CppEncryptionAlgorithm() {}
  }

  public static final class CppColumnOrder {
    public static final byte NONE = 0;
    public static final byte TypeDefinedOrder = 1;

    private CppColumnOrder() {}
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
            TableShape.unionMember("logical_type", CppEmpty.SHAPE, CppEmpty.SHAPE, CppEmpty.SHAPE, CppEmpty.SHAPE, CppDecimalOptions.SHAPE, CppEmpty.SHAPE, CppTimeOptions.SHAPE, CppTimeOptions.SHAPE, CppIntOptions.SHAPE, CppEmpty.SHAPE, CppEmpty.SHAPE, CppEmpty.SHAPE, CppEmpty.SHAPE, CppEmpty.SHAPE, CppVariantType.SHAPE, CppGeometryType.SHAPE, CppGeographyType.SHAPE),
            TableShape.scalar("type_length", 4),
            TableShape.scalar("num_children", 4),
            TableShape.scalar("field_id", 4),
            TableShape.unionTag("column_order_type"),
            TableShape.unionMember("column_order", CppEmpty.SHAPE));

    private CppSchemaElement() {}
  }

  public static final class CppKeyValue {
    public static final int KEY = 0;
    public static final int VAL = 1;
    public static final TableShape SHAPE =
        TableShape.of("CppKeyValue",
            TableShape.string("key"),
            TableShape.string("val"));

    private CppKeyValue() {}
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
            TableShape.tables("key_value_metadata", CppKeyValue.SHAPE),
            TableShape.scalar("data_page_offset", 8),
            TableShape.scalar("index_page_offset", 8),
            TableShape.scalar("dictionary_page_offset", 8),
            TableShape.table("statistics", CppStatistics.SHAPE),
            TableShape.scalar("is_fully_dict_encoded", 1),
            TableShape.table("bloom_filter", CppBloomFilterInfo.SHAPE));

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
            TableShape.unionMember("crypto_metadata", CppEmpty.SHAPE, CppEmpty.SHAPE),
            TableShape.vector("encrypted_column_metadata", 1));

    private CppColumnChunk() {}
  }

  public static final class CppSortingColumn {
    public static final int COLUMN_IDX = 0;
    public static final int DESCENDING = 1;
    public static final int NULLS_FIRST = 2;
    public static final TableShape SHAPE =
        TableShape.of("CppSortingColumn",
            TableShape.scalar("column_idx", 4),
            TableShape.scalar("descending", 1),
            TableShape.scalar("nulls_first", 1));

    private CppSortingColumn() {}
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
            TableShape.tables("sorting_columns", CppSortingColumn.SHAPE),
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
            TableShape.tables("kv", CppKeyValue.SHAPE),
            TableShape.string("created_by"),
            TableShape.unionTag("encryption_algorithm_type"),
            TableShape.unionMember("encryption_algorithm", CppAesGcmV1.SHAPE, CppAesGcmCtrV1.SHAPE),
            TableShape.vector("footer_signing_key_metadata", 1));

    private CppFileMetaData() {}
  }
}
