// SPDX-License-Identifier: Apache-2.0
// Written by GenerateSlots.java; do not edit.
package io.arrowparquet.footer.internal.generated;

import io.arrowparquet.footer.internal.flat.TableShape;

/** Slots and shapes of parquet.fbs. */
public final class ParquetFbs {
  private ParquetFbs() {}

  public static final class Empty {
    public static final TableShape SHAPE =
        TableShape.of("Empty");

    private Empty() {}
  }

  public static final class DecimalOptions {
    public static final int SCALE = 0;
    public static final int PRECISION = 1;
    public static final TableShape SHAPE =
        TableShape.of("DecimalOptions",
            TableShape.scalar("scale", 4),
            TableShape.scalar("precision", 4));

    private DecimalOptions() {}
  }

  public static final class TimeOptions {
    public static final int IS_ADJUSTED_TO_UTC = 0;
    public static final int UNIT = 1;
    public static final TableShape SHAPE =
        TableShape.of("TimeOptions",
            TableShape.scalar("is_adjusted_to_utc", 1),
            TableShape.scalar("unit", 1));

    private TimeOptions() {}
  }

  public static final class IntOptions {
    public static final int BIT_WIDTH = 0;
    public static final int IS_SIGNED = 1;
    public static final TableShape SHAPE =
        TableShape.of("IntOptions",
            TableShape.scalar("bit_width", 1),
            TableShape.scalar("is_signed", 1));

    private IntOptions() {}
  }

  public static final class VariantType {
    public static final int SPECIFICATION_VERSION = 0;
    public static final TableShape SHAPE =
        TableShape.of("VariantType",
            TableShape.scalar("specification_version", 1));

    private VariantType() {}
  }

  public static final class GeometryType {
    public static final int CRS = 0;
    public static final TableShape SHAPE =
        TableShape.of("GeometryType",
            TableShape.string("crs"));

    private GeometryType() {}
  }

  public static final class GeographyType {
    public static final int CRS = 0;
    public static final int ALGORITHM = 1;
    public static final TableShape SHAPE =
        TableShape.of("GeographyType",
            TableShape.string("crs"),
            TableShape.scalar("algorithm", 1));

    private GeographyType() {}
  }

  public static final class LogicalType {
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

    private LogicalType() {}
  }

  public static final class Statistics {
    public static final int NULL_COUNT = 0;
    public static final int DISTINCT_COUNT = 1;
    public static final int MIN_LO4 = 2;
    public static final int MIN_LO8 = 3;
    public static final int MIN_HI8 = 4;
    public static final int MIN_LEN = 5;
    public static final int MAX_LO4 = 6;
    public static final int MAX_LO8 = 7;
    public static final int MAX_HI8 = 8;
    public static final int MAX_LEN = 9;
    public static final int PREFIX = 10;
    public static final int FLAGS = 11;
    public static final int NAN_COUNT = 12;
    public static final int MIN_TAIL = 13;
    public static final int MAX_TAIL = 14;
    public static final int MIN_VALUE = 15;
    public static final int MAX_VALUE = 16;
    public static final int MIN = 17;
    public static final int MAX = 18;
    public static final TableShape SHAPE =
        TableShape.of("Statistics",
            TableShape.scalar("null_count", 8),
            TableShape.scalar("distinct_count", 8),
            TableShape.scalar("min_lo4", 4),
            TableShape.scalar("min_lo8", 8),
            TableShape.scalar("min_hi8", 8),
            TableShape.scalar("min_len", 1),
            TableShape.scalar("max_lo4", 4),
            TableShape.scalar("max_lo8", 8),
            TableShape.scalar("max_hi8", 8),
            TableShape.scalar("max_len", 1),
            TableShape.vector("prefix", 1),
            TableShape.scalar("flags", 1),
            TableShape.scalar("nan_count", 8),
            TableShape.vector("min_tail", 1),
            TableShape.vector("max_tail", 1),
            TableShape.vector("min_value", 1),
            TableShape.vector("max_value", 1),
            TableShape.vector("min", 1),
            TableShape.vector("max", 1));

    private Statistics() {}
  }

  public static final class BoundingBox {
    public static final int XMIN = 0;
    public static final int XMAX = 1;
    public static final int YMIN = 2;
    public static final int YMAX = 3;
    public static final int ZMIN = 4;
    public static final int ZMAX = 5;
    public static final int MMIN = 6;
    public static final int MMAX = 7;
    public static final TableShape SHAPE =
        TableShape.of("BoundingBox",
            TableShape.scalar("xmin", 8),
            TableShape.scalar("xmax", 8),
            TableShape.scalar("ymin", 8),
            TableShape.scalar("ymax", 8),
            TableShape.scalar("zmin", 8),
            TableShape.scalar("zmax", 8),
            TableShape.scalar("mmin", 8),
            TableShape.scalar("mmax", 8));

