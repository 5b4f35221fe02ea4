// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The two packed encodings of names. A name takes the encoding with the fewest bytes; of equal ones
 * the first in the order UTF-8, ALL_TO_LOWER_SPECIAL, LOWER_UPPER_DIGIT_SPECIAL.
 *
 * <pre>
 *   strip | code | code | ... | padding     bits, the high bit of each byte first
 *
 *   ALL_TO_LOWER_SPECIAL        5 bits a code: a-z are 0-25, then . _ $ |
 *                               an upper-case letter is | and the lower-case letter
 *   LOWER_UPPER_DIGIT_SPECIAL   6 bits a code: a-z are 0-25, A-Z 26-51, 0-9 52-61, then . _
 * </pre>
 *
 * The bit {@code strip} is 1 where the padding has room for one more code, which does not count.
 */
final class NameCodec {
  // Numbers of the encodings.
  static final int UTF_8 = 0;
  static final int ALL_TO_LOWER_SPECIAL = 1;
  static final int LOWER_UPPER_DIGIT_SPECIAL = 2;

  /** No name is stored: it is the field id in decimal digits, or there is none. */
  static final int TAG_ID = 3;

  private static final int LOWER_BITS = 5;
  private static final int DIGIT_BITS = 6;
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
  private static final String LOWER_ALPHABET = LETTERS + "._$|";
  private static final String DIGIT_ALPHABET =
      LETTERS + LETTERS.toUpperCase(Locale.ROOT) + "0123456789._";
  private static final int UPPER = LOWER_ALPHABET.indexOf('|');
  private static final int TO_LOWER = 'a' - 'A';
  private static final byte NONE = -1;

  /** By byte of the name: its code in five bits, an upper-case letter's plus {@link #IS_UPPER}. */
  private static final byte[] LOWER_CODES = codes(LOWER_ALPHABET);

  private static final byte[] DIGIT_CODES = codes(DIGIT_ALPHABET);

  /** By code: the byte; fewer than there are codes. */
  private static final byte[] LOWER_BYTES = bytes(LOWER_ALPHABET);

  private static final byte[] DIGIT_BYTES = bytes(DIGIT_ALPHABET);
  private static final int IS_UPPER = 1 << LOWER_BITS;

  static {
    for (char c = 'A'; c <= 'Z'; c++) {
      LOWER_CODES[c] = (byte) (LOWER_CODES[c + TO_LOWER] | IS_UPPER);
    }
    LOWER_CODES['|'] = NONE;
  }

  private NameCodec() {}

  private static byte[] codes(String alphabet) {
    byte[] codes = new byte[1 << Byte.SIZE];
    Arrays.fill(codes, NONE);
    for (int code = 0; code < alphabet.length(); code++) {
      codes[alphabet.charAt(code)] = (byte) code;
    }
    return codes;
  }

  private static byte[] bytes(String alphabet) {
    return alphabet.getBytes(StandardCharsets.US_ASCII);
  }

  static int choose(byte[] utf8) {
    int uppers = 0;
    boolean lower = true;
    boolean digit = true;
    for (byte b : utf8) {
      int code = LOWER_CODES[b & 0xFF];
      lower &= code != NONE;
      uppers += code >= IS_UPPER ? 1 : 0;
      digit &= DIGIT_CODES[b & 0xFF] != NONE;
    }
    int encoding = UTF_8;
    int length = utf8.length;
    if (lower && packedLength(utf8.length + uppers, LOWER_BITS) < length) {
      encoding = ALL_TO_LOWER_SPECIAL;
      length = packedLength(utf8.length + uppers, LOWER_BITS);
    }
    return digit && packedLength(utf8.length, DIGIT_BITS) < length
        ? LOWER_UPPER_DIGIT_SPECIAL
        : encoding;
  }

  static int length(byte[] utf8, int encoding) {
    return switch (encoding) {
      case UTF_8 -> utf8.length;
      case ALL_TO_LOWER_SPECIAL -> packedLength(utf8.length + countUppers(utf8), LOWER_BITS);
      case LOWER_UPPER_DIGIT_SPECIAL -> packedLength(utf8.length, DIGIT_BITS);
      default -> throw new AssertionError(encoding);
    };
  }

