// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * A copy of earlier bytes, to compare later ones with. Copied and compared eight at a time; the
 * last eight may overlap those before them.
 */
public final class RememberedBytes {
  private static final int NOTHING = -1;

  private long[] words = {};
  private int length = NOTHING;

  public boolean isEmpty() {
    return length < 0;
  }

  public int length() {
    return length;
  }

  public void forget() {
    length = NOTHING;
  }

  public void remember(long address, int newLength) {
    int last = wordsBeforeLast(newLength);
    if (words.length <= last) {
      words = Arrays.copyOf(words, Math.max(last + 1, Math.min(2 * last, Integer.MAX_VALUE / 8)));
    }
    for (int i = 0; i < last; i++) {
      words[i] = MemoryUtil.getLong(address + (long) i * Long.BYTES);
    }
    words[last] = lastWord(address, newLength);
    length = newLength;
  }

  public boolean are(long address, int otherLength) {
    if (otherLength != length) {
      return false;
    }
    int last = wordsBeforeLast(length);
    for (int i = 0; i < last; i++) {
      if (words[i] != MemoryUtil.getLong(address + (long) i * Long.BYTES)) {
        return false;
      }
    }
    return words[last] == lastWord(address, length);
  }

  private static int wordsBeforeLast(int length) {
    return Math.max(0, length - 1) / Long.BYTES;
  }

  private static long lastWord(long address, int length) {
    return length < Long.BYTES
        ? UnsignedBytes.fewBytes(address, length)
        : MemoryUtil.getLong(address + length - Long.BYTES);
  }
}
