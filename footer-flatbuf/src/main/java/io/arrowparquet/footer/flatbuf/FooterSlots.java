// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf;

/**
 * Numbers of the fields of parquet.fbs, one class a table, in the order of the file. A union takes
 * two numbers: its tag, then its member. A test compares them with the file.
 */
final class FooterSlots {
  private FooterSlots() {}

  static final class DecimalOptions {
    static final int SCALE = 0;
    static final int PRECISION = 1;

    private DecimalOptions() {}
  }

  static final class TimeOptions {
    static final int IS_ADJUSTED_TO_UTC = 0;
    static final int UNIT = 1;

    private TimeOptions() {}
  }

  static final class IntOptions {
    static final int BIT_WIDTH = 0;
    static final int IS_SIGNED = 1;

    private IntOptions() {}
  }

  static final class VariantType {
    static final int SPECIFICATION_VERSION = 0;

    private VariantType() {}
  }

  static final class GeometryType {
    static final int CRS = 0;

    private GeometryType() {}
  }

  static final class GeographyType {
    static final int CRS = 0;
    static final int ALGORITHM = 1;

    private GeographyType() {}
  }

  static final class Statistics {
    static final int NULL_COUNT = 0;
    static final int DISTINCT_COUNT = 1;
    static final int MIN_LO4 = 2;
    static final int MIN_LO8 = 3;
    static final int MIN_HI8 = 4;
    static final int MIN_LEN = 5;
    static final int MAX_LO4 = 6;
    static final int MAX_LO8 = 7;
    static final int MAX_HI8 = 8;
    static final int MAX_LEN = 9;
    static final int PREFIX = 10;
    static final int FLAGS = 11;
    static final int NAN_COUNT = 12;
    static final int MIN_TAIL = 13;
    static final int MAX_TAIL = 14;
    static final int MIN_VALUE = 15;
    static final int MAX_VALUE = 16;
    static final int MIN = 17;
    static final int MAX = 18;

    private Statistics() {}
  }

  static final class BoundingBox {
    static final int XMIN = 0;
    static final int XMAX = 1;
    static final int YMIN = 2;
    static final int YMAX = 3;
    static final int ZMIN = 4;
    static final int ZMAX = 5;
    static final int MMIN = 6;
    static final int MMAX = 7;

    private BoundingBox() {}
  }

  static final class GeospatialStatistics {
    static final int BBOX = 0;
    static final int GEOSPATIAL_TYPES = 1;

    private GeospatialStatistics() {}
  }

  static final class BloomFilterInfo {
    static final int OFFSET = 0;
    static final int LENGTH = 1;

    private BloomFilterInfo() {}
  }

  /** Both algorithms have the same fields. */
  static final class AesGcmV1 {
    static final int AAD_PREFIX = 0;
    static final int AAD_FILE_UNIQUE = 1;
    static final int SUPPLY_AAD_PREFIX = 2;

    private AesGcmV1() {}
  }

  static final class SchemaElement {
    static final int TYPE = 0;
    static final int TYPE_LENGTH = 1;
    static final int REPETITION_TYPE = 2;
    static final int NAME = 3;
    static final int NUM_CHILDREN = 4;
    static final int FIELD_ID = 5;
    static final int LOGICAL_TYPE_TYPE = 6;
    static final int LOGICAL_TYPE = 7;
    static final int COLUMN_ORDER_TYPE = 8;
    static final int COLUMN_ORDER = 9;
    static final int FLAGS = 10;
    static final int CONVERTED_TYPE = 11;
    static final int SCALE = 12;
    static final int PRECISION = 13;
    static final int COLUMN_ORDER_ID = 14;
    static final int THRIFT = 15;

    private SchemaElement() {}
  }

  static final class KeyValue {
    static final int KEY = 0;
    static final int VAL = 1;

    private KeyValue() {}
  }

  static final class ColumnEncodings {
    static final int ENCODINGS = 0;
    static final int ENCODING_STATS = 1;

    private ColumnEncodings() {}
  }

  static final class SizeStatistics {
    static final int UNENCODED_BYTE_ARRAY_DATA_BYTES = 0;
    static final int REPETITION_LEVEL_HISTOGRAM = 1;
    static final int DEFINITION_LEVEL_HISTOGRAM = 2;

    private SizeStatistics() {}
  }

  static final class ColumnMetadata {
    static final int CODEC = 0;
    static final int NUM_VALUES = 1;
    static final int TOTAL_UNCOMPRESSED_SIZE = 2;
    static final int TOTAL_COMPRESSED_SIZE = 3;
    static final int KEY_VALUE_METADATA = 4;
    static final int DATA_PAGE_OFFSET = 5;
    static final int INDEX_PAGE_OFFSET = 6;
    static final int DICTIONARY_PAGE_OFFSET = 7;
    static final int STATISTICS = 8;
    static final int IS_FULLY_DICT_ENCODED = 9;
    static final int BLOOM_FILTER = 10;
    static final int GEOSPATIAL_STATISTICS = 11;
    static final int FILE_OFFSET_RULE = 12;
    static final int ENCODINGS = 13;
    static final int SIZE_STATISTICS = 14;

    private ColumnMetadata() {}
  }

  static final class EncryptionWithColumnKey {
    static final int PATH_IN_SCHEMA = 0;
    static final int KEY_METADATA = 1;

    private EncryptionWithColumnKey() {}
  }

  static final class ColumnChunk {
    static final int METADATA = 0;
    static final int CRYPTO_METADATA_TYPE = 1;
    static final int CRYPTO_METADATA = 2;
    static final int ENCRYPTED_COLUMN_METADATA = 3;
    static final int FILE_PATH = 4;
    static final int FILE_OFFSET = 5;
    static final int THRIFT = 6;

    private ColumnChunk() {}
  }

  static final class SortingColumn {
    static final int COLUMN_IDX = 0;
    static final int DESCENDING = 1;
    static final int NULLS_FIRST = 2;

    private SortingColumn() {}
  }

  static final class IndexLocations {
    static final int BASE = 0;
    static final int STARTS = 1;
    static final int LOCATIONS = 2;

    private IndexLocations() {}
  }

  static final class RowGroup {
    static final int COLUMNS = 0;
    static final int TOTAL_BYTE_SIZE = 1;
    static final int NUM_ROWS = 2;
    static final int SORTING_COLUMNS = 3;
    static final int FILE_OFFSET = 4;
    static final int TOTAL_COMPRESSED_SIZE = 5;
    static final int ORDINAL = 6;
    static final int COLUMN_INDEX = 7;
    static final int OFFSET_INDEX = 8;

    private RowGroup() {}
  }

  static final class NameIndex {
    static final int PARENTS = 0;
    static final int LEAVES = 1;
    static final int HASHES = 2;
    static final int COLUMNS = 3;
    static final int FIELD_IDS = 4;
    static final int FIELD_ID_ELEMENTS = 5;

    private NameIndex() {}
  }

  static final class FileMetaData {
    static final int VERSION = 0;
    static final int SCHEMA = 1;
    static final int NUM_ROWS = 2;
    static final int ROW_GROUPS = 3;
    static final int KV = 4;
    static final int CREATED_BY = 5;
    static final int ENCRYPTION_ALGORITHM_TYPE = 6;
    static final int ENCRYPTION_ALGORITHM = 7;
    static final int FOOTER_SIGNING_KEY_METADATA = 8;
    static final int COLUMN_ORDERS = 9;
    static final int NAME_INDEX = 10;
    static final int THRIFT_CRC32 = 11;
    static final int ENCRYPTION_ALGORITHM_THRIFT = 12;

    private FileMetaData() {}
  }
}
