// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.cpp.generated.CppStatistics;
import io.arrowparquet.footer.model.Type;
import java.nio.ByteBuffer;

/**
 * Translates one bound of arrow-cpp.fbs to the fields of parquet.fbs. Reused from bound to bound.
 *
 * <p>Numbers are packed alike. Of a byte array at most 4 bytes after the prefix are there: a longer
 * rest was cut to 4 bytes, as an unsigned number less one (minimum) or plus one (maximum). Where
 * that may have gone past the end of the numbers, the bound is left out, and so it is where a
 * decimal was cut that cannot be completed: what is not sure is unknown.
 */
final class BoundReader {
  /** Bytes after the prefix that lo4 holds. */
  static final int REST_BYTES = 4;

  /** Bytes of the only values that hi8 and lo8 hold. */
  static final int WIDE_BYTES = 16;

  /** Decimals of more bytes are not read by anybody. */
  private static final int MAX_DECIMAL_BYTES = 32;

  /** Whether there is a bound. */
  boolean isPresent;

  /** Whether the bound is a value of the column. */
  boolean isExact;

  byte len;
  int lo4;
  long lo8;
  long hi8;

  /** The whole bound, where the fields above do not hold it; null otherwise. */
  byte[] whole;

  void read(CppStatistics from, boolean isMax, LeafColumn column) {
    len = isMax ? from.maxLen() : from.minLen();
    lo4 = (int) (isMax ? from.maxLo4() : from.minLo4());
    lo8 = isMax ? from.maxLo8() : from.minLo8();
    hi8 = isMax ? from.maxHi8() : from.minHi8();
    whole = null;
    isPresent = true;
    switch (column.type()) {
      case BOOLEAN -> isPresent = false;
      case INT32, FLOAT -> number(Integer.BYTES);
      case INT64, DOUBLE -> number(Long.BYTES);
      case INT96 -> number(Integer.BYTES + Long.BYTES);
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(from, isMax, column);
    }
  }

  private void number(int width) {
    isExact = len > 0;
    if (Math.abs(len) != width) {
      throw corruptLength(width + " or " + -width);
    }
  }

  private void bytes(CppStatistics from, boolean isMax, LeafColumn column) {
    isExact = len >= 0;
    if (len == WIDE_BYTES) {
      lo4 = 0;
      return;
    }
    if (Math.abs(len) > REST_BYTES) {
      throw corruptLength("-4 to 4, or 16");
    }
    ByteBuffer prefix = from.prefixAsByteBuffer();
    int prefixLength = prefix == null ? 0 : prefix.remaining();
    boolean isWhole =
        len != -REST_BYTES
            || (column.type() == Type.FIXED_LEN_BYTE_ARRAY
                && prefixLength + REST_BYTES == column.typeLength());
    if (!isWhole) {
      isPresent = lo4 != (isMax ? 0 : -1);
      if (isPresent && column.isDecimal()) {
        completeDecimal(prefix, prefixLength, isMax, column);
      }
    }
    hi8 = (long) lo4 << Integer.SIZE;
    lo8 = 0;
    lo4 = 0;
  }

  /** Zeros behind a bound that was cut keep it a bound, signed or not, if its sign is right. */
  private void completeDecimal(
      ByteBuffer prefix, int prefixLength, boolean isMax, LeafColumn column) {
    boolean mayHaveOtherSign =
        prefixLength == 0 && lo4 == (isMax ? Integer.MIN_VALUE : Integer.MAX_VALUE);
    int length = column.typeLength();
    isPresent =
        column.type() == Type.FIXED_LEN_BYTE_ARRAY
            && length > prefixLength + REST_BYTES
            && length <= MAX_DECIMAL_BYTES
            && !mayHaveOtherSign;
    if (isPresent) {
      ByteBuffer value = ByteBuffer.allocate(length);
      if (prefix != null) {
        value.put(prefix);
      }
      whole = value.putInt(lo4).array();
    }
  }

  private CorruptFooterException corruptLength(String expected) {
    return new CorruptFooterException(
        "FlatBuffers footer: length of a packed bound",
        CorruptFooterException.NO_OFFSET,
        String.valueOf(len),
        expected);
  }
}