  private static int countUppers(byte[] utf8) {
    int uppers = 0;
    for (byte b : utf8) {
      uppers += LOWER_CODES[b & 0xFF] >= IS_UPPER ? 1 : 0;
    }
    return uppers;
  }

  private static int packedLength(int codes, int width) {
    return (int) (((long) codes * width + Byte.SIZE) / Byte.SIZE);
  }

  static void write(byte[] utf8, int encoding, BundleBytes out) {
    switch (encoding) {
      case UTF_8 -> out.write(utf8);
      case ALL_TO_LOWER_SPECIAL -> pack(lowerCodes(utf8), LOWER_BITS, out);
      case LOWER_UPPER_DIGIT_SPECIAL -> pack(digitCodes(utf8), DIGIT_BITS, out);
      default -> throw new AssertionError(encoding);
    }
  }

  private static byte[] lowerCodes(byte[] utf8) {
    byte[] codes = new byte[utf8.length + countUppers(utf8)];
    int count = 0;
    for (byte b : utf8) {
      int code = LOWER_CODES[b & 0xFF];
      if (code >= IS_UPPER) {
        codes[count++] = (byte) UPPER;
      }
      codes[count++] = (byte) (code & (IS_UPPER - 1));
    }
    return codes;
  }

  private static byte[] digitCodes(byte[] utf8) {
    byte[] codes = new byte[utf8.length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = DIGIT_CODES[utf8[i] & 0xFF];
    }
    return codes;
  }

  private static void pack(byte[] codes, int width, BundleBytes out) {
    int length = packedLength(codes.length, width);
    int padding = length * Byte.SIZE - 1 - codes.length * width;
    int at = out.allocate(length);
    byte[] target = out.array();
    long word = padding >= width ? 1 : 0;
    int bits = 1;
    for (byte code : codes) {
      word = word << width | code;
      bits += width;
      if (bits >= Byte.SIZE) {
        bits -= Byte.SIZE;
        target[at++] = (byte) (word >>> bits);
      }
    }
    if (bits > 0) {
      target[at] = (byte) (word << (Byte.SIZE - bits));
    }
  }

  /** The UTF-8 bytes of a packed name of at least one byte. */
  static byte[] unpack(ByteCursor in, int length, int encoding) {
    long offset = in.offset();
    int at = in.skip(length, "name");
    boolean isLower = encoding == ALL_TO_LOWER_SPECIAL;
    int width = isLower ? LOWER_BITS : DIGIT_BITS;
    byte[] source = in.array();
    int strip = source[at] >>> 7 & 1;
    int count = (int) (((long) length * Byte.SIZE - 1) / width) - strip;
    byte[] name = new byte[Math.max(count, 0)];
    byte[] table = isLower ? LOWER_BYTES : DIGIT_BYTES;
    int size = 0;
    int upper = 0;
    long word = source[at];
    int bits = Byte.SIZE - 1;
    for (int i = 0; i < count; i++) {
      if (bits < width) {
        word = word << Byte.SIZE | (source[++at] & 0xFF);
        bits += Byte.SIZE;
      }
      bits -= width;
      int code = (int) (word >>> bits) & ((1 << width) - 1);
      if (isLower && code == UPPER && upper == 0) {
        upper = TO_LOWER;
        continue;
      }
      if (code >= table.length || (upper != 0 && code >= LETTERS.length())) {
        throw notAName(offset, "code " + code);
      }
      name[size++] = (byte) (table[code] - upper);
      upper = 0;
    }
    if (size == 0 || upper != 0) {
      throw notAName(offset, "no character at the end");
    }
    return size == name.length ? name : Arrays.copyOf(name, size);
  }

  private static CorruptFooterException notAName(long offset, String found) {
    return new CorruptFooterException(
        "name of a field in a SchemaDef", offset, found, "characters of its encoding");
  }
}
