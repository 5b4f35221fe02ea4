// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

/**
 * Characters as UTF-8 bytes in memory that is used again and again. ASCII, the usual case, is one
 * loop without a branch. For one thread at a time.
 */
final class Utf8Text {
  private static final int MAX_BYTES_PER_CHAR = 3;

  private byte[] bytes = new byte[256];

  /** The memory: the text encoded last is its first bytes. */
  byte[] bytes() {
    return bytes;
  }

  /** Encodes characters and returns how many bytes they are, -1 if a surrogate has no partner. */
  int encode(char[] chars, int from, int count) {
    if (bytes.length < count) {
      bytes = new byte[Math.max(count, 2 * bytes.length)];
    }
    byte[] out = bytes;
    int all = 0;
    for (int i = 0; i < count; i++) {
      char c = chars[from + i];
      all |= c;
      out[i] = (byte) c;
    }
    return all < 0x80 ? count : encodeAny(chars, from, count);
  }

  private int encodeAny(char[] chars, int from, int count) {
    long most = (long) MAX_BYTES_PER_CHAR * count;
    if (bytes.length < most) {
      bytes = new byte[(int) Math.min(most, Integer.MAX_VALUE - Long.BYTES)];
    }
    int end = from + count;
    int at = 0;
    for (int i = from; i < end; i++) {
      int c = chars[i];
      if (Character.isSurrogate((char) c)) {
        if (i + 1 == end || !Character.isSurrogatePair((char) c, chars[i + 1])) {
          return -1;
        }
        c = Character.toCodePoint((char) c, chars[++i]);
      }
      at = put(c, at);
    }
    return at;
  }

  private int put(int c, int position) {
    byte[] out = bytes;
    int at = position;
    if (c < 0x80) {
      out[at++] = (byte) c;
      return at;
    }
    if (c < 0x800) {
      out[at++] = (byte) (0xC0 | c >>> 6);
    } else {
      if (c < 0x10000) {
        out[at++] = (byte) (0xE0 | c >>> 12);
      } else {
        out[at++] = (byte) (0xF0 | c >>> 18);
        out[at++] = (byte) (0x80 | (c >>> 12 & 0x3F));
      }
      out[at++] = (byte) (0x80 | (c >>> 6 & 0x3F));
    }
    out[at++] = (byte) (0x80 | (c & 0x3F));
    return at;
  }
}
