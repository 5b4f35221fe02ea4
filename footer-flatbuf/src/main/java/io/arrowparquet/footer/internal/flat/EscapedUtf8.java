// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.Arrays;

/**
 * Strings for bytes that should be UTF-8 but may not be, without loss: a byte {@code b} that is
 * part of no character becomes the unpaired surrogate {@code U+DC00 + b}, as in Python's PEP 383.
 */
public final class EscapedUtf8 {
  private static final char ESCAPE = '\uDC00';

  private EscapedUtf8() {}

  public static String decode(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    return Arrays.equals(text.getBytes(UTF_8), bytes) ? text : escape(bytes);
  }

  private static String escape(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = UTF_8.newDecoder();
    CoderResult result = decoder.decode(in, out, true);
    while (result.isError()) {
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (ESCAPE + (in.get() & 0xFF)));
      }
      result = decoder.reset().decode(in, out, true);
    }
    return out.flip().toString();
  }

  public static byte[] encode(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    if (text.chars().noneMatch(EscapedUtf8::isLowSurrogate)) {
      return utf8;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length);
    text.codePoints()
        .forEach(
            point ->
                out.writeBytes(
                    isLowSurrogate(point)
                        ? new byte[] {(byte) point}
                        : Character.toString(point).getBytes(UTF_8)));
    return out.toByteArray();
  }

  private static boolean isLowSurrogate(int unit) {
    return unit >= Character.MIN_LOW_SURROGATE && unit <= Character.MAX_LOW_SURROGATE;
  }
}
