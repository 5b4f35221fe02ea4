// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.vector.VariantVector;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;

/** Finds the vector of a Variant column in a batch. */
public final class VariantSearch {
  private VariantSearch() {}

  /**
   * The vector; borrowed.
   *
   * @param column dotted path in the file
   * @param dictionaries of vectors that do not bring their own; may be null
   * @throws UnsupportedColumnException if there is no Variant column of this path
   */
  @SuppressWarnings("resource") // the batch owns it
  public static VariantVector find(
      List<FieldVector> vectors, String column, DictionaryProvider dictionaries) {
    VariantVector found = find(null, null, vectors, column);
    if (found == null) {
      throw new UnsupportedColumnException(column, "no Variant column", "one, to be shredded");
    }
    return found.dictionaries() == null && dictionaries != null
        ? found.withDictionaries(dictionaries)
        : found;
  }

  private static VariantVector find(
      String path, Field parent, List<FieldVector> vectors, String column) {
    for (FieldVector vector : vectors) {
      Field field = vector.getField();
      String childPath = ColumnPaths.child(path, parent, field);
      if (vector instanceof VariantVector variant) {
        if (childPath.equals(column)) {
          return variant;
        }
      } else if (column.startsWith(childPath + ".")) {
        VariantVector found = find(childPath, field, vector.getChildrenFromFields(), column);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }
}
