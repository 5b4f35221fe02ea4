// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.convert.SqlCasts;

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
      fitting[typeId] = !isNull || fits(typeId, target);
    }
    return fitting;
  }

  private static boolean fits(int typeId, Target target) {
    Kind kind = PrimitiveType.isPrimitive(typeId) ? PrimitiveType.of(typeId).kind() : null;
    return SqlCasts.mayConvert(kind, target.field().getType(), target.mode());
  }
}
