// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The FlatBuffers footer says what parquet-java reads from the Thrift footer of the same file. */
@NeedsCorpus
class FooterAgreesWithParquetJavaTest {
  @TempDir Path folder;

  static List<Path> everyFile() {
    return Corpus.files("data", ".parquet");
  }

  @ParameterizedTest
  @MethodSource("everyFile")
  void schema_rows_offsets_sizes_and_statistics_agree(Path original) throws IOException {
    FileMetaData expected = thriftFooter(original);
    Path attached = folder.resolve("attached.parquet");
    FooterAttacher.defaults().attach(original, attached);
    ParquetFooter read = FooterReader.defaults().read(attached);
    assertThat(read.layout()).isEqualTo(FooterLayout.SPEC);
    assertThat(read.diagnostics()).isEmpty();
    FlatFooter footer = read.footer();

    assertThat(footer.version()).isEqualTo(expected.getVersion());
    assertThat(footer.numRows()).isEqualTo(expected.getNum_rows());
    assertThat(footer.createdBy()).isEqualTo(expected.getCreated_by());
    assertThat(footer.keyValueCount()).isEqualTo(Math.max(0, expected.getKey_value_metadataSize()));
    for (int i = 0; i < footer.keyValueCount(); i++) {
      assertThat(footer.key(i)).isEqualTo(expected.getKey_value_metadata().get(i).getKey());
      assertThat(footer.value(i)).isEqualTo(expected.getKey_value_metadata().get(i).getValue());
    }
    schemaAgrees(footer, expected.getSchema());
    assertThat(footer.rowGroupCount()).isEqualTo(expected.getRow_groupsSize());
    for (int g = 0; g < footer.rowGroupCount(); g++) {
      rowGroupAgrees(footer, g, expected.getRow_groups().get(g));
    }
  }

  private static void schemaAgrees(FlatFooter footer, List<SchemaElement> expected) {
    assertThat(footer.elementCount()).isEqualTo(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      SchemaElementView found = footer.schemaElement(i);
      SchemaElement element = expected.get(i);
      assertThat(found.name()).isEqualTo(element.getName());
      assertThat(found.childCount()).isEqualTo(element.getNum_children());
      assertThat(found.hasType()).isEqualTo(element.isSetType());
      if (element.isSetType()) {
        assertThat(found.typeNumber()).isEqualTo(element.getType().getValue());
      }
      assertThat(found.hasTypeLength()).isEqualTo(element.isSetType_length());
      if (element.isSetType_length()) {
        assertThat(found.typeLength()).isEqualTo(element.getType_length());
      }
      assertThat(found.hasRepetition()).isEqualTo(element.isSetRepetition_type());
      if (element.isSetRepetition_type()) {
        assertThat(found.repetitionNumber()).isEqualTo(element.getRepetition_type().getValue());
      }
      assertThat(found.hasFieldId()).isEqualTo(element.isSetField_id());
      if (element.isSetField_id()) {
        assertThat(found.fieldId()).isEqualTo(element.getField_id());
      }
    }
  }

  private static void rowGroupAgrees(FlatFooter footer, int g, RowGroup expected) {
    RowGroupView found = footer.rowGroup(g);
    assertThat(found.numRows()).isEqualTo(expected.getNum_rows());
    assertThat(found.totalByteSize()).isEqualTo(expected.getTotal_byte_size());
    assertThat(found.columnCount()).isEqualTo(expected.getColumnsSize());
    for (int c = 0; c < found.columnCount(); c++) {
      ColumnChunk chunk = expected.getColumns().get(c);
      ColumnChunkView view = footer.chunk(g, c);
      assertThat(view.filePath()).isEqualTo(chunk.getFile_path());
      assertThat(view.fileOffset()).isEqualTo(chunk.getFile_offset());
      indexAgrees(
          view.columnIndex(),
          chunk.isSetColumn_index_offset(),
          chunk.getColumn_index_offset(),
          chunk.getColumn_index_length());
      indexAgrees(
          view.offsetIndex(),
          chunk.isSetOffset_index_offset(),
          chunk.getOffset_index_offset(),
          chunk.getOffset_index_length());
      assertThat(view.hasMetadata()).isEqualTo(chunk.isSetMeta_data());
      if (chunk.isSetMeta_data()) {
        metadataAgrees(footer, view, chunk.getMeta_data());
      }
    }
  }

