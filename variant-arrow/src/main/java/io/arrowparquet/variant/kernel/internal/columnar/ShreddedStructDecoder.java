// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.ShreddedLevel;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ObjectLevel;
import io.arrowparquet.variant.kernel.internal.build.FieldLocator;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.StructBuilder;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedLevelColumns.Place;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Gives objects that are shredded as such to a Struct, child by child. */
final class ShreddedStructDecoder {
  private ShreddedStructDecoder() {}

  /**
   * False, with nothing appended, if some objects are in {@code value} alone, or are wanted with
   * the fields that have no child.
   */
  static boolean decode(ShreddedLevelColumns columns, ObjectLevel level, StructBuilder builder) {
    columns.requireLegal("an object", true);
    if (builder.hasRest() || columns.hasAlone(VariantTypeIds.OBJECT)) {
      return false;
    }
    requireNullsFit(columns, builder);
    Selection objects = columns.typedRows();
    builder.appendRows(objects);
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < level.fields().size(); i++) {
      numbers.put(level.fields().get(i).name(), i);
    }
    List<VectorBuilder> others = new ArrayList<>();
    for (VectorBuilder child : builder.children()) {
      Integer number = numbers.get(name(child));
      if (number == null) {
        others.add(child);
      } else {
        ShreddedLevel field = level.fields().get(number).level();
        FieldVector struct = columns.typed().getChildrenFromFields().get(number);
        ShreddedDecoder.decode(
            columns.batch(), field, (StructVector) struct, Place.FIELD, objects, child);
      }
    }
    decodeOthers(columns, others);
    return true;
  }

  private static String name(VectorBuilder child) {
    Field field = child.target().field();
    return field.getName();
  }

  /** Says what is wrong with the positions that become nulls, if anything is. */
  static void requireNullsFit(ShreddedLevelColumns columns, VectorBuilder builder) {
    Selection others = columns.rows().andNot(columns.typedRows());
    boolean nullable = builder.target().nullable();
    if (nullable && (columns.valueRows().isNone() || builder.target().mismatchIsNull())) {
      return;
    }
    int i = others.next(others.start());
    try {
      for (; i < others.end(); i = others.next(i + 1)) {
        if (columns.valueRows().has(i)) {
          int typeId = columns.value(i).typeId();
          if (!(nullable && typeId == VariantTypeIds.NULL)) {
            throw builder.target().mismatch(VariantTypeIds.name(typeId));
          }
        } else if (!nullable) {
          String found = columns.isMissing(i) ? "no value" : VariantTypeIds.name(0);
          throw builder.target().mismatch(found);
        }
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw others.located(e, i);
    }
  }

  /** The fields that have no column, from {@code value}. */
  private static void decodeOthers(ShreddedLevelColumns columns, List<VectorBuilder> others) {
    if (others.isEmpty()) {
      return;
    }
    ShreddedBatch batch = columns.batch();
    int[] numbers = others.stream().mapToInt(child -> batch.names().add(name(child))).toArray();
    FieldLocator locator = new FieldLocator(batch.names(), numbers, false);
    VariantCursor field = new VariantCursor(batch.limits());
    Selection rows = columns.rows();
    int i = rows.start();
    try {
      for (; i < rows.end(); i++) {
        boolean isObject = columns.typedRows().has(i);
        VariantCursor rest = isObject && columns.valueRows().has(i) ? columns.value(i) : null;
        int[] where = rest == null ? null : locator.locate(rest);
        for (int child = 0; child < others.size(); child++) {
          if (!isObject) {
            others.get(child).addNulls(1);
          } else if (rest == null || where[child] == FieldLocator.MISSING) {
            others.get(child).putMissing();
          } else {
            rest.element(where[child], field);
            others.get(child).put(field);
          }
        }
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw rows.located(e.at(columns.level().path()), i);
    }
  }
}
