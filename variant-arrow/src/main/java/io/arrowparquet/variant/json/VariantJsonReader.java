// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.base.ParserBase;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.encoding.VariantBuilder;
import io.arrowparquet.variant.memory.internal.BufferChecks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;

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
 * <p>A key twice in one object is an error, unless the builder lets the last win. One text to a
 * Variant, and back with {@link VariantJsonWriter}:
 *
 * <pre>{@code
 * try (VariantDictionary names = new VariantDictionary(allocator);
 *     VariantBuilder builder = new VariantBuilder(allocator).use(names)) {
 *   new VariantJsonReader().read("{\"id\": 7, \"tags\": [\"new\"]}", builder);
 *   int split = names.metadataLength();
 *   int size = split + builder.lengthBytes();
 *   try (ArrowBuf bytes = allocator.buffer(size)) {
 *     names.writeMetadata(bytes, 0);
 *     builder.writeTo(bytes, split);
 *
 *     VariantMetadata metadata = new VariantMetadata();
 *     metadata.wrap(bytes, 0, split);
 *     VariantCursor value = new VariantCursor();
 *     value.wrap(metadata, bytes, split, size);
 *     JsonBuffer json = new JsonBuffer();
 *     new VariantJsonWriter().write(value, json);
 *     System.out.println(json); // {"id":7,"tags":["new"]}
 *     System.out.println(Variant.copyOf(value).field("id").getLong()); // 7
 *   }
 * }
 * }</pre>
 *
 * <p>For one thread at a time.
 */
public final class VariantJsonReader {
  /** So many new names, and the parser with its table of names is given up for a new one. */
  private static final int MAX_NEW_NAMES = 10_000;

  private final JsonFactory factory;
  private final TextStream stream = new TextStream();
  private final NameCache names = new NameCache();
  private final NumberText number = new NumberText();
  private final Utf8Text text = new Utf8Text();

  /** Reads text after text; null before the first and after one that was not read to its end. */
  private ParserBase parser;

  private int newNames;

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
    BufferChecks.requireRoom(utf8, from, length);
    stream.next(utf8, from, length);
    readText(builder);
  }

  /**
   * Reads UTF-8 text that is one JSON value, with or without spaces around, and appends it to the
   * builder as its next value.
   *
   * @throws IndexOutOfBoundsException if the array has no such bytes
   * @throws InvalidJsonException if the text is no such, or more than the limits allow; the builder
   *     must be reset then
   */
  public void read(byte[] utf8, int from, int length, VariantBuilder builder) {
    Objects.checkFromIndexSize(from, length, utf8.length);
    stream.next(utf8, from, length);
    readText(builder);
  }

  private void readText(VariantBuilder builder) {
    boolean done = false;
    try {
      if (parser == null) {
        parser = (ParserBase) factory.createParser(stream);
        stream.restart();
        newNames = 0;
      }
      readValue(builder);
      requireEnd();
      done = true;
    } catch (JsonProcessingException e) {
      throw stream.invalid(e.getOriginalMessage(), place(e), e);
    } catch (MalformedVariantException | IllegalArgumentException | IOException e) {
      throw invalid(e.getMessage(), e);
    } finally {
      if (!done || newNames > MAX_NEW_NAMES) {
        parser = null;
      }
    }
  }

  private void readValue(VariantBuilder builder) throws IOException {
    int depth = 0;
    do {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw invalid("no value", null);
      }
      switch (token) {
        case FIELD_NAME -> readName(builder);
        case VALUE_STRING -> readString(builder);
        case VALUE_NUMBER_INT -> readInteger(builder);
        case VALUE_NUMBER_FLOAT -> readNumber(builder);
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
        default -> throw invalid("unexpected " + token, null);
      }
    } while (depth > 0);
  }

  /** The parser has not looked beyond the value: only spaces may be there. */
  private void requireEnd() throws IOException {
    parser.finishToken();
    int end = stream.skipSpaces(place());
    if (!stream.endsAt(end)) {
      throw stream.invalid("more text after the value", end, null);
    }
  }

  private void readName(VariantBuilder builder) throws IOException {
    String name = parser.currentName();
    int slot = names.find(name);
    if (slot < 0) {
      char[] chars = name.toCharArray();
      int length = text.encode(chars, 0, chars.length);
      if (length < 0) {
        throw invalid("half a surrogate pair in a key", null);
      }
      slot = names.add(name, Arrays.copyOf(text.bytes(), length));
      newNames++;
    }
    names.append(slot, builder);
  }

  /** Takes the bytes from the text itself if none of them is escaped, as is usual. */
  private void readString(VariantBuilder builder) throws IOException {
    int position = stream.position(parser.getTokenCharacterOffset());
    int plain = stream.plainLength(position);
    if (plain >= 0) {
      stream.appendString(position, plain, builder);
      return;
    }
    int length =
        text.encode(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    if (length < 0) {
      throw invalid("half a surrogate pair in a string", null);
    }
    builder.appendString(text.bytes(), 0, length);
  }

  /** Takes the digits from the text itself unless they are many or at its very start. */
  private void readInteger(VariantBuilder builder) throws IOException {
    int length = parser.getTextLength();
    // The parser's location is after a token's first character.
    int start = stream.position(parser.getTokenCharacterOffset()) - 1;
    boolean negative = stream.isMinus(start);
    long magnitude = stream.digitsBefore(start + length, negative ? length - 1 : length);
    if (magnitude < 0) {
      readNumber(builder);
    } else {
      builder.appendInteger(negative ? -magnitude : magnitude);
    }
  }

  private void readNumber(VariantBuilder builder) throws IOException {
    if (number.parse(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())) {
      number.append(builder);
    } else {
      builder.appendDouble(parser.getDoubleValue());
    }
  }

  private InvalidJsonException invalid(String problem, Throwable cause) {
    return stream.invalid(problem, place(), cause);
  }

  private int place() {
    return parser == null ? 0 : stream.position(parser.currentLocation().getByteOffset());
  }

  private int place(JsonProcessingException e) {
    JsonLocation place = e.getLocation();
    return place == null || place.getByteOffset() < 0
        ? place()
        : stream.position(place.getByteOffset());
  }
}