    private BoundingBox() {}
  }

  public static final class GeospatialStatistics {
    public static final int BBOX = 0;
    public static final int GEOSPATIAL_TYPES = 1;
    public static final TableShape SHAPE =
        TableShape.of("GeospatialStatistics",
            TableShape.table("bbox", BoundingBox.SHAPE),
            TableShape.vector("geospatial_types", 4));

    private GeospatialStatistics() {}
  }

  public static final class BloomFilterInfo {
    public static final int OFFSET = 0;
    public static final int LENGTH = 1;
    public static final TableShape SHAPE =
        TableShape.of("BloomFilterInfo",
            TableShape.scalar("offset", 8),
            TableShape.scalar("length", 4));

    private BloomFilterInfo() {}
  }

  public static final class AesGcmV1 {
    public static final int AAD_PREFIX = 0;
    public static final int AAD_FILE_UNIQUE = 1;
    public static final int SUPPLY_AAD_PREFIX = 2;
    public static final TableShape SHAPE =
        TableShape.of("AesGcmV1",
            TableShape.vector("aad_prefix", 1),
            TableShape.vector("aad_file_unique", 1),
            TableShape.scalar("supply_aad_prefix", 1));

    private AesGcmV1() {}
  }

  public static final class AesGcmCtrV1 {
    public static final int AAD_PREFIX = 0;
    public static final int AAD_FILE_UNIQUE = 1;
    public static final int SUPPLY_AAD_PREFIX = 2;
    public static final TableShape SHAPE =
        TableShape.of("AesGcmCtrV1",
            TableShape.vector("aad_prefix", 1),
            TableShape.vector("aad_file_unique", 1),
            TableShape.scalar("supply_aad_prefix", 1));

    private AesGcmCtrV1() {}
  }

  public static final class EncryptionAlgorithm {
    public static final byte NONE = 0;
    public static final byte AesGcmV1 = 1;
    public static final byte AesGcmCtrV1 = 2;

    private EncryptionAlgorithm() {}
  }

  public static final class ColumnOrder {
    public static final byte NONE = 0;
    public static final byte TypeDefinedOrder = 1;

    private ColumnOrder() {}
  }

  public static final class SchemaElement {
    public static final int TYPE = 0;
    public static final int TYPE_LENGTH = 1;
    public static final int REPETITION_TYPE = 2;
    public static final int NAME = 3;
    public static final int NUM_CHILDREN = 4;
    public static final int FIELD_ID = 5;
    public static final int LOGICAL_TYPE_TYPE = 6;
    public static final int LOGICAL_TYPE = 7;
    public static final int COLUMN_ORDER_TYPE = 8;
    public static final int COLUMN_ORDER = 9;
    public static final int FLAGS = 10;
    public static final int CONVERTED_TYPE = 11;
    public static final int SCALE = 12;
    public static final int PRECISION = 13;
    public static final int COLUMN_ORDER_ID = 14;
    public static final int THRIFT = 15;
    public static final TableShape SHAPE =
        TableShape.of("SchemaElement",
            TableShape.scalar("type", 1),
            TableShape.scalar("type_length", 4),
            TableShape.scalar("repetition_type", 1),
            TableShape.string("name"),
            TableShape.scalar("num_children", 4),
            TableShape.scalar("field_id", 4),
            TableShape.unionTag("logical_type_type"),
            TableShape.unionMember("logical_type", Empty.SHAPE, Empty.SHAPE, Empty.SHAPE, Empty.SHAPE, DecimalOptions.SHAPE, Empty.SHAPE, TimeOptions.SHAPE, TimeOptions.SHAPE, IntOptions.SHAPE, Empty.SHAPE, Empty.SHAPE, Empty.SHAPE, Empty.SHAPE, Empty.SHAPE, VariantType.SHAPE, GeometryType.SHAPE, GeographyType.SHAPE),
            TableShape.unionTag("column_order_type"),
            TableShape.unionMember("column_order", Empty.SHAPE),
            TableShape.scalar("flags", 1),
            TableShape.scalar("converted_type", 4),
            TableShape.scalar("scale", 4),
            TableShape.scalar("precision", 4),
            TableShape.scalar("column_order_id", 1),
            TableShape.vector("thrift", 1));

