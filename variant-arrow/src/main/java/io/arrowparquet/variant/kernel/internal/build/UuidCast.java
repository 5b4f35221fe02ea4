// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import org.apache.arrow.memory.util.MemoryUtil;

/** Text of 32 hexadecimal digits, with hyphens where a UUID has them or none, to a UUID. */
final class UuidCast extends SqlCast {
  private static final int DIGITS = 32;
  private static final int WORD_DIGITS = 16;
  private static final int HYPHENS = 4;

  UuidCast(PrimitiveSink out) {
    super(out);
  }

  @Override
  public boolean takeUuid(long address) {
    return out.takeUuid(address);
  }

  @Override
  public boolean takeBinary(long address, int length) {
    return out.takeBinary(address, length);
  }

  @Override
  public boolean takeString(long address, int length) {
    long start = TextSpan.start(address, length);
    int trimmed = TextSpan.length(start, address + length);
    boolean hyphens = trimmed == DIGITS + HYPHENS;
    if (!hyphens && trimmed != DIGITS) {
      return false;
    }
    long most = 0;
    long least = 0;
    long at = start;
    for (int i = 0; i < DIGITS; i++) {
      if (hyphens && isBehindHyphen(i) && MemoryUtil.getByte(at++) != '-') {
        return false;
      }
      int digit = hexDigit(MemoryUtil.getByte(at++));
      if (digit < 0) {
        return false;
      }
      if (i < WORD_DIGITS) {
        most = most << 4 | digit;
      } else {
        least = least << 4 | digit;
      }
    }
    return out.takeUuid(most, least);
  }

  private static boolean isBehindHyphen(int digit) {
    return digit == 8 || digit == 12 || digit == 16 || digit == 20;
  }

  private static int hexDigit(byte b) {
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    int lower = b | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }
}
