// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import org.apache.arrow.memory.util.MemoryUtil;

/** Numbers to whether they are not zero, and the usual words. */
final class BooleanCast extends SqlCast {
  private static final String[] TRUE = {"true", "t", "yes", "y", "1"};
  private static final String[] FALSE = {"false", "f", "no", "n", "0"};
  private static final int TO_LOWER = 'a' - 'A';

  BooleanCast(PrimitiveSink out) {
    super(out);
  }

  @Override
  public boolean takeBoolean(boolean value) {
    return out.takeBoolean(value);
  }

  @Override
  public boolean takeInteger(long value) {
    return out.takeBoolean(value != 0);
  }

  @Override
  public boolean takeFloat(float value) {
    return out.takeBoolean(value != 0);
  }

  @Override
  public boolean takeDouble(double value) {
    return out.takeBoolean(value != 0);
  }

  @Override
  public boolean takeDecimal(long high, long low, int scale) {
    return out.takeBoolean((high | low) != 0);
  }

  @Override
  public boolean takeString(long address, int length) {
    long start = TextSpan.start(address, length);
    int trimmed = TextSpan.length(start, address + length);
    if (isOneOf(TRUE, start, trimmed)) {
      return out.takeBoolean(true);
    }
    return isOneOf(FALSE, start, trimmed) && out.takeBoolean(false);
  }

  private static boolean isOneOf(String[] words, long address, int length) {
    for (String word : words) {
      if (word.length() == length && isWord(word, address)) {
        return true;
      }
    }
    return false;
  }

  /** Whether ASCII text is a word of lower case, in whatever case. */
  static boolean isWord(String word, long address) {
    for (int i = 0; i < word.length(); i++) {
      byte b = MemoryUtil.getByte(address + i);
      int lower = b >= 'A' && b <= 'Z' ? b + TO_LOWER : b;
      if (lower != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
