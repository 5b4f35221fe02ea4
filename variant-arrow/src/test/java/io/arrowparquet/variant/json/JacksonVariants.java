// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.value.VariantBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** What {@link VariantJsonReader} does, by Jackson's tokenizer and {@code BigDecimal}. */
final class JacksonVariants {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.CHARSET_DETECTION).build();

  private JacksonVariants() {}

  /**
   * Appends the one value of a text.
   *
   * @throws IOException if the text is not JSON
   * @throws IllegalArgumentException if it is some that no Variant can hold
   */
  static void read(byte[] utf8, VariantBuilder builder) throws IOException {
    for (byte b : utf8) {
      if (b == -1) {
        // Jackson takes a name with FF in front for an earlier one without it, and refuses others.
        throw new IllegalArgumentException("the byte FF");
      }
    }
    try (JsonParser parser = JSON.createParser(utf8)) {
      int depth = 0;
      do {
        depth += append(parser, parser.nextToken(), builder);
      } while (depth > 0);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("more text");
      }
    }
  }

  private static int append(JsonParser parser, JsonToken token, VariantBuilder builder)
      throws IOException {
    if (token == null) {
      throw new IllegalArgumentException("no value");
    }
    switch (token) {
      case START_OBJECT -> builder.startObject();
      case START_ARRAY -> builder.startArray();
      case END_OBJECT -> builder.endObject();
      case END_ARRAY -> builder.endArray();
      case FIELD_NAME -> builder.field(utf8(parser.currentName()));
      case VALUE_STRING -> {
        byte[] utf8 = utf8(parser.getText());
        builder.appendString(utf8, 0, utf8.length);
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> appendNumber(parser.getText(), builder);
      case VALUE_TRUE -> builder.appendBoolean(true);
      case VALUE_FALSE -> builder.appendBoolean(false);
      case VALUE_NULL -> builder.appendNull();
      default -> throw new IllegalArgumentException("unexpected " + token);
    }
    return token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
  }

  private static void appendNumber(String text, VariantBuilder builder) {
    boolean exponent = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
    BigDecimal exact = exponent ? null : new BigDecimal(text);
    if (exponent
        || exact.precision() > DecimalDigits.INT128
        || exact.scale() > DecimalDigits.INT128) {
      builder.appendDouble(Double.parseDouble(text));
    } else if (exact.scale() == 0 && exact.unscaledValue().bitLength() < Long.SIZE) {
      builder.appendInteger(exact.longValueExact());
    } else {
      BigInteger unscaled = exact.unscaledValue();
      builder.appendDecimal(
          unscaled.shiftRight(Long.SIZE).longValueExact(), unscaled.longValue(), exact.scale());
    }
  }

  private static byte[] utf8(String text) {
    try {
      ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[utf8.remaining()];
      utf8.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("half a surrogate pair", e);
    }
  }
}
