// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.vector.VariantType;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Whether a batch has the schema of the file. Metadata does not count. */
public final class SchemaMatch {
  private SchemaMatch() {}

  /**
   * Refuses another schema.
   *
   * @param reshaped dotted paths of Variant columns that may be shredded in any way
   */
  public static void require(Schema expected, Schema found, Set<String> reshaped) {
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
      require(ColumnPaths.child(path, parent, child), child, found.get(i), reshaped);
    }
  }

  private static void require(String path, Field expected, Field found, Set<String> reshaped) {
    boolean same =
        expected.getName().equals(found.getName())
            && expected.getType().equals(found.getType())
            && expected.isNullable() == found.isNullable()
            && Objects.equals(expected.getDictionary(), found.getDictionary());
    if (!same) {
      throw differs(path, found.toString(), expected.toString());
    }
    if (!(expected.getType() instanceof VariantType && reshaped.contains(path))) {
      require(path, expected, expected.getChildren(), found.getChildren(), reshaped);
    }
  }

  private static IllegalArgumentException differs(String path, String found, String expected) {
    return new IllegalArgumentException(path + ": found " + found + ", expected " + expected);
  }
}
