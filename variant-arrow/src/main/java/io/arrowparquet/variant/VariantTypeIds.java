// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

/**
 * The types a Variant value can have, as numbers: the primitive type ids of the ratified
 * specification, and two numbers of our own for the containers. What is known of each primitive is
 * in {@link PrimitiveType}.
 *
 * <p>A switch over these names every type it treats separately, and ends in {@link #unexpected}
 * unless the rest holds for any type that may be added: a new type must not be read as another.
 *
 * <p>A short string is a {@link #STRING}. The draft of the specification numbered the last four
 * types 21 to 24; {@link VariantLimits#draftTypeIds()} says whether those are read, and they are
 * reported under the ratified numbers.
 *
 * <p>Threads: any may call it.
 */
public final class VariantTypeIds {
  /** Variant null, which is a value: not the absence of one, and not SQL null. */
  public static final int NULL = 0;

  /** Boolean true. */
  public static final int TRUE = 1;

  /** Boolean false. */
  public static final int FALSE = 2;

  /** Signed integer of 1 byte. */
  public static final int INT8 = 3;

  /** Signed integer of 2 bytes. */
  public static final int INT16 = 4;

  /** Signed integer of 4 bytes. */
  public static final int INT32 = 5;

  /** Signed integer of 8 bytes. */
  public static final int INT64 = 6;

  /** IEEE 754 number of 8 bytes. */
  public static final int DOUBLE = 7;

  /** Decimal of up to 9 digits. */
  public static final int DECIMAL4 = 8;

  /** Decimal of up to 18 digits. */
  public static final int DECIMAL8 = 9;

  /** Decimal of up to 38 digits. */
  public static final int DECIMAL16 = 10;

  /** Days since 1970-01-01. */
  public static final int DATE = 11;

  /** Microseconds since 1970-01-01T00:00Z: an instant. */
  public static final int TIMESTAMP_MICROS = 12;

  /** Microseconds since 1970-01-01T00:00 on a clock of no known zone. */
  public static final int TIMESTAMP_NTZ_MICROS = 13;

  /** IEEE 754 number of 4 bytes. */
  public static final int FLOAT = 14;

  /** Bytes. */
  public static final int BINARY = 15;

  /** UTF-8 text, in the long or the short form. */
  public static final int STRING = 16;

  /** Microseconds since midnight on a clock of no known zone. */
  public static final int TIME_NTZ_MICROS = 17;

  /** Nanoseconds since 1970-01-01T00:00Z: an instant. */
  public static final int TIMESTAMP_NANOS = 18;

  /** Nanoseconds since 1970-01-01T00:00 on a clock of no known zone. */
  public static final int TIMESTAMP_NTZ_NANOS = 19;

  /** UUID of 16 bytes, big-endian. */
  public static final int UUID = 20;

  /** Object. Our own number: the specification marks containers in another field. */
  public static final int OBJECT = 64;

  /** Array. Our own number, as {@link #OBJECT}. */
  public static final int ARRAY = 65;

  /** One more than the greatest number above: the length of a table indexed by type. */
  public static final int COUNT = 66;

  private VariantTypeIds() {}

  /** Whether a type is an integer of any width. */
  public static boolean isInteger(int typeId) {
    return typeId >= INT8 && typeId <= INT64;
  }

  /** Whether a type is a decimal of any width. */
  public static boolean isDecimal(int typeId) {
    return typeId >= DECIMAL4 && typeId <= DECIMAL16;
  }

  /** As {@link PrimitiveType#widest}; a container is its own. */
  public static int widest(int typeId) {
    return PrimitiveType.isPrimitive(typeId) ? PrimitiveType.of(typeId).widest().typeId() : typeId;
  }

  /** The error of code that meets a type it does not know: a mistake in this library. */
  public static IllegalStateException unexpected(int typeId) {
    return new IllegalStateException("no case for values of " + name(typeId));
  }

  /** The type's name for messages; {@code "type 33"} for a number that is none of the above. */
  public static String name(int typeId) {
    if (PrimitiveType.isPrimitive(typeId)) {
      return PrimitiveType.of(typeId).label();
    }
    return switch (typeId) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      default -> "type " + typeId;
    };
  }
}
