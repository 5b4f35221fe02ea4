// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.PeerStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.thrift.StatisticsCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How each field of the Thrift footer is kept in the FlatBuffer: the contract of a lossless
 * conversion, field by field. That the fields do come back is {@link RoundTripTest}'s matter.
 *
 * @see ThriftToFlatBuffers
 * @see ParquetStructs
 */
class CoverageTest {
  /** In a field of the public proposal with the same name. */
  private static final String PROPOSAL = "field of the proposal";

  /** In a field that this project appended. */
  private static final String APPENDED = "appended field";

  /** Not written where it follows from something else, and written where it does not. */
  private static final String DERIVED = "derived, else in Thrift bytes";

  private static final Map<String, Map<String, String>> TABLE = new LinkedHashMap<>();

  static {
    struct("FileMetaData")
        .put("version", PROPOSAL)
        .put("schema", PROPOSAL)
        .put("num_rows", PROPOSAL)
        .put("row_groups", PROPOSAL)
        .put("key_value_metadata", PROPOSAL + " kv")
        .put("created_by", PROPOSAL)
        .put("column_orders", PROPOSAL + " SchemaElement.column_order, else Thrift bytes")
        .put("encryption_algorithm", PROPOSAL + ", an unknown one as Thrift bytes")
        .put("footer_signing_key_metadata", PROPOSAL);
    struct("SchemaElement")
        .put("type", PROPOSAL)
        .put("type_length", PROPOSAL)
        .put("repetition_type", PROPOSAL)
        .put("name", PROPOSAL)
        .put("num_children", PROPOSAL)
        .put("converted_type", "implied by logicalType, else " + APPENDED)
        .put("scale", "implied by logicalType, else " + APPENDED)
        .put("precision", "implied by logicalType, else " + APPENDED)
        .put("field_id", PROPOSAL)
        .put("logicalType", PROPOSAL + ", an unknown one as Thrift bytes");
    struct("RowGroup")
        .put("columns", PROPOSAL)
        .put("total_byte_size", PROPOSAL)
        .put("num_rows", PROPOSAL)
        .put("sorting_columns", PROPOSAL)
        .put("file_offset", PROPOSAL)
        .put("total_compressed_size", PROPOSAL)
        .put("ordinal", PROPOSAL);
    struct("ColumnChunk")
        .put("file_path", APPENDED)
        .put("file_offset", "by rule from the metadata, else " + APPENDED)
        .put("meta_data", PROPOSAL)
        .put("offset_index_offset", APPENDED + " RowGroup.offset_index")
        .put("offset_index_length", APPENDED + " RowGroup.offset_index")
        .put("column_index_offset", APPENDED + " RowGroup.column_index")
        .put("column_index_length", APPENDED + " RowGroup.column_index")
        .put("crypto_metadata", PROPOSAL + ", an unknown one as Thrift bytes")
        .put("encrypted_column_metadata", PROPOSAL);
    struct("ColumnMetaData")
        .put("type", DERIVED)
        .put("encodings", APPENDED)
        .put("path_in_schema", DERIVED)
        .put("codec", PROPOSAL)
        .put("num_values", PROPOSAL + ", where it is not the row group's num_rows")
        .put("total_uncompressed_size", PROPOSAL)
        .put("total_compressed_size", PROPOSAL)
        .put("key_value_metadata", PROPOSAL)
        .put("data_page_offset", PROPOSAL)
        .put("index_page_offset", PROPOSAL)
        .put("dictionary_page_offset", PROPOSAL)
        .put("statistics", PROPOSAL)
        .put("encoding_stats", APPENDED + " encodings")
        .put("bloom_filter_offset", PROPOSAL + " bloom_filter")
        .put("bloom_filter_length", PROPOSAL + " bloom_filter")
        .put("size_statistics", APPENDED)
        .put("geospatial_statistics", PROPOSAL);
    struct("Statistics")
        .put("max", "flag where it equals max_value, else " + APPENDED)
        .put("min", "flag where it equals min_value, else " + APPENDED)
        .put("null_count", PROPOSAL)
        .put("distinct_count", PROPOSAL)
        .put("max_value", PROPOSAL + " (packed), the rest in " + APPENDED)
        .put("min_value", PROPOSAL + " (packed), the rest in " + APPENDED)
        .put("is_max_value_exact", APPENDED + " flags")
        .put("is_min_value_exact", APPENDED + " flags")
        .put("nan_count", APPENDED);
    struct("SortingColumn")
        .put("column_idx", PROPOSAL)
        .put("descending", PROPOSAL)
        .put("nulls_first", PROPOSAL);
    struct("KeyValue").put("key", PROPOSAL).put("value", PROPOSAL + " val");
    struct("PageEncodingStats")
        .put("page_type", APPENDED)
        .put("encoding", APPENDED)
        .put("count", APPENDED);
    struct("SizeStatistics")
        .put("unencoded_byte_array_data_bytes", "Thrift bytes")
        .put("repetition_level_histogram", "Thrift bytes")
        .put("definition_level_histogram", "Thrift bytes");
    struct("GeospatialStatistics").put("bbox", PROPOSAL).put("geospatial_types", PROPOSAL);
    struct("BoundingBox")
        .put("xmin", PROPOSAL)
        .put("xmax", PROPOSAL)
        .put("ymin", PROPOSAL)
        .put("ymax", PROPOSAL)
        .put("zmin", PROPOSAL)
        .put("zmax", PROPOSAL)
        .put("mmin", PROPOSAL)
        .put("mmax", PROPOSAL);
    struct("EncryptionWithColumnKey").put("path_in_schema", PROPOSAL).put("key_metadata", PROPOSAL);
    struct("AesGcmV1")
        .put("aad_prefix", PROPOSAL)
        .put("aad_file_unique", PROPOSAL)
        .put("supply_aad_prefix", PROPOSAL);
  }

