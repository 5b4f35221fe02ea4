// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.storage.internal.ArrayNumbers;
import io.arrowparquet.variant.internal.JsonStrings;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The text at hand, copied to an array that ends in zeros: no byte of JSON is zero, so that each
 * loop ends there, and eight bytes may be read wherever there is one. The array is used again for
 * the next text. For one thread at a time.
 */
final class JsonText {
  private static final int FIRST_BYTES = 1024;

  /** Zeros after the text: the byte at its end, and the rest of a word that starts there. */
  private static final int ZEROS = Long.BYTES;

  private static final int MAX_BYTES = Integer.MAX_VALUE - 2 * ZEROS;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  void set(byte[] utf8, int from, int count) {
    makeRoom(count);
    System.arraycopy(utf8, from, bytes, 0, count);
  }

  void set(ArrowBuf utf8, long from, int count) {
    makeRoom(count);
    MemoryUtil.copyFromMemory(utf8.memoryAddress() + from, bytes, 0, count);
  }

  private void makeRoom(int count) {
    if (count > MAX_BYTES) {
      throw new InvalidJsonException("a text of more than " + MAX_BYTES + " bytes", 1, 1, null);
    }
    if (bytes.length - ZEROS < count) {
      bytes = new byte[(int) Math.min(MAX_BYTES, Math.max(count, 2L * bytes.length)) + ZEROS];
    }
    length = count;
    Arrays.fill(bytes, count, count + ZEROS, (byte) 0);
  }

  /** The text, then zeros; another array when a text needs a longer one. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  long word(int position) {
    return word(bytes, position);
  }

  static long word(byte[] array, int position) {
    return (long) ArrayNumbers.LONG.get(array, position);
  }

  int skipSpaces(int position) {
    byte[] text = bytes;
    int at = position;
    while (isSpace(text[at])) {
      at++;
    }
    return at;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** The place of the first byte from a place on that a string does not have as it is. */
  int plainEnd(int position) {
    byte[] text = bytes;
    int at = position;
    long found = JsonStrings.notPlain(word(text, at));
    while (found == 0) {
      at += Long.BYTES;
      found = JsonStrings.notPlain(word(text, at));
    }
    return at + firstByte(found);
  }

  /** The number of the lowest byte of a word that has a bit set; 8 if there is none. */
  static int firstByte(long word) {
    return Long.numberOfTrailingZeros(word) / Byte.SIZE;
  }

  InvalidJsonException unexpected(int position, String expected) {
    if (position >= length) {
      return invalid("Unexpected end-of-input: was expecting " + expected, length);
    }
    return invalid(
        "Unexpected character " + name(position) + ": was expecting " + expected, position);
  }

  private String name(int position) {
    int code = bytes[position] & 0xFF;
    return code > ' ' && code < 0x7F
        ? "'" + (char) code + "' (code " + code + ")"
        : "(code " + code + ")";
  }

  /** The exception for a problem at a place: it names line and column in the text. */
  InvalidJsonException invalid(String problem, int position) {
    return invalid(problem, position, null);
  }

  InvalidJsonException invalid(String problem, int position, Throwable cause) {
    int place = Math.min(position, length);
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < place; i++) {
      byte b = bytes[i];
      boolean lastOfPair = b == '\n' && i > 0 && bytes[i - 1] == '\r';
      if (b == '\n' || b == '\r') {
        line += lastOfPair ? 0 : 1;
        lineStart = i + 1;
      }
    }
    return new InvalidJsonException(problem, line, place - lineStart + 1, cause);
  }
}
