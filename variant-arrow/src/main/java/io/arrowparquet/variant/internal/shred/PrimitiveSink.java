// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.value.VariantCursor;

/**
 * Takes values of primitive types one by one. A method takes the value and returns true, or leaves
 * everything as it was and returns false.
 */
public interface PrimitiveSink {

  default boolean takeBoolean(boolean value) {
    return false;
  }

  default boolean takeInteger(long value) {
    return false;
  }

  default boolean takeFloat(float value) {
    return false;
  }

  default boolean takeDouble(double value) {
    return false;
  }

  default boolean takeDecimal(long high, long low, int scale) {
    return false;
  }

  /** Days since 1970-01-01. */
  default boolean takeDate(int days) {
    return false;
  }

  /** Units of this many nanoseconds; {@code utc} for an instant, else of no known zone. */
  default boolean takeTimestamp(long value, long unit, boolean utc) {
    return false;
  }

  /** A time of day: units of this many nanoseconds since midnight. */
  default boolean takeTime(long value, long unit) {
    return false;
  }

  default boolean takeBinary(long address, int length) {
    return false;
  }

  default boolean takeString(long address, int length) {
    return false;
  }

  /** UTF-8 bytes on the heap, the first of the array. */
  default boolean takeText(byte[] bytes, int length) {
    return false;
  }

  default boolean takeUuid(long address) {
    return false;
  }

  default boolean takeUuid(long mostSignificant, long leastSignificant) {
    return false;
  }

  default boolean takePrimitive(VariantCursor value) {
    int typeId = value.typeId();
    PrimitiveType type = PrimitiveType.of(typeId);
    return switch (type.kind()) {
      case BOOLEAN -> takeBoolean(typeId == VariantTypeIds.TRUE);
      case INTEGER -> takeInteger(value.getLong());
      case FLOAT -> takeFloat(value.getFloat());
      case DOUBLE -> takeDouble(value.getDouble());
      case STRING -> takeString(value.bytesAddress(), value.bytesLength());
      case DECIMAL -> takeDecimal(value.decimalHigh(), value.decimalLow(), value.decimalScale());
      case DATE -> takeDate(value.getInt());
      case TIMESTAMP -> takeTimestamp(value.getLong(), type.nanosPerUnit(), type.isUtc());
      case TIME -> takeTime(value.getLong(), type.nanosPerUnit());
      case BINARY -> takeBinary(value.bytesAddress(), value.bytesLength());
      case UUID -> takeUuid(value.bytesAddress());
      case NULL -> throw VariantTypeIds.unexpected(typeId);
    };
  }
}
