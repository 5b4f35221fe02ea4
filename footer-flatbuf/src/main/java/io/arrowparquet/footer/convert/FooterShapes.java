// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static io.arrowparquet.footer.thrift.CompactType.BINARY;
import static io.arrowparquet.footer.thrift.CompactType.BOOLEAN_TRUE;
import static io.arrowparquet.footer.thrift.CompactType.DOUBLE;
import static io.arrowparquet.footer.thrift.CompactType.I16;
import static io.arrowparquet.footer.thrift.CompactType.I32;
import static io.arrowparquet.footer.thrift.CompactType.I64;
import static io.arrowparquet.footer.thrift.CompactType.I8;
import static io.arrowparquet.footer.thrift.CompactType.STRUCT;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.thrift.StructShape;

/** The structs that a footer is made of, as parquet.thrift declares them. */
final class FooterShapes {
  static final StructShape FILE_META_DATA =
      StructShape.of("FileMetaData")
          .required(1, "version", I32)
          .requiredList(2, "schema", STRUCT)
          .required(3, "num_rows", I64)
          .requiredList(4, "row_groups", STRUCT)
          .optionalList(5, "key_value_metadata", STRUCT)
          .optional(6, "created_by", BINARY)
          .optionalList(7, "column_orders", STRUCT)
          .optional(8, "encryption_algorithm", STRUCT)
          .optional(9, "footer_signing_key_metadata", BINARY);

  static final StructShape SCHEMA_ELEMENT =
      StructShape.of("SchemaElement")
          .optional(1, "type", I32)
          .optional(2, "type_length", I32)
          .optional(3, "repetition_type", I32)
          .required(4, "name", BINARY)
          .optional(5, "num_children", I32)
          .optional(6, "converted_type", I32)
          .optional(7, "scale", I32)
          .optional(8, "precision", I32)
          .optional(9, "field_id", I32)
          .optional(10, "logicalType", STRUCT);

  static final StructShape DECIMAL_TYPE =
      StructShape.of("DecimalType").required(1, "scale", I32).required(2, "precision", I32);

  /** {@code TimestampType} is the same. */
  static final StructShape TIME_TYPE =
      StructShape.of("TimeType")
          .required(1, "isAdjustedToUTC", BOOLEAN_TRUE)
          .required(2, "unit", STRUCT);

  static final StructShape TIME_UNIT =
      StructShape.of("TimeUnit")
          .optional(1, "MILLIS", STRUCT)
          .optional(2, "MICROS", STRUCT)
          .optional(3, "NANOS", STRUCT);

  static final StructShape INT_TYPE =
      StructShape.of("IntType").required(1, "bitWidth", I8).required(2, "isSigned", BOOLEAN_TRUE);

  static final StructShape VARIANT_TYPE =
      StructShape.of("VariantType").optional(1, "specification_version", I8);

  static final StructShape GEOMETRY_TYPE =
      StructShape.of("GeometryType").optional(1, "crs", BINARY);

  static final StructShape GEOGRAPHY_TYPE =
      StructShape.of("GeographyType").optional(1, "crs", BINARY).optional(2, "algorithm", I32);

  /** Any of the structs without fields. */
  static final StructShape EMPTY = StructShape.of("empty struct");

  static final StructShape ROW_GROUP =
      StructShape.of("RowGroup")
          .requiredList(1, "columns", STRUCT)
          .required(2, "total_byte_size", I64)
          .required(3, "num_rows", I64)
          .optionalList(4, "sorting_columns", STRUCT)
          .optional(5, "file_offset", I64)
          .optional(6, "total_compressed_size", I64)
          .optional(7, "ordinal", I16);

  static final StructShape SORTING_COLUMN =
      StructShape.of("SortingColumn")
          .required(1, "column_idx", I32)
          .required(2, "descending", BOOLEAN_TRUE)
          .required(3, "nulls_first", BOOLEAN_TRUE);

  /** {@code file_offset} is required and has a default, so that it may be missing. */
  static final StructShape COLUMN_CHUNK =
      StructShape.of("ColumnChunk")
          .optional(1, "file_path", BINARY)
          .optional(2, "file_offset", I64)
          .optional(3, "meta_data", STRUCT)
          .optional(4, "offset_index_offset", I64)
          .optional(5, "offset_index_length", I32)
          .optional(6, "column_index_offset", I64)
          .optional(7, "column_index_length", I32)
          .optional(8, "crypto_metadata", STRUCT)
          .optional(9, "encrypted_column_metadata", BINARY);

