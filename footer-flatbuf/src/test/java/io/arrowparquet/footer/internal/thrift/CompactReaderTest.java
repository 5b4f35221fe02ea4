// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactReaderTest {
  private static CompactReader reader(String hex) {
    return new CompactReader(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  @Test
  void short_and_long_field_headers_give_the_same_fields() {
    // field 3 i32 -> 5, field 18 i32 -> 6: first by deltas 3 and 15, then by ids in long form
    for (String hex : new String[] {"35 0a f5 0c 00", "05 06 0a 05 24 0c 00"}) {
      CompactReader reader = reader(hex);
      reader.enterStruct();
      assertThat(reader.nextField()).isTrue();
      assertThat(reader.fieldId()).isEqualTo(3);
      assertThat(reader.fieldType()).isEqualTo(CompactType.I32);
      assertThat(reader.readI32()).isEqualTo(5);
      assertThat(reader.nextField()).isTrue();
      assertThat(reader.fieldId()).isEqualTo(18);
      assertThat(reader.readI32()).isEqualTo(6);
      assertThat(reader.nextField()).isFalse();
      reader.leaveStruct();
      assertThat(reader.position()).isEqualTo(reader.end());
    }
  }

  @Test
  void field_ids_count_anew_in_a_nested_struct_and_go_on_after_it() {
    // field 7 struct { field 1 i8 -> 9 }, field 8 i8 -> 1
    CompactReader reader = reader("7c 13 09 00 13 01 00");
    reader.enterStruct();
    reader.nextField();
    reader.enterStruct();
    reader.nextField();
    assertThat(reader.fieldId()).isEqualTo(1);
    assertThat(reader.readByte()).isEqualTo((byte) 9);
    assertThat(reader.nextField()).isFalse();
    reader.leaveStruct();
    reader.nextField();
    assertThat(reader.fieldId()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({
    "00, 0",
    "01, -1",
    "02, 1",
    "7f, -64",
    "8001, 64",
    "8000, 0",
    "feffffff0f, 2147483647",
    "ffffffff0f, -2147483648"
  })
  void i32_is_a_zig_zag_varint(String hex, int expected) {
    assertThat(reader(hex).readI32()).isEqualTo(expected);
    assertThat(reader(hex + "0102030405060708").readI32()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "7e, 63",
    "8080808080808001, 281474976710656",
    "808080808080808001, 36028797018963968",
    "feffffffffffffffff01, 9223372036854775807",
    "ffffffffffffffffff01, -9223372036854775808"
  })
  void i64_is_a_zig_zag_varint_of_up_to_ten_bytes(String hex, long expected) {
    assertThat(reader(hex).readI64()).isEqualTo(expected);
    assertThat(reader(hex + "0102030405060708").readI64()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"808080808000", "80808080808080808000", "8080808080", "ffffffff7f", "80", ""})
  void i32_that_is_too_long_or_cut_off_is_refused(String hex) {
    CompactReader reader = reader(hex);
    assertThatThrownBy(reader::readI32).isInstanceOf(CorruptFooterException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"8080808080808080808000", "80808080808080808002", "808080808080808080", ""})
  void i64_that_is_too_long_or_cut_off_is_refused(String hex) {
    CompactReader reader = reader(hex);
    assertThatThrownBy(reader::readI64).isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void i16_beyond_its_range_is_refused() {
    assertThatThrownBy(() -> reader("808004").readI16())
        .hasMessageContaining("i16")
        .hasMessageContaining("found 32768");
  }

  @Test
  void double_is_little_endian() {
    assertThat(reader("000000000000f83f").readDouble()).isEqualTo(1.5);
    assertThatThrownBy(() -> reader("000000000000f8").readDouble())
        .hasMessage(
            "Thrift double at offset 0: found 7 bytes to the end of the struct's bytes, expected"
                + " at least 8");
  }

  @Test
  void binary_is_a_slice_of_the_array() {
    CompactReader reader = reader("03 616263 00");
    assertThat(reader.readBinary()).isEqualTo(3);
    assertThat(reader.binaryStart()).isEqualTo(1);
    assertThat(reader.binaryLength()).isEqualTo(3);
    assertThat(reader.position()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"04 616263", "ffffffff0f 61", "8080808008 61", "ffffffff07 61"})
  void binary_longer_than_the_bytes_present_is_refused(String hex) {
    CompactReader reader = reader(hex);
    assertThatThrownBy(reader::readBinary)
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("Thrift binary at offset 0");
  }

  @Test
  void list_headers_have_a_short_and_a_long_form() {
    CompactReader reader = reader("25 02 04");
    assertThat(reader.listBegin()).isEqualTo(2);
    assertThat(reader.elementType()).isEqualTo(CompactType.I32);

    CompactReader longForm = reader("f8 02 00 00");
    assertThat(longForm.listBegin()).isEqualTo(2);
    assertThat(longForm.elementType()).isEqualTo(CompactType.BINARY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"e5 00", "f5 ffffffff0f", "f5 ffffffff07", "f5 8080808008", "fc 10 00"})
  void list_of_more_elements_than_bytes_is_refused(String hex) {
    CompactReader reader = reader(hex);
    assertThatThrownBy(reader::listBegin)
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("Thrift list at offset 0");
  }

  @Test
  void boolean_fields_stand_in_the_header_and_elements_take_a_byte() {
    CompactReader reader = reader("11 12 19 41 01 02 00 01 00");
    reader.enterStruct();
    reader.nextField();
    assertThat(reader.readBool()).isTrue();
    reader.nextField();
    assertThat(reader.readBool()).isFalse();
    reader.nextField();
    assertThat(reader.listBegin()).isEqualTo(4);
    assertThat(reader.readBoolElement()).isTrue();
    assertThat(reader.readBoolElement()).isFalse();
    assertThat(reader.readBoolElement()).isFalse();
    assertThat(reader.readBoolElement()).isTrue();
    assertThat(reader.nextField()).isFalse();
  }

  @Test
  void boolean_element_of_another_number_is_refused() {
    assertThatThrownBy(() -> reader("03").readBoolElement())
        .hasMessage("Thrift boolean at offset 0: found 3, expected 1 (true), 2 or 0 (false)");
  }

  @Test
  void header_with_a_delta_and_the_stop_type_is_refused() {
    CompactReader reader = reader("10 00");
    reader.enterStruct();
    assertThatThrownBy(reader::nextField).hasMessageContaining("found stop");
  }

  @Test
  void field_id_beyond_i16_is_refused() {
    CompactReader reader = reader("03 feff03 00 13 00 00");
    reader.enterStruct();
    assertThat(reader.nextField()).isTrue();
    assertThat(reader.fieldId()).isEqualTo(32767);
    reader.skip();
    assertThatThrownBy(reader::nextField)
        .hasMessage("Thrift field id at offset 5: found 32768, expected at most 32767");
  }

  @Test
  void entering_more_structs_than_allowed_is_refused() {
    CompactReader reader = new CompactReader(new byte[] {0x1c, 0x1c, 0x1c}, 0, 3, 2);
    reader.enterStruct();
    reader.enterStruct();
    assertThatThrownBy(reader::enterStruct).hasMessageContaining("Thrift nesting");
  }

  @Test
  void bytes_outside_the_range_are_never_read() {
    byte[] bytes = HexFormat.of().parseHex("15808080808001");
    CompactReader reader = new CompactReader(bytes, 0, 3);
    reader.enterStruct();
    reader.nextField();
    assertThatThrownBy(reader::readI32).hasMessageContaining("Thrift varint at offset 1");
    assertThatThrownBy(() -> new CompactReader(bytes, 2, 8))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
