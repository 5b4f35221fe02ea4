// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.natural;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.internal.build.FixedWidthBuilder;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.shred.VariantPrimitive;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Integers as wide as the widest of them; rows widen together when a wider one comes. */
final class NaturalInteger extends FixedWidthBuilder {
  private int typeId = VariantTypeIds.INT8;

  NaturalInteger(Target target) {
    super(target);
  }

  public @Override boolean take(VariantCursor value) {
    if (value.typeId() > typeId) {
      widen(value.typeId());
    }
    return takeInteger(value.getLong());
  }

  private void widen(int newTypeId) {
    int from = width();
    typeId = newTypeId;
    values.widen(from, width());
  }

  public @Override boolean appendColumn(FieldVector column, Selection rows) {
    typeId = VariantPrimitive.of(column.getField()).typeId();
    appendValues(column, rows);
    return true;
  }

  public @Override boolean takeInteger(long value) {
    switch (typeId) {
      case VariantTypeIds.INT8 -> values.appendByte((int) value);
      case VariantTypeIds.INT16 -> values.appendShort((int) value);
      case VariantTypeIds.INT32 -> values.appendInt((int) value);
      case VariantTypeIds.INT64 -> values.appendLong(value);
      default -> throw VariantTypeIds.unexpected(typeId);
    }
    return markValid();
  }

  public @Override int width() {
    return PrimitiveType.of(typeId).dataLength();
  }

  public @Override Field naturalField(String name) {
    return VariantPrimitive.of(typeId).field(name);
  }
}