  static final StructShape COLUMN_META_DATA =
      StructShape.of("ColumnMetaData")
          .required(1, "type", I32)
          .requiredList(2, "encodings", I32)
          .requiredList(3, "path_in_schema", BINARY)
          .required(4, "codec", I32)
          .required(5, "num_values", I64)
          .required(6, "total_uncompressed_size", I64)
          .required(7, "total_compressed_size", I64)
          .optionalList(8, "key_value_metadata", STRUCT)
          .required(9, "data_page_offset", I64)
          .optional(10, "index_page_offset", I64)
          .optional(11, "dictionary_page_offset", I64)
          .optional(12, "statistics", STRUCT)
          .optionalList(13, "encoding_stats", STRUCT)
          .optional(14, "bloom_filter_offset", I64)
          .optional(15, "bloom_filter_length", I32)
          .optional(16, "size_statistics", STRUCT)
          .optional(17, "geospatial_statistics", STRUCT);

  static final StructShape PAGE_ENCODING_STATS =
      StructShape.of("PageEncodingStats")
          .required(1, "page_type", I32)
          .required(2, "encoding", I32)
          .required(3, "count", I32);

  static final StructShape STATISTICS =
      StructShape.of("Statistics")
          .optional(1, "max", BINARY)
          .optional(2, "min", BINARY)
          .optional(3, "null_count", I64)
          .optional(4, "distinct_count", I64)
          .optional(5, "max_value", BINARY)
          .optional(6, "min_value", BINARY)
          .optional(7, "is_max_value_exact", BOOLEAN_TRUE)
          .optional(8, "is_min_value_exact", BOOLEAN_TRUE)
          .optional(9, "nan_count", I64);

  static final StructShape SIZE_STATISTICS =
      StructShape.of("SizeStatistics")
          .optional(1, "unencoded_byte_array_data_bytes", I64)
          .optionalList(2, "repetition_level_histogram", I64)
          .optionalList(3, "definition_level_histogram", I64);

  static final StructShape GEOSPATIAL_STATISTICS =
      StructShape.of("GeospatialStatistics")
          .optional(1, "bbox", STRUCT)
          .optionalList(2, "geospatial_types", I32);

  static final StructShape BOUNDING_BOX =
      StructShape.of("BoundingBox")
          .required(1, "xmin", DOUBLE)
          .required(2, "xmax", DOUBLE)
          .required(3, "ymin", DOUBLE)
          .required(4, "ymax", DOUBLE)
          .optional(5, "zmin", DOUBLE)
          .optional(6, "zmax", DOUBLE)
          .optional(7, "mmin", DOUBLE)
          .optional(8, "mmax", DOUBLE);

  static final StructShape KEY_VALUE =
      StructShape.of("KeyValue").required(1, "key", BINARY).optional(2, "value", BINARY);

  static final StructShape ENCRYPTION_WITH_COLUMN_KEY =
      StructShape.of("EncryptionWithColumnKey")
          .requiredList(1, "path_in_schema", BINARY)
          .optional(2, "key_metadata", BINARY);

  /** {@code AesGcmCtrV1} is the same. */
  static final StructShape AES_GCM_V1 =
      StructShape.of("AesGcmV1")
          .optional(1, "aad_prefix", BINARY)
          .optional(2, "aad_file_unique", BINARY)
          .optional(3, "supply_aad_prefix", BOOLEAN_TRUE);

  private FooterShapes() {}

  /** One bit per required field id. */
  static long required(StructShape shape) {
    long required = 0;
    for (int id = 1; id <= shape.maxFieldId(); id++) {
      required |= shape.isRequired(id) ? 1L << id : 0;
    }
    return required;
  }

  /**
   * Checks that every required field was met.
   *
   * @param seen one bit per field id met
   * @param end position after the struct, for the message
   */
  static void requireAll(StructShape shape, long seen, int end) {
    long missing = required(shape) & ~seen;
    if (missing != 0) {
      int id = Long.numberOfTrailingZeros(missing);
      throw new CorruptFooterException(
          "Thrift struct " + shape.name() + " ending",
          end,
          "no field " + shape.fieldName(id),
          "it, with id " + id + "; it is required");
    }
  }
}
