// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Packs the two bounds of a column chunk into the fields of arrow-cpp.fbs, which has both or
 * neither. Reused from chunk to chunk.
 *
 * <p>A bound that would be wrong in the hands of Arrow C++ is left out, and the other with it: a
 * maximum whose rest cannot be counted up, a decimal that would have to be cut.
 */
final class BoundsWriter {
  /** One bound, packed. */
  static final class Packed {
    byte len;
    int lo4;
    long lo8;
    long hi8;

    private void clear() {
      len = 0;
      lo4 = 0;
      lo8 = 0;
      hi8 = 0;
    }

    private void sign(int length, boolean isExact) {
      len = (byte) (isExact ? length : -length);
    }
  }

  final Packed min = new Packed();
  final Packed max = new Packed();

  /** How many bytes both bounds have in common, and leave to the prefix. */
  int prefixLength;

  /**
   * Packs two bounds.
   *
   * @param minValue the lower bound; null for none
   * @param maxValue the upper bound; null for none
   * @return whether there are two, and both can be packed
   */
  boolean pack(
      byte[] minValue, boolean isMinExact, byte[] maxValue, boolean isMaxExact, LeafColumn column) {
    min.clear();
    max.clear();
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
        && minValue.length == BoundReader.WIDE_BYTES
        && maxValue.length == BoundReader.WIDE_BYTES) {
      packWide(minValue, min);
      packWide(maxValue, max);
      return true;
    }
    int mismatch = Arrays.mismatch(minValue, maxValue);
    prefixLength = mismatch < 0 ? minValue.length : mismatch;
    return packRest(minValue, isMinExact, false, column.isDecimal())
        && packRest(maxValue, isMaxExact, true, column.isDecimal());
  }

  private static boolean packNumber(byte[] value, boolean isExact, Packed to, PhysicalType type) {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    to.sign(value.length, isExact);
    if ((type == PhysicalType.INT32 || type == PhysicalType.FLOAT)
        && value.length == Integer.BYTES) {
      to.lo4 = bytes.getInt();
      return true;
    }
    if ((type == PhysicalType.INT64 || type == PhysicalType.DOUBLE) && value.length == Long.BYTES) {
      to.lo8 = bytes.getLong();
      return true;
    }
    if (type == PhysicalType.INT96 && value.length == Integer.BYTES + Long.BYTES) {
      to.lo4 = bytes.getInt();
      to.lo8 = bytes.getLong();
      return true;
    }
    return false;
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
    int kept = Math.min(rest, BoundReader.REST_BYTES);
    to.lo4 = ByteBuffer.allocate(BoundReader.REST_BYTES).put(value, prefixLength, kept).getInt(0);
    to.sign(kept, isExact);
    if (rest <= BoundReader.REST_BYTES) {
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
