// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels.internal.columnar;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
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
      boolean isNull = typeId == VariantTypeIds.NULL ? target.nullable() : target.mismatchIsNull();
      fitting[typeId] = !isNull || fits(typeId, target.field().getType());
    }
    return fitting;
  }

  private static boolean fits(int typeId, ArrowType type) {
    Kind kind = PrimitiveType.isPrimitive(typeId) ? PrimitiveType.of(typeId).kind() : null;
    return switch (type.getTypeID()) {
      case Bool -> kind == Kind.BOOLEAN;
      case Int, Decimal -> kind == Kind.INTEGER || kind == Kind.DECIMAL;
      case FloatingPoint -> kind == Kind.INTEGER || kind == Kind.FLOAT || kind == Kind.DOUBLE;
      case Date -> kind == Kind.DATE;
      case Time -> kind == Kind.TIME;
      case Timestamp -> kind == Kind.TIMESTAMP;
      case Utf8, LargeUtf8, Utf8View -> kind == Kind.STRING;
      case Binary, LargeBinary, BinaryView -> kind == Kind.BINARY;
      case FixedSizeBinary -> kind == Kind.UUID || kind == Kind.BINARY;
      // Containers, and extension types, which may be of anything.
      default -> kind != Kind.NULL;
    };
  }
}
