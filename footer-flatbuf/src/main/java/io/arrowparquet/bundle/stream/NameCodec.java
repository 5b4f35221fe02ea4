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

  private static final byte NONE = -1;
  private static final int TO_LOWER = 'a' - 'A';
  private static final int LOWER_BITS = 5;
  private static final int DIGIT_BITS = 6;
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
  private static final Alphabet LOWER = new Alphabet(LOWER_BITS, LETTERS + "._$|");
  private static final Alphabet DIGIT =
      new Alphabet(
          DIGIT_BITS, String.join("", LETTERS, LETTERS.toUpperCase(Locale.ROOT), "0123456789._"));
  private static final int UPPER = LOWER.codes['|'];
  private static final int IS_UPPER = 1 << LOWER.width;

  static {
    for (char c = 'A'; c <= 'Z'; c++) {
      LOWER.codes[c] = (byte) (LOWER.codes[c + TO_LOWER] | IS_UPPER);
    }
    LOWER.codes['|'] = NONE;
  }

  private NameCodec() {}

  private static final class Alphabet {
    private final int width;

    /** By code: the byte; fewer than there are codes. */
    private final byte[] bytes;

    /** By byte of the name: its code. That of an upper-case letter has {@link #IS_UPPER} too. */
    private final byte[] codes = new byte[1 << Byte.SIZE];

    Alphabet(int width, String characters) {
      this.width = width;
      this.bytes = characters.getBytes(StandardCharsets.US_ASCII);
      Arrays.fill(codes, NONE);
      for (int code = 0; code < bytes.length; code++) {
        codes[bytes[code]] = (byte) code;
      }
    }

    int packedLength(int count) {
      return NameCodec.packedLength(count, width);
    }
  }

  private static int packedLength(int count, int width) {
    return (int) (((long) count * width + Byte.SIZE) / Byte.SIZE);
  }

  private static Alphabet alphabet(int encoding) {
    return encoding == ALL_TO_LOWER_SPECIAL ? LOWER : DIGIT;
  }

  static int choose(byte[] utf8) {
    int uppers = 0;
    boolean lower = true;
    boolean digit = true;
    byte[] lowerCodes = LOWER.codes;
    byte[] digitCodes = DIGIT.codes;
    for (byte b : utf8) {
      int code = lowerCodes[b & 0xFF];
      lower &= code != NONE;
      uppers += code >= IS_UPPER ? 1 : 0;
      digit &= digitCodes[b & 0xFF] != NONE;
    }
    int encoding = UTF_8;
    int length = utf8.length;
    if (lower && LOWER.packedLength(utf8.length + uppers) < length) {
      encoding = ALL_TO_LOWER_SPECIAL;
      length = LOWER.packedLength(utf8.length + uppers);
    }
    return digit && DIGIT.packedLength(utf8.length) < length ? LOWER_UPPER_DIGIT_SPECIAL : encoding;
  }

  static int length(byte[] utf8, int encoding) {
    return encoding == UTF_8
        ? utf8.length
        : alphabet(encoding).packedLength(utf8.length + uppers(utf8, encoding));
  }

  /** Letters that take two codes. */
  private static int uppers(byte[] utf8, int encoding) {
    int uppers = 0;
    byte[] codes = LOWER.codes;
    for (int i = 0; encoding == ALL_TO_LOWER_SPECIAL && i < utf8.length; i++) {
      uppers += codes[utf8[i] & 0xFF] >= IS_UPPER ? 1 : 0;
    }
    return uppers;
  }

  static void write(byte[] utf8, int encoding, BundleBytes out) {
    if (encoding == UTF_8) {
      out.write(utf8);
      return;
    }
    boolean isLower = encoding == ALL_TO_LOWER_SPECIAL;
    byte[] codeOf = alphabet(encoding).codes;
    byte[] codes = new byte[utf8.length + uppers(utf8, encoding)];
    int count = 0;
    for (byte b : utf8) {
      int code = codeOf[b & 0xFF];
      if (isLower && code >= IS_UPPER) {
        codes[count++] = (byte) UPPER;
        code -= IS_UPPER;
      }
      codes[count++] = (byte) code;
    }
    // Constants, so that each way has shifts of its own.
    if (isLower) {
      pack(codes, LOWER_BITS, out);
    } else {
      pack(codes, DIGIT_BITS, out);
    }
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
    Alphabet alphabet = alphabet(encoding);
    int width = alphabet.width;
    byte[] source = in.array();
    int strip = source[at] >>> 7 & 1;
    int count = (int) (((long) length * Byte.SIZE - 1) / width) - strip;
    byte[] name = new byte[Math.max(count, 0)];
    byte[] table = alphabet.bytes;
    boolean isLower = alphabet == LOWER;
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
