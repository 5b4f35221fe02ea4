// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppStatistics;
import io.arrowparquet.footer.model.PhysicalType;
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

  private final FooterBytes in;
  private final boolean isMax;

  /** Whether the bound is a value of the column. */
  boolean isExact;

  byte len;
  int lo4;
  long lo8;
  long hi8;

  /** The whole bound, where the fields above do not hold it; null otherwise. */
  byte[] whole;

  BoundReader(FooterBytes in, boolean isMax) {
    this.in = in;
    this.isMax = isMax;
  }

  /** Reads the bound of a table that has one, its length at least; whether it is sure. */
  boolean read(int table, int vtable, LeafColumn column) {
    len = in.i8(in.field(table, vtable, isMax ? CppStatistics.MAX_LEN : CppStatistics.MIN_LEN));
    int lo4At = in.field(table, vtable, isMax ? CppStatistics.MAX_LO4 : CppStatistics.MIN_LO4);
    int lo8At = in.field(table, vtable, isMax ? CppStatistics.MAX_LO8 : CppStatistics.MIN_LO8);
    int hi8At = in.field(table, vtable, isMax ? CppStatistics.MAX_HI8 : CppStatistics.MIN_HI8);
    lo4 = lo4At == 0 ? 0 : in.i32(lo4At);
    lo8 = lo8At == 0 ? 0 : in.i64(lo8At);
    hi8 = hi8At == 0 ? 0 : in.i64(hi8At);
    whole = null;
    return switch (column.type()) {
      case BOOLEAN -> false;
      case INT32, FLOAT -> number(Integer.BYTES);
      case INT64, DOUBLE -> number(Long.BYTES);
      case INT96 -> number(Integer.BYTES + Long.BYTES);
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes(in.child(table, CppStatistics.PREFIX), column);
    };
  }

  private boolean number(int width) {
    isExact = len > 0;
    if (Math.abs(len) != width) {
      throw corruptLength(width + " or " + -width);
    }
    return true;
  }

  private boolean bytes(int prefix, LeafColumn column) {
    isExact = len >= 0;
    if (len == WIDE_BYTES) {
      lo4 = 0;
      return true;
    }
    if (Math.abs(len) > REST_BYTES) {
      throw corruptLength("-4 to 4, or 16");
    }
    boolean isWhole =
        len != -REST_BYTES
            || (column.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY
                && in.count(prefix, 1) + REST_BYTES == column.typeLength());
    boolean isSure = isWhole || lo4 != (isMax ? 0 : -1);
    if (isSure && !isWhole && column.isDecimal()) {
      isSure = completeDecimal(prefix, column);
    }
    hi8 = (long) lo4 << Integer.SIZE;
    lo8 = 0;
    lo4 = 0;
    return isSure;
  }

  /** Zeros after a bound that was cut keep it a bound, signed or not, if its sign is right. */
  private boolean completeDecimal(int prefix, LeafColumn column) {
    int prefixLength = in.count(prefix, 1);
    boolean mayHaveOtherSign =
        prefixLength == 0 && lo4 == (isMax ? Integer.MIN_VALUE : Integer.MAX_VALUE);
    int length = column.typeLength();
    if (column.type() != PhysicalType.FIXED_LEN_BYTE_ARRAY
        || length <= prefixLength + REST_BYTES
        || length > MAX_DECIMAL_BYTES
        || mayHaveOtherSign) {
      return false;
    }
    whole = new byte[length];
    in.copyVector(prefix, whole, 0, prefixLength);
    ByteBuffer.wrap(whole).putInt(prefixLength, lo4);
    return true;
  }

  private CorruptFooterException corruptLength(String expected) {
    return new CorruptFooterException(
        "FlatBuffers footer: length of a packed bound",
        CorruptFooterException.NO_OFFSET,
        String.valueOf(len),
        expected);
  }
}
