// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import static io.arrowparquet.variant.value.TestMemory.bytes;
import static io.arrowparquet.variant.value.TestMemory.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.value.TestMemory;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.value.VariantMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantJsonWriterTest {
  private final TestMemory memory = new TestMemory();
  private final VariantDictionary names = new VariantDictionary(memory.allocator());
  private final VariantBuilder builder =
      new VariantBuilder(memory.allocator(), VariantLimits.defaults().withMaxDepth(500)).use(names);
  private final VariantJsonWriter writer = new VariantJsonWriter();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @AfterEach
  @AfterProperty
  void close() {
    builder.close();
    names.close();
    memory.close();
  }

  @Test
  void each_primitive_has_its_form() {
    assertThat(json(VariantBuilder::appendNull)).isEqualTo("null");
    assertThat(json(b -> b.appendBoolean(true))).isEqualTo("true");
    assertThat(json(b -> b.appendBoolean(false))).isEqualTo("false");
    assertThat(json(b -> b.appendInt8((byte) -7))).isEqualTo("-7");
    assertThat(json(b -> b.appendInt16((short) 1234))).isEqualTo("1234");
    assertThat(json(b -> b.appendInt32(-2_000_000_000))).isEqualTo("-2000000000");
    assertThat(json(b -> b.appendInt64(Long.MIN_VALUE))).isEqualTo("-9223372036854775808");
    assertThat(json(b -> b.appendDouble(1e10))).isEqualTo("1.0E10");
    assertThat(json(b -> b.appendFloat(0.1f))).isEqualTo("0.1");
    assertThat(json(b -> b.appendDouble(Double.NaN))).isEqualTo("\"NaN\"");
    assertThat(json(b -> b.appendFloat(Float.NEGATIVE_INFINITY))).isEqualTo("\"-Infinity\"");
    assertThat(json(b -> b.appendDouble(Double.POSITIVE_INFINITY))).isEqualTo("\"Infinity\"");
    assertThat(json(b -> b.appendDecimal(0, 150, 2))).isEqualTo("1.50");
    assertThat(json(b -> b.appendDecimal(-1, -5, 3))).isEqualTo("-0.005");
    assertThat(json(b -> b.appendDate(19_753))).isEqualTo("\"2024-01-31\"");
    assertThat(json(b -> b.appendTime(VariantTypeIds.TIME_NTZ_MICROS, 3_723_500_000L)))
        .isEqualTo("\"01:02:03.5\"");
    assertThat(json(b -> b.appendUuid(0x0011223344556677L, 0x8899AABBCCDDEEFFL)))
        .isEqualTo("\"00112233-4455-6677-8899-aabbccddeeff\"");
  }

  @ParameterizedTest
  @CsvSource({
    "12, 1706662923456789, 2024-01-31T01:02:03.456789Z",
    "13, 1706662923456000, 2024-01-31T01:02:03.456",
    "18, 1706662923456789001, 2024-01-31T01:02:03.456789001Z",
    "19, 1706662923000000000, 2024-01-31T01:02:03"
  })
  void timestamps_have_their_unit_and_zone(int typeId, long value, String expected) {
    assertThat(json(b -> b.appendTime(typeId, value))).isEqualTo('"' + expected + '"');
  }

  @Test
  void containers_have_no_spaces_and_keys_in_byte_order() {
    String json =
        json(
            b -> {
              b.startObject();
              b.field("b").startArray();
              b.appendInt8((byte) 1);
              b.startObject();
              b.endObject();
              b.startArray();
              b.endArray();
              b.endArray();
              b.field("a\"\n").appendString("x");
              b.endObject();
            });

    assertThat(json).isEqualTo("{\"a\\\"\\n\":\"x\",\"b\":[1,{},[]]}");
  }

  @Test
  void only_what_json_forbids_is_escaped() {
    assertThat(json(b -> b.appendString("\"\\/\b\f\n\r\t\u0001\u001F\u007Fé😀")))
        .isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u007Fé😀\"");
  }

  @Property(tries = 300)
  void any_string_reads_back(@ForAll String text) throws IOException {
    String sound = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    String json = json(b -> b.appendString(sound));
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      assertThat(parser.getText()).isEqualTo(sound);
    }
  }

  @Property(tries = 300)
  void any_bytes_are_standard_base64(@ForAll byte[] data) {
    assertThat(json(b -> b.appendBinary(data, 0, data.length)))
        .isEqualTo('"' + Base64.getEncoder().encodeToString(data) + '"');
  }

  @Test
  void text_is_written_after_what_the_stream_has() throws IOException {
    VariantMetadata none = memory.names(true);
    writer.write(memory.cursor(none, 0), out);
    out.write('\n');
    writer.write(memory.cursor(none, 1 << 2), out);

    assertThat(out).hasToString("null\ntrue");
  }

  @Test
  void a_string_or_name_that_is_not_utf8_is_refused_and_leaves_no_text() {
    out.writeBytes(utf8("before"));
    VariantMetadata none = memory.names(true);
    // array of int8 1, string 61 C0 80: an overlong NUL
    assertThatThrownBy(
            () ->
                writer.write(
                    memory.cursor(none, 3, 2, 0, 2, 6, 3 << 2, 1, 3 << 2 | 1, 'a', 0xC0, 0x80),
                    out))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage("$[1]: text of the string at byte 9: found 0xC0, expected UTF-8");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("before");

    VariantMetadata bad = memory.metadata(0x01, 1, 0, 1, 0xFF);
    assertThatThrownBy(() -> writer.write(memory.cursor(bad, 2, 1, 0, 0, 1, 0), out))
        .hasMessage("$: text of the name 0 in metadata at byte 4: found 0xFF, expected UTF-8");
  }

  @Test
  void a_time_that_no_day_has_is_refused() {
    VariantMetadata none = memory.names(true);
    assertThatThrownBy(
            () -> writer.write(memory.cursor(none, 17 << 2, -1, -1, -1, -1, -1, -1, -1, -1), out))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageStartingWith("time of day at byte 1: found -1 microseconds");
  }

  @Test
  void nesting_is_limited() {
    VariantMetadata none = memory.names(true);
    byte[] deep = nested(500);
    assertThatThrownBy(() -> writer.write(memory.cursor(none, deep), out))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("more than 128 levels");
    assertThat(json(this::nest128)).isEqualTo("[".repeat(128) + "]".repeat(128));
  }

  private void nest128(VariantBuilder b) {
    for (int i = 0; i < 128; i++) {
      b.startArray();
    }
    for (int i = 0; i < 128; i++) {
      b.endArray();
    }
  }

  private byte[] nested(int depth) {
    builder.reset();
    for (int i = 0; i < depth; i++) {
      builder.startArray();
    }
    for (int i = 0; i < depth; i++) {
      builder.endArray();
    }
    byte[] value = new byte[builder.lengthBytes()];
    ArrowBuf target = memory.buffer(value);
    builder.writeTo(target, 0);
    target.getBytes(0, value);
    return value;
  }

  @Test
  void values_that_share_bytes_cannot_multiply() {
    // Each level is an array whose two elements are the same array: 2^20 leaves in 100 bytes.
    byte[] value = bytes(0);
    for (int i = 0; i < 20; i++) {
      byte[] outer = new byte[5 + value.length];
      System.arraycopy(bytes(3, 2, 0, 0, value.length), 0, outer, 0, 5);
      System.arraycopy(value, 0, outer, 5, value.length);
      value = outer;
    }
    byte[] bomb = value;

    assertThatThrownBy(() -> writer.write(memory.cursor(memory.names(true), bomb), out))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("values do not overlap");
  }

  private String json(Consumer<VariantBuilder> calls) {
    builder.reset();
    calls.accept(builder);
    byte[] value = new byte[builder.lengthBytes()];
    ArrowBuf target = memory.buffer(value);
    builder.writeTo(target, 0);
    target.getBytes(0, value);
    byte[] dictionary = new byte[names.metadataLength()];
    ArrowBuf metadata = memory.buffer(dictionary);
    names.writeMetadata(metadata, 0);
    metadata.getBytes(0, dictionary);
    String json = writer.write(memory.cursor(memory.metadata(dictionary), value));
    out.reset();
    try {
      writer.write(memory.cursor(memory.metadata(dictionary), value), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(out.toByteArray()).isEqualTo(utf8(json));
    return json;
  }
}
