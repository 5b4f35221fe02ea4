// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A Variant primitive type with the digits of a decimal, and the Arrow type that equals it
 * (variant-arrow/FORMAT.md, section 1). Not every Arrow type has an equal.
 *
 * <p>Immutable.
 *
 * @param typeId of {@link VariantTypeIds}; a boolean is {@link VariantTypeIds#TRUE}
 * @param precision digits of a decimal, 0 for any other type
 * @param scale digits of a decimal after the point, 0 for any other type
 */
public record VariantPrimitive(int typeId, int precision, int scale) {
  /** Name of Arrow's canonical UUID extension; Arrow Java 18 has no class for it. */
  public static final String UUID_EXTENSION = "arrow.uuid";

  /** Name of Arrow's canonical extension of JSON text. */
  public static final String JSON_EXTENSION = "arrow.json";

  public static final int UUID_BYTES = 16;
  public static final int DECIMAL_BYTES = 16;

  private static final String UTC_ZONE = "UTC";

  private static final Set<String> UTC =
      Set.of(
          UTC_ZONE,
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

  private static final Map<ArrowType, PrimitiveType> BY_ARROW_TYPE = byArrowType();

  private static Map<ArrowType, PrimitiveType> byArrowType() {
    Map<ArrowType, PrimitiveType> types = new HashMap<>();
    for (PrimitiveType type : PrimitiveType.values()) {
      if (type.arrowType() != null && type != PrimitiveType.UUID) {
        types.putIfAbsent(type.arrowType(), type);
      }
    }
    return Map.copyOf(types);
  }

  public static VariantPrimitive of(int typeId) {
    return new VariantPrimitive(typeId, 0, 0);
  }

  public static VariantPrimitive of(Field field) {
    if (field.getDictionary() != null) {
      return null;
    }
    if (isUuid(field)) {
      return of(VariantTypeIds.UUID);
    }
    if (field.getType() instanceof ArrowType.Decimal decimal) {
      return ofDecimal(decimal);
    }
    PrimitiveType type = BY_ARROW_TYPE.get(canonical(field.getType()));
    return type == null ? null : of(type.typeId());
  }

  /** The form of an Arrow type that is in the table, of the forms that hold the same values. */
  private static ArrowType canonical(ArrowType type) {
    return switch (type.getTypeID()) {
      case LargeBinary, BinaryView -> ArrowType.Binary.INSTANCE;
      case LargeUtf8, Utf8View -> ArrowType.Utf8.INSTANCE;
      case Timestamp -> canonical((ArrowType.Timestamp) type);
      default -> type;
    };
  }

  private static ArrowType canonical(ArrowType.Timestamp type) {
    String zone = zone(type);
    return zone == null || isUtc(zone)
        ? new ArrowType.Timestamp(type.getUnit(), zone == null ? null : UTC_ZONE)
        : type;
  }

  /** The time zone of a type; null for none, which Arrow says in two ways. */
  public static String zone(ArrowType.Timestamp type) {
    String zone = type.getTimezone();
    return zone == null || zone.isEmpty() ? null : zone;
  }

  private static VariantPrimitive ofDecimal(ArrowType.Decimal type) {
    int precision = type.getPrecision();
    int scale = type.getScale();
    boolean legal =
        type.getBitWidth() == 128
            && precision >= 1
            && precision <= PrimitiveType.DECIMAL16.digits()
            && scale >= 0
            && scale <= precision;
    return legal ? ofDecimal(precision, scale) : null;
  }

  public static VariantPrimitive ofDecimal(int precision, int scale) {
    return new VariantPrimitive(PrimitiveType.ofDecimal(precision).typeId(), precision, scale);
  }

  /** Whether an Arrow type's time zone is UTC, by one of its names; null is not a zone. */
  public static boolean isUtc(String zone) {
    return zone != null && UTC.contains(zone);
  }

  /** The type that values are stored as: of an extension that of its storage. */
  public static ArrowType storage(ArrowType type) {
    return type instanceof ExtensionType extension ? extension.storageType() : type;
  }

  /** The vector that holds the values: of an extension type its storage. */
  public static FieldVector storage(FieldVector vector) {
    return vector instanceof ExtensionTypeVector<?> extension
        ? (FieldVector) extension.getUnderlyingVector()
        : vector;
  }

  public static boolean isUuid(Field field) {
    ArrowType type = field.getType();
    if (field.getDictionary() != null) {
      return false;
    }
    if (type instanceof ExtensionType extension) {
      return extension.extensionName().equals(UUID_EXTENSION);
    }
    return PrimitiveType.UUID.arrowType().equals(type)
        && UUID_EXTENSION.equals(
            field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME));
  }

  /** Whether a field's extension is JSON text, be its type registered or not. */
  public static boolean isJson(Field field) {
    return JSON_EXTENSION.equals(
        field.getType() instanceof ExtensionType extension
            ? extension.extensionName()
            : field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME));
  }

  public PrimitiveType type() {
    return PrimitiveType.of(typeId);
  }

  /** Bytes of a value in a vector of fixed width; not of booleans. */
  public int vectorBytes() {
    return type().kind() == PrimitiveType.Kind.DECIMAL ? DECIMAL_BYTES : type().dataLength();
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

  public ArrowType arrowType() {
    ArrowType type = type().arrowType();
    return type == null ? new ArrowType.Decimal(precision, scale, 128) : type;
  }
}
