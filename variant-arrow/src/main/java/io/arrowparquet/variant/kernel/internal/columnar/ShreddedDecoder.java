// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.LevelReader;
import io.arrowparquet.variant.internal.shred.PrimitiveReader;
import io.arrowparquet.variant.internal.shred.ShreddedLevel;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ArrayLevel;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ObjectLevel;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.PrimitiveLevel;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.internal.build.ListBuilder;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.StructBuilder;
import io.arrowparquet.variant.kernel.internal.build.Target.RowTarget;
import io.arrowparquet.variant.kernel.internal.build.UnionBuilder;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedLevelColumns.Place;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.vector.complex.StructVector;

/**
 * Gives the values of one level of a shredded column to a builder, a whole column at a time.
 *
 * <pre>
 *   primitives, typed_value has the builder's type          its buffers are copied, the few of value
 *                                                        that fit put in
 *   primitives otherwise                                 row by row, from typed_value or from value
 *   objects to a Struct, arrays to a list                their children's columns, each by these rules;
 *                                                        fields without a column from value
 *   anything else                                        row by row, each put together first
 * </pre>
 *
 * <p>Parts that the builder does not need are not read.
 */
public final class ShreddedDecoder {
  private ShreddedDecoder() {}

  /**
   * Appends one row for each position of {@code rows}: its value, or a null for one that does not
   * count.
   *
   * @throws MalformedVariantException if a position that is read violates the rules
   * @throws ConversionException if a value does not fit and the builder's target does not allow
   *     that
   */
  public static void decode(
      ShreddedBatch batch,
      ShreddedLevel level,
      StructVector struct,
      Place place,
      Selection rows,
      VectorBuilder builder) {
    ShreddedLevelColumns columns = new ShreddedLevelColumns(batch, level, struct, place, rows);
    boolean fed =
        !needsDictionaries(builder)
            && switch (level.kind()) {
              case UNTYPED -> {
                decodeValues(columns, null, columns.valueRows(), builder);
                yield true;
              }
              case PRIMITIVE -> {
                ShreddedPrimitiveDecoder.decode(columns, (PrimitiveLevel) level, builder);
                yield true;
              }
              case OBJECT ->
                  builder instanceof StructBuilder structs
                      && ShreddedStructDecoder.decode(columns, (ObjectLevel) level, structs);
              case ARRAY ->
                  builder instanceof ListBuilder<?> lists
                      && ShreddedListDecoder.decode(columns, (ArrayLevel) level, lists);
            };
    if (!fed) {
      assemble(columns, builder);
    }
  }

  /** Whether even a primitive is kept together with its row's dictionary. */
  private static boolean needsDictionaries(VectorBuilder builder) {
    return builder instanceof VariantVectorBuilder || builder instanceof UnionBuilder;
  }

  /**
   * Row by row, from {@code typed_value} or {@code value}.
   *
   * @param typed null if there is none
   * @param wanted those with a {@code value}, except those that are nulls in the builder
   */
  static void decodeValues(
      ShreddedLevelColumns columns,
      PrimitiveReader typed,
      Selection wanted,
      VectorBuilder builder) {
    Selection rows = columns.rows();
    int i = rows.start();
    try {
      for (; i < rows.end(); i++) {
        if (typed != null && columns.typedRows().has(i)) {
          putTyped(columns, typed, i, builder);
        } else if (wanted.has(i)) {
          builder.put(columns.value(i));
        } else if (!rows.has(i)) {
          builder.addNulls(1);
        } else if (columns.isMissing(i)) {
          builder.putMissing();
        } else if (!builder.takeNull()) {
          builder.putMismatch(VariantTypeIds.NULL);
        }
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw rows.located(e, i);
    }
  }

  /** Row by row, from {@code typed_value} alone. */
  public static void decodeTyped(
      ShreddedLevelColumns columns, VariantPrimitive primitive, VectorBuilder builder) {
    decodeValues(
        columns, new PrimitiveReader(primitive, columns.typed()), columns.valueRows(), builder);
  }

  private static void putTyped(
      ShreddedLevelColumns columns, PrimitiveReader typed, int index, VectorBuilder builder) {
    try {
      builder.put(typed, index);
    } catch (MalformedVariantException e) {
      throw e.at(columns.level().path());
    }
  }

  /** Row by row, each value put together in scratch memory first. */
  public static void assemble(ShreddedLevelColumns columns, RowTarget target) {
    ShreddedBatch batch = columns.batch();
    ShreddedRow position = batch.newPosition();
    LevelReader reader = LevelReader.of(columns.level(), columns.struct(), position);
    VariantCursor cursor = new VariantCursor(batch.limits());
    Selection rows = columns.rows();
    int i = rows.start();
    try {
      for (; i < rows.end(); i++) {
        if (!rows.has(i)) {
          target.putHidden();
          continue;
        }
        if (columns.isSqlNull(i)) {
          // Such a row may have no dictionary either.
          target.putMissing();
          continue;
        }
        batch.scratch().clear();
        batch.seek(position, rows.row(i));
        if (!reader.write(i, batch.writer())) {
          if (columns.isMissing(i)) {
            target.putMissing();
            continue;
          }
          batch.writer().writeNull();
        }
        cursor.wrap(position.metadata(), batch.scratch().buffer(), 0, batch.scratch().length());
        target.put(cursor);
      }
    } catch (MalformedVariantException e) {
      throw rows.located(e, i);
    } catch (ConversionException e) {
      throw rows.located(e, i);
    }
  }
}
