// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Where Arrow fields are in a file that we write: dotted paths of groups and columns. */
public final class ColumnPaths {
  private ColumnPaths() {}

  /**
   * The path of a child.
   *
   * @param path of the parent; null for the root
   */
  public static String child(String path, Field parent, Field child) {
    if (path == null) {
      return child.getName();
    }
    ArrowType type = parent.getType();
    return switch (type.getTypeID()) {
      case List, LargeList, FixedSizeList, ListView, LargeListView -> path + ".list.element";
      case Map -> path + ".key_value";
      default -> path + "." + child.getName();
    };
  }
}
