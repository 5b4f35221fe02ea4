// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.flat.StatisticsView.BoundSlots;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Statistics;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Gives back the bytes of a bound that was packed into fixed-width fields.
 *
 * <pre>
 *   INT32, FLOAT   | lo4 |                little-endian
 *   INT64, DOUBLE  | lo8       |          little-endian
 *   INT96          | lo4 | lo8       |    little-endian
 *   byte arrays    | prefix ... | hi8       | lo8       | tail ... |   big-endian, |len| of the 16 bytes
 * </pre>
 *
 * <p>A maximum with a tail was counted up by one after its tail was cut off, and is counted down
 * here.
 */
final class PackedBound {
  private static final int REST_BYTES = 16;

  private PackedBound() {}

  static boolean isPrimitive(int type) {
    return type == PhysicalType.INT32.number()
        || type == PhysicalType.INT64.number()
        || type == PhysicalType.FLOAT.number()
        || type == PhysicalType.DOUBLE.number();
  }

  static byte[] unpack(StatisticsView view, int typeNumber, BoundSlots slots, boolean isMax) {
    PhysicalType type = PhysicalType.forNumber(typeNumber);
    if (type == null) {
      throw view.bytes.corrupt("physical type of packed bounds", view.table, typeNumber, "0 to 7");
    }
    return switch (type) {
      case BOOLEAN -> null;
      case INT32, FLOAT -> littleEndian(4).putInt(view.intField(slots.lo4())).array();
      case INT64, DOUBLE -> littleEndian(8).putLong(view.longField(slots.lo8())).array();
      case INT96 ->
          littleEndian(12)
              .putInt(view.intField(slots.lo4()))
              .putLong(view.longField(slots.lo8()))
              .array();
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> unpackBytes(view, slots, isMax);
    };
  }

  private static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] unpackBytes(StatisticsView view, BoundSlots slots, boolean isMax) {
    int rest = Math.abs(view.byteField(slots.len()));
    if (rest > REST_BYTES) {
      throw view.bytes.corrupt("length of a packed bound", view.table, rest, "-16 to 16");
    }
    int prefix = view.child(Statistics.PREFIX);
    int tail = view.child(slots.tail());
    int prefixLength = view.bytes.count(prefix, 1);
    int tailLength = view.bytes.count(tail, 1);
    long high = view.longField(slots.hi8());
    long low = view.longField(slots.lo8());
    if (isMax && tail != 0) {
      high -= low == 0 ? 1 : 0;
      low--;
    }
    byte[] value = new byte[Math.addExact(prefixLength + rest, tailLength)];
    view.bytes.copyVector(prefix, value, 0, prefixLength);
    for (int i = 0; i < rest; i++) {
      long word = i < Long.BYTES ? high : low;
      value[prefixLength + i] = (byte) (word >>> (Long.SIZE - Byte.SIZE * (i % Long.BYTES + 1)));
    }
    view.bytes.copyVector(tail, value, prefixLength + rest, tailLength);
    return value;
  }
}
