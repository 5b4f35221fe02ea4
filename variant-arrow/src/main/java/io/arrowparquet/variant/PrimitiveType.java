// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * The table of Variant's primitive types: one row a type, in the order of the ids
 * (variant-arrow/FORMAT.md, section 1). Code that depends on a type's width, digits, unit, name or
 * Arrow type reads it here; code that treats types differently switches over {@link Kind}.
 */
public enum PrimitiveType {
  NULL("null", Kind.NULL, 0, ArrowType.Null.INSTANCE),
  TRUE("true", Kind.BOOLEAN, 0, ArrowType.Bool.INSTANCE),
  FALSE("false", Kind.BOOLEAN, 0, ArrowType.Bool.INSTANCE),
  INT8("int8", Kind.INTEGER, 1, new ArrowType.Int(8, true)),
  INT16("int16", Kind.INTEGER, 2, new ArrowType.Int(16, true)),
  INT32("int32", Kind.INTEGER, 4, new ArrowType.Int(32, true)),
  INT64("int64", Kind.INTEGER, 8, new ArrowType.Int(64, true)),
  DOUBLE("double", Kind.DOUBLE, 8, new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
  /** Decimal of up to 9 digits. */
  DECIMAL4("decimal4", 4, 9),
  /** Decimal of up to 18 digits. */
  DECIMAL8("decimal8", 8, 18),
  /** Decimal of up to 38 digits. */
  DECIMAL16("decimal16", 16, 38),
  /** Days since 1970-01-01. */
  DATE("date", Kind.DATE, 4, new ArrowType.Date(DateUnit.DAY)),
  /** Instant in microseconds. */
  TIMESTAMP_MICROS("timestamp (micros, UTC)", TimeUnit.MICROSECOND, "UTC"),
  /** Local timestamp in microseconds. */
  TIMESTAMP_NTZ_MICROS("timestamp (micros, NTZ)", TimeUnit.MICROSECOND, null),
  FLOAT("float", Kind.FLOAT, 4, new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)),
  BINARY("binary", Kind.BINARY, PrimitiveType.LENGTH_PREFIXED, ArrowType.Binary.INSTANCE),
  STRING("string", Kind.STRING, PrimitiveType.LENGTH_PREFIXED, ArrowType.Utf8.INSTANCE),
  /** Local time of day in microseconds. */
  TIME_NTZ_MICROS(
      "time (micros, NTZ)", Kind.TIME, 8, new ArrowType.Time(TimeUnit.MICROSECOND, Long.SIZE)),
  /** Instant in nanoseconds. */
  TIMESTAMP_NANOS("timestamp (nanos, UTC)", TimeUnit.NANOSECOND, "UTC"),
  /** Local timestamp in nanoseconds. */
  TIMESTAMP_NTZ_NANOS("timestamp (nanos, NTZ)", TimeUnit.NANOSECOND, null),
  UUID("uuid", Kind.UUID, 16, new ArrowType.FixedSizeBinary(16));

  /** What types of different width, digits or unit have in common. */
  public enum Kind {
    NULL,
    BOOLEAN,
    INTEGER,
    FLOAT,
    DOUBLE,
    /** A byte of scale, then an unscaled integer. */
    DECIMAL,
    /** Days since 1970-01-01. */
    DATE,
    /** {@link #nanosPerUnit Units} since midnight. */
    TIME,
    /** {@link #nanosPerUnit Units} since 1970-01-01T00:00, {@link #isUtc in UTC} or local. */
    TIMESTAMP,
    BINARY,
    STRING,
    /** 16 bytes, big-endian. */
    UUID
  }

  /** In place of {@link #dataLength}: four bytes of length, then this many bytes. */
  public static final int LENGTH_PREFIXED = -1;

  private static final PrimitiveType[] BY_ID = values();

  private final String label;
  private final Kind kind;
  private final int dataLength;
  private final int digits;

  /** Arrow's types have final fields, which it does not declare. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final ArrowType arrowType;

  private final long nanosPerUnit;
  private final boolean utc;

  PrimitiveType(String label, Kind kind, int dataLength, ArrowType arrowType) {
    this(label, kind, dataLength, 0, arrowType);
  }

  PrimitiveType(String label, int width, int digits) {
    this(label, Kind.DECIMAL, 1 + width, digits, null);
  }

  PrimitiveType(String label, TimeUnit unit, String zone) {
    this(label, Kind.TIMESTAMP, 8, new ArrowType.Timestamp(unit, zone));
  }

  PrimitiveType(String label, Kind kind, int dataLength, int digits, ArrowType arrowType) {
    this.label = label;
    this.kind = kind;
    this.dataLength = dataLength;
    this.digits = digits;
    this.arrowType = arrowType;
    this.nanosPerUnit = nanosPerUnit(arrowType);
    this.utc =
        arrowType instanceof ArrowType.Timestamp timestamp && timestamp.getTimezone() != null;
  }

  private static long nanosPerUnit(ArrowType type) {
    if (type instanceof ArrowType.Time time) {
      return nanosPer(time.getUnit());
    }
    return type instanceof ArrowType.Timestamp timestamp ? nanosPer(timestamp.getUnit()) : 0;
  }

  /** Nanoseconds in a unit. */
  public static long nanosPer(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1_000_000_000;
      case MILLISECOND -> 1_000_000;
      case MICROSECOND -> 1_000;
      case NANOSECOND -> 1;
    };
  }

  /**
   * The type of an id.
   *
   * @throws IllegalStateException if no primitive type has it
   */
  public static PrimitiveType of(int typeId) {
    if (!isPrimitive(typeId)) {
      throw VariantTypeIds.unexpected(typeId);
    }
    return BY_ID[typeId];
  }

  /** Whether an id is that of a primitive type. */
  public static boolean isPrimitive(int typeId) {
    return typeId >= 0 && typeId < BY_ID.length;
  }

  /** The narrowest decimal type for this many digits, 1 to 38. */
  public static PrimitiveType ofDecimal(int digits) {
    if (digits <= DECIMAL4.digits) {
      return DECIMAL4;
    }
    return digits <= DECIMAL8.digits ? DECIMAL8 : DECIMAL16;
  }

  /** The id in {@link VariantTypeIds}, which is that of the specification. */
  @SuppressWarnings("EnumOrdinal") // rows are in the order of the ids, as a test holds
  public int typeId() {
    return ordinal();
  }

  /** Name for messages: {@code "timestamp (micros, UTC)"}. */
  public String label() {
    return label;
  }

  /** What the type has in common with others. */
  public Kind kind() {
    return kind;
  }

  /** Bytes after the header, a decimal's scale among them; or {@link #LENGTH_PREFIXED}. */
  public int dataLength() {
    return dataLength;
  }

  /** Digits that a decimal may have; 0 for any other type. */
  public int digits() {
    return digits;
  }

  /** Nanoseconds in a unit of a time or a timestamp; 0 for any other type. */
  public long nanosPerUnit() {
    return nanosPerUnit;
  }

  /** Whether a timestamp is an instant, not local. */
  public boolean isUtc() {
    return utc;
  }

  /** The equal Arrow type; of a UUID its storage; null for a decimal, which needs its digits. */
  public @Nullable ArrowType arrowType() {
    return arrowType;
  }

  /** The type whose columns hold the values of all types of this kind where widths may differ. */
  public PrimitiveType widest() {
    return switch (kind) {
      case BOOLEAN -> TRUE;
      case INTEGER -> INT64;
      case DECIMAL -> DECIMAL16;
      default -> this;
    };
  }
}
