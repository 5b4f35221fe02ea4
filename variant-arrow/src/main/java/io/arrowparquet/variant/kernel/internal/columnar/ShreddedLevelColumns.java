// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.ShreddedLevel;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.value.VariantCursor;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * One level of a shredded column as whole columns (variant-arrow/FORMAT.md, section 2): which
 * positions have a {@code value}, which a {@code typed_value}, and the rules for those that have
 * both.
 */
public final class ShreddedLevelColumns {
  /** The meaning of a position with neither {@code value} nor {@code typed_value}. */
  public enum Place {
    /** A field of an object, which may be missing. */
    FIELD,
    /** An element of an array, which may not: it is a Variant null. */
    ELEMENT,
    /** The top level, where a null Struct is SQL null, and nothing in it a Variant null. */
    TOP
  }

  final ShreddedBatch batch;
  public final ShreddedLevel level;
  final StructVector struct;
  public final Place place;

  /** The child {@code typed_value}; null if there is none. */
  public final FieldVector typed;

  private final BinaryColumn values;

  public final Selection rows;
  public final Selection typedRows;

  /** Those with a {@code value}, of which {@link #typedRows} may have some too. */
  public final Selection valueRows;

  private final ShreddedRow position;
  private final VariantCursor cursor;

  public ShreddedLevelColumns(
      ShreddedBatch batch, ShreddedLevel level, StructVector struct, Place place, Selection rows) {
    this.batch = batch;
    this.level = level;
    this.struct = struct;
    this.place = place;
    this.rows = rows;
    BufferChecks.requireRows(level.path(), struct, rows.end());
    typed = level.typed(struct);
    FieldVector value = level.value(struct);
    values = value == null ? null : BinaryColumn.of(value, null);
    Selection present = rows.and(struct);
    typedRows = present.and(typed);
    valueRows = present.and(value);
    position = batch.newPosition();
    cursor = new VariantCursor(batch.limits);
  }

  /** Those with a {@code value} of one of these types; the others have been checked as well. */
  public Selection valueRows(boolean[] types) {
    long[] found = valueRows.noBits();
    int i = valueRows.next(valueRows.start());
    try {
      for (; i < valueRows.end(); i = valueRows.next(i + 1)) {
        if (types[look(i)]) {
          found[i / Long.SIZE] |= 1L << i;
        }
      }
    } catch (MalformedVariantException e) {
      throw valueRows.located(e, i);
    }
    return valueRows.only(found);
  }

  /**
   * The {@code value} of a position that has one, shown until the next call. If it is a container,
   * its names are translated.
   */
  VariantCursor value(int index) {
    int typeId = look(index);
    if (typeId == VariantTypeIds.OBJECT || typeId == VariantTypeIds.ARRAY) {
      batch.seek(position, rows.row(index));
    }
    return cursor;
  }

  /**
   * Shows a {@code value} without its dictionary, which only containers need, and returns its type.
   */
  private int look(int index) {
    values.seek(index);
    try {
      cursor.wrap(position.metadata(), values.buffer(), values.start(), values.end());
    } catch (MalformedVariantException e) {
      throw e.at(level.path());
    }
    return cursor.typeId();
  }

  /** Refuses a {@code value} beside a {@code typed_value}, unless both are objects. */
  void requireLegal(String typedKind, boolean objects) {
    if (valueRows.isNone()) {
      return;
    }
    Selection both = valueRows.and(typedRows);
    for (int i = both.next(both.start()); i < both.end(); i = both.next(i + 1)) {
      try {
        requireObjects(value(i), typedKind, objects);
      } catch (MalformedVariantException e) {
        throw rows.located(e, i);
      }
    }
  }

  private void requireObjects(VariantCursor value, String typedKind, boolean objects) {
    if (!objects || value.typeId() != VariantTypeIds.OBJECT) {
      throw level.besideTyped(value, typedKind);
    }
  }

  boolean hasAlone(int typeId) {
    Selection alone = valueRows.andNot(typedRows);
    for (int i = alone.next(alone.start()); i < alone.end(); i = alone.next(i + 1)) {
      try {
        if (value(i).typeId() == typeId) {
          return true;
        }
      } catch (MalformedVariantException e) {
        throw rows.located(e, i);
      }
    }
    return false;
  }

  boolean isSqlNull(int index) {
    return place == Place.TOP && struct.isNull(index);
  }

  /** Whether a position without anything is missing, rather than a Variant null. */
  boolean isMissing(int index) {
    return place == Place.FIELD || isSqlNull(index);
  }
}
