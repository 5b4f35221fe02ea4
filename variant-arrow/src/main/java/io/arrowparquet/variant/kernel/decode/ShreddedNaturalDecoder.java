// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.shred.ShreddedLevel;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ShreddedField;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.internal.build.ListBuilder;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedBatch;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedDecoder;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedLevelColumns;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedLevelColumns.Place;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Gives the values of one level of a shredded column to a position whose type is what its values
 * turn out to be: the type of {@code typed_value} where {@code value} has nothing, a whole column
 * at a time. Where {@code value} has something, each value is put together first.
 */
record ShreddedNaturalDecoder(ShreddedBatch batch, NaturalTypeOptions options) {

  void decode(
      ShreddedLevel level, StructVector struct, Place place, Selection rows, NaturalNode node) {
    ShreddedLevelColumns columns = new ShreddedLevelColumns(batch, level, struct, place, rows);
    if (!columns.valueRows.isNone() || hasNulls(columns) || !decodeColumns(columns, node)) {
      ShreddedDecoder.assemble(columns, node);
    }
  }

  /** Whether there are Variant nulls, of which more has to be known than that they are nulls. */
  private boolean hasNulls(ShreddedLevelColumns columns) {
    return options.tellNullFromMissing()
        && columns.place != Place.FIELD
        && !columns.rows.andNot(columns.typedRows).isNone();
  }

  private boolean decodeColumns(ShreddedLevelColumns columns, NaturalNode node) {
    if (columns.typedRows.isNone()) {
      node.addNulls(columns.rows.size());
      return true;
    }
    return switch (columns.level.kind()) {
      case UNTYPED -> false;
      case PRIMITIVE -> decodePrimitives(columns, node);
      case OBJECT -> decodeObjects(columns, node);
      case ARRAY -> decodeArrays(columns, node);
    };
  }

  private static boolean decodePrimitives(ShreddedLevelColumns columns, NaturalNode node) {
    VectorBuilder builder = node.startColumn(columns.level.primitive().typeId());
    if (!builder.appendColumn(columns.typed, columns.typedRows)) {
      ShreddedDecoder.decodeTyped(columns, builder);
    }
    node.endColumn(columns.rows.size());
    return true;
  }

  private boolean decodeObjects(ShreddedLevelColumns columns, NaturalNode node) {
    if (columns.level.fields().size() >= options.maxStructChildren()) {
      // Which names have a child then depends on which come first, row by row.
      return false;
    }
    for (ShreddedField field : columns.level.fields()) {
      if (field.name().equals(NaturalTypeOptions.REST)) {
        // It has no child but is kept with the rest.
        return false;
      }
    }
    NaturalStruct builder = (NaturalStruct) node.startColumn(VariantTypeIds.OBJECT);
    Selection objects = columns.typedRows;
    List<FieldVector> vectors = columns.typed.getChildrenFromFields();
    for (int i = 0; i < vectors.size(); i++) {
      ShreddedField field = columns.level.fields().get(i);
      StructVector struct = (StructVector) vectors.get(i);
      ShreddedLevelColumns child =
          new ShreddedLevelColumns(batch, field.level(), struct, Place.FIELD, objects);
      if (!child.typedRows.isNone() || !child.valueRows.isNone()) {
        decode(field.level(), struct, Place.FIELD, objects, builder.child(field.name()));
      }
    }
    builder.appendRows(objects);
    node.endColumn(columns.rows.size());
    return true;
  }

  private boolean decodeArrays(ShreddedLevelColumns columns, NaturalNode node) {
    Selection elements = ShreddedDecoder.elements(columns);
    if (elements == null) {
      return false;
    }
    // What the plan makes for arrays.
    @SuppressWarnings("unchecked")
    ListBuilder<NaturalNode> builder =
        (ListBuilder<NaturalNode>) node.startColumn(VariantTypeIds.ARRAY);
    builder.appendRows(columns.typedRows, new ListRanges(columns.typed));
    StructVector struct = (StructVector) columns.typed.getChildrenFromFields().get(0);
    decode(columns.level.element(), struct, Place.ELEMENT, elements, builder.elements());
    node.endColumn(columns.rows.size());
    return true;
  }
}
