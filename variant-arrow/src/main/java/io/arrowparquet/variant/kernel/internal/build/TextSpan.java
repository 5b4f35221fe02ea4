// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import org.apache.arrow.memory.util.MemoryUtil;

/** Text without the spaces and control characters around it. */
final class TextSpan {
  private TextSpan() {}

  /** Address of the first character that is not a space; the end if there is none. */
  static long start(long address, int length) {
    long end = address + length;
    long start = address;
    while (start < end && isSpace(start)) {
      start++;
    }
    return start;
  }

  /** Length up to the last character that is not a space. */
  static int length(long start, long end) {
    long last = end;
    while (last > start && isSpace(last - 1)) {
      last--;
    }
    return (int) (last - start);
  }

  private static boolean isSpace(long address) {
    byte b = MemoryUtil.getByte(address);
    return b >= 0 && b <= ' ';
  }
}
