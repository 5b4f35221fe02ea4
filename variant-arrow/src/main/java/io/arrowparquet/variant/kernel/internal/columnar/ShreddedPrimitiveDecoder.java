// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.PrimitiveType.Kind;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.PrimitiveReader;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.PrimitiveLevel;
import io.arrowparquet.variant.kernel.internal.build.FixedWidthBuilder;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.SqlCast;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;

/**
 * Gives primitives that are shredded as such to a builder. If {@code typed_value} has the builder's
 * type, its buffers are copied, and if all its numbers convert, they do in one loop; values of
 * another type, which are in {@code value}, are nulls there that few builders have anything else
 * for, and are put into their places afterwards.
 */
final class ShreddedPrimitiveDecoder {
  private ShreddedPrimitiveDecoder() {}

  static void decode(ShreddedLevelColumns columns, PrimitiveLevel level, VectorBuilder builder) {
    columns.requireLegal("a primitive", false);
    Selection values = columns.valueRows(fitting(builder.target()));
    // What is not a typed value becomes a null, which a target may refuse row by row.
    boolean nullsFit =
        builder.target().nullable() || columns.rows().andNot(columns.typedRows()).isNone();
    boolean canReplace = values.isNone() || builder instanceof FixedWidthBuilder;
    if (nullsFit && canReplace && append(columns, level, builder)) {
      replaceNulls(columns, values, builder);
    } else {
      ShreddedDecoder.decodeValues(
          columns, new PrimitiveReader(level.primitive(), columns.typed()), values, builder);
    }
  }

  private static boolean append(
      ShreddedLevelColumns columns, PrimitiveLevel level, VectorBuilder builder) {
    return builder.appendColumn(columns.typed(), columns.typedRows())
        || builder.convertColumn(level.primitive(), columns.typed(), columns.typedRows());
  }

  private static void replaceNulls(
      ShreddedLevelColumns columns, Selection values, VectorBuilder builder) {
    if (values.isNone()) {
      return;
    }
    int first = builder.count() - values.size() - values.start();
    int i = values.next(values.start());
    try {
      for (; i < values.end(); i = values.next(i + 1)) {
        ((FixedWidthBuilder) builder).replaceNull(first + i, columns.value(i));
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw values.located(e, i);
    }
  }

  /**
   * By type id, whether a target may take some values of a Variant type. What has another type is a
   * null there, if that is allowed, whatever its bytes.
   */
  static boolean[] fitting(Target target) {
    boolean[] fitting = new boolean[VariantTypeIds.COUNT];
    for (int typeId = 0; typeId < fitting.length; typeId++) {
      boolean isNull = typeId == VariantTypeIds.NULL ? target.nullable() : target.mismatchIsNull();
      fitting[typeId] = !isNull || fits(typeId, target);
    }
    return fitting;
  }

  private static boolean fits(int typeId, Target target) {
    Kind kind = PrimitiveType.isPrimitive(typeId) ? PrimitiveType.of(typeId).kind() : null;
    return SqlCast.mayConvert(kind, target.field().getType(), target.mode());
  }
}
