// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf.internal;

import static io.arrowparquet.footer.flatbuf.internal.TableShape.scalar;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.shape;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.string;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.strings;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.structs;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.table;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.tables;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.unionMember;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.unionTag;
import static io.arrowparquet.footer.flatbuf.internal.TableShape.vector;

/** The shapes of all tables of parquet.fbs. None contains itself, so that nesting is bounded. */
public final class FooterTables {
  /** Size of the struct that counts the pages of one type and encoding. */
  public static final int ENCODING_STATS_BYTES = 8;

  /** Size of the struct that says where an index is. */
  public static final int INDEX_LOCATION_BYTES = 16;

  public static final TableShape EMPTY = shape("Empty");

  static final TableShape DECIMAL_OPTIONS =
      shape("DecimalOptions", scalar("scale", 4), scalar("precision", 4));

  static final TableShape TIME_OPTIONS =
      shape("TimeOptions", scalar("is_adjusted_to_utc", 1), scalar("unit", 1));

  static final TableShape INT_OPTIONS =
      shape("IntOptions", scalar("bit_width", 1), scalar("is_signed", 1));

  static final TableShape VARIANT_TYPE = shape("VariantType", scalar("specification_version", 1));

  static final TableShape GEOMETRY_TYPE = shape("GeometryType", string("crs"));

  static final TableShape GEOGRAPHY_TYPE =
      shape("GeographyType", string("crs"), scalar("algorithm", 1));

  static final TableShape STATISTICS =
      shape(
          "Statistics",
          scalar("null_count", 8),
          scalar("distinct_count", 8),
          scalar("min_lo4", 4),
          scalar("min_lo8", 8),
          scalar("min_hi8", 8),
          scalar("min_len", 1),
          scalar("max_lo4", 4),
          scalar("max_lo8", 8),
          scalar("max_hi8", 8),
          scalar("max_len", 1),
          vector("prefix", 1),
          scalar("flags", 1),
          scalar("nan_count", 8),
          vector("min_tail", 1),
          vector("max_tail", 1),
          vector("min_value", 1),
          vector("max_value", 1),
          vector("min", 1),
          vector("max", 1));

  static final TableShape BOUNDING_BOX =
      shape(
          "BoundingBox",
          scalar("xmin", 8),
          scalar("xmax", 8),
          scalar("ymin", 8),
          scalar("ymax", 8),
          scalar("zmin", 8),
          scalar("zmax", 8),
          scalar("mmin", 8),
          scalar("mmax", 8));

  static final TableShape GEOSPATIAL_STATISTICS =
      shape("GeospatialStatistics", table("bbox", BOUNDING_BOX), vector("geospatial_types", 4));

  static final TableShape BLOOM_FILTER_INFO =
      shape("BloomFilterInfo", scalar("offset", 8), scalar("length", 4));

  static final TableShape AES_GCM_V1 =
      shape(
          "AesGcmV1",
          vector("aad_prefix", 1),
          vector("aad_file_unique", 1),
          scalar("supply_aad_prefix", 1));

  static final TableShape AES_GCM_CTR_V1 =
      shape(
          "AesGcmCtrV1",
          vector("aad_prefix", 1),
          vector("aad_file_unique", 1),
          scalar("supply_aad_prefix", 1));

  static final TableShape SCHEMA_ELEMENT =
      shape(
          "SchemaElement",
          scalar("type", 1),
          scalar("type_length", 4),
          scalar("repetition_type", 1),
          string("name"),
          scalar("num_children", 4),
          scalar("field_id", 4),
          unionTag("logical_type_type"),
          unionMember(
              "logical_type",
              EMPTY, // StringType
              EMPTY, // MapType
              EMPTY, // ListType
              EMPTY, // EnumType
              DECIMAL_OPTIONS,
              EMPTY, // DateType
              TIME_OPTIONS, // TimeType
              TIME_OPTIONS, // TimestampType
              INT_OPTIONS,
              EMPTY, // NullType
              EMPTY, // JsonType
              EMPTY, // BsonType
              EMPTY, // UUIDType
              EMPTY, // Float16Type
              VARIANT_TYPE,
              GEOMETRY_TYPE,
              GEOGRAPHY_TYPE),
          unionTag("column_order_type"),
          unionMember("column_order", EMPTY),
          scalar("flags", 1),
          scalar("converted_type", 4),
          scalar("scale", 4),
          scalar("precision", 4),
          scalar("column_order_id", 1),
          vector("thrift", 1));

