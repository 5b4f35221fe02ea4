// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RecordDifference;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Footers of one BYTE_ARRAY column, one of them translated, the other changed. */
class ArrowCppComparisonTest {
  private static final String STATISTICS = "row_groups[0].columns[0].meta_data.statistics";

  private static FileMetaData footer(ColumnMetaData metaData, Long fileOffset, boolean isOrdered) {
    SchemaElement root =
        new SchemaElement(null, null, null, "root", 1, null, null, null, null, null);
    int type = PhysicalType.BYTE_ARRAY.number();
    SchemaElement leaf = new SchemaElement(type, null, 1, "b", null, null, null, null, null, null);
    ColumnChunk chunk = new ColumnChunk(null, 4, metaData, null, null, null, null, null, null);
    RowGroup group = new RowGroup(List.of(chunk), 100, 7, null, fileOffset, null, null);
    List<ColumnOrder> orders = isOrdered ? List.of(ColumnOrder.Known.TYPE_ORDER) : null;
    return new FileMetaData(
        1, List.of(root, leaf), 7, List.of(group), null, "test", orders, null, null);
  }

  private static FileMetaData footer(ColumnMetaData metaData) {
    return footer(metaData, null, true);
  }

  private static ColumnMetaData metaData(
      ParquetStatistics statistics, ParquetEncoding encoding, long dataPageOffset) {
    return new ColumnMetaData(
        PhysicalType.BYTE_ARRAY.number(),
        List.of(encoding.number()),
        List.of("b"),
        0,
        7,
        50,
        50,
        null,
        dataPageOffset,
        null,
        null,
        statistics,
        List.of(new PageEncodingStats(PageType.DATA_PAGE.number(), encoding.number(), 1)),
        null,
        null,
        null,
        null);
  }

  private static FileMetaData footer(ParquetStatistics statistics) {
    return footer(metaData(statistics, ParquetEncoding.PLAIN, 4));
  }

  private static ParquetStatistics statistics(String min, String max, Boolean isExact, Long nulls) {
    return new ParquetStatistics(
        null,
        null,
        nulls,
        null,
        BinaryValue.ofUtf8(max),
        BinaryValue.ofUtf8(min),
        isExact,
        isExact,
        null);
  }

  private static List<RecordDifference> differences(FileMetaData written, FileMetaData thrift) {
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(out, written);
    byte[] bytes = out.toByteArray();
    FlatFooter whole =
        FlatFooter.wrap(ThriftToFlatBuffers.convert(bytes, 0, bytes.length).flatbuffer());
    FlatFooter translated = FlatFooter.wrap(ArrowCppReader.convert(ArrowCppWriter.convert(whole)));
    return ArrowCppComparison.differences(translated, thrift);
  }

  /** Bounds are cut to 4 bytes after what both have in common. */
  @ParameterizedTest
  @CsvSource({
    "beginning,begun quickly,",
    "beginning,begun quicklz,",
    "beginnins,begun quickly,",
    "begi,begun quickly,min_value",
    "beginning,cegun,max_value"
  })
  void inexact_bounds_must_be_bounds(String min, String max, String differs) {
    List<RecordDifference> differences =
        differences(
            footer(statistics("beginning", "begun quickly", true, 0L)),
            footer(statistics(min, max, null, 0L)));

    if (differs == null) {
      assertThat(differences).isEmpty();
    } else {
      assertThat(differences)
          .extracting(RecordDifference::path)
          .contains(STATISTICS + "." + differs);
    }
  }

  @Test
  void exact_bounds_must_be_equal_and_say_so() {
    FileMetaData written = footer(statistics("ab", "cd", true, 0L));

    assertThat(differences(written, written)).isEmpty();
    assertThat(differences(written, footer(statistics("ab", "ce", true, 0L))))
        .containsExactly(new RecordDifference(STATISTICS + ".max_value", "6364", "6365"));
    assertThat(differences(written, footer(statistics("ab", "cd", false, 0L))))
        .extracting(RecordDifference::path)
        .containsExactly(STATISTICS + ".is_max_value_exact", STATISTICS + ".is_min_value_exact");
  }

  @Test
  void counts_of_nulls_and_absent_statistics_are_named() {
    FileMetaData written = footer(statistics("ab", "cd", true, 1L));

    assertThat(differences(written, footer(statistics("ab", "cd", true, 2L))))
        .containsExactly(new RecordDifference(STATISTICS + ".null_count", "1", "2"));
    assertThat(differences(written, footer((ParquetStatistics) null)))
        .containsExactly(new RecordDifference(STATISTICS, "present", "absent"));
    assertThat(differences(footer((ParquetStatistics) null), written))
        .containsExactly(new RecordDifference(STATISTICS, "absent", "present"));
  }

  @Test
  void what_is_absent_equals_zero_where_arrow_cpp_writes_it_alike() {
    ColumnMetaData metaData = metaData(null, ParquetEncoding.PLAIN, 4);

    assertThat(differences(footer(metaData, 0L, true), footer(metaData, null, true))).isEmpty();
    assertThat(differences(footer(metaData, null, true), footer(metaData, 5L, true)))
        .containsExactly(new RecordDifference("row_groups[0].file_offset", "absent", "5"));
    assertThat(differences(footer(metaData), footer(metaData(null, ParquetEncoding.PLAIN, 0))))
        .isEmpty();
    assertThat(differences(footer(metaData), footer(metaData(null, ParquetEncoding.PLAIN, 8))))
        .extracting(RecordDifference::path)
        .containsExactly("row_groups[0].columns[0].meta_data.data_page_offset");
  }

  @Test
  void pages_without_a_dictionary_and_orders_that_thrift_lacks_are_named() {
    FileMetaData written = footer(metaData(null, ParquetEncoding.RLE_DICTIONARY, 4));

    assertThat(differences(written, written)).isEmpty();
    assertThat(differences(written, footer(metaData(null, ParquetEncoding.PLAIN, 4))))
        .extracting(RecordDifference::path)
        .containsExactly("row_groups[0].columns[0].meta_data.encoding_stats");
    assertThat(
            differences(
                written, footer(metaData(null, ParquetEncoding.RLE_DICTIONARY, 4), null, false)))
        .extracting(RecordDifference::path)
        .containsExactly("column_orders[0]");
  }
}
