// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static io.arrowparquet.variant.value.TestMemory.bytes;
import static io.arrowparquet.variant.value.TestMemory.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantBuilderTest {
  private final TestMemory memory = new TestMemory();
  private final VariantDictionary names = new VariantDictionary(memory.allocator());
  private final VariantBuilder builder = new VariantBuilder(memory.allocator()).use(names);

  @AfterEach
  void close() {
    builder.close();
    names.close();
    memory.close();
  }

  @Test
  void primitives_have_their_headers_and_little_endian_data() {
    assertThat(built(VariantBuilder::appendNull)).isEqualTo(bytes(0));
    assertThat(built(b -> b.appendBoolean(true))).isEqualTo(bytes(1 << 2));
    assertThat(built(b -> b.appendBoolean(false))).isEqualTo(bytes(2 << 2));
    assertThat(built(b -> b.appendInt8((byte) -2))).isEqualTo(bytes(3 << 2, -2));
    assertThat(built(b -> b.appendInt16((short) 0x0102))).isEqualTo(bytes(4 << 2, 2, 1));
    assertThat(built(b -> b.appendInt32(1))).isEqualTo(bytes(5 << 2, 1, 0, 0, 0));
    assertThat(built(b -> b.appendInt64(1))).isEqualTo(bytes(6 << 2, 1, 0, 0, 0, 0, 0, 0, 0));
    assertThat(built(b -> b.appendDouble(1.5)))
        .isEqualTo(bytes(7 << 2, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F));
    assertThat(built(b -> b.appendFloat(1.5f))).isEqualTo(bytes(14 << 2, 0, 0, 0xC0, 0x3F));
    assertThat(built(b -> b.appendDate(-1))).isEqualTo(bytes(11 << 2, -1, -1, -1, -1));
    assertThat(built(b -> b.appendUuid(0x0001020304050607L, 0x08090A0B0C0D0E0FL)))
        .isEqualTo(bytes(20 << 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    assertThat(built(b -> b.appendBinary(bytes(9, 8, 7), 1, 2)))
        .isEqualTo(bytes(15 << 2, 2, 0, 0, 0, 8, 7));
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 13, 17, 18, 19})
  void times_and_timestamps_are_written_under_the_ratified_ids(int typeId) {
    assertThat(built(b -> b.appendTime(typeId, 2)))
        .isEqualTo(bytes(typeId << 2, 2, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void a_type_that_is_no_time_is_refused() {
    assertThatThrownBy(() -> builder.appendTime(VariantTypeIds.INT64, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("int64 is neither a time nor a timestamp");
  }

  @ParameterizedTest
  @CsvSource({
    "127, 3",
    "-128, 3",
    "128, 4",
    "-32768, 4",
    "32768, 5",
    "-2147483648, 5",
    "2147483648, 6"
  })
  void integers_take_the_smallest_type(long value, int typeId) {
    VariantCursor cursor = memory.cursor(memory.names(true), built(b -> b.appendInteger(value)));

    assertThat(cursor.typeId()).isEqualTo(typeId);
    assertThat(cursor.getLong()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 999999999, 9, 8",
    "0, 1000000000, 9, 9",
    "-1, -999999999, 0, 8",
    "-1, -1000000000, 0, 9",
    "0, 5, 10, 9",
    "0, 5, 19, 10",
    "0, 999999999999999999, 18, 9",
    "0, 1000000000000000000, 0, 10",
    "5421010862427522170, 687399551400673279, 38, 10",
    "-5421010862427522171, -687399551400673279, 38, 10"
  })
  void decimals_take_the_smallest_type(long high, long low, int scale, int typeId) {
    byte[] value = built(b -> b.appendDecimal(high, low, scale));
    VariantCursor cursor = memory.cursor(memory.names(true), value);

    assertThat(cursor.typeId()).isEqualTo(typeId);
    assertThat(cursor.decimalScale()).isEqualTo(scale);
    assertThat(cursor.decimalHigh()).isEqualTo(high);
    assertThat(cursor.decimalLow()).isEqualTo(low);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 5421010862427522170, 687399551400673280, 0",
    "10, -5421010862427522171, -687399551400673280, 0",
    "8, 0, 1000000000, 0",
    "9, 0, 1000000000000000000, 0",
    "8, 0, 1, 39",
    "8, 0, 1, -1",
    "7, 0, 1, 0"
  })
  void decimals_that_do_not_fit_their_type_are_refused(int type, long high, long low, int scale) {
    assertThatThrownBy(() -> builder.appendDecimal(type, high, low, scale))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a ");
  }

  @Test
  void strings_up_to_63_bytes_are_short() {
    assertThat(built(b -> b.appendString("hi"))).isEqualTo(bytes(2 << 2 | 1, 'h', 'i'));
    byte[] limit = built(b -> b.appendString("x".repeat(63)));
    assertThat(limit).hasSize(64).startsWith(63 << 2 | 1);
    byte[] longer = built(b -> b.appendString("x".repeat(64)));
    assertThat(longer).hasSize(69).startsWith(bytes(16 << 2, 64, 0, 0, 0, 'x'));
    ArrowBuf text = memory.buffer(utf8("--hi"));
    assertThat(built(b -> b.appendString(text, 2, 2))).isEqualTo(bytes(2 << 2 | 1, 'h', 'i'));
  }

  @Test
  void fields_stand_in_the_order_of_their_names_and_values_as_they_came() {
    byte[] value =
        built(
            b -> {
              b.startObject();
              b.field("b").appendInt8((byte) 1);
              b.field("a").appendNull();
              b.endObject();
            });

    assertThat(value)
        .isEqualTo(
            bytes(
                2, // object, all widths 1
                2, // two fields
                1, 0, // "a" has id 1, "b" has id 0
                2, 0, 3, // "a" starts at 2, "b" at 0, all ends at 3
                3 << 2, 1, // "b"
                0)); // "a"
  }

  @Test
  void containers_nest_and_each_header_stands_before_its_children() {
    byte[] value =
        built(
            b -> {
              b.startArray();
              b.appendNull();
              b.startArray();
              b.startObject();
              b.field("k").appendBoolean(true);
              b.endObject();
              b.endArray();
              b.startArray();
              b.endArray();
              b.endArray();
            });

    assertThat(value)
        .isEqualTo(
            bytes(
                3, 3, 0, 1, 11, 14, // array of three
                0, // null
                3, 1, 0, 6, // array of one
                2, 1, 0, 0, 1, 1 << 2, // object of one
                3, 0, 0)); // empty array
  }

  @Test
  void widths_grow_with_what_they_have_to_hold() {
    byte[] many =
        built(
            b -> {
              b.startArray();
              for (int i = 0; i < 256; i++) {
                b.appendNull();
              }
              b.endArray();
            });
    // is_large, 2-byte offsets
    assertThat(many).startsWith(3 | 1 << 2 | 1 << 4, 0, 1, 0, 0).hasSize(5 + 257 * 2 + 256);

    for (int i = 0; i < 257; i++) {
      names.intern("name" + i);
    }
    byte[] wide =
        built(
            b -> {
              b.startObject();
              b.field(256).appendString("x".repeat(65535));
              b.endObject();
            });
    // 2-byte id, 3-byte offsets
    assertThat(wide).startsWith(2 | 2 << 2 | 1 << 4, 1, 0, 1, 0, 0, 0, 4, 0, 1);
  }

  @Test
  void a_duplicate_field_is_an_error_that_names_it() {
    builder.startObject();
    builder.field("a").appendNull();
    builder.field("b").appendNull();
    builder.field("a").appendNull();

    assertThatThrownBy(builder::endObject)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duplicate field: a");
    assertThat(built(VariantBuilder::appendNull)).as("reset begins anew").isEqualTo(bytes(0));
  }

  @Test
  void duplicate_fields_are_noticed_however_often_rows_repeat_their_names() {
    try (VariantBuilder lenient =
        new VariantBuilder(memory.allocator(), VariantLimits.defaults().withLastFieldWins(true))
            .use(names)) {
      for (int row = 0; row < 50; row++) {
        appendTwice(lenient.reset());
        VariantCursor object = memory.cursor(memory.names(false, "b", "a"), toBytes(lenient));
        assertThat(object.elementCount()).isEqualTo(2);
        object.element(1, object);
        assertThat(object.getLong()).isEqualTo(3);

        builder.reset();
        assertThatThrownBy(() -> appendTwice(builder)).hasMessage("duplicate field: b");
      }
    }
  }

  private static void appendTwice(VariantBuilder builder) {
    builder.startObject();
    builder.field("b").appendInt8((byte) 1);
    builder.field("a").appendInt8((byte) 2);
    builder.field("b").appendInt8((byte) 3);
    builder.endObject();
  }

  @Test
  void the_last_of_duplicate_fields_wins_on_request() {
    try (VariantBuilder lenient =
        new VariantBuilder(memory.allocator(), VariantLimits.defaults().withLastFieldWins(true))
            .use(names)) {
      lenient.startObject();
      lenient.field("a").appendInt8((byte) 1);
      lenient.field("b").appendInt8((byte) 2);
      lenient.field("a").appendInt8((byte) 3);
      lenient.endObject();
      VariantCursor object = memory.cursor(memory.names(true, "a", "b"), toBytes(lenient));

      assertThat(object.elementCount()).isEqualTo(2);
      object.element(0, object);
      assertThat(object.getLong()).isEqualTo(3);
    }
  }

  @Test
  void fields_of_existing_metadata_are_written_by_its_ids() {
    builder.use(memory.names(false, "z", "y"));
    builder.startObject();
    builder.field(0).appendNull();
    builder.field(utf8("y")).appendNull();
    builder.endObject();

    assertThat(toBytes(builder)).isEqualTo(bytes(2, 2, 1, 0, 1, 0, 2, 0, 0));
    builder.reset().startObject();
    assertThatThrownBy(() -> builder.field("x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no such name in the metadata: x");
    assertThatThrownBy(() -> builder.field(2)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void calls_that_make_no_value_are_refused() {
    refused(b -> b.field("a"), "field needs startObject");
    refused(VariantBuilder::endObject, "endObject without startObject");
    refused(VariantBuilder::endArray, "endArray without startArray");
    refused(VariantBuilder::lengthBytes, "no complete value");
    builder.startObject();
    refused(VariantBuilder::appendNull, "call field before each value");
    refused(VariantBuilder::endArray, "endArray without startArray");
    builder.field("a");
    refused(b -> b.field("b"), "the field before has no value");
    refused(VariantBuilder::endObject, "the last field has no value");
    builder.appendNull();
    builder.endObject();
    refused(VariantBuilder::appendNull, "call reset");
  }

  @Test
  void depth_and_size_are_limited() {
    try (VariantBuilder limited =
        new VariantBuilder(
            memory.allocator(), VariantLimits.defaults().withMaxDepth(2).withMaxSizeBytes(100))) {
      limited.startArray();
      limited.startArray();
      assertThatThrownBy(limited::startArray)
          .isInstanceOf(MalformedVariantException.class)
          .hasMessage(
              "nesting: found more than 2 levels, expected at most 2 (VariantLimits.maxDepth)");
      limited.reset();
      assertThatThrownBy(() -> limited.appendString("x".repeat(100)))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageContaining("at most 100 (VariantLimits.maxSizeBytes)");
      limited.reset();
      limited.startArray();
      for (int i = 0; i < 60; i++) {
        limited.appendNull();
      }
      assertThatThrownBy(limited::endArray).isInstanceOf(MalformedVariantException.class);
    }
  }

  @Test
  void a_value_is_not_written_beyond_a_buffer() {
    builder.appendInt32(1);
    ArrowBuf small = memory.buffer(new byte[4]);

    assertThatThrownBy(() -> builder.writeTo(small, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> builder.writeTo(small, -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void a_value_of_the_same_dictionary_is_copied_byte_for_byte() {
    VariantMetadata metadata = memory.names(true, "a");
    byte[] sloppy = bytes(2 | 1 << 2, 1, 0, 0, 0, 1, 0, 0, 0xFF); // 2-byte offsets, a byte after it
    builder.use(metadata).append(memory.cursor(metadata, sloppy));
    assertThat(toBytes(builder)).isEqualTo(bytes(2 | 1 << 2, 1, 0, 0, 0, 1, 0, 0));

    builder.use(memory.names(true, "a")).append(memory.cursor(metadata, sloppy));
    assertThat(toBytes(builder)).as("equal bytes elsewhere").hasSize(8);
  }

  @Test
  void a_value_of_another_dictionary_gets_its_ids_translated_and_its_fields_sorted() {
    names.intern("b");
    VariantMetadata metadata = memory.names(true, "a", "b", "c");
    // {"a": {"c": null}, "b": ["x"]}
    VariantCursor source =
        memory.cursor(
            metadata, 2, 2, 0, 1, 0, 6, 12, 2, 1, 2, 0, 1, 0, 3, 1, 0, 2, 1 << 2 | 1, 'x');

    assertThat(built(b -> b.append(source)))
        .isEqualTo(bytes(2, 2, 1, 0, 0, 6, 12, 2, 1, 2, 0, 1, 0, 3, 1, 0, 2, 1 << 2 | 1, 'x'));
    assertThat(names.size()).isEqualTo(3);
    assertThat(names.intern("a")).isEqualTo(1);
    assertThat(names.intern("c")).isEqualTo(2);
  }

  @Test
  void draft_type_ids_are_copied_as_ratified_ones() {
    VariantMetadata metadata = memory.names(true);
    byte[] draft = bytes(3, 2, 0, 9, 26, 21 << 2, 1, 0, 0, 0, 0, 0, 0, 0);
    byte[] both = Arrays.copyOf(draft, draft.length + 17);
    both[draft.length] = 24 << 2;
    both[draft.length + 16] = 5;
    VariantCursor cursor = new VariantCursor(VariantLimits.defaults().withDraftTypeIds(true));
    cursor.wrap(metadata, memory.buffer(both), 0, both.length);
    builder.use(metadata).append(cursor);

    byte[] expected = both.clone();
    expected[5] = 17 << 2;
    expected[draft.length] = 20 << 2;
    assertThat(toBytes(builder)).isEqualTo(expected);
  }

  private void refused(Consumer<VariantBuilder> call, String message) {
    assertThatThrownBy(() -> call.accept(builder))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  private byte[] built(Consumer<VariantBuilder> calls) {
    builder.reset();
    calls.accept(builder);
    return toBytes(builder);
  }

  private byte[] toBytes(VariantBuilder built) {
    byte[] value = new byte[built.lengthBytes()];
    ArrowBuf target = memory.buffer(value);
    built.writeTo(target, 0);
    target.getBytes(0, value);
    return value;
  }
}
