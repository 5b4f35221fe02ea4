// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.value.EncodedValue;
import io.arrowparquet.variant.value.TestMemory;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.value.VariantValidator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import org.apache.arrow.memory.ArrowBuf;

/** Against Jackson's tokenizer: what is accepted, and the bytes of it. */
class VariantJsonReaderPropertyTest {
  private final TestMemory memory = new TestMemory();
  private final VariantDictionary names = new VariantDictionary(memory.allocator());
  private final VariantBuilder builder = new VariantBuilder(memory.allocator()).use(names);
  private final VariantJsonReader reader = new VariantJsonReader();

  @AfterProperty
  void close() {
    builder.close();
    names.close();
    memory.close();
  }

  @Property(tries = 6_000)
  void texts_become_the_bytes_that_jacksons_tokens_give(@ForAll long seed) {
    requireSame(new RandomJson(seed).text());
  }

  @Property(tries = 15_000)
  void damaged_texts_are_refused_where_jackson_refuses_them(@ForAll long seed) {
    requireSame(new RandomJson(seed).mutated());
  }

  @Property(tries = 25)
  void each_beginning_of_a_text_is_judged_alike(@ForAll long seed) {
    byte[] text = new RandomJson(seed).text();
    for (int length = 0; length < Math.min(1_000, text.length); length++) {
      requireSame(Arrays.copyOf(text, length));
    }
  }

  @Property(tries = 5_000)
  void doubles_of_any_bits_come_back_as_they_are(@ForAll long bits, @ForAll boolean shortest) {
    double value = Double.longBitsToDouble(bits);
    if (Double.isFinite(value)) {
      // 25 digits are more than the fast way takes, and identify every double.
      BigDecimal decimal = new BigDecimal(Double.toString(value));
      String text =
          shortest
              ? decimal.unscaledValue() + "e" + -decimal.scale()
              : String.format(Locale.ROOT, "%.24e", value);
      assertThat(readDouble(text)).isEqualTo(Double.parseDouble(text));
      assertThat(readDouble(text)).isEqualTo(value);
    }
  }

  private double readDouble(String json) {
    names.clear();
    builder.reset();
    reader.read(json, builder);
    return memory
        .cursor(memory.metadata(EncodedValue.metadata(names)), EncodedValue.value(builder))
        .getDouble();
  }

  private void requireSame(byte[] text) {
    memory.clear();
    byte[] expected = byJackson(text);
    byte[] actual = byOurs(text);
    assertThat(actual).as(() -> show(text)).isEqualTo(expected);
  }

  /** Metadata and value, or nothing for what is refused. */
  private byte[] byJackson(byte[] text) {
    names.clear();
    builder.reset();
    try {
      JacksonVariants.read(text, builder);
      return encoded();
    } catch (IOException | IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private byte[] byOurs(byte[] text) {
    names.clear();
    builder.reset();
    // Others' bytes around the text are none of it.
    ArrowBuf buffer = memory.buffer(surrounded(text));
    try {
      reader.read(buffer, 3, text.length, builder);
    } catch (InvalidJsonException e) {
      assertThat(e.line()).isPositive();
      assertThat(e.column()).isBetween(1, text.length + 1);
      return new byte[0];
    }
    byte[] encoded = encoded();
    new VariantValidator()
        .validate(
            memory.cursor(
                memory.metadata(EncodedValue.metadata(names)), EncodedValue.value(builder)));
    return encoded;
  }

  private static byte[] surrounded(byte[] text) {
    byte[] all = new byte[text.length + 6];
    Arrays.fill(all, (byte) '1');
    System.arraycopy(text, 0, all, 3, text.length);
    return all;
  }

  private byte[] encoded() {
    byte[] metadata = EncodedValue.metadata(names);
    byte[] value = EncodedValue.value(builder);
    byte[] both = Arrays.copyOf(metadata, metadata.length + value.length);
    System.arraycopy(value, 0, both, metadata.length, value.length);
    return both;
  }

  private static String show(byte[] text) {
    return new String(text, StandardCharsets.UTF_8) + " " + HexFormat.of().formatHex(text);
  }
}
