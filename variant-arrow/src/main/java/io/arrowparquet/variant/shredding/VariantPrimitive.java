// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.shredding;

import io.arrowparquet.variant.VariantTypeIds;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * One row of the table of primitives: a Variant type id and the Arrow type that is its equal
 * (variant-format.md, section 1). Arrow types outside the table have no equal.
 *
 * @param typeId of {@link VariantTypeIds}; a boolean is {@link VariantTypeIds#TRUE}
 * @param precision digits of a decimal, 0 for any other type
 * @param scale digits of a decimal after the point, 0 for any other type
 */
public record VariantPrimitive(int typeId, int precision, int scale) {
  /** Name of Arrow's canonical UUID extension; Arrow Java 18 has no class for it. */
  public static final String UUID_EXTENSION = "arrow.uuid";

  /** Length of a UUID. */
  public static final int UUID_BYTES = 16;

  /** Digits that a decimal4 may have. */
  public static final int MAX_DIGITS_4 = 9;

  /** Digits that a decimal8 may have. */
  public static final int MAX_DIGITS_8 = 18;

  private static final int MAX_DIGITS_16 = 38;

  /** Names under which producers write the one time zone that the table knows. */
  private static final Set<String> UTC =
      Set.of(
          "UTC",
          "Etc/UTC",
          "Z",
          "Zulu",
          "Etc/Zulu",
          "UCT",
          "Etc/UCT",
          "Universal",
          "Etc/Universal",
          "GMT",
          "Etc/GMT",
          "+00:00",
          "-00:00",
          "+0000",
          "-0000");

  /** A primitive without digits. */
  public static VariantPrimitive of(int typeId) {
    return new VariantPrimitive(typeId, 0, 0);
  }

  /** The primitive that equals the type of this field, or null. */
  public static VariantPrimitive of(Field field) {
    ArrowType type = field.getType();
    if (field.getDictionary() != null) {
      return null;
    }
    if (isUuid(field)) {
      return of(VariantTypeIds.UUID);
    }
    return switch (type.getTypeID()) {
      case Null -> of(VariantTypeIds.NULL);
      case Bool -> of(VariantTypeIds.TRUE);
      case Int -> ofInt((ArrowType.Int) type);
      case FloatingPoint -> ofFloat(((ArrowType.FloatingPoint) type).getPrecision());
      case Decimal -> ofDecimal((ArrowType.Decimal) type);
      case Date ->
          ((ArrowType.Date) type).getUnit() == DateUnit.DAY ? of(VariantTypeIds.DATE) : null;
      case Timestamp -> ofTimestamp((ArrowType.Timestamp) type);
      case Time ->
          ((ArrowType.Time) type).getUnit() == TimeUnit.MICROSECOND
              ? of(VariantTypeIds.TIME_NTZ_MICROS)
              : null;
      case Binary, LargeBinary, BinaryView -> of(VariantTypeIds.BINARY);
      case Utf8, LargeUtf8, Utf8View -> of(VariantTypeIds.STRING);
      default -> null;
    };
  }

  private static VariantPrimitive ofInt(ArrowType.Int type) {
    if (!type.getIsSigned()) {
      return null;
    }
    return switch (type.getBitWidth()) {
      case Byte.SIZE -> of(VariantTypeIds.INT8);
      case Short.SIZE -> of(VariantTypeIds.INT16);
      case Integer.SIZE -> of(VariantTypeIds.INT32);
      default -> of(VariantTypeIds.INT64);
    };
  }

  private static VariantPrimitive ofFloat(FloatingPointPrecision precision) {
    return switch (precision) {
      case SINGLE -> of(VariantTypeIds.FLOAT);
      case DOUBLE -> of(VariantTypeIds.DOUBLE);
      case HALF -> null;
    };
  }

  private static VariantPrimitive ofDecimal(ArrowType.Decimal type) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    boolean legal =
        type.getBitWidth() == 128
            && precision >= 1
            && precision <= MAX_DIGITS_16
            && scale >= 0
            && scale <= precision;
    return legal ? new VariantPrimitive(decimalTypeId(precision), precision, scale) : null;
  }

  /** The narrowest decimal type for so many digits, 1 to 38. */
  public static int decimalTypeId(int precision) {
    if (precision <= MAX_DIGITS_4) {
      return VariantTypeIds.DECIMAL4;
    }
    return precision <= MAX_DIGITS_8 ? VariantTypeIds.DECIMAL8 : VariantTypeIds.DECIMAL16;
  }

  /** Digits that a decimal of a type may have: of decimal4, decimal8 or decimal16. */
  public static int maxDigits(int decimalTypeId) {
    return switch (decimalTypeId) {
      case VariantTypeIds.DECIMAL4 -> MAX_DIGITS_4;
      case VariantTypeIds.DECIMAL8 -> MAX_DIGITS_8;
      case VariantTypeIds.DECIMAL16 -> MAX_DIGITS_16;
      default -> throw VariantTypeIds.unexpected(decimalTypeId);
    };
  }

  /** Whether an Arrow type's time zone is UTC, by one of its names; null is no zone. */
  public static boolean isUtc(String zone) {
    return zone != null && UTC.contains(zone);
  }

  private static VariantPrimitive ofTimestamp(ArrowType.Timestamp type) {
    String zone = type.getTimezone();
    boolean local = zone == null || zone.isEmpty();
    if (!local && !isUtc(zone)) {
      return null;
    }
    return switch (type.getUnit()) {
      case MICROSECOND ->
          of(local ? VariantTypeIds.TIMESTAMP_NTZ_MICROS : VariantTypeIds.TIMESTAMP_MICROS);
      case NANOSECOND ->
          of(local ? VariantTypeIds.TIMESTAMP_NTZ_NANOS : VariantTypeIds.TIMESTAMP_NANOS);
      default -> null;
    };
  }

  private static boolean isUuid(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ExtensionType extension) {
      return extension.extensionName().equals(UUID_EXTENSION);
    }
    return type instanceof ArrowType.FixedSizeBinary fixed
        && fixed.getByteWidth() == UUID_BYTES
        && UUID_EXTENSION.equals(
            field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME));
  }

  /**
   * A nullable field of the Arrow type that equals this primitive; a UUID is a {@code
   * FixedSizeBinary(16)} that carries the extension's name in its metadata, as IPC writes it.
   */
  public Field field(String name) {
    Map<String, String> metadata =
        typeId == VariantTypeIds.UUID
            ? Map.of(
                ExtensionType.EXTENSION_METADATA_KEY_NAME,
                UUID_EXTENSION,
                ExtensionType.EXTENSION_METADATA_KEY_METADATA,
                "")
            : null;
    return new Field(name, new FieldType(true, arrowType(), null, metadata), null);
  }

  /** The Arrow type that equals this primitive; of a UUID, its storage. */
  public ArrowType arrowType() {
    return switch (typeId) {
      case VariantTypeIds.NULL -> ArrowType.Null.INSTANCE;
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE -> ArrowType.Bool.INSTANCE;
      case VariantTypeIds.INT8 -> new ArrowType.Int(Byte.SIZE, true);
      case VariantTypeIds.INT16 -> new ArrowType.Int(Short.SIZE, true);
      case VariantTypeIds.INT32 -> new ArrowType.Int(Integer.SIZE, true);
      case VariantTypeIds.INT64 -> new ArrowType.Int(Long.SIZE, true);
      case VariantTypeIds.FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case VariantTypeIds.DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 ->
          new ArrowType.Decimal(precision, scale, 128);
      case VariantTypeIds.DATE -> new ArrowType.Date(DateUnit.DAY);
      case VariantTypeIds.TIMESTAMP_MICROS -> timestamp(TimeUnit.MICROSECOND, "UTC");
      case VariantTypeIds.TIMESTAMP_NTZ_MICROS -> timestamp(TimeUnit.MICROSECOND, null);
      case VariantTypeIds.TIMESTAMP_NANOS -> timestamp(TimeUnit.NANOSECOND, "UTC");
      case VariantTypeIds.TIMESTAMP_NTZ_NANOS -> timestamp(TimeUnit.NANOSECOND, null);
      case VariantTypeIds.TIME_NTZ_MICROS -> new ArrowType.Time(TimeUnit.MICROSECOND, Long.SIZE);
      case VariantTypeIds.BINARY -> ArrowType.Binary.INSTANCE;
      case VariantTypeIds.STRING -> ArrowType.Utf8.INSTANCE;
      case VariantTypeIds.UUID -> new ArrowType.FixedSizeBinary(UUID_BYTES);
      default -> throw new IllegalStateException(VariantTypeIds.name(typeId) + " is no primitive");
    };
  }

  private static ArrowType timestamp(TimeUnit unit, String zone) {
    return new ArrowType.Timestamp(unit, zone);
  }
}
