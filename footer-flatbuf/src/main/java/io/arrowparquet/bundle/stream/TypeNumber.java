// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.PhysicalType;

/**
 * The registry of types: what a number in a SchemaDef means. The number of a type is {@code base +
 * 32 * form}; the constants have the bases, and the form says which annotations the schema element
 * has. Physical and logical types are constants of the same name.
 *
 * <p>Numbers are never given another meaning. New types are appended.
 */
enum TypeNumber {
  /** Anything: the Thrift bytes of the schema element without its name follow. */
  THRIFT(0),
  /** A group without {@code repetition_type}, as the root has it. */
  UNREPEATED_GROUP(1),
  GROUP(2),
  LIST(3),
  BOOLEAN(4),
  INT32(5),
  INT64(6),
  FLOAT(7),
  DOUBLE(8),
  BYTE_ARRAY(9),
  FIXED_LEN_BYTE_ARRAY(10),
  STRING(11),
  DATE(12),
  /** Parameter: unit and UTC flag. */
  TIMESTAMP(13),
  INTEGER(14),
  /** Parameters: physical type, length if that is FIXED_LEN_BYTE_ARRAY, precision, scale. */
  DECIMAL(15),
  MAP(16),
  VARIANT(17),
  INT96(18),
  /** Parameter: unit and UTC flag. */
  TIME(19),
  ENUM(20),
  JSON(21),
  BSON(22),
  UUID(23),
  FLOAT16(24),
  /** Only in the form {@link #CONVERTED}. */
  INTERVAL(25),
  /** Parameters: physical type, length if that is FIXED_LEN_BYTE_ARRAY. */
  NULL(26),
  /** Only in the form {@link #CONVERTED}. */
  MAP_KEY_VALUE(27),
  GEOMETRY(28),
  GEOGRAPHY(29),
  FILE(30);

  static final int THRIFT_NUMBER = 0;

  // Forms.
  /** The logical type, and the converted type that it implies if there is one. */
  static final int USUAL = 0;

  /** The converted type only, as old writers have it. */
  static final int CONVERTED = 1;

  /** The logical type only, though it implies a converted type. */
  static final int LOGICAL = 2;

  private static final int BASES = 32;
  static final int LIMIT = BASES * (LOGICAL + 1);
  private static final TypeNumber[] BY_BASE = new TypeNumber[BASES];

  static {
    for (TypeNumber type : values()) {
      BY_BASE[type.base] = type;
    }
  }

  private final int base;

  @SuppressWarnings("ImmutableEnumChecker") // a record without components
  private final LogicalType plainType;

  TypeNumber(int base) {
    this.base = base;
    LogicalType found = null;
    for (LogicalType.Kind kind : LogicalType.Kind.values()) {
      found = kind.name().equals(name()) ? kind.plainType() : found;
    }
    plainType = found;
  }

  int inForm(int form) {
    return base + BASES * form;
  }

  static int form(int number) {
    return number / BASES;
  }

  static TypeNumber of(int number) {
    return BY_BASE[number % BASES];
  }

  static TypeNumber of(PhysicalType type) {
    return valueOf(type.name());
  }

  /** The constant of a logical type; null for those of the future. */
  static TypeNumber of(LogicalType.Kind kind) {
    return kind == LogicalType.Kind.UNKNOWN_MEMBER ? null : valueOf(kind.name());
  }

  /** The logical type without parameters that this is; null for all others. */
  LogicalType plainType() {
    return plainType;
  }

  static PhysicalType physicalType(LogicalType.TimeType time) {
    return time.unit() == TimeUnit.MILLIS ? PhysicalType.INT32 : PhysicalType.INT64;
  }

  static PhysicalType physicalType(LogicalType.IntType integer) {
    return integer.bitWidth() == Long.SIZE ? PhysicalType.INT64 : PhysicalType.INT32;
  }

  boolean hasNoLogicalType() {
    return this == INTERVAL || this == MAP_KEY_VALUE;
  }

  boolean isGroup() {
    return switch (this) {
      case UNREPEATED_GROUP, GROUP, LIST, MAP, VARIANT, MAP_KEY_VALUE, FILE -> true;
      default -> false;
    };
  }

  /**
   * Physical type of the leaves; null for groups, and where a parameter, the bytes or the unit say
   * it.
   */
  PhysicalType physicalType() {
    return switch (this) {
      case BOOLEAN -> PhysicalType.BOOLEAN;
      case INT32, DATE -> PhysicalType.INT32;
      case INT64, TIMESTAMP -> PhysicalType.INT64;
      case INT96 -> PhysicalType.INT96;
      case FLOAT -> PhysicalType.FLOAT;
      case DOUBLE -> PhysicalType.DOUBLE;
      case BYTE_ARRAY, STRING, ENUM, JSON, BSON, GEOMETRY, GEOGRAPHY -> PhysicalType.BYTE_ARRAY;
      case FIXED_LEN_BYTE_ARRAY, UUID, FLOAT16, INTERVAL -> PhysicalType.FIXED_LEN_BYTE_ARRAY;
      case THRIFT, TIME, INTEGER, DECIMAL, NULL -> null;
      case UNREPEATED_GROUP, GROUP, LIST, MAP, VARIANT, MAP_KEY_VALUE, FILE -> null;
    };
  }

  int fixedLength() {
    return switch (this) {
      case UUID -> 16;
      case FLOAT16 -> 2;
      case INTERVAL -> 12;
      default -> 0;
    };
  }
}
