// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.Kind;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A schema of which columns are dropped and nodes renamed: the new one, and which columns of the
 * old one it has. A group whose last child goes, goes too.
 *
 * <p>What makes a list, map or Variant is only dropped whole, and keeps its names: readers go by
 * them. Immutable.
 */
final class SchemaChange {
  private final Node root;
  private final boolean isChange;
  private final List<SchemaElement> elements = new ArrayList<>();
  private final List<KeptColumn> columns = new ArrayList<>();

  /**
   * @param number in the old schema
   * @param oldPath dotted, for messages
   * @param path in the new schema
   */
  record KeptColumn(int number, String oldPath, List<String> path) {}

  /**
   * @param dropped dotted paths of columns and groups
   * @param renamed new names by dotted path in the old schema
   * @throws InvalidRequestException if a path names nothing, or more than one node; if no column is
   *     left, two children of a group get one name, or the form of a list, map or Variant changes
   */
  SchemaChange(
      List<SchemaElement> schema, Collection<String> dropped, Map<String, String> renamed) {
    List<Node> all = new ArrayList<>();
    root = read(schema, null, all);
    for (String path : dropped) {
      Node node = find(all, path);
      requireFree(node, "dropped");
      drop(node);
    }
    renamed.forEach((path, name) -> rename(find(all, path), name));
    if (root.isDropped) {
      throw new InvalidRequestException("all columns are dropped, so that none is left", null);
    }
    isChange = root.changes();
    int leaf = 0;
    for (Node node : all) {
      boolean isColumn = node.isColumn();
      if (node.isKept()) {
        elements.add(node.changed());
        if (isColumn) {
          columns.add(new KeptColumn(leaf, node.path(), node.newPath()));
        }
      }
      leaf += isColumn ? 1 : 0;
    }
  }

  private static Node read(List<SchemaElement> schema, Node parent, List<Node> all) {
    Node node = new Node(schema.get(all.size()), parent);
    all.add(node);
    for (int i = 0; i < node.declaredChildren(); i++) {
      node.children.add(read(schema, node, all));
    }
    return node;
  }

  private static Node find(List<Node> all, String path) {
    List<Node> found =
        all.stream().filter(node -> node.parent != null && node.path().equals(path)).toList();
    if (found.size() != 1) {
      throw new InvalidRequestException(
          path,
          found.isEmpty() ? "no such column or group" : found.size() + " of this path",
          "one in the schema of the files");
    }
    return found.get(0);
  }

  private static void drop(Node node) {
    node.isDropped = true;
    Node group = node.parent;
    if (group != null && group.children.stream().allMatch(child -> child.isDropped)) {
      drop(group);
    }
  }

  private static void rename(Node node, String name) {
    requireFree(node, "renamed");
    boolean isTaken =
        node.parent.children.stream()
            .anyMatch(other -> other != node && !other.isDropped && other.name.equals(name));
    if (isTaken || !node.isKept()) {
      throw new InvalidRequestException(
          node.path(),
          isTaken ? "the new name " + name + ", which another child of its group has" : "dropped",
          "a name of its own for what is kept");
    }
    node.name = name;
  }

  /** Readers find the parts of lists, maps and Variants by their number and names. */
  private static void requireFree(Node node, String verb) {
    Node above = node.parent.parent;
    boolean isElement =
        above != null
            && node.parent.element.repetitionType() == FieldRepetitionType.REPEATED
            && (above.isMap() || (above.isA(Kind.LIST) && node.parent.children.size() == 1));
    if (isElement || node.parent.isA(Kind.LIST) || node.parent.isMap() || node.isInVariant()) {
      throw new InvalidRequestException(
          node.path(),
          "a part of what makes a " + (node.isInVariant() ? "Variant" : "list or map"),
          "a column or group that can be " + verb + " alone");
    }
  }

  boolean isChange() {
    return isChange;
  }

  List<SchemaElement> elements() {
    return elements;
  }

  List<KeptColumn> columns() {
    return columns;
  }

  /** An Arrow schema changed alike; null if it is not one of these columns. */
  Schema applyTo(Schema arrow) {
    List<Field> fields = root.childFields(arrow.getFields());
    return fields == null ? null : new Schema(fields, arrow.getCustomMetadata());
  }

  /**
   * Refuses a schema that is not the same: names, types, repetition, annotations and field ids. The
   * root may be named otherwise.
   *
   * @param source name of the file of {@code found}
   * @param expectedSource name of the file of {@code expected}
   */
  static void requireSame(
      List<SchemaElement> found,
      String source,
      List<SchemaElement> expected,
      String expectedSource) {
    if (found.equals(expected)) {
      return;
    }
    List<Node> these = new ArrayList<>();
    List<Node> those = new ArrayList<>();
    read(found, null, these);
    read(expected, null, those);
    for (int i = 1; i < Math.max(these.size(), those.size()); i++) {
      String text = i < these.size() ? these.get(i).text() : "no more columns";
      String wanted = i < those.size() ? those.get(i).text() : "no more columns";
      if (!text.equals(wanted)) {
        String path = i < those.size() ? those.get(i).path() : these.get(i).path();
        throw (InvalidRequestException)
            new InvalidRequestException(path, text, wanted + ", as in " + expectedSource)
                .in(source);
      }
    }
  }

