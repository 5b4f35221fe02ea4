// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * One vector that a Parquet column maps to, and the levels that define its nulls and its slots.
 *
 * <p>An entry of a column chunk (a definition and a repetition level) gives this vector a slot if
 * its repetition level is at most {@code repetitionLevel} and its definition level is at least
 * {@code slotLevel}. The slot is not null if the definition level is at least {@code
 * definitionLevel}. A list's or map's slot has an element if the definition level is greater still.
 *
 * <p>Immutable. Callers read nodes and do not construct them.
 *
 * @param kind which vector
 * @param field the vector's field
 * @param element number of the schema element the vector is for, in {@code FlatFooter}
 * @param column number of the column, for a {@link Kind#LEAF}; -1 otherwise
 * @param definitionLevel least definition level at which this vector is not null
 * @param repetitionLevel repeated elements on the way to this vector's slots
 * @param slotLevel definition level of the innermost repeated element on the way; 0 for none
 * @param children of a struct its fields, of a list its element, of a map its entries
 */
@SuppressWarnings("exports") // Arrow is optional: who uses this requires it too.
public record ArrowSchemaNode(
    Kind kind,
    Field field,
    int element,
    int column,
    int definitionLevel,
    int repetitionLevel,
    int slotLevel,
    List<ArrowSchemaNode> children) {

  /** What vectors there are. */
  public enum Kind {
    /** A vector of values, read from one column. */
    LEAF,
    /** A Struct of at least one child. */
    STRUCT,
    /** A List or LargeList of one child. */
    LIST,
    /** A Map of one child, the Struct of its entries. */
    MAP
  }

  /** Copies the list. */
  public ArrowSchemaNode {
    children = List.copyOf(children);
  }

  /** The same place in the schema with another field and other children. */
  public ArrowSchemaNode with(Field newField, List<ArrowSchemaNode> newChildren) {
    return new ArrowSchemaNode(
        kind, newField, element, column, definitionLevel, repetitionLevel, slotLevel, newChildren);
  }

  static List<Field> fields(List<ArrowSchemaNode> nodes) {
    return nodes.stream().map(ArrowSchemaNode::field).toList();
  }
}