  private static void indexAgrees(
      PageIndexLocation found, boolean present, long offset, int length) {
    assertThat(found != null && found.hasOffset()).isEqualTo(present);
    if (present) {
      assertThat(found.offset()).isEqualTo(offset);
      assertThat(found.length()).isEqualTo(length);
    }
  }

  private static void metadataAgrees(
      FlatFooter footer, ColumnChunkView found, ColumnMetaData expected) {
    String path = String.join(".", expected.getPath_in_schema());
    assertThat(footer.columnPath(found.column())).isEqualTo(path);
    assertThat(footer.findColumn(path)).isEqualTo(found.column());
    assertThat(found.type().number()).isEqualTo(expected.getType().getValue());
    assertThat(found.codecNumber()).isEqualTo(expected.getCodec().getValue());
    assertThat(found.numValues()).isEqualTo(expected.getNum_values());
    assertThat(found.totalCompressedSize()).isEqualTo(expected.getTotal_compressed_size());
    assertThat(found.totalUncompressedSize()).isEqualTo(expected.getTotal_uncompressed_size());
    assertThat(found.dataPageOffset()).isEqualTo(expected.getData_page_offset());
    assertThat(found.hasDictionaryPageOffset()).isEqualTo(expected.isSetDictionary_page_offset());
    if (expected.isSetDictionary_page_offset()) {
      assertThat(found.dictionaryPageOffset()).isEqualTo(expected.getDictionary_page_offset());
    }
    assertThat(found.hasBloomFilterOffset()).isEqualTo(expected.isSetBloom_filter_offset());
    if (expected.isSetBloom_filter_offset()) {
      assertThat(found.bloomFilterOffset()).isEqualTo(expected.getBloom_filter_offset());
    }
    assertThat(found.encodings().count()).isEqualTo(expected.getEncodingsSize());
    for (int e = 0; e < expected.getEncodingsSize(); e++) {
      assertThat(found.encodings().encodingNumber(e))
          .isEqualTo(expected.getEncodings().get(e).getValue());
    }
    assertThat(found.hasStatistics()).isEqualTo(expected.isSetStatistics());
    if (expected.isSetStatistics()) {
      statisticsAgree(found.statistics(), expected.getStatistics());
    }
  }

  private static void statisticsAgree(StatisticsView found, Statistics expected) {
    assertThat(found.hasNullCount()).isEqualTo(expected.isSetNull_count());
    if (expected.isSetNull_count()) {
      assertThat(found.nullCount()).isEqualTo(expected.getNull_count());
    }
    assertThat(found.hasDistinctCount()).isEqualTo(expected.isSetDistinct_count());
    if (expected.isSetDistinct_count()) {
      assertThat(found.distinctCount()).isEqualTo(expected.getDistinct_count());
    }
    assertThat(found.minValue()).isEqualTo(expected.getMin_value());
    assertThat(found.maxValue()).isEqualTo(expected.getMax_value());
    assertThat(found.min()).isEqualTo(expected.getMin());
    assertThat(found.max()).isEqualTo(expected.getMax());
    assertThat(found.isMinValueExact())
        .isEqualTo(expected.isSetIs_min_value_exact() ? expected.isIs_min_value_exact() : null);
    assertThat(found.isMaxValueExact())
        .isEqualTo(expected.isSetIs_max_value_exact() ? expected.isIs_max_value_exact() : null);
  }

  private static FileMetaData thriftFooter(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    return Util.readFileMetaData(
        new ByteArrayInputStream(bytes, bytes.length - 8 - length, length));
  }
}
