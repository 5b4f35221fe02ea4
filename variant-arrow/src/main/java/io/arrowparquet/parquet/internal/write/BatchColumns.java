// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

public final class BatchColumns {
  private BatchColumns() {}

  /**
   * Refuses a batch that has not the schema of the file. Metadata does not count, nor the names of
   * what lists and maps repeat: slices of vectors have others.
   *
   * @param reshaped dotted paths of Variant columns that may be shredded in any way
   */
  public static void requireSchema(Schema expected, Schema found, Set<String> reshaped) {
    if (!expected.equals(found)) {
      require(null, null, expected.getFields(), found.getFields(), reshaped);
    }
  }

  private static void require(
      String path, Field parent, List<Field> expected, List<Field> found, Set<String> reshaped) {
    if (expected.size() != found.size()) {
      throw differs(
          path == null ? "the batch" : path,
          found.size() + " fields",
          expected.size() + ", as the schema of the file has");
    }
    for (int i = 0; i < expected.size(); i++) {
      Field child = expected.get(i);
      String childPath = child(path, parent, child);
      boolean isNamed = path == null || childPath.equals(path + "." + child.getName());
      require(childPath, isNamed, child, found.get(i), reshaped);
    }
  }

  private static void require(
      String path, boolean isNamed, Field expected, Field found, Set<String> reshaped) {
    boolean same =
        (!isNamed || expected.getName().equals(found.getName()))
            && expected.getType().equals(found.getType())
            && (expected.isNullable() == found.isNullable() || isSlice(found))
            && Objects.equals(expected.getDictionary(), found.getDictionary());
    if (!same) {
      throw differs(path, found.toString(), expected.toString());
    }
    if (!(expected.getType() instanceof ParquetVariantType && reshaped.contains(path))) {
      require(path, expected, expected.getChildren(), found.getChildren(), reshaped);
    }
  }

  /** Arrow's slice of a FixedSizeBinary is nullable, whatever the vector was. */
  private static boolean isSlice(Field found) {
    return found.isNullable() && found.getType() instanceof ArrowType.FixedSizeBinary;
  }

  private static IllegalArgumentException differs(String path, String found, String expected) {
    return new IllegalArgumentException(path + ": found " + found + ", expected " + expected);
  }

  /**
   * The vector of a Variant column; borrowed.
   *
   * @param column dotted path in the file
   * @param dictionaries of vectors that do not bring their own; may be null
   * @throws InvalidRequestException if there is no Variant column of this path
   */
  @SuppressWarnings("resource") // the batch owns it
  public static ParquetVariantVector variant(
      List<FieldVector> vectors, String column, DictionaryProvider dictionaries) {
    ParquetVariantVector found = find(null, null, vectors, column);
    if (found == null) {
      throw new InvalidRequestException(column, "no Variant column", "one, to be shredded");
    }
    return found.dictionaries() == null && dictionaries != null
        ? found.withDictionaries(dictionaries)
        : found;
  }

  private static ParquetVariantVector find(
      String path, Field parent, List<FieldVector> vectors, String column) {
    for (FieldVector vector : vectors) {
      Field field = vector.getField();
      String childPath = child(path, parent, field);
      if (vector instanceof ParquetVariantVector variant) {
        if (childPath.equals(column)) {
          return variant;
        }
      } else if (column.startsWith(childPath + ".")) {
        ParquetVariantVector found = find(childPath, field, vector.getChildrenFromFields(), column);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** {@code path}: of the parent; null for the root. */
  private static String child(String path, Field parent, Field child) {
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
