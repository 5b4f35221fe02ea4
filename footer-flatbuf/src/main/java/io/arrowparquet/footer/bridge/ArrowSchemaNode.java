// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * One vector that a Parquet column maps to, and the levels that define its nulls and its slots.
 *
 * <p>An entry of a column chunk (a definition and a repetition level) gives this vector a slot if
 * its repetition level is at most {@code repetitionLevel} and its definition level is at least
 * {@code slotLevel}. The slot is not null if the definition level is at least {@code
 * definitionLevel}. A list's or map's slot has an element if the definition level is greater still.
 *
 * <p>Immutable.
 */
@SuppressWarnings("exports") // Arrow is optional: who uses this requires it too.
public final class ArrowSchemaNode {
  private final Kind kind;
  private final Field field;
  private final int element;
  private final int column;
  private final int definitionLevel;
  private final int repetitionLevel;
  private final int slotLevel;
  private final List<ArrowSchemaNode> children;

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

  ArrowSchemaNode(
      Kind kind,
      Field field,
      int element,
      int column,
      int definitionLevel,
      int repetitionLevel,
      int slotLevel,
      List<ArrowSchemaNode> children) {
    this.kind = kind;
    this.field = field;
    this.element = element;
    this.column = column;
    this.definitionLevel = definitionLevel;
    this.repetitionLevel = repetitionLevel;
    this.slotLevel = slotLevel;
    this.children = List.copyOf(children);
  }

  public Kind kind() {
    return kind;
  }

  /** The vector's field. */
  public Field field() {
    return field;
  }

  /** Number of the schema element the vector is for, in {@code FlatFooter}. */
  public int element() {
    return element;
  }

  /** Number of the column, for a {@link Kind#LEAF}; -1 otherwise. */
  public int column() {
    return column;
  }

  /** Least definition level at which this vector is not null. */
  public int definitionLevel() {
    return definitionLevel;
  }

  /** Repeated elements on the way to this vector's slots. */
  public int repetitionLevel() {
    return repetitionLevel;
  }

  /** Definition level of the innermost repeated element on the way; 0 for none. */
  public int slotLevel() {
    return slotLevel;
  }

  /** Of a struct its fields, of a list its element, of a map its entries. */
  public List<ArrowSchemaNode> children() {
    return children;
  }

  /** The leaves among nodes and below them, depth first. */
  public static Stream<ArrowSchemaNode> leaves(List<ArrowSchemaNode> nodes) {
    return nodes.stream()
        .flatMap(node -> node.kind == Kind.LEAF ? Stream.of(node) : leaves(node.children));
  }

  /** The same place in the schema with another field and other children. */
  public ArrowSchemaNode with(Field newField, List<ArrowSchemaNode> newChildren) {
    return new ArrowSchemaNode(
        kind, newField, element, column, definitionLevel, repetitionLevel, slotLevel, newChildren);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrowSchemaNode node
        && kind == node.kind
        && element == node.element
        && column == node.column
        && definitionLevel == node.definitionLevel
        && repetitionLevel == node.repetitionLevel
        && slotLevel == node.slotLevel
        && field.equals(node.field)
        && children.equals(node.children);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, element, column, field, children);
  }

  static List<Field> fields(List<ArrowSchemaNode> nodes) {
    return nodes.stream().map(ArrowSchemaNode::field).toList();
  }
}
