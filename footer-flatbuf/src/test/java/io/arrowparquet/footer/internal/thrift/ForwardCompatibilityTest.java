// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SizeStatistics;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bytes of a parquet.thrift newer than ours, or of a writer that took it loosely.
 *
 * @see CompactReader
 */
class ForwardCompatibilityTest {
  private static CompactReader reader(String hex) {
    return new CompactReader(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  @Test
  void unknown_field_is_skipped_counted_and_named_on_request() {
    // KeyValue: key = "k", field 9 i32, value = "v" in long form
    CompactReader reader = reader("18 01 6b 85 02 08 04 01 76 00");
    reader.unknownFields().collectNames();
    assertThat(ParquetStructs.KEY_VALUE.read(reader)).isEqualTo(new KeyValue("k", "v"));
    assertThat(reader.unknownFields().count()).isEqualTo(1);
    assertThat(reader.unknownFields().names()).containsExactly("KeyValue field 9 (i32)");
  }

  @Test
  void extension_is_named_by_what_it_is() {
    CompactReader reader = reader("18 01 6b 08 ffff01 01 aa 00");
    reader.unknownFields().collectNames();
    ParquetStructs.KEY_VALUE.read(reader);
    assertThat(reader.unknownFields().names()).containsExactly("KeyValue extension (field 32767)");
  }

  @Test
  void names_are_not_collected_unless_asked_for_and_start_anew_with_other_bytes() {
    byte[] bytes = HexFormat.of().parseHex("18016b850200");
    CompactReader reader = new CompactReader(bytes);
    ParquetStructs.KEY_VALUE.read(reader);
    assertThat(reader.unknownFields().names()).isEmpty();
    reader.wrap(bytes, 0, bytes.length);
    assertThat(reader.unknownFields().count()).isZero();
  }

  @Test
  void known_field_of_another_wire_type_is_skipped_as_unknown() {
    // KeyValue: key = "k", value as an i64
    CompactReader reader = reader("18 01 6b 16 02 00");
    reader.unknownFields().collectNames();
    assertThat(ParquetStructs.KEY_VALUE.read(reader)).isEqualTo(new KeyValue("k", null));
    assertThat(reader.unknownFields().names()).containsExactly("KeyValue.value (i64)");
  }

  @Test
  void list_of_other_elements_is_skipped_as_unknown_unless_it_is_empty() {
    // SizeStatistics: repetition_level_histogram as list<binary>, definition_level_histogram empty
    CompactReader reader = reader("29 18 01 61 19 08 00");
    SizeStatistics statistics = ParquetStructs.SIZE_STATISTICS.read(reader);
    assertThat(statistics).isEqualTo(new SizeStatistics(null, null, List.of()));
    assertThat(reader.unknownFields().count()).isEqualTo(1);
  }

  @Test
  void integers_of_another_width_in_a_list_are_the_same_varints() {
    // SizeStatistics: repetition_level_histogram declared as list<i32>, then as list<i16>
    for (String hex : List.of("29 25 02 04 00", "29 24 02 04 00")) {
      CompactReader reader = reader(hex);
      assertThat(ParquetStructs.SIZE_STATISTICS.read(reader))
          .isEqualTo(new SizeStatistics(null, List.of(1L, 2L), null));
      assertThat(reader.unknownFields().count()).isZero();
    }
  }

  @Test
  void required_field_of_another_wire_type_is_missing() {
    assertThatThrownBy(() -> ParquetStructs.KEY_VALUE.read(reader("15 02 00")))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("found no field KeyValue.key");
  }

  @Test
  void unknown_enum_numbers_survive() {
    CompactWriter out = new CompactWriter();
    var stats = new PageEncodingStats(77, -3, 1);
    ParquetStructs.PAGE_ENCODING_STATS.write(out, stats);
    PageEncodingStats back =
        ParquetStructs.PAGE_ENCODING_STATS.read(new CompactReader(out.toByteArray()));
    assertThat(back).isEqualTo(stats);
    assertThat(back.pageType()).isNull();
    assertThat(back.encoding()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0c 64 15 02 00 00", // member 50, a struct
        "05 64 02 00", // member 50, an i32
        "15 02 00", // member 1, which is a struct, as an i32
        "01 64 00", // member 50, the boolean true
        "0d 64 000102030405060708090a0b0c0d0e0f 00" // member 50, a UUID
      })
  void unknown_union_members_are_kept_byte_for_byte(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    LogicalType logicalType = LogicalTypeCodec.UNION.read(new CompactReader(bytes));
    assertThat(logicalType).isInstanceOf(LogicalType.Unknown.class);
    assertThat(logicalType.kind()).isEqualTo(LogicalType.Kind.UNKNOWN_MEMBER);
    CompactWriter out = new CompactWriter();
    LogicalTypeCodec.UNION.write(out, logicalType);
    assertThat(out.toByteArray()).isEqualTo(bytes);

    CompactWriter order = new CompactWriter();
    ParquetStructs.COLUMN_ORDER.write(
        order, ParquetStructs.COLUMN_ORDER.read(new CompactReader(bytes)));
    assertThat(order.toByteArray()).isEqualTo(bytes);

    CompactWriter crypto = new CompactWriter();
    ParquetStructs.COLUMN_CRYPTO_META_DATA.write(
        crypto, ParquetStructs.COLUMN_CRYPTO_META_DATA.read(new CompactReader(bytes)));
    assertThat(crypto.toByteArray()).isEqualTo(bytes);

    CompactWriter algorithm = new CompactWriter();
    ParquetStructs.ENCRYPTION_ALGORITHM.write(
        algorithm, ParquetStructs.ENCRYPTION_ALGORITHM.read(new CompactReader(bytes)));
    assertThat(algorithm.toByteArray()).isEqualTo(bytes);
  }

  @Test
  void timestamp_in_a_unit_of_the_future_is_kept_whole() {
    // TIMESTAMP { isAdjustedToUTC = true, unit = { member 4 {} } }
    byte[] bytes = HexFormat.of().parseHex("8c111c4c00000000");
    LogicalType type = LogicalTypeCodec.UNION.read(new CompactReader(bytes));
    assertThat(type).isInstanceOf(LogicalType.Unknown.class);
    assertThat(((LogicalType.Unknown) type).member().id()).isEqualTo(8);
    CompactWriter out = new CompactWriter();
    LogicalTypeCodec.UNION.write(out, type);
    assertThat(out.toByteArray()).isEqualTo(bytes);
  }

  @Test
  void union_without_a_member_is_refused() {
    assertThatThrownBy(() -> LogicalTypeCodec.UNION.read(reader("00")))
        .hasMessage("Thrift union LogicalType at offset 0: found no member, expected one");
  }

  @Test
  void union_with_two_members_is_refused() {
    assertThatThrownBy(() -> ParquetStructs.COLUMN_ORDER.read(reader("1c 00 1c 00 00")))
        .hasMessage(
            "Thrift union ColumnOrder at offset 2: found a second member, id 2, expected one"
                + " member");
  }

  @Test
  void members_newer_than_parquet_java_round_trip() {
    for (LogicalType type :
        List.of(
            new LogicalType.FileType(),
            new LogicalType.GeographyType("EPSG:4326", 9),
            new LogicalType.VariantType((byte) 1))) {
      CompactWriter out = new CompactWriter();
      LogicalTypeCodec.UNION.write(out, type);
      assertThat(LogicalTypeCodec.UNION.read(new CompactReader(out.toByteArray()))).isEqualTo(type);
    }
    CompactWriter out = new CompactWriter();
    ParquetStructs.COLUMN_ORDER.write(out, ColumnOrder.Known.INT96_TIMESTAMP_ORDER);
    assertThat(ParquetStructs.COLUMN_ORDER.read(new CompactReader(out.toByteArray())))
        .isSameAs(ColumnOrder.Known.INT96_TIMESTAMP_ORDER);
  }
}
