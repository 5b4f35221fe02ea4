// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import java.util.ArrayList;
import java.util.List;

/**
 * The fields that a {@link CompactReader} skipped because their struct does not declare them: lost
 * to a reader, which Thrift allows, but a reason to refuse where bytes are to be replaced.
 *
 * <p>Belongs to its reader, and to the reader's thread.
 */
public final class UnknownFields {
  private long count;
  private boolean namesWanted;
  private final List<String> names = new ArrayList<>();

  UnknownFields() {}

  /**
   * Also records struct, id and type of each field from here on, at the cost of a string per field.
   */
  public void collectNames() {
    namesWanted = true;
  }

  public long count() {
    return count;
  }

  /**
   * The fields in the order of the bytes, like {@code SchemaElement field 42 (i32)}; a field whose
   * id is declared with another type goes by its name. Empty unless {@link #collectNames} was
   * called before reading.
   */
  public List<String> names() {
    return List.copyOf(names);
  }

  public int nameCount() {
    return names.size();
  }

  /** Drops the names behind the first {@code count}: those fields are not lost after all. */
  public void dropNames(int count) {
    names.subList(count, names.size()).clear();
  }

  void add(StructShape shape, int id, int type) {
    count++;
    if (namesWanted) {
      names.add(shape.describe(id, type));
    }
  }

  void clear() {
    count = 0;
    names.clear();
  }
}
