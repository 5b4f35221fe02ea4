// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ArrayLevel;
import io.arrowparquet.variant.kernel.internal.build.ListBuilder;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.kernel.internal.columnar.ShreddedLevelColumns.Place;
import org.apache.arrow.vector.complex.StructVector;

/** Gives arrays that are shredded as such to a list: first the lengths, then all elements. */
public final class ShreddedListDecoder {
  private ShreddedListDecoder() {}

  /**
   * False, with nothing appended, if some arrays are in {@code value} alone, or if elements are not
   * in the order of the rows.
   */
  static boolean decode(ShreddedLevelColumns columns, ArrayLevel level, ListBuilder<?> builder) {
    columns.requireLegal("an array", false);
    if (columns.hasAlone(VariantTypeIds.ARRAY)) {
      return false;
    }
    Selection elements = elements(columns);
    if (elements == null) {
      return false;
    }
    ShreddedStructDecoder.requireNullsFit(columns, builder);
    builder.requireRoom(elements.size());
    builder.appendRows(columns.typedRows(), new ListRanges(columns.typed()));
    StructVector struct = (StructVector) columns.typed().getChildrenFromFields().get(0);
    ShreddedDecoder.decode(
        columns.batch(),
        level.element(),
        struct,
        Place.ELEMENT,
        elements,
        (VectorBuilder) builder.elements());
    return true;
  }

  /** The elements of all arrays; null if they are not contiguous. */
  public static Selection elements(ShreddedLevelColumns columns) {
    ListRanges ranges = new ListRanges(columns.typed());
    Selection arrays = columns.typedRows();
    int first = -1;
    int end = 0;
    int i = arrays.next(arrays.start());
    try {
      for (; i < arrays.end(); i = arrays.next(i + 1)) {
        ranges.seek(i);
        if (ranges.start() == ranges.end()) {
          continue;
        }
        if (first < 0) {
          first = ranges.start();
        } else if (ranges.start() != end) {
          return null;
        }
        end = ranges.end();
      }
    } catch (MalformedVariantException e) {
      throw arrays.located(e.at(columns.level().path()), i);
    }
    return Selection.all(Math.max(first, 0), end, new Elements(columns));
  }

  /** Finds the array of an element; elements mostly come in order. */
  private static final class Elements implements Selection.Places {
    private final String path;
    private final ListRanges ranges;
    private final Selection arrays;
    private int array = -1;

    Elements(ShreddedLevelColumns columns) {
      path = columns.level().path();
      ranges = new ListRanges(columns.typed());
      arrays = columns.typedRows();
    }

    @Override
    public int row(int element) {
      return arrays.row(array(element));
    }

    private int array(int element) {
      if (array < 0 || element < ranges.start()) {
        array = arrays.next(arrays.start());
        ranges.seek(array);
      }
      while (element >= ranges.end()) {
        array = arrays.next(array + 1);
        ranges.seek(array);
      }
      return array;
    }

    @Override
    public DiagnosedException located(DiagnosedException e, int element) {
      int owner = array(element);
      return arrays.located(e.inElement(path, step(element)), owner);
    }

    /** Of an element of the array last found. */
    private String step(int element) {
      return "[" + (element - ranges.start()) + "]";
    }
  }
}