  /** A node of the old schema, and its change. */
  private static final class Node {
    private final SchemaElement element;
    private final Node parent;
    private final List<Node> children = new ArrayList<>();
    private String name;
    private boolean isDropped;

    Node(SchemaElement element, Node parent) {
      this.element = element;
      this.parent = parent;
      this.name = element.name();
    }

    int declaredChildren() {
      return element.numChildren() == null ? 0 : element.numChildren();
    }

    boolean isColumn() {
      return parent != null && declaredChildren() == 0 && element.typeNumber() != null;
    }

    boolean isKept() {
      return !isDropped && (parent == null || parent.isKept());
    }

    boolean changes() {
      return isDropped || !name.equals(element.name()) || children.stream().anyMatch(Node::changes);
    }

    String path() {
      boolean isTop = parent == null || parent.parent == null;
      return isTop ? element.name() : parent.path() + "." + element.name();
    }

    List<String> newPath() {
      List<String> path = parent == null ? new ArrayList<>() : parent.newPath();
      if (parent != null) {
        path.add(name);
      }
      return path;
    }

    LogicalType meaning() {
      return ConvertedType.meaning(
          element.logicalType(), element.convertedType(), element.scale(), element.precision());
    }

    boolean isA(Kind kind) {
      LogicalType meaning = meaning();
      return meaning != null && meaning.kind() == kind;
    }

    boolean isMap() {
      return isA(Kind.MAP) || element.convertedType() == ConvertedType.MAP_KEY_VALUE;
    }

    boolean isInVariant() {
      return parent != null && (parent.isA(Kind.VARIANT) || parent.isInVariant());
    }

    SchemaElement changed() {
      int left = (int) children.stream().filter(child -> !child.isDropped).count();
      return new SchemaElement(
          element.typeNumber(),
          element.typeLength(),
          element.repetitionTypeNumber(),
          name,
          children.isEmpty() ? element.numChildren() : Integer.valueOf(left),
          element.convertedTypeNumber(),
          element.scale(),
          element.precision(),
          element.fieldId(),
          element.logicalType());
    }

    /** All that has to be the same in files that become one. */
    String text() {
      StringBuilder text = new StringBuilder(path()).append(' ');
      text.append(orNumber(element.repetitionType(), element.repetitionTypeNumber())).append(' ');
      if (!children.isEmpty()) {
        text.append("group");
      } else {
        text.append(orNumber(element.type(), element.typeNumber()));
      }
      if (element.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
        text.append('(').append(element.typeLength()).append(')');
      }
      LogicalType meaning = meaning();
      if (meaning != null && !isPlain(meaning)) {
        text.append(' ').append(meaning);
      } else if (meaning == null && element.convertedTypeNumber() != null) {
        text.append(' ').append(orNumber(element.convertedType(), element.convertedTypeNumber()));
      }
      if (element.fieldId() != null) {
        text.append(" with field id ").append(element.fieldId());
      }
      return text.toString();
    }

    /** Integers of their type's width, which mean the same without it. */
    private boolean isPlain(LogicalType meaning) {
      int bits =
          element.type() == PhysicalType.INT32
              ? Integer.SIZE
              : element.type() == PhysicalType.INT64 ? Long.SIZE : 0;
      return meaning.equals(new LogicalType.IntType((byte) bits, true));
    }

    private static Object orNumber(Object constant, Integer number) {
      return constant != null ? constant : number;
    }

    /**
     * The changed Arrow fields of some nodes; null if {@code old} are not theirs.
     *
     * @param byName whether they have the names of the nodes, which new ones get
     */
    private static List<Field> fields(List<Node> nodes, List<Field> old, boolean byName) {
      List<Field> kept = new ArrayList<>();
      for (int i = 0; i < nodes.size() && old.size() == nodes.size(); i++) {
        Node node = nodes.get(i);
        String oldName = old.get(i).getName();
        List<Field> below = node.childFields(old.get(i).getChildren());
        if (below == null || (byName && !node.element.name().equals(oldName))) {
          return null;
        }
        if (!node.isDropped) {
          kept.add(new Field(byName ? node.name : oldName, old.get(i).getFieldType(), below));
        }
      }
      return old.size() == nodes.size() ? kept : null;
    }

    private List<Field> childFields(List<Field> old) {
      if (children.stream().noneMatch(Node::changes)) {
        return old;
      }
      if (!isMap() && !isA(Kind.LIST)) {
        return fields(children, old, true);
      }
      // Below a list is its element, below a map its entries; Parquet has a repeated group there.
      Node repeated = children.get(0);
      boolean isElement = !isMap() && repeated.children.size() != 1;
      if (isElement || old.size() != 1) {
        return isElement ? fields(List.of(repeated), old, false) : null;
      }
      if (!isMap()) {
        return fields(repeated.children, old, false);
      }
      Field entries = old.get(0);
      List<Field> below = fields(repeated.children, entries.getChildren(), false);
      return below == null
          ? null
          : List.of(new Field(entries.getName(), entries.getFieldType(), below));
    }
  }
}
