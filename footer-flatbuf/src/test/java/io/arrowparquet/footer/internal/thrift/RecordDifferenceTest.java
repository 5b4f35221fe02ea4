// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RecordDifferenceTest {
  private static final FileMetaData FOOTER = footer(3, 2);

  private static FileMetaData footer(int columns, int rowGroups) {
    return FileMetaDataCodec.STRUCT.read(new CompactReader(WideFooter.thrift(columns, rowGroups)));
  }

  private static FileMetaData with(List<RowGroup> groups, List<KeyValue> keyValues) {
    return new FileMetaData(
        FOOTER.version(),
        FOOTER.schema(),
        FOOTER.numRows(),
        groups,
        keyValues,
        FOOTER.createdBy(),
        FOOTER.columnOrders(),
        null,
        null);
  }

  static Stream<Arguments> structs() {
    return Stream.of(
        Arguments.of(FileMetaData.class, FileMetaDataCodec.SHAPE),
        Arguments.of(SchemaElement.class, SchemaElementCodec.SHAPE),
        Arguments.of(RowGroup.class, RowGroupCodec.SHAPE),
        Arguments.of(ColumnChunk.class, ColumnChunkCodec.SHAPE),
        Arguments.of(ColumnMetaData.class, ColumnMetaDataCodec.SHAPE),
        Arguments.of(ParquetStatistics.class, StatisticsCodec.SHAPE),
        Arguments.of(SizeStatistics.class, ParquetStructs.SIZE_STATISTICS.shape()));
  }

  @ParameterizedTest
  @MethodSource("structs")
  void components_are_named_as_in_thrift(Class<?> struct, StructShape shape) {
    assertThat(
            Arrays.stream(struct.getRecordComponents())
                .map(component -> RecordDifference.nameOf(component.getName())))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, shape.maxFieldId())
                .mapToObj(shape::fieldName)
                .filter(name -> name != null)
                .toList());
  }

  @Test
  void equal_footers_have_none() {
    assertThat(RecordDifference.of(FOOTER, footer(3, 2))).isEmpty();
  }

  @Test
  void fields_of_structs_are_named_and_lists_of_other_lengths() {
    List<KeyValue> keyValues = List.of(new KeyValue("k", "v".repeat(1_000)));
    FileMetaData other = with(FOOTER.rowGroups().subList(1, 2), keyValues);

    List<RecordDifference> found = RecordDifference.of(other, FOOTER);

    assertThat(found)
        .extracting(RecordDifference::path)
        .contains("row_groups", "key_value_metadata", "row_groups[0].columns[0].file_offset");
    assertThat(found)
        .contains(new RecordDifference("row_groups", "1 elements", "2 elements"))
        .allSatisfy(each -> assertThat(each.found()).hasSizeLessThan(510));
    assertThat(RecordDifference.of(with(List.of(), null), FOOTER))
        .extracting(RecordDifference::path, RecordDifference::found)
        .contains(
            org.assertj.core.groups.Tuple.tuple("row_groups", "0 elements"),
            org.assertj.core.groups.Tuple.tuple("key_value_metadata", "absent"));
  }

  @Test
  void what_the_rule_accepts_is_no_difference() {
    FileMetaData other = with(FOOTER.rowGroups(), null);

    assertThat(
            RecordDifference.of(
                other,
                FOOTER,
                (struct, expected, field, left, right) -> field.equals("key_value_metadata")))
        .isEmpty();
  }

  @Test
  void equal_thrift_has_none() {
    byte[] footer = WideFooter.thrift(3, 2);

    assertThat(RecordDifference.first(footer, footer.clone())).isNull();
  }

  @Test
  void first_field_that_differs_in_thrift_is_named() {
    assertThat(RecordDifference.first(WideFooter.thrift(3, 2), WideFooter.thrift(4, 2)).path())
        .isEqualTo("schema[0].num_children");
    RecordDifference rows =
        RecordDifference.first(WideFooter.thrift(3, 2), WideFooter.thrift(3, 3));
    assertThat(rows.path()).isEqualTo("num_rows");
    assertThat(rows.found()).isNotEqualTo(rows.expected());
  }

  @Test
  void each_flipped_byte_of_thrift_makes_a_difference_or_no_struct() {
    byte[] footer = WideFooter.thrift(2, 1);
    for (int i = 0; i < footer.length; i++) {
      byte[] other = footer.clone();
      other[i] ^= 1;
      try {
        RecordDifference found = RecordDifference.first(footer, other);
        assertThat(found).as("byte %d", i).isNotNull();
        assertThat(found.path()).isNotEmpty();
      } catch (CorruptFooterException expected) {
        assertThat(expected).hasMessageContaining("expected");
      }
    }
  }
}