    private SchemaElement() {}
  }

  public static final class KeyValue {
    public static final int KEY = 0;
    public static final int VAL = 1;
    public static final TableShape SHAPE =
        TableShape.of("KeyValue",
            TableShape.string("key"),
            TableShape.string("val"));

    private KeyValue() {}
  }

  public static final class PageEncodingStats {
    public static final int PAGE_TYPE = 0;
    public static final int ENCODING = 1;
    public static final int COUNT = 4;
    public static final int BYTES = 8;

    private PageEncodingStats() {}
  }

  public static final class ColumnEncodings {
    public static final int ENCODINGS = 0;
    public static final int ENCODING_STATS = 1;
    public static final TableShape SHAPE =
        TableShape.of("ColumnEncodings",
            TableShape.vector("encodings", 1),
            TableShape.structs("encoding_stats", PageEncodingStats.BYTES, 4));

    private ColumnEncodings() {}
  }

  public static final class ColumnMetadata {
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
    public static final int GEOSPATIAL_STATISTICS = 11;
    public static final int FILE_OFFSET_RULE = 12;
    public static final int ENCODINGS = 13;
    public static final int SIZE_STATISTICS = 14;
    public static final TableShape SHAPE =
        TableShape.of("ColumnMetadata",
            TableShape.scalar("codec", 1),
            TableShape.scalar("num_values", 8),
            TableShape.scalar("total_uncompressed_size", 8),
            TableShape.scalar("total_compressed_size", 8),
            TableShape.tables("key_value_metadata", KeyValue.SHAPE),
            TableShape.scalar("data_page_offset", 8),
            TableShape.scalar("index_page_offset", 8),
            TableShape.scalar("dictionary_page_offset", 8),
            TableShape.table("statistics", Statistics.SHAPE),
            TableShape.scalar("is_fully_dict_encoded", 1),
            TableShape.table("bloom_filter", BloomFilterInfo.SHAPE),
            TableShape.table("geospatial_statistics", GeospatialStatistics.SHAPE),
            TableShape.scalar("file_offset_rule", 1),
            TableShape.table("encodings", ColumnEncodings.SHAPE),
            TableShape.vector("size_statistics", 1));

    private ColumnMetadata() {}
  }

  public static final class EncryptionWithColumnKey {
    public static final int PATH_IN_SCHEMA = 0;
    public static final int KEY_METADATA = 1;
    public static final TableShape SHAPE =
        TableShape.of("EncryptionWithColumnKey",
            TableShape.strings("path_in_schema"),
            TableShape.vector("key_metadata", 1));

    private EncryptionWithColumnKey() {}
  }

  public static final class ColumnCryptoMetadata {
    public static final byte NONE = 0;
    public static final byte EncryptionWithFooterKey = 1;
    public static final byte EncryptionWithColumnKey = 2;

    private ColumnCryptoMetadata() {}
  }

  public static final class ColumnChunk {
    public static final int METADATA = 0;
    public static final int CRYPTO_METADATA_TYPE = 1;
    public static final int CRYPTO_METADATA = 2;
    public static final int ENCRYPTED_COLUMN_METADATA = 3;
    public static final int FILE_PATH = 4;
    public static final int FILE_OFFSET = 5;
    public static final int THRIFT = 6;
    public static final TableShape SHAPE =
        TableShape.of("ColumnChunk",
            TableShape.table("metadata", ColumnMetadata.SHAPE),
            TableShape.unionTag("crypto_metadata_type"),
            TableShape.unionMember("crypto_metadata", Empty.SHAPE, EncryptionWithColumnKey.SHAPE),
            TableShape.vector("encrypted_column_metadata", 1),
            TableShape.string("file_path"),
            TableShape.scalar("file_offset", 8),
            TableShape.vector("thrift", 1));

    private ColumnChunk() {}
  }

  public static final class SortingColumn {
    public static final int COLUMN_IDX = 0;
    public static final int DESCENDING = 1;
    public static final int NULLS_FIRST = 2;
    public static final TableShape SHAPE =
        TableShape.of("SortingColumn",
            TableShape.scalar("column_idx", 4),
            TableShape.scalar("descending", 1),
            TableShape.scalar("nulls_first", 1));

    private SortingColumn() {}
  }

  public static final class IndexLocation {
    public static final int OFFSET = 0;
    public static final int LENGTH = 8;
    public static final int HAS = 12;
    public static final int BYTES = 16;

    private IndexLocation() {}
  }

