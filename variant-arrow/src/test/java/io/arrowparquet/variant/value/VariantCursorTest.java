// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static io.arrowparquet.variant.value.TestMemory.bytes;
import static io.arrowparquet.variant.value.TestMemory.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import java.io.ByteArrayOutputStream;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantCursorTest {
  @AutoClose private final TestMemory memory = new TestMemory();
  private final VariantMetadata none = memory.names(true);

  @Test
  void null_and_booleans_have_no_data() {
    assertThat(memory.cursor(none, 0x00).typeId()).isEqualTo(VariantTypeIds.NULL);
    assertThat(memory.cursor(none, 1 << 2).getBoolean()).isTrue();
    assertThat(memory.cursor(none, 2 << 2).getBoolean()).isFalse();
    assertThat(memory.cursor(none, 0x00).lengthBytes()).isEqualTo(1);
  }

  @Test
  void integers_are_signed_and_little_endian() {
    assertThat(memory.cursor(none, 3 << 2, 0xFE).getLong()).isEqualTo(-2);
    assertThat(memory.cursor(none, 4 << 2, 0x02, 0x81).getLong()).isEqualTo((short) 0x8102);
    assertThat(memory.cursor(none, 5 << 2, 1, 2, 3, 0x84).getInt()).isEqualTo(0x84030201);
    assertThat(memory.cursor(none, 6 << 2, 1, 2, 3, 4, 5, 6, 7, 0x88).getLong())
        .isEqualTo(0x8807060504030201L);
  }

  @Test
  void floats_are_ieee() {
    assertThat(memory.cursor(none, 7 << 2, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F).getDouble())
        .isEqualTo(1.5);
    assertThat(memory.cursor(none, 14 << 2, 0, 0, 0xC0, 0x3F).getFloat()).isEqualTo(1.5f);
  }

  @Test
  void decimals_have_a_scale_and_a_signed_number() {
    VariantCursor small = memory.cursor(none, 8 << 2, 2, 0xD2, 0x04, 0, 0);
    assertThat(small.decimalScale()).isEqualTo(2);
    assertThat(small.decimalLow()).isEqualTo(1234);
    assertThat(small.decimalHigh()).isZero();

    VariantCursor middle = memory.cursor(none, 9 << 2, 38, -2, -1, -1, -1, -1, -1, -1, -1);
    assertThat(middle.decimalScale()).isEqualTo(38);
    assertThat(middle.decimalLow()).isEqualTo(-2);
    assertThat(middle.decimalHigh()).isEqualTo(-1);

    VariantCursor large =
        memory.cursor(none, 10 << 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0);
    assertThat(large.decimalLow()).isEqualTo(1);
    assertThat(large.decimalHigh()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"12", "13", "17", "18", "19"})
  void times_and_timestamps_are_longs(int typeId) {
    VariantCursor cursor = memory.cursor(none, typeId << 2, 1, 0, 0, 0, 0, 0, 0, 0x80);

    assertThat(cursor.typeId()).isEqualTo(typeId);
    assertThat(cursor.getLong()).isEqualTo(Long.MIN_VALUE + 1);
  }

  @Test
  void a_date_is_an_int() {
    VariantCursor date = memory.cursor(none, 11 << 2, 0xFF, 0xFF, 0xFF, 0xFF);

    assertThat(date.typeId()).isEqualTo(VariantTypeIds.DATE);
    assertThat(date.getInt()).isEqualTo(-1);
  }

  @Test
  void strings_in_both_forms_binary_and_uuid_show_where_their_bytes_are() {
    VariantCursor shortForm = memory.cursor(none, 2 << 2 | 1, 'h', 'i');
    assertThat(shortForm.typeId()).isEqualTo(VariantTypeIds.STRING);
    assertThat(shortForm.getString()).isEqualTo("hi");
    assertThat(shortForm.bytesStart()).isEqualTo(1);

    VariantCursor longForm = memory.cursor(none, 16 << 2, 2, 0, 0, 0, 'h', 'i');
    assertThat(longForm.getString()).isEqualTo("hi");
    assertThat(longForm.bytesStart()).isEqualTo(5);
    assertThat(longForm.lengthBytes()).isEqualTo(7);

    VariantCursor binary = memory.cursor(none, 15 << 2, 1, 0, 0, 0, 0xFF);
    assertThat(binary.typeId()).isEqualTo(VariantTypeIds.BINARY);
    assertThat(binary.getBytes()).containsExactly(0xFF);

    VariantCursor uuid =
        memory.cursor(none, 20 << 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    assertThat(uuid.typeId()).isEqualTo(VariantTypeIds.UUID);
    assertThat(uuid.bytesLength()).isEqualTo(16);
    assertThat(uuid.getBytes()[15]).isEqualTo((byte) 15);
  }

  @Test
  void draft_type_ids_are_read_as_the_ratified_ones_on_request_only() {
    VariantCursor cursor = new VariantCursor(VariantLimits.defaults().withDraftTypeIds(true));
    ArrowBuf time = memory.buffer(bytes(21 << 2, 1, 0, 0, 0, 0, 0, 0, 0));
    cursor.wrap(none, time, 0, 9);
    assertThat(cursor.typeId()).isEqualTo(VariantTypeIds.TIME_NTZ_MICROS);
    assertThat(cursor.getLong()).isEqualTo(1);

    assertThatThrownBy(() -> new VariantCursor().wrap(none, time, 0, 9))
        .hasMessage(
            "primitive type id at byte 0: found 21, expected 0 to 20, or the draft's ids with"
                + " VariantLimits.withDraftTypeIds(true)");
  }

  @ParameterizedTest(name = "ids of {0} bytes, offsets of {1}, large: {2}")
  @CsvSource({
    "1, 1, false", "1, 2, false", "1, 3, false", "1, 4, false", "2, 1, false", "3, 2, false",
    "4, 3, false", "4, 4, false", "1, 1, true", "2, 2, true", "3, 3, true", "4, 4, true"
  })
  void objects_are_read_with_every_width(int idSize, int offsetSize, boolean large) {
    VariantMetadata metadata = memory.names(false, "b", "a");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(2 | (offsetSize - 1) << 2 | (idSize - 1) << 4 | (large ? 1 << 6 : 0));
    number(out, 2, large ? 4 : 1);
    number(out, 1, idSize); // "a", the first by name
    number(out, 0, idSize); // "b"
    number(out, 1, offsetSize); // "a" is the second value
    number(out, 0, offsetSize);
    number(out, 3, offsetSize);
    out.write(0); // "b": null
    out.writeBytes(bytes(3 << 2, 7)); // "a": 7
    VariantCursor object = memory.cursor(metadata, out.toByteArray());
    VariantCursor child = new VariantCursor();

    assertThat(object.typeId()).isEqualTo(VariantTypeIds.OBJECT);
    assertThat(object.elementCount()).isEqualTo(2);
    assertThat(object.lengthBytes()).isEqualTo(out.size());
    assertThat(object.fieldId(0)).isEqualTo(1);
    assertThat(object.fieldId(1)).isZero();
    object.element(0, child);
    assertThat(child.getLong()).isEqualTo(7);
    object.element(1, child);
    assertThat(child.typeId()).isEqualTo(VariantTypeIds.NULL);
    assertThat(child.lengthBytes()).isEqualTo(1);
    assertThat(object.findField(utf8("b"))).isEqualTo(1);
    assertThat(object.findField(utf8("c"))).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void arrays_are_read_with_every_width(int offsetSize) {
    for (boolean large : new boolean[] {false, true}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(3 | (offsetSize - 1) << 2 | (large ? 1 << 4 : 0));
      number(out, 2, large ? 4 : 1);
      number(out, 0, offsetSize);
      number(out, 2, offsetSize);
      number(out, 3, offsetSize);
      out.writeBytes(bytes(3 << 2, 5, 1 << 2));
      VariantCursor array = memory.cursor(none, out.toByteArray());
      VariantCursor child = new VariantCursor();

      assertThat(array.typeId()).isEqualTo(VariantTypeIds.ARRAY);
      assertThat(array.elementCount()).isEqualTo(2);
      array.element(0, child);
      assertThat(child.getLong()).isEqualTo(5);
      assertThat(child.start()).isEqualTo(out.size() - 3);
      array.element(1, child);
      assertThat(child.getBoolean()).isTrue();
    }
  }

  @Test
  void a_cursor_can_be_pointed_at_its_own_child() {
    // array of one array of one int8
    VariantCursor cursor = memory.cursor(none, 3, 1, 0, 6, 3, 1, 0, 2, 3 << 2, 9);

    cursor.element(0, cursor);
    cursor.element(0, cursor);

    assertThat(cursor.getLong()).isEqualTo(9);
  }

  @Test
  void bytes_after_a_value_in_its_range_do_not_count() {
    VariantCursor array = memory.cursor(none, 3, 1, 0, 1, 0, 0xFF, 0xFF);

    assertThat(array.lengthBytes()).isEqualTo(5);
    assertThat(memory.cursor(none, 3 << 2, 1, 0xFF).lengthBytes()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"3, true", "3, false", "7, false", "8, true", "8, false", "30, true", "30, false"})
  void fields_are_found_by_name_and_by_id_in_objects_of_any_length(int count, boolean sorted) {
    String[] names = new String[count];
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes(2, count));
    for (int i = 0; i < count; i++) {
      int id = sorted ? i : count - 1 - i;
      names[id] = String.format("field%02d", i);
      out.write(id);
    }
    for (int i = 0; i <= count; i++) {
      out.write(2 * i);
    }
    for (int i = 0; i < count; i++) {
      out.writeBytes(bytes(3 << 2, i));
    }
    VariantCursor object = memory.cursor(memory.names(sorted, names), out.toByteArray());

    for (int i = 0; i < count; i++) {
      assertThat(object.findField(utf8(String.format("field%02d", i)))).isEqualTo(i);
      int id = object.fieldId(i);
      assertThat(object.findField(id, i)).isEqualTo(i);
      assertThat(object.findField(id, 0)).isEqualTo(i);
      assertThat(object.findField(id, 1000)).isEqualTo(i);
      assertThat(object.findField(id, -1)).isEqualTo(i);
    }
    assertThat(object.findField(utf8("field"))).isEqualTo(-1);
    assertThat(object.findField(utf8("zz"))).isEqualTo(-1);
    assertThat(object.findField(count, 0)).isEqualTo(-1);
  }

  @Test
  void a_getter_that_does_not_fit_the_type_says_so() {
    VariantCursor text = memory.cursor(none, 1);

    assertThatThrownBy(text::getLong)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "getLong needs an integer, a date, a time or a timestamp, the value is: string");
    assertThatThrownBy(text::getInt).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(text::getDouble).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(text::getFloat).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(text::getBoolean).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(text::decimalScale).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(text::decimalHigh).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> text.fieldId(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> text.element(0, text)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(memory.cursor(none, 0)::bytesStart)
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_cursor_that_was_never_wrapped_says_so() {
    VariantCursor cursor = new VariantCursor();

    assertThatThrownBy(cursor::typeId)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call wrap");
    assertThatThrownBy(cursor::getLong).hasMessageContaining("call wrap");
    assertThatThrownBy(() -> cursor.element(0, cursor)).hasMessageContaining("call wrap");
  }

  private static void number(ByteArrayOutputStream out, int number, int size) {
    for (int i = 0; i < size; i++) {
      out.write(number >>> (8 * i));
    }
  }
}
