// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels.internal.columnar;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernels.internal.build.Target;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * The Variant types of which a target may take some values. What has another type is a null there,
 * if that is allowed, whatever its bytes.
 */
final class FittingTypes {
  private FittingTypes() {}

  /** By type id, whether a value may become anything but a null. */
  static boolean[] of(Target target) {
    boolean[] fitting = new boolean[VariantTypeIds.COUNT];
    for (int typeId = 0; typeId < fitting.length; typeId++) {
      boolean isNull = typeId == VariantTypeIds.NULL ? target.nullable() : target.unfitIsNull();
      fitting[typeId] = !isNull || fits(typeId, target.field().getType());
    }
    return fitting;
  }

  private static boolean fits(int typeId, ArrowType type) {
    return switch (type.getTypeID()) {
      case Bool -> typeId == VariantTypeIds.TRUE || typeId == VariantTypeIds.FALSE;
      case Int, Decimal -> isInteger(typeId) || isDecimal(typeId);
      case FloatingPoint ->
          isInteger(typeId) || typeId == VariantTypeIds.FLOAT || typeId == VariantTypeIds.DOUBLE;
      case Date -> typeId == VariantTypeIds.DATE;
      case Time -> typeId == VariantTypeIds.TIME_NTZ_MICROS;
      case Timestamp -> isTimestamp(typeId);
      case Utf8, LargeUtf8, Utf8View -> typeId == VariantTypeIds.STRING;
      case Binary, LargeBinary, BinaryView -> typeId == VariantTypeIds.BINARY;
      case FixedSizeBinary -> typeId == VariantTypeIds.UUID || typeId == VariantTypeIds.BINARY;
      // Containers, and extension types, which may be of anything.
      default -> typeId != VariantTypeIds.NULL;
    };
  }

  private static boolean isInteger(int typeId) {
    return typeId >= VariantTypeIds.INT8 && typeId <= VariantTypeIds.INT64;
  }

  private static boolean isDecimal(int typeId) {
    return typeId >= VariantTypeIds.DECIMAL4 && typeId <= VariantTypeIds.DECIMAL16;
  }

  private static boolean isTimestamp(int typeId) {
    return typeId == VariantTypeIds.TIMESTAMP_MICROS
        || typeId == VariantTypeIds.TIMESTAMP_NTZ_MICROS
        || typeId == VariantTypeIds.TIMESTAMP_NANOS
        || typeId == VariantTypeIds.TIMESTAMP_NTZ_NANOS;
  }
}
