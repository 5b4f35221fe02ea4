// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import java.util.List;
import java.util.Objects;

/**
 * A field of a schema as evolution compares it: without the groups in which Parquet wraps the
 * elements of lists and the entries of maps. Immutable; threads may share one.
 *
 * @param name in its parent; that of a list's element or a map's key or value is never compared
 * @param fieldId the application's id; null if there is none
 * @param nullable whether it may be null where its parent is not
 * @param type what its values are
 * @param column number of the file's column, for a field without children, of a Variant that of its
 *     metadata; {@link #NO_COLUMN} for one with children, and in schemas that are not a file's
 * @param hasDefault whether rows of files that lack the field have a value; of reader's fields
 * @param children of a struct its fields, of a list its element, of a map its key and its value;
 *     empty for others
 */
public record SchemaField(
    String name,
    Integer fieldId,
    boolean nullable,
    ValueType type,
    int column,
    boolean hasDefault,
    List<SchemaField> children) {

  public static final int NO_COLUMN = -1;

  public SchemaField {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    children = List.copyOf(children);
  }
}
