// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.value.VariantBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Reads JSON text (RFC 8259) and appends what it says to a {@link VariantBuilder}, token by token.
 *
 * <table>
 *   <caption>What each kind of text becomes</caption>
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
 *     System.out.println(new VariantJsonWriter().write(value)); // {"id":7,"tags":["new"]}
 *     System.out.println(Variant.copyOf(value).field("id").getLong()); // 7
 *   }
 * }
 * }</pre>
 *
 * <p>Keeps a copy of the longest text read so far, and names. For one thread at a time.
 */
public final class VariantJsonReader {
  private static final int FIRST_DEPTH = 16;
  private static final int MAX_TOKEN = 64;
  private static final int TRUE = word("true");
  private static final int NULL = word("null");
  private static final int FALSE_END = word("alse");

  private final int maxSizeBytes;
  private final JsonText text = new JsonText();
  private final JsonStringDecoder strings = new JsonStringDecoder(text);
  private final NameCache names = new NameCache();
  private final NumberText numbers;
  private byte[] closers = new byte[FIRST_DEPTH];

  /** A reader under the default limits. */
  public VariantJsonReader() {
    this(VariantLimits.defaults());
  }

  /** A reader under limits of size; those of depth are the builder's. */
  public VariantJsonReader(VariantLimits limits) {
    maxSizeBytes = limits.maxSizeBytes();
    numbers = new NumberText(text, maxSizeBytes);
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
    text.set(utf8, from, length);
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
    text.set(utf8, from, length);
    readText(builder);
  }

  private void readText(VariantBuilder builder) {
    int start = text.skipSpaces(0);
    if (start == text.length()) {
      throw text.invalid("no value", start);
    }
    int end = text.skipSpaces(readValue(start, builder));
    if (end != text.length()) {
      throw text.invalid("more text after the value", end);
    }
  }

  private int readValue(int start, VariantBuilder builder) {
    int depth = 0;
    int at = start;
    try {
      while (true) {
        // Here a value starts.
        byte first = text.bytes()[at];
        if (first == '{' || first == '[') {
          byte closer = open(first, depth++, builder);
          at = text.skipSpaces(at + 1);
          if (text.bytes()[at] != closer) {
            at = closer == '}' ? readName(at, builder) : at;
            continue;
          }
        } else {
          at = readScalar(at, first, builder);
        }
        // Here one has ended, or a container is at its end.
        while (depth > 0) {
          at = text.skipSpaces(at);
          byte closer = closers[depth - 1];
          byte next = text.bytes()[at];
          if (next == ',') {
            at = text.skipSpaces(at + 1);
            at = closer == '}' ? readName(at, builder) : at;
            break;
          }
          at++;
          close(next, closer, at, builder);
          depth--;
        }
        if (depth == 0) {
          return at;
        }
      }
    } catch (MalformedVariantException | IllegalArgumentException e) {
      throw text.invalid(e.getMessage(), at, e);
    }
  }

  private byte open(byte first, int depth, VariantBuilder builder) {
    if (depth == closers.length) {
      closers = Arrays.copyOf(closers, 2 * depth);
    }
    byte closer;
    if (first == '{') {
      builder.startObject();
      closer = '}';
    } else {
      builder.startArray();
      closer = ']';
    }
    closers[depth] = closer;
    return closer;
  }

  private void close(byte next, byte closer, int end, VariantBuilder builder) {
    if (next != closer) {
      throw notClosed(next, closer, end - 1);
    }
    if (closer == '}') {
      builder.endObject();
    } else {
      builder.endArray();
    }
  }

  private InvalidJsonException notClosed(byte next, byte closer, int at) {
    return next == '}' || next == ']'
        ? text.invalid(
            "Unexpected close marker '" + (char) next + "': expected '" + (char) closer + "'", at)
        : text.unexpected(at, "a comma or '" + (char) closer + "'");
  }

  private int readName(int at, VariantBuilder builder) {
    if (text.bytes()[at] != '"') {
      throw text.unexpected(at, "the double quote before a field name");
    }
    int from = at + 1;
    int end = text.plainEnd(from);
    boolean plain = text.bytes()[end] == '"';
    int after = plain ? end + 1 : strings.decode(from);
    int colon = text.skipSpaces(after);
    if (text.bytes()[colon] != ':') {
      throw text.unexpected(colon, "a colon to separate field name and value");
    }
    int value = text.skipSpaces(colon + 1);
    int length = plain ? end - from : strings.length();
    requireSize(length, "a field name", from);
    if (plain) {
      names.append(names.find(text.bytes(), from, length), builder);
    } else if (strings.hasHalfPair()) {
      throw text.invalid("half a surrogate pair in a key", value + 1);
    } else {
      names.append(names.find(strings.bytes(), 0, length), builder);
    }
    return value;
  }

  private int readScalar(int at, byte first, VariantBuilder builder) {
    switch (first) {
      case '"' -> {
        return readString(at + 1, builder);
      }
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
        return numbers.read(at, builder);
      }
      default -> {
        return readWord(at, builder);
      }
    }
  }

  /** Takes the bytes from the text itself if none of them is escaped or beyond ASCII. */
  private int readString(int from, VariantBuilder builder) {
    int end = text.plainEnd(from);
    if (text.bytes()[end] == '"') {
      requireSize(end - from, "a string", from);
      builder.appendString(text.bytes(), from, end - from);
      return end + 1;
    }
    end = strings.decode(from);
    requireSize(strings.length(), "a string", from);
    if (strings.hasHalfPair()) {
      throw text.invalid("half a surrogate pair in a string", end);
    }
    builder.appendString(strings.bytes(), 0, strings.length());
    return end;
  }

  private void requireSize(int length, String what, int at) {
    if (length > maxSizeBytes) {
      throw text.invalid(
          what + " of " + length + " bytes, at most " + maxSizeBytes + " are allowed", at);
    }
  }

  private int readWord(int at, VariantBuilder builder) {
    int word = (int) text.word(at);
    if (word == TRUE) {
      builder.appendBoolean(true);
    } else if (word == NULL) {
      builder.appendNull();
    } else if (text.bytes()[at] == 'f' && (int) text.word(at + 1) == FALSE_END) {
      builder.appendBoolean(false);
      return at + 1 + Integer.BYTES;
    } else {
      throw noValue(at);
    }
    return at + Integer.BYTES;
  }

  private static int word(String fourLetters) {
    return (int)
        JsonText.word(fourLetters.concat("\0\0\0\0").getBytes(StandardCharsets.US_ASCII), 0);
  }

  private InvalidJsonException noValue(int at) {
    byte first = text.bytes()[at];
    if (first == '}' || first == ']') {
      return text.invalid("Unexpected close marker '" + (char) first + "': expected a value", at);
    }
    int end = at;
    while (end - at < MAX_TOKEN && isLetter(text.bytes()[end])) {
      end++;
    }
    if (end == at) {
      return text.unexpected(at, "a value");
    }
    String token = new String(text.bytes(), at, end - at, StandardCharsets.US_ASCII);
    String problem =
        token.equals("NaN") || token.equals("Infinity")
            ? "Non-standard token '" + token + "': JSON has no such number"
            : "Unrecognized token '" + token + "': was expecting a value";
    return text.invalid(problem, end + 1);
  }

  private static boolean isLetter(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
  }
}
