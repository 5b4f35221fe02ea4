// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import java.util.Arrays;

/**
 * Strings that do not represent themselves byte by byte: escapes are replaced, and what is beyond
 * ASCII is decoded and encoded anew, so that the result is UTF-8 to the letter.
 *
 * <pre>
 *   \" \\ \/ \b \f \n \r \t      one character
 *   &#92;uXXXX                       a unit of UTF-16; two that are a surrogate pair, one character
 * </pre>
 *
 * <p>Accepts what Java programs write as UTF-8: forms longer than need be of two and three bytes,
 * among them zero in two, and surrogate pairs of three bytes each. Half a pair is noted, to be
 * refused when the string is known to be complete.
 *
 * <p>Reused: {@link #decode} overwrites the result. For one thread at a time.
 */
final class JsonStringDecoder {
  private static final int MAX_CHARACTER_BYTES = 4;
  private static final int ESCAPE_DIGITS = 4;

  private final JsonText text;
  private byte[] bytes = new byte[256];
  private int length;

  /** The first half of a surrogate pair, if that came last; else 0. */
  private int high;

  private boolean halfPair;

  JsonStringDecoder(JsonText text) {
    this.text = text;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean hasHalfPair() {
    return halfPair;
  }

  /** Decodes a string from after its opening quote; returns the place after the closing one. */
  int decode(int from) {
    length = 0;
    high = 0;
    halfPair = false;
    int at = from;
    while (true) {
      int end = text.plainEnd(at);
      putPlain(at, end);
      byte b = text.bytes()[end];
      if (b < 0) {
        at = decodeCharacter(end);
      } else if (b == '\\') {
        at = decodeEscape(end + 1);
      } else if (b == '"') {
        halfPair |= high != 0;
        return end + 1;
      } else {
        throw end >= text.length()
            ? text.unexpected(end, "the closing quote of a string")
            : text.invalid("Illegal unquoted control character (code " + b + ") in a string", end);
      }
    }
  }

  private void putPlain(int from, int to) {
    int count = to - from;
    if (count > 0) {
      makeRoom(count);
      System.arraycopy(text.bytes(), from, bytes, length, count);
      length += count;
      halfPair |= high != 0;
      high = 0;
    }
  }

  private void makeRoom(int count) {
    if (bytes.length - length - Long.BYTES < count) {
      // The text is never as long as an array may be, and the result no longer than the text.
      long wanted = 2L * length + count + Long.BYTES;
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - Long.BYTES, wanted));
    }
  }

  private int decodeEscape(int at) {
    switch (text.bytes()[at]) {
      case '"' -> put('"');
      case '\\' -> put('\\');
      case '/' -> put('/');
      case 'b' -> put('\b');
      case 'f' -> put('\f');
      case 'n' -> put('\n');
      case 'r' -> put('\r');
      case 't' -> put('\t');
      case 'u' -> {
        return decodeDigits(at + 1);
      }
      default -> throw text.unexpected(at, "one of \" \\ / b f n r t u after a backslash");
    }
    return at + 1;
  }

  private int decodeDigits(int from) {
    int unit = 0;
    for (int at = from; at < from + ESCAPE_DIGITS; at++) {
      int digit = Character.digit(text.bytes()[at], 16);
      if (digit < 0) {
        throw text.unexpected(at, "a hexadecimal digit of a character escape");
      }
      unit = unit << 4 | digit;
    }
    put(unit);
    return from + ESCAPE_DIGITS;
  }

  private int decodeCharacter(int from) {
    int first = text.bytes()[from] & 0xFF;
    if (first < 0xC0 || first > 0xF7) {
      throw text.invalid("Invalid UTF-8 start byte 0x" + Integer.toHexString(first), from);
    }
    int size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : MAX_CHARACTER_BYTES;
    int character = first & (0x7F >>> size);
    for (int at = from + 1; at < from + size; at++) {
      int next = text.bytes()[at];
      if ((next & 0xC0) != 0x80) {
        throw at >= text.length()
            ? text.unexpected(at, "the rest of a character in UTF-8")
            : text.invalid("Invalid UTF-8 middle byte 0x" + Integer.toHexString(next & 0xFF), at);
      }
      character = character << 6 | (next & 0x3F);
    }
    if (size == MAX_CHARACTER_BYTES
        && (character < Character.MIN_SUPPLEMENTARY_CODE_POINT
            || character > Character.MAX_CODE_POINT)) {
      halfPair = true;
    } else {
      put(character);
    }
    return from + size;
  }

  private void put(int character) {
    boolean isHigh =
        isBetween(character, Character.MIN_HIGH_SURROGATE, Character.MAX_HIGH_SURROGATE);
    boolean isLow = isBetween(character, Character.MIN_LOW_SURROGATE, Character.MAX_LOW_SURROGATE);
    if (isLow && high != 0) {
      encode(Character.toCodePoint((char) high, (char) character));
      high = 0;
      return;
    }
    halfPair |= high != 0 || isLow;
    high = isHigh ? character : 0;
    if (!isHigh && !isLow) {
      encode(character);
    }
  }

  private static boolean isBetween(int character, char least, char greatest) {
    return character >= least && character <= greatest;
  }

  private void encode(int c) {
    makeRoom(MAX_CHARACTER_BYTES);
    byte[] out = bytes;
    int at = length;
    if (c < 0x80) {
      out[at++] = (byte) c;
    } else if (c < 0x800) {
      out[at++] = (byte) (0xC0 | c >>> 6);
      out[at++] = continuation(c);
    } else if (c < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
      out[at++] = (byte) (0xE0 | c >>> 12);
      out[at++] = continuation(c >>> 6);
      out[at++] = continuation(c);
    } else {
      out[at++] = (byte) (0xF0 | c >>> 18);
      out[at++] = continuation(c >>> 12);
      out[at++] = continuation(c >>> 6);
      out[at++] = continuation(c);
    }
    length = at;
  }

  private static byte continuation(int bits) {
    return (byte) (0x80 | (bits & 0x3F));
  }
}
