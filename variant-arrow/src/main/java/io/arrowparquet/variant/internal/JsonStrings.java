// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.util.MemoryUtil;

/** Quoted JSON strings: UTF-8 escaped where JSON demands it, and bytes in base64. */
public final class JsonStrings {
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  /** The longest escape is six bytes long: a backslash, u, four digits. */
  private static final int ESCAPE = 6;

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
          .getBytes(StandardCharsets.US_ASCII);

  private JsonStrings() {}

  /**
   * Appends text in quotes if it is ASCII of which nothing is to be escaped, as it mostly is: each
   * word is read once, to be written and checked. Appends nothing if it is not.
   */
  public static boolean putPlain(JsonBuffer out, long address, int length) {
    int before = out.length();
    int at = out.reserve(length + 2L) + 1;
    byte[] bytes = out.bytes();
    long found = length < Long.BYTES ? copyFew(address, bytes, at, length) : 0;
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      found |= copyWord(address + i, bytes, at + i);
    }
    if (last >= 0) {
      // The last eight bytes overlap those before them.
      found |= copyWord(address + last, bytes, at + last);
    }
    if (found != 0) {
      out.truncate(before);
      return false;
    }
    bytes[at - 1] = '"';
    bytes[at + length] = '"';
    return true;
  }

  /** As {@link #putPlain(JsonBuffer, long, int)}, of text in two words, the first byte lowest. */
  public static boolean putPlain(JsonBuffer out, long first, long second, int length) {
    long low = padded(first, length);
    long high = padded(second, length - Long.BYTES);
    if ((notPlain(low) | notPlain(high)) != 0) {
      return false;
    }
    int at = out.reserve(2 + 2 * Long.BYTES) + 1;
    byte[] bytes = out.bytes();
    WORDS.set(bytes, at, low);
    WORDS.set(bytes, at + Long.BYTES, high);
    bytes[at - 1] = '"';
    bytes[at + length] = '"';
    out.truncate(at + length + 1);
    return true;
  }

  /** The first bytes of a word, the others being spaces. */
  private static long padded(long word, int length) {
    if (length >= Long.BYTES) {
      return word;
    }
    long spaces = length <= 0 ? -1L : -1L << (length * Byte.SIZE);
    return (word & ~spaces) | (ONES * ' ' & spaces);
  }

  private static long copyWord(long address, byte[] bytes, int at) {
    long word = MemoryUtil.getLong(address);
    WORDS.set(bytes, at, word);
    return notPlain(word);
  }

  private static long copyFew(long address, byte[] bytes, int at, int length) {
    if (length >= Integer.BYTES) {
      int tail = length - Integer.BYTES;
      int first = MemoryUtil.getInt(address);
      int last = MemoryUtil.getInt(address + tail);
      INTS.set(bytes, at, first);
      INTS.set(bytes, at + tail, last);
      return notPlain((long) last << Integer.SIZE | (first & 0xFFFFFFFFL));
    }
    long word = ONES * ' ';
    for (int i = 0; i < length; i++) {
      byte b = MemoryUtil.getByte(address + i);
      bytes[at + i] = b;
      word = word << Byte.SIZE | (b & 0xFF);
    }
    return notPlain(word);
  }

  /**
   * High bits set in eight bytes, the lowest in the first that is a quote, a backslash, below the
   * space or beyond ASCII. Subtracting one, or a space, borrows into a byte's high bit where the
   * byte was zero, or below the space; only above such a byte can a bit be a false alarm.
   */
  public static long notPlain(long word) {
    return (word | (word - ONES * ' ') | quotes(word)) & HIGH_BITS;
  }

  private static long quotes(long word) {
    long quote = word ^ QUOTES;
    long backslash = word ^ BACKSLASHES;
    return ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash);
  }

  /** Appends UTF-8 text, known to be such, in quotes. */
  public static void putQuoted(JsonBuffer out, long address, int length) {
    int at = out.reserve(length + 2L) + 1;
    byte[] bytes = out.bytes();
    MemoryUtil.copyFromMemory(address, bytes, at, length);
    bytes[at - 1] = '"';
    int plain = plainLength(bytes, at, length);
    if (plain == length) {
      bytes[at + length] = '"';
      return;
    }
    out.truncate(at + plain);
    for (int i = plain; i < length; i++) {
      putEscaped(out, MemoryUtil.getByte(address + i));
    }
    out.put('"');
  }

  private static int plainLength(byte[] bytes, int from, int length) {
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      if (needsEscape(MemoryUtil.getLong(bytes, from + i))) {
        break;
      }
    }
    for (; i < length; i++) {
      byte b = bytes[from + i];
      if ((b >= 0 && b < ' ') || b == '"' || b == '\\') {
        break;
      }
    }
    return i;
  }

  /**
   * As {@link #notPlain}, bytes beyond ASCII left out; a false alarm costs a check of each byte.
   */
  private static boolean needsEscape(long word) {
    return ((((word - ONES * ' ') & ~word) | quotes(word)) & HIGH_BITS) != 0;
  }

  public static void putEscaped(JsonBuffer out, byte b) {
    int at = out.reserve(ESCAPE);
    byte[] bytes = out.bytes();
    int shortForm =
        switch (b) {
          case '"' -> '"';
          case '\\' -> '\\';
          case '\n' -> 'n';
          case '\r' -> 'r';
          case '\t' -> 't';
          case '\b' -> 'b';
          case '\f' -> 'f';
          default -> 0;
        };
    if (shortForm != 0) {
      bytes[at] = '\\';
      bytes[at + 1] = (byte) shortForm;
      out.truncate(at + 2);
    } else if (b >= 0 && b < ' ') {
      bytes[at] = '\\';
      bytes[at + 1] = 'u';
      bytes[at + 2] = '0';
      bytes[at + 3] = '0';
      bytes[at + 4] = HEX[b >>> 4];
      bytes[at + 5] = HEX[b & 0xF];
    } else {
      bytes[at] = b;
      out.truncate(at + 1);
    }
  }

  public static void putBase64(JsonBuffer out, long address, int length) {
    long groups = (length + 2L) / 3;
    int at = out.reserve(4 * groups + 2);
    byte[] bytes = out.bytes();
    bytes[at++] = '"';
    int i = 0;
    for (; i + 2 < length; i += 3) {
      int three =
          unsigned(address + i) << 16 | unsigned(address + i + 1) << 8 | unsigned(address + i + 2);
      putFour(bytes, at, three);
      at += 4;
    }
    if (i < length) {
      boolean two = i + 1 < length;
      putFour(bytes, at, unsigned(address + i) << 16 | (two ? unsigned(address + i + 1) << 8 : 0));
      bytes[at + 3] = '=';
      if (!two) {
        bytes[at + 2] = '=';
      }
      at += 4;
    }
    bytes[at] = '"';
  }

  private static void putFour(byte[] bytes, int at, int three) {
    bytes[at] = BASE64[three >>> 18];
    bytes[at + 1] = BASE64[three >>> 12 & 0x3F];
    bytes[at + 2] = BASE64[three >>> 6 & 0x3F];
    bytes[at + 3] = BASE64[three & 0x3F];
  }

  /** Appends 16 bytes in the usual form of a UUID, without quotes. */
  public static void putUuid(JsonBuffer out, long address) {
    int at = out.reserve(36);
    byte[] bytes = out.bytes();
    for (int i = 0; i < 16; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        bytes[at++] = '-';
      }
      int b = unsigned(address + i);
      bytes[at++] = HEX[b >>> 4];
      bytes[at++] = HEX[b & 0xF];
    }
  }

  private static int unsigned(long address) {
    return MemoryUtil.getByte(address) & 0xFF;
  }
}
