// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.Type;
import java.math.BigInteger;

/** The order of a column's bounds, as the order TYPE_ORDER of the specification defines it. */
public enum BoundOrder {
  BOOLEAN(1),
  SIGNED_32(Integer.BYTES),
  UNSIGNED_32(Integer.BYTES),
  SIGNED_64(Long.BYTES),
  UNSIGNED_64(Long.BYTES),
  FLOAT(Integer.BYTES),
  DOUBLE(Long.BYTES),
  /** Unsigned bytes. */
  BYTES(BoundOrder.ANY),
  /** Big-endian two's complement. */
  DECIMAL(BoundOrder.ANY),
  /** None is defined, or it is not known here. */
  NONE(BoundOrder.ANY);

  private static final int ANY = -1;
  private static final int MAX_DIGITS = 76;

  private final int width;

  BoundOrder(int width) {
    this.width = width;
  }

  /** The order of a leaf's bounds. */
  public static BoundOrder of(SchemaElement leaf) {
    Type type = leaf.type();
    LogicalType annotation = annotation(leaf);
    LogicalType.Kind kind = annotation == null ? null : annotation.kind();
    boolean isOther =
        kind == LogicalType.Kind.UNKNOWN_MEMBER || leaf.convertedType() == ConvertedType.INTERVAL;
    if (type == null || isOther) {
      return NONE;
    }
    return switch (type) {
      case BOOLEAN -> BOOLEAN;
      case INT32 -> ofInteger(annotation, SIGNED_32, UNSIGNED_32);
      case INT64 -> ofInteger(annotation, SIGNED_64, UNSIGNED_64);
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case INT96 -> NONE;
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ofBytes(annotation);
    };
  }

  private static LogicalType annotation(SchemaElement leaf) {
    return ConvertedType.meaning(
        leaf.logicalType(), leaf.convertedType(), leaf.scale(), leaf.precision());
  }

  private static BoundOrder ofInteger(
      LogicalType annotation, BoundOrder signed, BoundOrder unsigned) {
    if (!(annotation instanceof IntType integer) || integer.isSigned()) {
      return signed;
    }
    boolean isLong = integer.bitWidth() == Long.SIZE;
    return isLong == (unsigned.width == Long.BYTES) ? unsigned : NONE;
  }

  private static BoundOrder ofBytes(LogicalType annotation) {
    if (annotation == null) {
      return BYTES;
    }
    return switch (annotation.kind()) {
      case STRING, ENUM, JSON, BSON, UUID -> BYTES;
      case DECIMAL -> isLegal((DecimalType) annotation) ? DECIMAL : NONE;
      default -> NONE;
    };
  }

  private static boolean isLegal(DecimalType decimal) {
    return decimal.precision() >= 1
        && decimal.precision() <= MAX_DIGITS
        && decimal.scale() >= 0
        && decimal.scale() <= decimal.precision();
  }

  /** Whether the deprecated bounds are ordered so too: those were compared as signed. */
  public boolean isSigned() {
    return this == BOOLEAN || this == SIGNED_32 || this == SIGNED_64;
  }

  /** Whether bytes are a bound of a column of this order. */
  public boolean accepts(BinaryValue bound) {
    return switch (this) {
      case NONE -> false;
      case BYTES -> true;
      case DECIMAL -> bound.length() > 0;
      case FLOAT -> bound.length() == width && !Float.isNaN(toFloat(bound));
      case DOUBLE -> bound.length() == width && !Double.isNaN(toDouble(bound));
      default -> bound.length() == width;
    };
  }

  /** Compares two bounds that are accepted. */
  public int compare(BinaryValue left, BinaryValue right) {
    return switch (this) {
      case BOOLEAN -> Boolean.compare(left.get(0) != 0, right.get(0) != 0);
      case SIGNED_32 -> Integer.compare((int) number(left), (int) number(right));
      case UNSIGNED_32, UNSIGNED_64 -> Long.compareUnsigned(number(left), number(right));
      case SIGNED_64 -> Long.compare(number(left), number(right));
      case FLOAT -> Float.compare(toFloat(left), toFloat(right));
      case DOUBLE -> Double.compare(toDouble(left), toDouble(right));
      case DECIMAL ->
          new BigInteger(left.toByteArray()).compareTo(new BigInteger(right.toByteArray()));
      case BYTES, NONE -> compareBytes(left, right);
    };
  }

  /** Little-endian. */
  private static long number(BinaryValue bound) {
    if (bound.length() == Long.BYTES) {
      return bound.littleEndianLong();
    }
    long number = 0;
    for (int i = bound.length() - 1; i >= 0; i--) {
      number = number << Byte.SIZE | (bound.get(i) & 0xFF);
    }
    return number;
  }

  // The sums make a negative zero positive: the two zeros are one number.

  private static float toFloat(BinaryValue bound) {
    return Float.intBitsToFloat((int) number(bound)) + 0.0f;
  }

  private static double toDouble(BinaryValue bound) {
    return Double.longBitsToDouble(number(bound)) + 0.0;
  }

  private static int compareBytes(BinaryValue left, BinaryValue right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      int order = Byte.compareUnsigned(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
