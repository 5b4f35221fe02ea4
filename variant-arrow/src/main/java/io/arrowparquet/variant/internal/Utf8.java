// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import io.arrowparquet.variant.MalformedVariantException;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * UTF-8 in memory, checked to the letter: no overlong forms, no surrogates, nothing above U+10FFFF.
 *
 * <p>Threads: any may call it.
 */
public final class Utf8 {
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Refuses what is not UTF-8; the message has {@code what}, and the offset of the byte. */
  public static void require(String what, long address, int length, long offset) {
    int malformed = firstMalformed(address, length);
    if (malformed >= 0) {
      String found = String.format("0x%02X", LittleEndian.unsignedByte(address + malformed));
      throw new MalformedVariantException(
          "text of the " + what, offset + malformed, found, "UTF-8");
    }
  }

  public static boolean isWellFormed(long address, int length) {
    return firstMalformed(address, length) < 0;
  }

  private static int firstMalformed(long address, int length) {
    int i = 0;
    while (i < length) {
      if (i <= length - Long.BYTES && (MemoryUtil.getLong(address + i) & HIGH_BITS) == 0) {
        i += Long.BYTES;
        continue;
      }
      if (MemoryUtil.getByte(address + i) >= 0) {
        i++;
        continue;
      }
      int size = characterSize(address + i, length - i);
      if (size == 0) {
        return i;
      }
      i += size;
    }
    return -1;
  }

  private static int characterSize(long address, int left) {
    int first = LittleEndian.unsignedByte(address);
    int size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first < 0xC2 || first > 0xF4 || size > left) {
      return 0;
    }
    int second = LittleEndian.unsignedByte(address + 1);
    // The first byte narrows what the second may be: that is where overlong forms, surrogates and
    // numbers above U+10FFFF are detected.
    int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int greatest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > greatest) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((MemoryUtil.getByte(address + i) & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
  }
}
