// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernels.LevelColumns.Place;
import io.arrowparquet.variant.vector.ShreddedLevel.ArrayLevel;
import io.arrowparquet.variant.vector.internal.ListRanges;
import org.apache.arrow.vector.complex.StructVector;

/** Gives arrays that are shredded as such to a list: first the lengths, then all elements. */
final class ListFeed {
  private ListFeed() {}

  /**
   * False, with nothing appended, if arrays also stand in {@code value} alone, or if elements do
   * not stand in the order of the rows.
   */
  static boolean feed(LevelColumns columns, ArrayLevel level, ListSink sink) {
    columns.requireLegal("an array", false);
    if (columns.hasAlone(VariantTypeIds.ARRAY)) {
      return false;
    }
    LevelRows elements = elements(columns);
    if (elements == null) {
      return false;
    }
    StructFeed.requireNullsFit(columns, sink);
    sink.requireRoom(elements.size());
    sink.appendRows(columns.typedRows(), new ListRanges(columns.typed()));
    StructVector struct = (StructVector) columns.typed().getChildrenFromFields().get(0);
    LevelFeed.feed(
        columns.batch(), level.element(), struct, Place.ELEMENT, elements, sink.elements());
    return true;
  }

  /** The elements of all arrays; null if they do not stand one behind the other. */
  static LevelRows elements(LevelColumns columns) {
    ListRanges ranges = new ListRanges(columns.typed());
    LevelRows arrays = columns.typedRows();
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
      throw e.at(columns.level().path()).atRow(arrays.row(i));
    }
    RowOfElement rowOf = new RowOfElement(new ListRanges(columns.typed()), arrays);
    return LevelRows.all(Math.max(first, 0), end, rowOf::row);
  }

  /** Finds the row of an element; elements mostly come in order. */
  private static final class RowOfElement {
    private final ListRanges ranges;
    private final LevelRows arrays;
    private int array = -1;

    RowOfElement(ListRanges ranges, LevelRows arrays) {
      this.ranges = ranges;
      this.arrays = arrays;
    }

    int row(int element) {
      if (array < 0 || element < ranges.start()) {
        array = arrays.next(arrays.start());
        ranges.seek(array);
      }
      while (element >= ranges.end()) {
        array = arrays.next(array + 1);
        ranges.seek(array);
      }
      return arrays.row(array);
    }
  }
}
