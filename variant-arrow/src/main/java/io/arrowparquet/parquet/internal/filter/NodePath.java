// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * The path from the root to a column through Structs only: each node on it has one slot per row.
 *
 * @param nodes from the top level to the column
 * @param location the numbers of the same among their siblings
 */
public record NodePath(List<ArrowSchemaNode> nodes, VectorLocation location) {

  /**
   * Finds a dotted path; null if it leads nowhere, or through a list or map. A path is that of a
   * group only if no column has it.
   *
   * @throws UnsupportedColumnException if two columns have it, or two groups
   */
  static NodePath find(List<ArrowSchemaNode> roots, String dottedPath) {
    List<NodePath> found = new ArrayList<>();
    descend(roots, dottedPath, List.of(), List.of(), found);
    if (found.stream().anyMatch(path -> path.column().kind() == Kind.LEAF)) {
      found.removeIf(path -> path.column().kind() != Kind.LEAF);
    }
    if (found.size() > 1) {
      throw new UnsupportedColumnException(
          dottedPath, found.size() + " columns or groups of this path", "one");
    }
    return found.isEmpty() ? null : found.get(0);
  }

  private static void descend(
      List<ArrowSchemaNode> nodes,
      String path,
      List<ArrowSchemaNode> above,
      List<Integer> numbers,
      List<NodePath> found) {
    for (int i = 0; i < nodes.size(); i++) {
      ArrowSchemaNode node = nodes.get(i);
      String name = node.field().getName();
      boolean ends = path.equals(name);
      // A name may have dots itself, so a way that looks right may lead nowhere.
      if (ends || (node.kind() == Kind.STRUCT && path.startsWith(name + "."))) {
        List<ArrowSchemaNode> way = with(above, node);
        List<Integer> wayNumbers = with(numbers, i);
        if (ends) {
          VectorLocation location =
              new VectorLocation(wayNumbers.get(0), wayNumbers.subList(1, wayNumbers.size()));
          found.add(new NodePath(way, location));
        } else {
          descend(node.children(), path.substring(name.length() + 1), way, wayNumbers, found);
        }
      }
    }
  }

  private static <T> List<T> with(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return List.copyOf(longer);
  }

  /** The column, the last node of the path. */
  public ArrowSchemaNode column() {
    return nodes.get(nodes.size() - 1);
  }

  /** Whether a Struct on the way may be null where the column itself may not. */
  public boolean hidesNulls() {
    return !column().field().isNullable()
        && nodes.stream().anyMatch(node -> node.field().isNullable());
  }

  /** The top level with only the path to {@code column}, which replaces the last node. */
  ArrowSchemaNode alone(ArrowSchemaNode column) {
    ArrowSchemaNode below = column;
    for (int i = nodes.size() - 2; i >= 0; i--) {
      below = withChildren(nodes.get(i), List.of(below));
    }
    return below;
  }

  /** Where the column is if {@link #alone} is at this number of the top level. */
  VectorLocation locationAlone(int root) {
    return new VectorLocation(root, location.children().stream().map(child -> 0).toList());
  }

  /** A node with other children. */
  static ArrowSchemaNode withChildren(ArrowSchemaNode node, List<ArrowSchemaNode> children) {
    Field field = node.field();
    FieldType type = new FieldType(field.isNullable(), field.getType(), null, field.getMetadata());
    List<Field> fields = children.stream().map(ArrowSchemaNode::field).toList();
    return node.with(new Field(field.getName(), type, fields), children);
  }

  /** A node with its first column only. */
  static ArrowSchemaNode toFirstLeaf(ArrowSchemaNode node) {
    if (node.kind() == Kind.LEAF || node.kind() == Kind.MAP) {
      return node;
    }
    return withChildren(node, List.of(toFirstLeaf(node.children().get(0))));
  }
}
