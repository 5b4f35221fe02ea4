// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The part of a schema that a choice of columns needs: the columns and the groups above them, depth
 * first, the root first.
 */
final class ChosenElements {
  private final int[] elements;
  private final int[] childCounts;

  private ChosenElements(int[] elements, int[] childCounts) {
    this.elements = elements;
    this.childCounts = childCounts;
  }

  static ChosenElements all(FlatFooter footer) {
    int[] elements = new int[footer.elementCount()];
    int[] childCounts = new int[elements.length];
    int[] depths = new int[elements.length];
    SchemaElementView view = new SchemaElementView();
    for (int element = 0; element < elements.length; element++) {
      elements[element] = element;
      childCounts[element] = footer.schemaElement(element, view).childCount();
      if (element > 0) {
        depths[element] = depths[footer.parentElement(element)] + 1;
        SchemaTree.requireDepth(depths[element]);
      }
    }
    return new ChosenElements(elements, childCounts);
  }

  /** These columns, which are in order and differ, and what is above them. */
  static ChosenElements above(FlatFooter footer, int[] columns) {
    NavigableMap<Integer, Integer> childCounts = new TreeMap<>();
    childCounts.put(0, 0);
    for (int column : columns) {
      int element = footer.columnElement(column);
      childCounts.put(element, 0);
      boolean counted = false;
      for (int depth = 1; element > 0; depth++) {
        SchemaTree.requireDepth(depth);
        element = footer.parentElement(element);
        if (!counted) {
          // What was there before is counted by its own parent already.
          counted = childCounts.merge(element, 1, Integer::sum) > 1 || element == 0;
        }
      }
    }
    return new ChosenElements(toArray(childCounts.keySet()), toArray(childCounts.values()));
  }

  private static int[] toArray(Collection<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  int count() {
    return elements.length;
  }

  int element(int index) {
    return elements[index];
  }

  int childCount(int index) {
    return childCounts[index];
  }
}
