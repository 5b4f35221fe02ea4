// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.encoding.VariantBuilder;
import io.arrowparquet.variant.encoding.VariantDictionary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Reads JSON text and appends what it says to a {@link VariantBuilder}, token by token.
 *
 * <table>
 *   <caption>What becomes of each kind of text</caption>
 *   <tr><td>number of digits only</td><td>the smallest of int8 to int64, else a decimal16 up to 38
 *       digits, else a double</td></tr>
 *   <tr><td>number with a point</td><td>the smallest decimal, keeping the scale, up to 38 digits,
 *       else a double</td></tr>
 *   <tr><td>number with an exponent</td><td>double</td></tr>
 *   <tr><td>string</td><td>string; never a date or the like, whatever it looks like</td></tr>
 * </table>
 *
 * <p>A key twice in one object is an error, unless the builder lets the last win. For one thread at
 * a time.
 */
public final class VariantJsonReader {
  private final JsonFactory factory;
  private final NameCache names = new NameCache();
  private final NumberText number = new NumberText();
  private final Utf8Text text = new Utf8Text();
  private byte[] copy = {};

  /** A reader under the default limits. */
  public VariantJsonReader() {
    this(VariantLimits.DEFAULT);
  }

  /** A reader under limits of size; those of depth are the builder's. */
  public VariantJsonReader(VariantLimits limits) {
    StreamReadConstraints constraints =
        StreamReadConstraints.builder()
            .maxNestingDepth(limits.maxDepth() + 1)
            .maxStringLength(limits.maxSizeBytes())
            .maxNameLength(limits.maxSizeBytes())
            .maxNumberLength(limits.maxSizeBytes())
            .build();
    factory =
        JsonFactory.builder()
            .streamReadConstraints(constraints)
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
  }

  /** As {@link #read(byte[], int, int, VariantBuilder)}, for text in a string. */
  public void read(String json, VariantBuilder builder) {
    byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
    read(utf8, 0, utf8.length, builder);
  }

  /**
   * As {@link #read(byte[], int, int, VariantBuilder)}, for text in Arrow memory.
   *
   * @throws IndexOutOfBoundsException if the buffer has no such bytes
   */
  public void read(ArrowBuf utf8, long from, int length, VariantBuilder builder) {
    if (from < 0 || length < 0 || length > utf8.capacity() - from) {
      throw new IndexOutOfBoundsException(
          length + " bytes at " + from + " of a buffer of " + utf8.capacity() + " bytes");
    }
    if (copy.length < length) {
      copy = new byte[Math.max(length, 2 * copy.length)];
    }
    MemoryUtil.copyFromMemory(utf8.memoryAddress() + from, copy, 0, length);
    read(copy, 0, length, builder);
  }

  /**
   * Reads UTF-8 text that is one JSON value, with or without spaces around, and appends it to the
   * builder as its next value.
   *
   * @throws InvalidJsonException if the text is no such, or more than the limits allow; the builder
   *     must be reset then
   */
  public void read(byte[] utf8, int from, int length, VariantBuilder builder) {
    try (JsonParser parser = factory.createParser(utf8, from, length)) {
      try {
        readValue(parser, builder);
        if (parser.nextToken() != null) {
          throw invalid(parser, "more text after the value", null);
        }
      } catch (JsonProcessingException e) {
        JsonLocation place = e.getLocation() != null ? e.getLocation() : parser.currentLocation();
        throw new InvalidJsonException(
            e.getOriginalMessage(), place.getLineNr(), place.getColumnNr(), e);
      } catch (MalformedVariantException | IllegalArgumentException e) {
        throw invalid(parser, e.getMessage(), e);
      } catch (IOException e) {
        throw invalid(parser, e.getMessage(), e);
      }
    } catch (IOException e) {
      throw new InvalidJsonException(String.valueOf(e.getMessage()), 1, 1, e);
    }
  }

  private void readValue(JsonParser parser, VariantBuilder builder) throws IOException {
    int depth = 0;
    do {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw invalid(parser, "no value", null);
      }
      switch (token) {
        case FIELD_NAME -> readName(parser, builder);
        case VALUE_STRING -> readString(parser, builder);
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> readNumber(parser, builder);
        case VALUE_TRUE -> builder.appendBoolean(true);
        case VALUE_FALSE -> builder.appendBoolean(false);
        case VALUE_NULL -> builder.appendNull();
        case START_OBJECT -> {
          builder.startObject();
          depth++;
        }
        case START_ARRAY -> {
          builder.startArray();
          depth++;
        }
        case END_OBJECT -> {
          builder.endObject();
          depth--;
        }
        case END_ARRAY -> {
          builder.endArray();
          depth--;
        }
        default -> throw invalid(parser, "unexpected " + token, null);
      }
    } while (depth > 0);
  }

  private void readName(JsonParser parser, VariantBuilder builder) throws IOException {
    String name = parser.currentName();
    int slot = names.slot(name);
    if (!names.isKnown(slot)) {
      char[] chars = name.toCharArray();
      int length = text.encode(chars, 0, chars.length);
      if (length < 0) {
        throw invalid(parser, "half a surrogate pair in a key", null);
      }
      slot = names.add(name, Arrays.copyOf(text.bytes(), length));
    }
    VariantDictionary dictionary = builder.dictionary();
    if (dictionary != null) {
      builder.field(names.id(slot, dictionary));
    } else {
      builder.field(names.utf8(slot));
    }
  }

  private void readString(JsonParser parser, VariantBuilder builder) throws IOException {
    int length =
        text.encode(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    if (length < 0) {
      throw invalid(parser, "half a surrogate pair in a string", null);
    }
    builder.appendString(text.bytes(), 0, length);
  }

  private void readNumber(JsonParser parser, VariantBuilder builder) throws IOException {
    if (number.parse(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())) {
      number.append(builder);
    } else {
      builder.appendDouble(parser.getDoubleValue());
    }
  }

  private static InvalidJsonException invalid(JsonParser parser, String problem, Throwable cause) {
    JsonLocation place = parser.currentLocation();
    return new InvalidJsonException(problem, place.getLineNr(), place.getColumnNr(), cause);
  }
}
