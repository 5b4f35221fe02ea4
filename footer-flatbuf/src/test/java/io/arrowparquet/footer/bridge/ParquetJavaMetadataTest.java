// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import shaded.parquet.com.fasterxml.jackson.databind.ObjectMapper;

/** The bridged metadata against those that parquet-java makes from the Thrift footer itself. */
class ParquetJavaMetadataTest {
  private static final int SECOND_GROUP = GeneratedParquetFile.ROWS_PER_GROUP;

  @TempDir Path folder;
  private Path file;
  private ParquetFooter footer;

  @BeforeEach
  void attach() throws IOException {
    Path original = folder.resolve("original.parquet");
    GeneratedParquetFile.write(original, WriterVersion.PARQUET_1_0);
    file = folder.resolve("attached.parquet");
    FooterAttacher.defaults().attach(original, file);
    footer = FooterReader.defaults().read(file);
    assertThat(footer.layout()).isEqualTo(FooterLayout.SPEC);
  }

  private static ParquetMetadata readByParquetJava(Path path) throws IOException {
    InputFile input = new LocalInputFile(path);
    try (ParquetFileReader reader =
        new ParquetFileReader(input, RowsOfGroups.options(FilterCompat.NOOP))) {
      return reader.getFooter();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whole_metadata_are_those_of_parquet_java(WriterVersion version) throws IOException {
    Path path = GeneratedParquetFile.write(folder.resolve(version + ".parquet"), version);

    ParquetMetadata bridged =
        ParquetJavaMetadata.of(FooterReader.defaults().read(path)).toParquetMetadata();

    assertThat(ParquetMetadataText.of(bridged))
        .isEqualTo(ParquetMetadataText.of(readByParquetJava(path)))
        .contains("bloom: ", "column index: ", "min: ");
  }

  @ParameterizedTest
  @EnumSource
  void chunks_whose_statistics_are_made_later_are_as_those_of_parquet_java(WriterVersion version)
      throws IOException {
    Path path = GeneratedParquetFile.write(folder.resolve(version + ".parquet"), version);
    ParquetMetadata expected = readByParquetJava(path);

    ParquetMetadata bridged =
        ParquetJavaMetadata.of(FooterReader.defaults().read(path)).toParquetMetadata();

    int later = 0;
    for (int i = 0; i < expected.getBlocks().size(); i++) {
      for (int j = 0; j < expected.getBlocks().get(i).getColumns().size(); j++) {
        ColumnChunkMetaData own = expected.getBlocks().get(i).getColumns().get(j);
        ColumnChunkMetaData chunk = bridged.getBlocks().get(i).getColumns().get(j);
        assertThat(chunk).hasToString(own.toString());
        assertThat(chunk.getStatistics()).isEqualTo(own.getStatistics());
        assertThat(chunk.getStatistics()).isSameAs(chunk.getStatistics());
        later += chunk.getClass() == own.getClass() ? 0 : 1;
      }
    }
    assertThat(later).isPositive();
    ObjectMapper json = new ObjectMapper();
    assertThat(json.readTree(ParquetMetadata.toJSON(bridged)))
        .isEqualTo(json.readTree(ParquetMetadata.toJSON(expected)));
  }

  static Stream<Arguments> filters() {
    return Stream.of(
        Arguments.of("no filter", FilterCompat.NOOP, 3, 600),
        Arguments.of(
            "bounds of row groups", filter(FilterApi.lt(FilterApi.longColumn("id"), 150L)), 1, 160),
        Arguments.of(
            "bounds of pages",
            filter(FilterApi.eq(FilterApi.doubleColumn("point.x"), 100.0)),
            1,
            20),
        Arguments.of(
            "a value only a bloom filter rules out",
            filter(
                FilterApi.eq(
                    FilterApi.longColumn("scattered"),
                    GeneratedParquetFile.scattered(SECOND_GROUP + 3))),
            1,
            -1),
        Arguments.of(
            "a value only a dictionary rules out",
            filter(FilterApi.eq(FilterApi.binaryColumn("colour"), Binary.fromString("grey"))),
            0,
            0),
        Arguments.of(
            "nulls", filter(FilterApi.eq(FilterApi.doubleColumn("point.y"), null)), 3, 600));
  }

  private static FilterCompat.Filter filter(FilterPredicate predicate) {
    return FilterCompat.get(predicate);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("filters")
  void filters_skip_what_they_skip_with_parquet_javas_own_metadata(
      String name, FilterCompat.Filter filter, int rowGroups, int examined) throws IOException {
    ParquetMetadata bridged = ParquetJavaMetadata.of(footer).toParquetMetadata();

    RowsOfGroups read = RowsOfGroups.read(file, bridged, filter);

    assertThat(read).isEqualTo(RowsOfGroups.read(file, readByParquetJava(file), filter));
    assertThat(read.rowGroups()).isEqualTo(rowGroups);
    if (examined >= 0) {
      assertThat(read.examined()).isEqualTo(examined);
    }
  }

  @Test
  void chosen_columns_have_the_chunks_and_rows_of_the_whole() throws IOException {
    ParquetMetadata whole = readByParquetJava(file);
    List<String> chosen = List.of("tags.list.element", "id", "point.y");

    ParquetMetadata bridged =
        ParquetJavaMetadata.of(footer).withColumns(chosen).toParquetMetadata();

    assertThat(bridged.getFileMetaData().getSchema().toString())
        .isEqualToIgnoringWhitespace(
            """
            message generated {
              required int64 id = 1;
              required group point { optional double y; }
              optional group tags (LIST) {
                repeated group list { optional binary element (STRING); }
              }
            }
            """);
    ParquetMetadata expected =
        new ParquetMetadata(
            bridged.getFileMetaData(),
            whole.getBlocks().stream().map(block -> only(chosen, block)).toList());
    assertThat(ParquetMetadataText.of(bridged)).isEqualTo(ParquetMetadataText.of(expected));
    FilterCompat.Filter filter = filter(FilterApi.gt(FilterApi.longColumn("id"), 350L));
    assertThat(RowsOfGroups.read(file, bridged, filter))
        .isEqualTo(RowsOfGroups.read(file, expected, filter));
  }

  private static BlockMetaData only(List<String> columns, BlockMetaData block) {
    BlockMetaData copy = new BlockMetaData();
    copy.setRowCount(block.getRowCount());
    copy.setRowIndexOffset(block.getRowIndexOffset());
    copy.setTotalByteSize(block.getTotalByteSize());
    copy.setOrdinal(block.getOrdinal());
    block.getColumns().stream()
        .filter(column -> columns.contains(column.getPath().toDotString()))
        .forEach(copy::addColumn);
    return copy;
  }

  @Test
  void chosen_row_groups_keep_their_ordinals_and_row_indexes() throws IOException {
    ParquetMetadata bridged =
        ParquetJavaMetadata.of(footer).withRowGroups(2, 1, 2).toParquetMetadata();

    ParquetMetadata whole = readByParquetJava(file);
    ParquetMetadata expected =
        new ParquetMetadata(whole.getFileMetaData(), whole.getBlocks().subList(1, 3));
    assertThat(ParquetMetadataText.of(bridged)).isEqualTo(ParquetMetadataText.of(expected));
    assertThat(RowsOfGroups.read(file, bridged, FilterCompat.NOOP))
        .isEqualTo(RowsOfGroups.read(file, expected, FilterCompat.NOOP));
  }

  @Test
  void no_column_at_all_still_counts_rows() {
    ParquetMetadata bridged =
        ParquetJavaMetadata.of(footer).withColumns(List.of()).toParquetMetadata();

    assertThat(bridged.getFileMetaData().getSchema().getColumns()).isEmpty();
    assertThat(bridged.getBlocks()).extracting(BlockMetaData::getRowCount).containsOnly(200L);
  }

  @Test
  void columns_are_chosen_by_number_too() {
    ParquetMetadata bridged =
        ParquetJavaMetadata.of(footer).withColumnOrdinals(1, 0, 1).toParquetMetadata();

    assertThat(bridged.getBlocks().get(0).getColumns())
        .extracting(ColumnChunkMetaData::getPath)
        .asString()
        .isEqualTo("[[id], [scattered]]");
  }

  @Test
  void what_the_file_does_not_have_cannot_be_chosen() {
    ParquetJavaMetadata all = ParquetJavaMetadata.of(footer);
    assertThatThrownBy(() -> all.withColumns(List.of("id", "point")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContainingAll(file.toString(), "column point", "no such column");
    assertThatThrownBy(() -> all.withColumnOrdinals(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + ": has no column -1, but 22 of them");
    assertThatThrownBy(() -> all.withRowGroups(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + ": has no row group 3, but 3 of them");
  }
}
