// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppStatistics;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Statistics;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

final class CppBounds {
  /** Bytes after the prefix that lo4 holds. */
  private static final int REST_BYTES = 4;

  /** Bytes of the only values that hi8 and lo8 hold. */
  private static final int WIDE_BYTES = 16;

  private CppBounds() {}

  /** What packing depends on: the type is null if unknown; byte arrays of decimals are signed. */
  record Leaf(PhysicalType type, int typeLength, boolean isDecimal) {
    boolean isByteArray() {
      return type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
    }
  }

  record Slots(int len, int lo4, int lo8, int hi8) {
    static final Slots CPP_MIN =
        new Slots(
            CppStatistics.MIN_LEN,
            CppStatistics.MIN_LO4,
            CppStatistics.MIN_LO8,
            CppStatistics.MIN_HI8);
    static final Slots CPP_MAX =
        new Slots(
            CppStatistics.MAX_LEN,
            CppStatistics.MAX_LO4,
            CppStatistics.MAX_LO8,
            CppStatistics.MAX_HI8);
    static final Slots MIN =
        new Slots(Statistics.MIN_LEN, Statistics.MIN_LO4, Statistics.MIN_LO8, Statistics.MIN_HI8);
    static final Slots MAX =
        new Slots(Statistics.MAX_LEN, Statistics.MAX_LO4, Statistics.MAX_LO8, Statistics.MAX_HI8);
  }

  static class Packed {
    byte len;
    int lo4;
    long lo8;
    long hi8;

    final void write(TableWriter out, Slots slots) {
      out.setUnless(0, slots.lo8, lo8)
          .setUnless(0, slots.hi8, hi8)
          .setUnless(0, slots.lo4, lo4)
          .set(slots.len, len);
    }

    final void sign(int length, boolean isExact) {
      len = (byte) (isExact ? length : -length);
    }
  }

  /**
   * Translates one bound of arrow-cpp.fbs to the fields of parquet.fbs. Reused from bound to bound.
   *
   * <p>Numbers are packed alike. Of a byte array at most 4 bytes after the prefix are there: a
   * longer rest was cut to 4 bytes, as an unsigned number less one (minimum) or plus one (maximum).
   * Where that may have gone past the end of the numbers, the bound is left out, and so it is where
   * a decimal was cut that cannot be completed: what is not sure is unknown.
   */
  static final class Reader extends Packed {
    /** Decimals of more bytes are not read by anybody. */
    private static final int MAX_DECIMAL_BYTES = 32;

    private final FooterBytes in;
    private final boolean isMax;
    boolean isExact;

    /** The whole bound, where the fields above do not hold it; null otherwise. */
    byte[] whole;

    Reader(FooterBytes in, boolean isMax) {
      this.in = in;
      this.isMax = isMax;
    }

    boolean read(int table, int vtable, Leaf column) {
      Slots slots = isMax ? Slots.CPP_MAX : Slots.CPP_MIN;
      len = in.i8(in.field(table, vtable, slots.len));
      int lo4At = in.field(table, vtable, slots.lo4);
      int lo8At = in.field(table, vtable, slots.lo8);
      int hi8At = in.field(table, vtable, slots.hi8);
      lo4 = lo4At == 0 ? 0 : in.i32(lo4At);
      lo8 = lo8At == 0 ? 0 : in.i64(lo8At);
      hi8 = hi8At == 0 ? 0 : in.i64(hi8At);
      whole = null;
      return switch (column.type()) {
        case BOOLEAN -> false;
        case INT32, FLOAT -> number(Integer.BYTES);
        case INT64, DOUBLE -> number(Long.BYTES);
        case INT96 -> number(Integer.BYTES + Long.BYTES);
        case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
            bytes(in.child(table, CppStatistics.PREFIX), column);
      };
    }

    private boolean number(int width) {
      isExact = len > 0;
      if (Math.abs(len) != width) {
        throw corruptLength(width + " or " + -width);
      }
      return true;
    }

    private boolean bytes(int prefix, Leaf column) {
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
    private boolean completeDecimal(int prefix, Leaf column) {
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
          "FlatBuffers footer: length of a packed bound", String.valueOf(len), expected);
    }
  }

  /**
   * Packs the two bounds of a column chunk into the fields of arrow-cpp.fbs, which has both or
   * neither. Reused from chunk to chunk.
   *
   * <p>A bound that would be wrong in the hands of Arrow C++ is left out, and the other with it: a
   * maximum whose rest cannot be counted up, a decimal that would have to be cut.
   */
  static final class Writer {
    Packed min;
    Packed max;
    int prefixLength;

    /** Whether there are two bounds, neither null, and both can be packed, which they are now. */
    boolean pack(
        byte[] minValue, boolean isMinExact, byte[] maxValue, boolean isMaxExact, Leaf column) {
      min = new Packed();
      max = new Packed();
      prefixLength = 0;
      if (minValue == null || maxValue == null || column.type() == null) {
        return false;
      }
      if (!column.isByteArray()) {
        return packNumber(minValue, isMinExact, min, column.type())
            && packNumber(maxValue, isMaxExact, max, column.type());
      }
      if (column.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY
          && isMinExact
          && isMaxExact
          && minValue.length == WIDE_BYTES
          && maxValue.length == WIDE_BYTES) {
        packWide(minValue, min);
        packWide(maxValue, max);
        return true;
      }
      int mismatch = Arrays.mismatch(minValue, maxValue);
      prefixLength = mismatch < 0 ? minValue.length : mismatch;
      return packRest(minValue, isMinExact, false, column.isDecimal())
          && packRest(maxValue, isMaxExact, true, column.isDecimal());
    }

    void write(TableWriter out) {
      min.write(out, Slots.CPP_MIN);
      max.write(out, Slots.CPP_MAX);
    }

    private static boolean packNumber(byte[] value, boolean isExact, Packed to, PhysicalType type) {
      int width =
          switch (type) {
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> Integer.BYTES + Long.BYTES;
            default -> -1;
          };
      if (value.length != width) {
        return false;
      }
      ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
      to.sign(width, isExact);
      to.lo4 = width == Long.BYTES ? 0 : bytes.getInt();
      to.lo8 = width == Integer.BYTES ? 0 : bytes.getLong();
      return true;
    }

    private static void packWide(byte[] value, Packed to) {
      ByteBuffer bytes = ByteBuffer.wrap(value);
      to.hi8 = bytes.getLong();
      to.lo8 = bytes.getLong();
      to.sign(value.length, true);
    }

    private boolean packRest(byte[] value, boolean isExact, boolean isMax, boolean isDecimal) {
      Packed to = isMax ? max : min;
      int rest = value.length - prefixLength;
      int kept = Math.min(rest, REST_BYTES);
      to.lo4 = ByteBuffer.allocate(REST_BYTES).put(value, prefixLength, kept).getInt(0);
      to.sign(kept, isExact);
      if (rest <= REST_BYTES) {
        return true;
      }
      to.sign(kept, false);
      if (isMax) {
        return !isDecimal && ++to.lo4 != 0;
      }
      // Less than a number of zeros is none; cut off, it is a lower bound as it is.
      to.lo4 -= to.lo4 == 0 ? 0 : 1;
      return !isDecimal;
    }
  }
}
