// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.SchemaTree;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.ArrayList;
import java.util.List;

/**
 * Schema elements, in depth-first order, to fields. The layouts of lists and maps are those of
 * {@link io.arrowparquet.footer.bridge}: three levels, the legacy ones, and repeated fields outside
 * of both.
 */
final class ParquetFields {
  private final List<SchemaElement> elements;
  private int next;
  private int column;

  ParquetFields(List<SchemaElement> elements) {
    this.elements = elements;
  }

  /** An element with its children, and its column if it is a leaf. */
  private record Node(SchemaElement element, int column, List<Node> children) {
    boolean isRepeated() {
      return element.repetitionType() == FieldRepetitionType.REPEATED;
    }

    boolean isOptional() {
      return element.repetitionType() == FieldRepetitionType.OPTIONAL;
    }

    boolean isLeaf() {
      return column >= 0;
    }

    boolean is(LogicalType.Kind kind) {
      LogicalType annotation = annotation(element);
      return annotation != null && annotation.kind() == kind;
    }

    String name() {
      return element.name() == null ? "" : element.name();
    }
  }

  List<SchemaField> read() {
    if (elements.isEmpty()) {
      return List.of();
    }
    Node root = node(0);
    if (next != elements.size()) {
      throw corrupt("schema elements", elements.size(), next + ", as the root's children have");
    }
    return children(root);
  }

  private Node node(int depth) {
    SchemaTree.requireDepth(depth);
    if (next >= elements.size()) {
      throw corrupt("schema elements", elements.size(), "as many as the groups have children");
    }
    int number = next++;
    SchemaElement element = elements.get(number);
    int count = element.numChildren() == null ? 0 : element.numChildren();
    if (count < 0 || count > elements.size() - next) {
      throw corrupt(
          "num_children of schema element " + number, count, "0 to " + (elements.size() - next));
    }
    // A group may be empty; the root is a group in any case.
    boolean leaf = number > 0 && count == 0 && element.typeNumber() != null;
    Node node = new Node(element, leaf ? column++ : SchemaField.NO_COLUMN, new ArrayList<>());
    for (int i = 0; i < count; i++) {
      node.children().add(node(depth + 1));
    }
    return node;
  }

  private List<SchemaField> children(Node group) {
    List<SchemaField> fields = new ArrayList<>();
    for (Node child : group.children()) {
      SchemaField field = field(child);
      if (field != null) {
        fields.add(field);
      }
    }
    return fields;
  }

  /** Null if no column is below it. */
  private SchemaField field(Node node) {
    if (node.isRepeated()) {
      SchemaField item = value(node, false);
      return item == null ? null : list(node, false, item);
    }
    return value(node, node.isOptional());
  }

  /** The node itself, its repetition accounted for; null if no column is below it. */
  private SchemaField value(Node node, boolean nullable) {
    if (node.isLeaf()) {
      ValueType type = ParquetValueTypes.of(node.element(), annotation(node.element()));
      // Nulls are nullable by nature.
      boolean canBeNull = nullable || type instanceof ValueType.Nulls;
      return make(node, canBeNull, type, node.column(), List.of());
    }
    if (node.children().size() == 1 && node.children().get(0).isRepeated()) {
      if (node.is(LogicalType.Kind.LIST)) {
        return annotatedList(node, nullable);
      }
      if (node.is(LogicalType.Kind.MAP) && !node.children().get(0).isLeaf()) {
        return annotatedMap(node, nullable);
      }
    }
    List<SchemaField> children = children(node);
    if (children.isEmpty()) {
      return null;
    }
    return node.is(LogicalType.Kind.VARIANT)
        ? make(node, nullable, new ValueType.Variant(), variantColumn(children), List.of())
        : make(node, nullable, new ValueType.Struct(), SchemaField.NO_COLUMN, children);
  }

  private static int variantColumn(List<SchemaField> children) {
    return children.stream()
        .filter(child -> child.name().equals("metadata"))
        .mapToInt(SchemaField::column)
        .findFirst()
        .orElse(SchemaField.NO_COLUMN);
  }

  private SchemaField annotatedList(Node list, boolean nullable) {
    Node repeated = list.children().get(0);
    boolean itself =
        repeated.isLeaf()
            || repeated.children().size() != 1
            || repeated.children().get(0).isRepeated()
            || repeated.name().equals("array")
            || repeated.name().equals(list.name() + "_tuple");
    SchemaField item = itself ? value(repeated, false) : field(repeated.children().get(0));
    return item == null ? null : list(list, nullable, item);
  }

  private SchemaField annotatedMap(Node map, boolean nullable) {
    Node entries = map.children().get(0);
    if (entries.children().size() == 1) {
      // A set: keys alone.
      SchemaField key = field(entries.children().get(0));
      return key == null ? null : list(map, nullable, key);
    }
    List<SchemaField> pair = children(entries);
    if (pair.size() != 2) {
      SchemaField item = value(entries, false);
      return item == null ? null : list(map, nullable, item);
    }
    SchemaField key = pair.get(0);
    SchemaField never =
        new SchemaField(
            key.name(), key.fieldId(), false, key.type(), key.column(), false, key.children());
    return make(
        map, nullable, new ValueType.Mapping(), SchemaField.NO_COLUMN, List.of(never, pair.get(1)));
  }

  private static SchemaField list(Node node, boolean nullable, SchemaField item) {
    return make(node, nullable, new ValueType.Sequence(), SchemaField.NO_COLUMN, List.of(item));
  }

  private static SchemaField make(
      Node node, boolean nullable, ValueType type, int column, List<SchemaField> children) {
    return new SchemaField(
        node.name(), node.element().fieldId(), nullable, type, column, false, children);
  }

  /** The logical type, or what the deprecated converted type says; null for neither. */
  private static LogicalType annotation(SchemaElement element) {
    LogicalType logical = element.logicalType();
    boolean isKnown = logical == null || logical.kind() != LogicalType.Kind.UNKNOWN_MEMBER;
    return ConvertedType.meaning(
        isKnown ? logical : null, element.convertedType(), element.scale(), element.precision());
  }

  private static CorruptFooterException corrupt(String problem, int found, String expected) {
    return new CorruptFooterException(
        problem, CorruptFooterException.NO_OFFSET, Integer.toString(found), expected);
  }
}