  static final TableShape KEY_VALUE = shape("KeyValue", string("key"), string("val"));

  static final TableShape COLUMN_ENCODINGS =
      shape(
          "ColumnEncodings",
          vector("encodings", 1),
          structs("encoding_stats", ENCODING_STATS_BYTES, 4));

  static final TableShape COLUMN_METADATA =
      shape(
          "ColumnMetadata",
          scalar("codec", 1),
          scalar("num_values", 8),
          scalar("total_uncompressed_size", 8),
          scalar("total_compressed_size", 8),
          tables("key_value_metadata", KEY_VALUE),
          scalar("data_page_offset", 8),
          scalar("index_page_offset", 8),
          scalar("dictionary_page_offset", 8),
          table("statistics", STATISTICS),
          scalar("is_fully_dict_encoded", 1),
          table("bloom_filter", BLOOM_FILTER_INFO),
          table("geospatial_statistics", GEOSPATIAL_STATISTICS),
          scalar("file_offset_rule", 1),
          table("encodings", COLUMN_ENCODINGS),
          vector("size_statistics", 1));

  static final TableShape ENCRYPTION_WITH_COLUMN_KEY =
      shape("EncryptionWithColumnKey", strings("path_in_schema"), vector("key_metadata", 1));

  static final TableShape COLUMN_CHUNK =
      shape(
          "ColumnChunk",
          table("metadata", COLUMN_METADATA),
          unionTag("crypto_metadata_type"),
          unionMember("crypto_metadata", EMPTY, ENCRYPTION_WITH_COLUMN_KEY),
          vector("encrypted_column_metadata", 1),
          string("file_path"),
          scalar("file_offset", 8),
          vector("thrift", 1));

  static final TableShape SORTING_COLUMN =
      shape(
          "SortingColumn",
          scalar("column_idx", 4),
          scalar("descending", 1),
          scalar("nulls_first", 1));

  static final TableShape INDEX_LOCATIONS =
      shape(
          "IndexLocations",
          scalar("base", 8),
          vector("starts", 4),
          structs("locations", INDEX_LOCATION_BYTES, 8));

  static final TableShape ROW_GROUP =
      shape(
          "RowGroup",
          tables("columns", COLUMN_CHUNK),
          scalar("total_byte_size", 8),
          scalar("num_rows", 8),
          tables("sorting_columns", SORTING_COLUMN),
          scalar("file_offset", 8),
          scalar("total_compressed_size", 8),
          scalar("ordinal", 2),
          table("column_index", INDEX_LOCATIONS),
          table("offset_index", INDEX_LOCATIONS));

  static final TableShape NAME_INDEX =
      shape(
          "NameIndex",
          vector("parents", 4),
          vector("leaves", 4),
          vector("hashes", 4),
          vector("columns", 4),
          vector("field_ids", 4),
          vector("field_id_elements", 4));

  public static final TableShape FILE_META_DATA =
      shape(
          "FileMetaData",
          scalar("version", 4),
          tables("schema", SCHEMA_ELEMENT),
          scalar("num_rows", 8),
          tables("row_groups", ROW_GROUP),
          tables("kv", KEY_VALUE),
          string("created_by"),
          unionTag("encryption_algorithm_type"),
          unionMember("encryption_algorithm", AES_GCM_V1, AES_GCM_CTR_V1),
          vector("footer_signing_key_metadata", 1),
          vector("column_orders", 1),
          table("name_index", NAME_INDEX),
          scalar("thrift_crc32", 4),
          vector("encryption_algorithm_thrift", 1));

  private FooterTables() {}
}
