// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.flatc.generated.CppColumnChunk;
import io.arrowparquet.footer.flatc.generated.CppColumnCryptoMetadata;
import io.arrowparquet.footer.flatc.generated.CppDecimalOptions;
import io.arrowparquet.footer.flatc.generated.CppFileMetaData;
import io.arrowparquet.footer.flatc.generated.CppLogicalType;
import io.arrowparquet.footer.flatc.generated.CppSchemaElement;
import io.arrowparquet.footer.flatc.generated.CppStatistics;
import io.arrowparquet.footer.flatc.generated.Empty;
import io.arrowparquet.footer.flatc.generated.GeographyType;
import io.arrowparquet.footer.flatc.generated.GeometryType;
import io.arrowparquet.footer.flatc.generated.KeyValue;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrowCppReaderTest {
  private final CppFooter cpp = new CppFooter();

  private FlatFooter read() {
    return FlatFooter.wrap(ArrowCppReader.convert(cpp.finish()));
  }

  private StatisticsView statistics() {
    return read().chunk(0, 0).statistics();
  }

  private static String hex(byte[] bytes) {
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }

  @Test
  void what_the_schema_cannot_say_is_unknown() {
    cpp.column(PhysicalType.INT32, 0, 0);
    FlatFooter footer = read();
    ColumnChunkView chunk = footer.chunk(0, 0);

    assertThat(footer.isComplete()).isFalse();
    assertThat(footer.thriftCrc32()).isEqualTo(-1);
    assertThat(chunk.columnIndex().hasOffset()).isFalse();
    assertThat(chunk.offsetIndex().hasOffset()).isFalse();
    assertThat(chunk.encodings().isPresent()).isFalse();
    assertThat(chunk.sizeStatistics()).isNull();
    assertThat(footer.createdBy()).isNull();
    assertThat(footer.hasKeyValueMetadata()).isFalse();
    assertThat(footer.columnOrders()).isNull();
  }

  @Test
  void absent_offset_and_count_are_those_of_the_row_group() {
    cpp.column(PhysicalType.INT32, 0, 0).rowGroup(5, 1234);
    ColumnChunkView chunk = read().chunk(0, 0);

    assertThat(chunk.dataPageOffset()).isEqualTo(1234);
    assertThat(chunk.numValues()).isEqualTo(5);
  }

  @Test
  void neither_columns_nor_row_groups() {
    FlatFooter footer = read();

    assertThat(footer.columnCount()).isZero();
    assertThat(footer.rowGroupCount()).isZero();
    assertThat(footer.elementCount()).isEqualTo(1);
  }

  @Test
  void row_group_of_no_columns() {
    cpp.rowGroup(3, 0);
    FlatFooter footer = read();

    assertThat(footer.rowGroup(0).columnCount()).isZero();
    assertThat(footer.rowGroup(0).numRows()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"12,INTERVAL", "11,"})
  void member_without_a_tag_is_no_logical_type(int length, ConvertedType converted) {
    Empty.startEmpty(cpp.builder);
    int member = Empty.endEmpty(cpp.builder);
    int element =
        cpp.element(
            "interval",
            to -> {
              CppSchemaElement.addType(to, (byte) PhysicalType.FIXED_LEN_BYTE_ARRAY.number());
              CppSchemaElement.addTypeLength(to, length);
              CppSchemaElement.addLogicalTypeType(to, ArrowCppFbs.CppLogicalType.NONE);
              CppSchemaElement.addLogicalType(to, member);
            });
    cpp.column(element, 0);
    SchemaElementView view = read().schemaElement(1);

    assertThat(view.logicalType()).isNull();
    assertThat(view.convertedType()).isEqualTo(converted);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void absent_or_empty_coordinate_system_is_the_default(boolean isEmpty) {
    int crs = isEmpty ? cpp.builder.createString("") : 0;
    GeometryType.startGeometryType(cpp.builder);
    if (isEmpty) {
      GeometryType.addCrs(cpp.builder, crs);
    }
    int geometry = GeometryType.endGeometryType(cpp.builder);
    GeographyType.startGeographyType(cpp.builder);
    int geography = GeographyType.endGeographyType(cpp.builder);
    cpp.column(typed(PhysicalType.BYTE_ARRAY, 0, CppLogicalType.GeometryType, geometry), 0);
    cpp.column(typed(PhysicalType.BYTE_ARRAY, 0, CppLogicalType.GeographyType, geography), 0);
    FlatFooter footer = read();

    assertThat(footer.schemaElement(1).logicalType()).isEqualTo(new LogicalType.GeometryType(null));
    assertThat(footer.schemaElement(2).logicalType())
        .isEqualTo(new LogicalType.GeographyType(null, 0));
  }

  private int typed(PhysicalType type, int length, byte tag, int member) {
    return cpp.element(
        "typed",
        to -> {
          CppSchemaElement.addType(to, (byte) type.number());
          CppSchemaElement.addTypeLength(to, length);
          CppSchemaElement.addLogicalTypeType(to, tag);
          CppSchemaElement.addLogicalType(to, member);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "0, '', true",
    "1, 61, true",
    "2, 6162, true",
    "3, 616263, true",
    "4, 61626364, true",
    "-1, 61, false",
    "-2, 6162, false",
    "-3, 616263, false",
    "-4, 61626364, false"
  })
  void bounds_of_all_lengths(int length, String rest, boolean isExact) {
    cpp.column(PhysicalType.BYTE_ARRAY, 0, cpp.bounds("pre", 0x61626364, length, 0x7A7A7A7A, 4));
    StatisticsView statistics = statistics();

    assertThat(hex(statistics.minValue())).isEqualTo("707265" + rest);
    assertThat(statistics.isMinValueExact()).isEqualTo(isExact);
    assertThat(hex(statistics.maxValue())).isEqualTo("7072657a7a7a7a");
    assertThat(statistics.isMaxValueExact()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 8, 12, 15, 17, 127, -5, -8, -16, -128})
  void other_lengths_are_corrupt(int length) {
    cpp.column(PhysicalType.BYTE_ARRAY, 0, cpp.bounds(null, 1, length, 2, 4));

    assertThatThrownBy(this::statistics)
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("length of a packed bound");
  }

  @Test
  void bounds_of_16_bytes_are_in_the_wide_fields() {
    int statistics =
        cpp.statistics(
            to -> {
              CppStatistics.addMinHi8(to, 0x0102030405060708L);
              CppStatistics.addMinLo8(to, 0x090A0B0C0D0E0F10L);
              CppStatistics.addMinLen(to, (byte) 16);
              CppStatistics.addMaxHi8(to, -1);
              CppStatistics.addMaxLen(to, (byte) 16);
            });
    cpp.column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 16, statistics);
    StatisticsView view = statistics();

    assertThat(hex(view.minValue())).isEqualTo("0102030405060708090a0b0c0d0e0f10");
    assertThat(hex(view.maxValue())).isEqualTo("ffffffffffffffff0000000000000000");
    assertThat(view.isMinValueExact()).isTrue();
  }

  @Test
  void numbers_beyond_the_end_are_no_bounds() {
    cpp.column(PhysicalType.BYTE_ARRAY, 0, cpp.bounds("a", -1, -4, 0, -4));
    StatisticsView statistics = statistics();

    assertThat(statistics.minValue()).isNull();
    assertThat(statistics.maxValue()).isNull();
  }

  @Test
  void whole_values_of_fixed_length_are_bounds_even_there() {
    cpp.column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 5, cpp.bounds("a", -1, -4, -1, -4));

    assertThat(hex(statistics().minValue())).isEqualTo("61ffffffff");
  }

  @ParameterizedTest
  @CsvSource({
    // sign kept; the sign of the first rest may be the other one
    "9, 0x00f5000b, 0x00f5000c, 00f5000b0000000000, 00f5000c0000000000",
    "9, 0x7FFFFFFF, 0x00000001, , 000000010000000000",
    "9, 0x00000001, 0x80000000, 000000010000000000,",
    "4, 0x7FFFFFFF, 0x80000000, 7fffffff, 80000000",
    "99, 0x00f5000b, 0x00f5000c, ,"
  })
  void decimals_that_were_cut_are_completed_or_left_out(
      int length, String min, String max, String minValue, String maxValue) {
    int decimal = CppDecimalOptions.createCppDecimalOptions(cpp.builder, 20, 2);
    int statistics =
        cpp.bounds(null, Long.decode(min).intValue(), -4, Long.decode(max).intValue(), -4);
    cpp.column(
        typed(PhysicalType.FIXED_LEN_BYTE_ARRAY, length, CppLogicalType.DecimalType, decimal),
        statistics);
    FlatFooter footer = read();
    StatisticsView view = footer.chunk(0, 0).statistics();

    assertThat(hex(view.minValue())).isEqualTo(minValue);
    assertThat(hex(view.maxValue())).isEqualTo(maxValue);
    assertThat(footer.schemaElement(1).logicalType()).isEqualTo(new LogicalType.DecimalType(2, 20));
  }

  @Test
  void one_bound_alone_is_none_and_a_negative_null_count_is_unknown() {
    int statistics =
        cpp.statistics(
            to -> {
              CppStatistics.addNullCount(to, -1);
              CppStatistics.addMinLen(to, (byte) 4);
            });
    cpp.column(PhysicalType.INT32, 0, statistics);
    StatisticsView view = statistics();

    assertThat(view.isPresent()).isTrue();
    assertThat(view.hasNullCount()).isFalse();
    assertThat(view.hasMinValue()).isFalse();
  }

  @Test
  void booleans_have_no_bounds() {
    cpp.column(PhysicalType.BOOLEAN, 0, cpp.bounds(null, 0, 0, 0, 0));

    assertThat(statistics().hasMinValue()).isFalse();
  }

  @Test
  void row_group_with_too_few_chunks_is_corrupt() {
    cpp.column(PhysicalType.INT32, 0, 0).rowGroup(1, 4);
    cpp.column(PhysicalType.INT32, 0, 0);

    assertThatThrownBy(this::read)
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("column chunks of a row group");
  }

  @Test
  void encrypted_chunks_cannot_be_translated() {
    cpp.column(PhysicalType.INT32, 0, 0);
    Empty.startEmpty(cpp.builder);
    int key = Empty.endEmpty(cpp.builder);
    CppColumnChunk.startCppColumnChunk(cpp.builder);
    CppColumnChunk.addCryptoMetadata(cpp.builder, key);
    CppColumnChunk.addCryptoMetadataType(
        cpp.builder, CppColumnCryptoMetadata.EncryptionWithFooterKey);
    cpp.chunks.set(0, CppColumnChunk.endCppColumnChunk(cpp.builder));

    assertThatThrownBy(this::read)
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("crypto_metadata");
  }

  /** The root, one schema element and this many references to one key-value. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void more_than_a_million_tables_are_refused(int tooMany) {
    int text = cpp.builder.createString("k");
    int keyValue = KeyValue.createKeyValue(cpp.builder, text, text);
    int[] references = new int[ArrowCppReader.MAX_TABLES - 2 + tooMany];
    Arrays.fill(references, keyValue);
    int kv = cpp.builder.createVectorOfTables(references);
    ByteBuffer buffer = cpp.finish(to -> CppFileMetaData.addKv(to, kv));

    if (tooMany == 0) {
      FlatFooter footer = FlatFooter.wrap(ArrowCppReader.convert(buffer));
      assertThat(footer.keyValueCount()).isEqualTo(references.length);
      assertThat(footer.value(references.length - 1)).isEqualTo("k");
    } else {
      assertThatThrownBy(() -> ArrowCppReader.convert(buffer))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("number of tables");
    }
  }

  @Test
  void any_damage_is_corrupt_or_harmless() {
    cpp.column(PhysicalType.BYTE_ARRAY, 0, cpp.bounds("pre", 0x61626364, -4, 0x7A7A7A7A, 4));
    cpp.column(PhysicalType.INT64, 0, cpp.bounds(null, 0, 8, 0, 8));
    int decimal = CppDecimalOptions.createCppDecimalOptions(cpp.builder, 20, 2);
    cpp.column(
        typed(PhysicalType.FIXED_LEN_BYTE_ARRAY, 9, CppLogicalType.DecimalType, decimal),
        cpp.bounds(null, 5, -4, 6, -4));
    ByteBuffer sound = cpp.finish();
    byte[] bytes = new byte[sound.remaining()];
    sound.get(bytes);
    Random random = new Random(48431);
    int corrupt = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = bytes.clone();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      int length = i % 10 == 0 ? random.nextInt(damaged.length) : damaged.length;
      try {
        FlatFooter footer =
            FlatFooter.wrap(ArrowCppReader.convert(ByteBuffer.wrap(damaged, 0, length)));
        footer.columnOrders();
      } catch (CorruptFooterException expected) {
        corrupt++;
      }
    }
    assertThat(corrupt).isBetween(1_000, 19_999);
  }

  @Test
  void prefix_that_many_bounds_share_is_shared() {
    int text = cpp.builder.createString("p".repeat(100_000));
    List<Integer> groups = cpp.rowGroups;
    for (int group = 0; group < 1_000; group++) {
      cpp.chunks.clear();
      int statistics =
          cpp.statistics(
              to -> {
                CppStatistics.addPrefix(to, text);
                CppStatistics.addMinLen(to, (byte) 0);
                CppStatistics.addMaxLen(to, (byte) 0);
              });
      cpp.elements.clear();
      cpp.column(PhysicalType.BYTE_ARRAY, 0, statistics).rowGroup(1, 4);
    }
    assertThat(groups).hasSize(1_000);
    FlatFooter footer = read();

    assertThat(footer.flatbuffer().remaining()).isLessThan(500_000);
    assertThat(new String(footer.chunk(999, 0).statistics().minValue(), StandardCharsets.UTF_8))
        .isEqualTo("p".repeat(100_000));
  }
}
