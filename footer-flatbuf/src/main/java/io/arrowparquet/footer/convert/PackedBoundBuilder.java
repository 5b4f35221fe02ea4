// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Packs one bound of a column chunk into fixed-width fields. Reused from bound to bound.
 *
 * <pre>
 *   INT32, FLOAT   | lo4 |                len 4     little-endian
 *   INT64, DOUBLE  | lo8       |          len 8     little-endian
 *   INT96          | lo4 | lo8       |    len 12    little-endian
 *   byte arrays    | prefix ... | hi8       | lo8       | tail ... |   big-endian
 *                                ^ len bytes, at most 16 ^
 * </pre>
 *
 * <p>A rest after the prefix of more than 16 bytes is cut: len is -16 and what was cut off is the
 * tail. A maximum that was cut is counted up by one, so that readers who do not know the tail still
 * have an upper bound; if it is all ones there is no such number, and it is kept whole instead.
 */
final class PackedBoundBuilder {
  private static final int REST_BYTES = 16;
  private static final int INT32 = PhysicalType.INT32.number();
  private static final int INT64 = PhysicalType.INT64.number();
  private static final int INT96 = PhysicalType.INT96.number();
  private static final int FLOAT = PhysicalType.FLOAT.number();
  private static final int DOUBLE = PhysicalType.DOUBLE.number();
  private static final int BYTE_ARRAY = PhysicalType.BYTE_ARRAY.number();
  private static final int FIXED_LEN_BYTE_ARRAY = PhysicalType.FIXED_LEN_BYTE_ARRAY.number();

  private static final VarHandle BIG_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Whether the fields below hold the bound; if not it is absent or kept whole. */
  boolean isPacked;

  byte len;
  int lo4;
  long lo8;
  long hi8;
  private int tailStart;
  private int tailLength;
  private int wholeStart;
  private int wholeLength;

  static boolean isByteArray(int type) {
    return type == BYTE_ARRAY || type == FIXED_LEN_BYTE_ARRAY;
  }

  /**
   * Packs {@code length} bytes at {@code start}; a negative length is not a bound.
   *
   * @param prefix how many of the bytes the other bound has too
   * @param type number of the physical type, negative for none
   */
  void pack(
      byte[] source,
      int start,
      int length,
      int prefix,
      int type,
      boolean isInexact,
      boolean isMax) {
    isPacked = false;
    lo4 = 0;
    lo8 = 0;
    hi8 = 0;
    tailLength = 0;
    wholeLength = -1;
    if (length < 0) {
      return;
    }
    if (isByteArray(type)) {
      packBytes(source, start + prefix, length - prefix, isInexact, isMax);
    } else {
      packNumber(source, start, length, type, isInexact);
    }
    if (!isPacked) {
      wholeStart = start;
      wholeLength = length;
      lo4 = 0;
      lo8 = 0;
      hi8 = 0;
      tailLength = 0;
    }
  }

  private void packNumber(byte[] source, int start, int length, int type, boolean isInexact) {
    if (length == 8 && (type == DOUBLE || type == INT64)) {
      lo8 = (long) ArrayNumbers.LONG.get(source, start);
    } else if (length == 4 && (type == INT32 || type == FLOAT)) {
      lo4 = (int) ArrayNumbers.INT.get(source, start);
    } else if (length == 12 && type == INT96) {
      lo4 = (int) ArrayNumbers.INT.get(source, start);
      lo8 = (long) ArrayNumbers.LONG.get(source, start + 4);
    } else {
      return;
    }
    isPacked = true;
    len = (byte) (isInexact ? -length : length);
  }

  private void packBytes(byte[] source, int start, int length, boolean isInexact, boolean isMax) {
    int kept = Math.min(length, REST_BYTES);
    hi8 = bigEndian(source, start, Math.min(kept, 8));
    lo8 = kept > 8 ? bigEndian(source, start + 8, kept - 8) : 0;
    isPacked = true;
    len = (byte) (isInexact ? -kept : kept);
    if (length > REST_BYTES) {
      len = -REST_BYTES;
      tailStart = start + REST_BYTES;
      tailLength = length - REST_BYTES;
      if (isMax) {
        isPacked = (hi8 & lo8) != -1;
        lo8++;
        hi8 += lo8 == 0 ? 1 : 0;
      }
    }
  }

  private static long bigEndian(byte[] source, int start, int length) {
    if (length == 0) {
      return 0;
    }
    if (start <= source.length - Long.BYTES) {
      return (long) BIG_LONG.get(source, start) & -1L << (Long.SIZE - Byte.SIZE * length);
    }
    long value = 0;
    for (int i = 0; i < length; i++) {
      value |= (source[start + i] & 0xFFL) << (56 - 8 * i);
    }
    return value;
  }

  static int commonPrefix(byte[] source, int start, int length, int otherStart, int otherLength) {
    int shorter = Math.min(length, otherLength);
    if (shorter > 0 && Math.max(start, otherStart) <= source.length - Long.BYTES) {
      long difference =
          (long) BIG_LONG.get(source, start) ^ (long) BIG_LONG.get(source, otherStart);
      if (difference != 0) {
        return Math.min(shorter, Long.numberOfLeadingZeros(difference) / Byte.SIZE);
      }
    }
    int mismatch =
        Arrays.mismatch(source, start, start + shorter, source, otherStart, otherStart + shorter);
    return mismatch < 0 ? shorter : mismatch;
  }

  /** Whether bytes are left that {@link #writeTail} or {@link #writeWhole} must write. */
  boolean hasVector() {
    return tailLength > 0 || wholeLength >= 0;
  }

  int writeTail(FlatWriter out) {
    return tailLength == 0 ? 0 : out.unsharedBytes(tailStart, tailLength);
  }

  int writeWhole(FlatWriter out) {
    return wholeLength < 0 ? 0 : out.bytes(wholeStart, wholeLength);
  }
}
