// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterSizes.Part;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Which part each field of a chunk belongs to, in both forms of a footer. A field that a SHAPE
 * declares and this test does not name fails here: its part has to be decided.
 *
 * @see ThriftFooterSizes
 * @see FlatFooterSizes
 */
class FieldPartsTest {
  private static Map<Part, List<String>> parts(StructShape shape) {
    Map<Part, List<String>> parts = new LinkedHashMap<>();
    IntStream.rangeClosed(1, shape.maxFieldId())
        .filter(id -> shape.fieldName(id) != null)
        .forEach(
            id ->
                parts
                    .computeIfAbsent(
                        ThriftFooterSizes.part(shape, id, Part.CHUNKS), unused -> new ArrayList<>())
                    .add(shape.fieldName(id)));
    return parts;
  }

  private static Map<Part, List<String>> parts(TableShape shape) {
    Map<Part, List<String>> parts = new LinkedHashMap<>();
    shape
        .fields()
        .forEach(
            field ->
                parts
                    .computeIfAbsent(
                        FooterSizes.part(field.name(), Part.CHUNKS), unused -> new ArrayList<>())
                    .add(field.name()));
    return parts;
  }

  @Test
  void thrift_chunk() {
    assertThat(parts(ColumnChunkCodec.SHAPE))
        .isEqualTo(
            Map.of(
                Part.CHUNKS,
                List.of("file_path", "file_offset", "meta_data"),
                Part.INDEX_LOCATIONS,
                List.of(
                    "offset_index_offset",
                    "offset_index_length",
                    "column_index_offset",
                    "column_index_length"),
                Part.OTHER,
                List.of("crypto_metadata", "encrypted_column_metadata")));
  }

  @Test
  void thrift_metadata() {
    assertThat(parts(ColumnMetaDataCodec.SHAPE))
        .isEqualTo(
            Map.of(
                Part.CHUNKS,
                List.of(
                    "type",
                    "codec",
                    "num_values",
                    "total_uncompressed_size",
                    "total_compressed_size",
                    "data_page_offset",
                    "index_page_offset",
                    "dictionary_page_offset"),
                Part.ENCODINGS,
                List.of("encodings", "encoding_stats"),
                Part.PATHS,
                List.of("path_in_schema"),
                Part.KEY_VALUES,
                List.of("key_value_metadata"),
                Part.STATISTICS,
                List.of("statistics", "size_statistics", "geospatial_statistics"),
                Part.INDEX_LOCATIONS,
                List.of("bloom_filter_offset", "bloom_filter_length")));
  }

  @Test
  void flat_row_group() {
    assertThat(parts(ParquetFbs.RowGroup.SHAPE))
        .isEqualTo(
            Map.of(
                Part.CHUNKS,
                List.of(
                    "columns",
                    "total_byte_size",
                    "num_rows",
                    "sorting_columns",
                    "file_offset",
                    "total_compressed_size",
                    "ordinal"),
                Part.INDEX_LOCATIONS,
                List.of("column_index", "offset_index")));
  }

  @Test
  void flat_chunk() {
    assertThat(parts(ParquetFbs.ColumnChunk.SHAPE))
        .isEqualTo(
            Map.of(
                Part.CHUNKS,
                List.of("metadata", "file_path", "file_offset", "thrift"),
                Part.OTHER,
                List.of("crypto_metadata_type", "crypto_metadata", "encrypted_column_metadata")));
  }

  @Test
  void flat_metadata() {
    assertThat(parts(ParquetFbs.ColumnMetadata.SHAPE))
        .isEqualTo(
            Map.of(
                Part.CHUNKS,
                List.of(
                    "codec",
                    "num_values",
                    "total_uncompressed_size",
                    "total_compressed_size",
                    "data_page_offset",
                    "index_page_offset",
                    "dictionary_page_offset",
                    "file_offset_rule"),
                Part.KEY_VALUES,
                List.of("key_value_metadata"),
                Part.STATISTICS,
                List.of("statistics", "geospatial_statistics", "size_statistics"),
                Part.ENCODINGS,
                List.of("is_fully_dict_encoded", "encodings"),
                Part.INDEX_LOCATIONS,
                List.of("bloom_filter")));
  }
}
