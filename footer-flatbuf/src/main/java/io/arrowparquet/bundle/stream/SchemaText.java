// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Names of schema elements between strings and UTF-8; bytes that are no UTF-8 are escaped. */
final class SchemaText {
  private SchemaText() {}

  /**
   * @throws IllegalArgumentException if no bytes are decoded to the string: it has unpaired
   *     surrogates that are no escaped bytes
   */
  static byte[] encode(String name) {
    return isAscii(name) ? name.getBytes(StandardCharsets.ISO_8859_1) : encodeEscapes(name);
  }

  private static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) > 0x7F) {
        return false;
      }
    }
    return true;
  }

  private static byte[] encodeEscapes(String name) {
    byte[] bytes = EscapedUtf8.encode(name);
    if (!EscapedUtf8.decode(bytes).equals(name)) {
      throw new IllegalArgumentException("a name of the schema is not Unicode text: " + name);
    }
    return bytes;
  }

  static String decodeAscii(byte[] ascii) {
    return new String(ascii, StandardCharsets.ISO_8859_1);
  }

  static String decode(byte[] bytes, int start, int length) {
    for (int i = start; i < start + length; i++) {
      if (bytes[i] < 0) {
        byte[] name = new byte[length];
        System.arraycopy(bytes, start, name, 0, length);
        return EscapedUtf8.decode(name);
      }
    }
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }

  /** The bytes of a text; an IllegalArgumentException if it has unpaired surrogates. */
  static byte[] encodeStrictly(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (!new String(utf8, StandardCharsets.UTF_8).equals(text)) {
      throw new IllegalArgumentException("a text of the schema is not Unicode text: " + text);
    }
    return utf8;
  }

  static String decodeStrictly(byte[] bytes, int start, int length) {
    String text = new String(bytes, start, length, StandardCharsets.UTF_8);
    byte[] again = text.getBytes(StandardCharsets.UTF_8);
    return Arrays.equals(again, 0, again.length, bytes, start, start + length) ? text : null;
  }
}
