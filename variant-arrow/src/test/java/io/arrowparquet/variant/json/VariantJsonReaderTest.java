// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import static io.arrowparquet.variant.value.TestMemory.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.value.EncodedValue;
import io.arrowparquet.variant.value.TestMemory;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.value.VariantValidator;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantJsonReaderTest {
  private static final String NINES_38 = "9".repeat(38);

  private final TestMemory memory = new TestMemory();
  private final VariantDictionary names = new VariantDictionary(memory.allocator());
  private final VariantBuilder builder = new VariantBuilder(memory.allocator()).use(names);
  private final VariantJsonReader reader = new VariantJsonReader();

  @AfterEach
  void close() {
    builder.close();
    names.close();
    memory.close();
  }

  @ParameterizedTest
  @CsvSource({
    "null, 0",
    "true, 1",
    "false, 2",
    "0, 3",
    "-0, 3",
    "127, 3",
    "-128, 3",
    "128, 4",
    "32767, 4",
    "-32769, 5",
    "2147483647, 5",
    "2147483648, 6",
    "9223372036854775807, 6",
    "-9223372036854775808, 6",
    "9223372036854775808, 10",
    "-9223372036854775809, 10",
    "1.5, 8",
    "0.0, 8",
    "-123456.789, 8",
    "0.000000001, 8",
    "0.0000000001, 9",
    "1234567890.12345678, 9",
    "1234567890.123456789, 10",
    "1e0, 7",
    "1E5, 7",
    "1.5e-3, 7"
  })
  void numbers_take_the_smallest_type_that_is_exact(String json, int typeId) {
    assertThat(read(json).typeId()).isEqualTo(typeId);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "0",
        "-17",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999999999999999",
        "-99999999999999999999999999999999999999",
        "0.00000000000000000000000000000000000001",
        "1.50",
        "-0.001",
        "[]",
        "{}",
        "\"\"",
        "[1,[2,[3]],{\"a\":null}]",
        "{\"a\":1,\"b\":{\"c\":[true,false]}}",
        "\"é😀\\n\\\"\\\\\"",
        "12345678901234567890.123456789012345678",
        "1.0E10",
        "1.5E-7"
      })
  void what_is_read_is_written_back(String json) {
    assertThat(write(read(json))).isEqualTo(json);
  }

  @Test
  void integers_of_any_length_are_read_wherever_they_stand() {
    String digits = "9081726354908172635";
    for (int count = 1; count <= digits.length(); count++) {
      for (String number : List.of(digits.substring(0, count), "-" + digits.substring(0, count))) {
        for (int before = 0; before <= 20; before++) {
          String spaced = " ".repeat(before) + number;
          assertThat(read(spaced).getLong()).isEqualTo(Long.parseLong(number));
          assertThat(write(read("[" + spaced + ",\"" + digits + "\"," + number + "]")))
              .isEqualTo("[" + number + ",\"" + digits + "\"," + number + "]");
        }
      }
    }
  }

  @Test
  void integers_across_the_end_of_the_buffer_of_a_parser_are_read_whole() {
    for (int before = 7_970; before < 8_030; before++) {
      String json = "[\"" + "x".repeat(before) + "\",-1234567890123456,12345678]";
      assertThat(write(read(json))).isEqualTo(json);
    }
  }

  @Test
  void numbers_beyond_38_digits_become_doubles() {
    assertThat(read(NINES_38 + "9").getDouble()).isEqualTo(1e39);
    assertThat(read("0." + "0".repeat(38) + "1").getDouble()).isEqualTo(1e-39);
    assertThat(read("1." + "0".repeat(38)).getDouble()).isEqualTo(1.0);
    assertThat(read(NINES_38).typeId()).isEqualTo(VariantTypeIds.DECIMAL16);
    assertThat(read("00".substring(1) + "." + "1".repeat(38)).typeId())
        .isEqualTo(VariantTypeIds.DECIMAL16);
  }

  @Test
  void keys_are_sorted_and_shared_by_rows() {
    assertThat(write(read("{\"b\":1,\"a\":2}"))).isEqualTo("{\"a\":2,\"b\":1}");
    assertThat(write(read("{\"a\":{\"b\":3}}"))).isEqualTo("{\"a\":{\"b\":3}}");
    assertThat(names.size()).isEqualTo(2);
  }

  @Test
  void keys_get_their_ids_anew_in_a_cleared_or_another_dictionary() {
    read("{\"b\":1,\"a\":2}");
    names.clear();
    assertThat(write(read("{\"a\":2}"))).isEqualTo("{\"a\":2}");
    assertThat(names.size()).isEqualTo(1);
    try (VariantDictionary other = new VariantDictionary(memory.allocator())) {
      other.intern("x");
      builder.use(other);
      reader.read("{\"a\":2}", builder);
      assertThat(other.size()).isEqualTo(2);
      builder.use(names);
    }
  }

  @Test
  void more_keys_than_are_kept_are_read_all_the_same() {
    StringBuilder json = new StringBuilder("{");
    for (int i = 10_000; i < 13_000; i++) {
      json.append(i == 10_000 ? "" : ",").append("\"k").append(i).append("\":").append(i);
    }
    json.append('}');
    assertThat(write(read(json.toString()))).isEqualTo(json.toString());
  }

  @Test
  void text_in_arrow_memory_is_read_where_it_lies() {
    ArrowBuf text = memory.buffer(utf8("xx [1] yy"));
    builder.reset();
    reader.read(text, 2, 5, builder);

    assertThat(builder.lengthBytes()).isEqualTo(6);
    assertThatThrownBy(() -> reader.read(text, 5, 5, builder))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void keys_can_be_those_of_existing_metadata() {
    builder.use(memory.names(true, "a"));
    reader.read("{\"a\":1}", builder);
    assertThat(builder.isComplete()).isTrue();
    builder.reset();
    assertThatThrownBy(() -> reader.read("{\"b\":1}", builder))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessageContaining("no such name in the metadata: b");
  }

  @Test
  void a_key_twice_is_an_error_or_the_last_wins() {
    assertThatThrownBy(() -> read("{\"a\":1,\n \"a\":2}"))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessage("line 2, column 8: duplicate field: a");
    try (VariantBuilder lenient =
        new VariantBuilder(memory.allocator(), VariantLimits.defaults().withLastFieldWins(true))
            .use(names)) {
      reader.read("{\"a\":1,\"a\":2}", lenient);
      VariantCursor cursor =
          memory.cursor(memory.metadata(EncodedValue.metadata(names)), EncodedValue.value(lenient));
      assertThat(write(cursor)).isEqualTo("{\"a\":2}");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|1|1|no value",
        "`  `|1|3|no value",
        "1 2|1|3|more text after the value",
        "[1,|1|4|Unexpected end-of-input",
        "{\"a\":tru}|1|10|Unrecognized token",
        "{\"a\" 1}|1|6|was expecting a colon",
        "[1}|1|3|Unexpected close marker",
        "01|1|2|Invalid numeric value",
        "\"\\uD800\"|1|9|half a surrogate pair in a string",
        "{\"\\uDC00\":1}|1|12|half a surrogate pair in a key",
        "NaN|1|4|Non-standard token",
        "'a'|1|1|Unexpected character",
      })
  void what_is_not_json_is_refused_with_its_place(
      String json, int line, int column, String problem) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOfSatisfying(
            InvalidJsonException.class,
            e -> {
              assertThat(e).hasMessageContaining(problem);
              assertThat(e.line()).isEqualTo(line);
              assertThat(e.column()).isEqualTo(column);
              assertThat(e.atRow(7)).hasMessageStartingWith("row 7, line " + line);
              assertThat(e.atRow(7).atRow(8).row()).isEqualTo(7);
              assertThat(e.problem()).contains(problem);
            });
  }

  @Test
  void bytes_that_are_not_utf8_are_refused() {
    byte[] bad = {'"', (byte) 0xFF, '"'};
    assertThatThrownBy(() -> reader.read(bad, 0, 3, builder.reset()))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void nesting_and_size_are_limited() {
    String deep = "[".repeat(10_000) + "]".repeat(10_000);
    assertThatThrownBy(() -> read(deep))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessageContaining("more than 128 levels");
    assertThat(write(read("[".repeat(128) + "]".repeat(128)))).hasSize(256);
    String large = "\"" + "x".repeat(16 << 20) + "\"";
    assertThat(read(large).bytesLength()).isEqualTo(16 << 20);
    VariantJsonReader limited =
        new VariantJsonReader(VariantLimits.defaults().withMaxSizeBytes(1000));
    assertThatThrownBy(() -> limited.read(large, builder.reset()))
        .isInstanceOf(InvalidJsonException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"12345678901\"]",
        "[\"1234567890\\n\"]",
        "{\"12345678901\":1}",
        "[12345678901]",
        "[1234567890.1]",
        "[12345678e901]",
        "[0.00000000000000000000000000000000000000000001]",
      })
  void strings_names_and_numbers_beyond_the_limit_are_refused(String json) {
    VariantJsonReader limited =
        new VariantJsonReader(VariantLimits.defaults().withMaxSizeBytes(10));
    assertThatThrownBy(() -> limited.read(json, builder.reset()))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessageContaining("at most 10 are allowed");
    limited.read(
        "[\"1234567890\", {\"1234567890\": 1234567890, \"x\": 123456e7890}]", builder.reset());
    assertThat(builder.isComplete()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "c080, 00",
    "c1a2, 62",
    "e0808a, 0a",
    "eda0bdedb880, f09f9880",
    "f09f9880, f09f9880",
  })
  void forms_of_utf8_that_java_programs_write_become_the_shortest(String hex, String expected) {
    HexFormat format = HexFormat.of();
    byte[] json = format.parseHex("22" + hex + "22");
    reader.read(json, 0, json.length, builder.reset());
    String value = format.formatHex(EncodedValue.value(builder));
    assertThat(value).hasSize(2 + expected.length()).endsWith(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":", "[1,", "\"ab", "[", "{\"a\":{\"b\":1}", "1 2", "tr", "\"a\\"})
  void a_text_cut_short_takes_nothing_from_the_next(String cut) {
    assertThatThrownBy(() -> read(cut)).isInstanceOf(InvalidJsonException.class);
    assertThat(write(read("[1]"))).isEqualTo("[1]");
    assertThatThrownBy(() -> read(cut)).isInstanceOf(InvalidJsonException.class);
    assertThat(write(read(" \"x\" "))).isEqualTo("\"x\"");
  }

  @Test
  void places_are_counted_from_the_start_of_each_text() {
    read("{\"a\":\n\n 1}");
    read(" [1,\r\n2 ]\n ");
    assertThatThrownBy(() -> read("[1,\r\n\n  x]"))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessageStartingWith("line 3, column ");
    read("7");
    assertThatThrownBy(() -> read("[1]\n  ]"))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessage("line 2, column 3: more text after the value");
  }

  @Test
  void texts_longer_than_the_buffer_of_a_parser_are_read_whole() {
    for (int length = 7_990; length < 8_010; length++) {
      String spaces = " ".repeat(length);
      assertThat(write(read("[1," + spaces + "\"a\"]" + spaces))).isEqualTo("[1,\"a\"]");
      assertThat(write(read("1" + spaces))).isEqualTo("1");
      String text = "\"" + "x".repeat(length) + "\"";
      assertThat(write(read(text))).isEqualTo(text);
      String number = "1" + "0".repeat(length);
      assertThatThrownBy(() -> read("[" + number))
          .isInstanceOf(InvalidJsonException.class)
          .hasMessageStartingWith("line 1, column " + (length + 3));
    }
  }

  @Test
  void strings_of_any_content_and_length_are_read_whole() {
    for (int length = 0; length < 40; length++) {
      String plain = "x".repeat(length);
      for (String last : new String[] {"", "é", "\\n", "\\\"", "\\\\", "~", "\u007f"}) {
        String json = "[\"" + plain + last + "\",\"" + last + plain + "\",\"" + plain + "\"]";
        assertThat(write(read(json))).isEqualTo(json);
      }
    }
  }

  @Test
  void very_many_keys_do_not_pile_up() {
    for (int row = 0; row < 30; row++) {
      StringBuilder json = new StringBuilder("{");
      for (int i = 0; i < 1000; i++) {
        int key = 10_000_000 + 1000 * row + i;
        json.append(i == 0 ? "" : ",").append("\"k").append(key).append("\":1");
      }
      json.append('}');
      assertThat(write(read(json.toString()))).isEqualTo(json.toString());
      names.clear();
    }
  }

  private VariantCursor read(String json) {
    builder.reset();
    reader.read(json, builder);
    VariantCursor cursor =
        memory.cursor(memory.metadata(EncodedValue.metadata(names)), EncodedValue.value(builder));
    new VariantValidator().validate(cursor);
    assertThat(Variant.copyOf(cursor).typeId()).isEqualTo(cursor.typeId());
    return cursor;
  }

  private static String write(VariantCursor cursor) {
    return new VariantJsonWriter().write(cursor);
  }
}