  public static final class IndexLocations {
    public static final int BASE = 0;
    public static final int STARTS = 1;
    public static final int LOCATIONS = 2;
    public static final TableShape SHAPE =
        TableShape.of("IndexLocations",
            TableShape.scalar("base", 8),
            TableShape.vector("starts", 4),
            TableShape.structs("locations", IndexLocation.BYTES, 8));

    private IndexLocations() {}
  }

  public static final class RowGroup {
    public static final int COLUMNS = 0;
    public static final int TOTAL_BYTE_SIZE = 1;
    public static final int NUM_ROWS = 2;
    public static final int SORTING_COLUMNS = 3;
    public static final int FILE_OFFSET = 4;
    public static final int TOTAL_COMPRESSED_SIZE = 5;
    public static final int ORDINAL = 6;
    public static final int COLUMN_INDEX = 7;
    public static final int OFFSET_INDEX = 8;
    public static final TableShape SHAPE =
        TableShape.of("RowGroup",
            TableShape.tables("columns", ColumnChunk.SHAPE),
            TableShape.scalar("total_byte_size", 8),
            TableShape.scalar("num_rows", 8),
            TableShape.tables("sorting_columns", SortingColumn.SHAPE),
            TableShape.scalar("file_offset", 8),
            TableShape.scalar("total_compressed_size", 8),
            TableShape.scalar("ordinal", 2),
            TableShape.table("column_index", IndexLocations.SHAPE),
            TableShape.table("offset_index", IndexLocations.SHAPE));

    private RowGroup() {}
  }

  public static final class NameSlot {
    public static final int HASH = 0;
    public static final int COLUMN = 4;
    public static final int BYTES = 8;

    private NameSlot() {}
  }

  public static final class ColumnTable {
    public static final int PARENTS = 0;
    public static final int LEAVES = 1;
    public static final int SLOTS = 2;
    public static final int FIELD_IDS = 3;
    public static final int FIELD_ID_ELEMENTS = 4;
    public static final int ELEMENT_PLACES = 5;
    public static final int TILES = 6;
    public static final int COLUMNS_OF_TILE = 7;
    public static final TableShape SHAPE =
        TableShape.of("ColumnTable",
            TableShape.vector("parents", 4),
            TableShape.vector("leaves", 4),
            TableShape.structs("slots", NameSlot.BYTES, 4),
            TableShape.vector("field_ids", 4),
            TableShape.vector("field_id_elements", 4),
            TableShape.vector("element_places", 4),
            TableShape.vector("tiles", 4),
            TableShape.scalar("columns_of_tile", 4));

    private ColumnTable() {}
  }

  public static final class FileMetaData {
    public static final int VERSION = 0;
    public static final int SCHEMA = 1;
    public static final int NUM_ROWS = 2;
    public static final int ROW_GROUPS = 3;
    public static final int KV = 4;
    public static final int CREATED_BY = 5;
    public static final int ENCRYPTION_ALGORITHM_TYPE = 6;
    public static final int ENCRYPTION_ALGORITHM = 7;
    public static final int FOOTER_SIGNING_KEY_METADATA = 8;
    public static final int COLUMN_ORDERS = 9;
    public static final int RESERVED = 10;
    public static final int THRIFT_CRC32 = 11;
    public static final int ENCRYPTION_ALGORITHM_THRIFT = 12;
    public static final int FLAGS = 13;
    public static final int COLUMN_TABLE = 14;
    public static final int BLOCK_CRCS = 15;
    public static final int DIRECTORY = 16;
    public static final TableShape SHAPE =
        TableShape.of("FileMetaData",
            TableShape.scalar("version", 4),
            TableShape.tables("schema", SchemaElement.SHAPE),
            TableShape.scalar("num_rows", 8),
            TableShape.tables("row_groups", RowGroup.SHAPE),
            TableShape.tables("kv", KeyValue.SHAPE),
            TableShape.string("created_by"),
            TableShape.unionTag("encryption_algorithm_type"),
            TableShape.unionMember("encryption_algorithm", AesGcmV1.SHAPE, AesGcmCtrV1.SHAPE),
            TableShape.vector("footer_signing_key_metadata", 1),
            TableShape.vector("column_orders", 1),
            TableShape.scalar("reserved", 1),
            TableShape.scalar("thrift_crc32", 4),
            TableShape.vector("encryption_algorithm_thrift", 1),
            TableShape.scalar("flags", 1),
            TableShape.table("column_table", ColumnTable.SHAPE),
            TableShape.vector("block_crcs", 4),
            TableShape.vector("directory", 4));

    private FileMetaData() {}
  }
}