  private static Rows struct(String name) {
    return new Rows(TABLE.computeIfAbsent(name, unused -> new LinkedHashMap<>()));
  }

  private record Rows(Map<String, String> rows) {
    Rows put(String field, String howKept) {
      rows.put(field, howKept);
      return this;
    }
  }

  static Stream<StructShape> shapes() {
    return Stream.of(
        FileMetaDataCodec.SHAPE,
        SchemaElementCodec.SHAPE,
        RowGroupCodec.SHAPE,
        ColumnChunkCodec.SHAPE,
        ColumnMetaDataCodec.SHAPE,
        StatisticsCodec.SHAPE,
        ParquetStructs.SORTING_COLUMN.shape(),
        ParquetStructs.KEY_VALUE.shape(),
        ParquetStructs.PAGE_ENCODING_STATS.shape(),
        ParquetStructs.GEOSPATIAL_STATISTICS.shape(),
        ParquetStructs.BOUNDING_BOX.shape(),
        ParquetStructs.COLUMN_KEY.shape(),
        ParquetStructs.AES_GCM_V1.shape());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void every_field_that_the_converter_reads_is_in_the_table(StructShape shape) {
    List<String> fields = new ArrayList<>();
    for (int id = 1; id <= shape.maxFieldId(); id++) {
      fields.add(shape.fieldName(id));
    }

    assertThat(TABLE.get(shape.name()).keySet()).as(shape.name()).containsExactlyElementsOf(fields);
  }

  @Test
  void every_field_of_parquet_java_is_in_the_table() {
    for (Map.Entry<String, Map<String, String>> struct : TABLE.entrySet()) {
      List<String> fields =
          PeerStructs.fields(PeerStructs.type(struct.getKey())).keySet().stream()
              .map(id -> id.getFieldName())
              .toList();
      assertThat(struct.getValue().keySet()).as(struct.getKey()).containsAll(fields);
    }
  }
}
