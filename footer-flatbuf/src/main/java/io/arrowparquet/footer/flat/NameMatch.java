// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;

/**
 * Compares a string with the UTF-8 bytes of a name in the buffer, without making either of them.
 */
final class NameMatch {
  private NameMatch() {}

  /**
   * Where the name begins if {@code path} up to {@code end} ends with it, -1 if it does not.
   *
   * <p>Works backwards, character by character: a path is taken apart from its leaf, and how many
   * characters a name's bytes are is known only at its beginning.
   */
  static int startOfSuffix(String path, int end, FooterBytes bytes, int name) {
    int first = name + FooterBytes.REFERENCE;
    int count = bytes.count(name, 1);
    byte[] array = bytes.array();
    if (array != null && count > 0 && count <= end) {
      bytes.open(first, count);
      if (isSame(path, end - count, array, bytes.arrayStart() + first, count)) {
        return end - count;
      }
    }
    return startOfRest(path, end, bytes, first, count);
  }

  private static boolean isSame(String path, int from, byte[] array, int start, int count) {
    int difference = 0;
    // Without a way out the compiler unrolls the loop; names of equal hashes are mostly equal.
    for (int i = 0; i < count; i++) {
      // A byte that is not ASCII is negative, and no character.
      difference |= path.charAt(from + i) ^ array[start + i];
    }
    return difference == 0;
  }

  private static int startOfRest(String path, int end, FooterBytes bytes, int first, int count) {
    int at = first + count;
    int i = end;
    while (at > first) {
      if (i == 0) {
        return -1;
      }
      char c = path.charAt(--i);
      if (c < 0x80) {
        if (bytes.u8(--at) != c) {
          return -1;
        }
        continue;
      }
      int codePoint = c;
      if (Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(path.charAt(i - 1))) {
        codePoint = Character.toCodePoint(path.charAt(--i), c);
      }
      at -= encodedLength(codePoint);
      if (at < first || !isEncodedAt(codePoint, bytes, at)) {
        return -1;
      }
    }
    return i;
  }

  private static int encodedLength(int codePoint) {
    return codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  private static boolean isEncodedAt(int codePoint, FooterBytes bytes, int at) {
    int length = encodedLength(codePoint);
    int rest = codePoint;
    for (int i = length - 1; i > 0; i--) {
      if (bytes.u8(at + i) != (0x80 | (rest & 0x3F))) {
        return false;
      }
      rest >>>= 6;
    }
    // The lead byte has as many high ones as the character has bytes.
    return bytes.u8(at) == (((0xF00 >> length) & 0xFF) | rest);
  }
}
