// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the root's children that paths lead into, columns first: those are looked up. */
final class RootChildren {
  private RootChildren() {}

  /** Their element numbers, ascending. */
  static SortedSet<Integer> of(FlatFooter footer, Collection<String> dottedPaths) {
    SortedSet<Integer> children = new TreeSet<>();
    List<String> groups = new ArrayList<>();
    for (String path : dottedPaths) {
      List<Integer> columns = footer.findColumns(path);
      if (columns.isEmpty()) {
        groups.add(path);
      }
      columns.forEach(column -> children.add(rootChild(footer, column)));
    }
    if (!groups.isEmpty()) {
      addByName(footer, groups, children);
    }
    return children;
  }

  private static int rootChild(FlatFooter footer, int column) {
    int element = footer.columnElement(column);
    int parent = footer.parentElement(element);
    for (int depth = 1; parent > 0; depth++) {
      SchemaTree.requireDepth(depth);
      element = parent;
      parent = footer.parentElement(element);
    }
    return element;
  }

  private static void addByName(
      FlatFooter footer, List<String> paths, SortedSet<Integer> children) {
    SchemaElementView view = new SchemaElementView();
    for (int element = 1; element < footer.elementCount(); element++) {
      if (footer.parentElement(element) == 0) {
        String name = footer.schemaElement(element, view).name();
        if (paths.stream().anyMatch(path -> path.equals(name) || path.startsWith(name + "."))) {
          children.add(element);
        }
      }
    }
  }
}
