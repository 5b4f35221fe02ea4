// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf.internal;

/**
 * Numbers of the fields of parquet.fbs, one class a table, in the order of the file. A union takes
 * two numbers: its tag, then its member. A test compares them with the file.
 */
public final class FooterSlots {
  private FooterSlots() {}

  /** Fields of {@code DecimalOptions}. */
  public static final class DecimalOptions {
    public static final int SCALE = 0;
    public static final int PRECISION = 1;

    private DecimalOptions() {}
  }

  /** Fields of {@code TimeOptions}. */
  public static final class TimeOptions {
    public static final int IS_ADJUSTED_TO_UTC = 0;
    public static final int UNIT = 1;

    private TimeOptions() {}
  }

  /** Fields of {@code IntOptions}. */
  public static final class IntOptions {
    public static final int BIT_WIDTH = 0;
    public static final int IS_SIGNED = 1;

    private IntOptions() {}
  }

  /** Fields of {@code VariantType}. */
  public static final class VariantType {
    public static final int SPECIFICATION_VERSION = 0;

    private VariantType() {}
  }

  /** Fields of {@code GeometryType}. */
  public static final class GeometryType {
    public static final int CRS = 0;

    private GeometryType() {}
  }

  /** Fields of {@code GeographyType}. */
  public static final class GeographyType {
    public static final int CRS = 0;
    public static final int ALGORITHM = 1;

    private GeographyType() {}
  }

  /** Fields of {@code Statistics}. */
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

    private Statistics() {}
  }

  /** Fields of {@code BoundingBox}. */
  public static final class BoundingBox {
    public static final int XMIN = 0;
    public static final int XMAX = 1;
    public static final int YMIN = 2;
    public static final int YMAX = 3;
    public static final int ZMIN = 4;
    public static final int ZMAX = 5;
    public static final int MMIN = 6;
    public static final int MMAX = 7;

    private BoundingBox() {}
  }

  /** Fields of {@code GeospatialStatistics}. */
  public static final class GeospatialStatistics {
    public static final int BBOX = 0;
    public static final int GEOSPATIAL_TYPES = 1;

    private GeospatialStatistics() {}
  }

  /** Fields of {@code BloomFilterInfo}. */
  public static final class BloomFilterInfo {
    public static final int OFFSET = 0;
    public static final int LENGTH = 1;

    private BloomFilterInfo() {}
  }

  /** Both algorithms have the same fields. */
  public static final class AesGcmV1 {
    public static final int AAD_PREFIX = 0;
    public static final int AAD_FILE_UNIQUE = 1;
    public static final int SUPPLY_AAD_PREFIX = 2;

    private AesGcmV1() {}
  }

  /** Fields of {@code SchemaElement}. */
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

    private SchemaElement() {}
  }

  /** Fields of {@code KeyValue}. */
  public static final class KeyValue {
    public static final int KEY = 0;
    public static final int VAL = 1;

    private KeyValue() {}
  }

  /** Fields of {@code ColumnEncodings}. */
  public static final class ColumnEncodings {
    public static final int ENCODINGS = 0;
    public static final int ENCODING_STATS = 1;

    private ColumnEncodings() {}
  }

  /** Fields of {@code ColumnMetadata}. */
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

    private ColumnMetadata() {}
  }

  /** Fields of {@code EncryptionWithColumnKey}. */
  public static final class EncryptionWithColumnKey {
    public static final int PATH_IN_SCHEMA = 0;
    public static final int KEY_METADATA = 1;

    private EncryptionWithColumnKey() {}
  }

  /** Fields of {@code ColumnChunk}. */
  public static final class ColumnChunk {
    public static final int METADATA = 0;
    public static final int CRYPTO_METADATA_TYPE = 1;
    public static final int CRYPTO_METADATA = 2;
    public static final int ENCRYPTED_COLUMN_METADATA = 3;
    public static final int FILE_PATH = 4;
    public static final int FILE_OFFSET = 5;
    public static final int THRIFT = 6;

    private ColumnChunk() {}
  }

  /** Fields of {@code SortingColumn}. */
  public static final class SortingColumn {
    public static final int COLUMN_IDX = 0;
    public static final int DESCENDING = 1;
    public static final int NULLS_FIRST = 2;

    private SortingColumn() {}
  }

  /** Fields of {@code IndexLocations}. */
  public static final class IndexLocations {
    public static final int BASE = 0;
    public static final int STARTS = 1;
    public static final int LOCATIONS = 2;

    private IndexLocations() {}
  }

  /** Fields of {@code RowGroup}. */
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

    private RowGroup() {}
  }

  /** Fields of {@code NameIndex}. */
  public static final class NameIndex {
    public static final int PARENTS = 0;
    public static final int LEAVES = 1;
    public static final int HASHES = 2;
    public static final int COLUMNS = 3;
    public static final int FIELD_IDS = 4;
    public static final int FIELD_ID_ELEMENTS = 5;

    private NameIndex() {}
  }

  /** Fields of {@code FileMetaData}. */
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
    public static final int NAME_INDEX = 10;
    public static final int THRIFT_CRC32 = 11;
    public static final int ENCRYPTION_ALGORITHM_THRIFT = 12;

    private FileMetaData() {}
  }
}
