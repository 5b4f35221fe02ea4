// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.NearPaths;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Cuts a schema down to chosen columns. */
public final class ColumnProjection {
  private final FlatFooter footer;
  private final List<String> paths;

  /** Those of columns: groups of the same path are not meant. */
  private final Set<String> columns = new HashSet<>();

  private final Set<String> met = new HashSet<>();

  private ColumnProjection(FlatFooter footer, List<String> paths) {
    this.footer = footer;
    this.paths = paths;
    for (String path : paths) {
      if (footer.findColumn(path) >= 0) {
        columns.add(path);
      }
    }
  }

  /**
   * The nodes with a chosen column in or below them.
   *
   * @param paths dotted paths of columns and groups; null for all
   * @throws UnsupportedColumnException if a path meets no column
   */
  public static List<ArrowSchemaNode> apply(
      FlatFooter footer, List<ArrowSchemaNode> nodes, List<String> paths) {
    if (paths == null) {
      return nodes;
    }
    ColumnProjection projection = new ColumnProjection(footer, paths);
    List<ArrowSchemaNode> chosen = projection.choose(nodes);
    for (String path : paths) {
      if (!projection.met.contains(path)) {
        throw new UnsupportedColumnException(
            path, "no such column", "a column of the file" + NearPaths.hint(footer, path));
      }
    }
    return chosen;
  }

  private List<ArrowSchemaNode> choose(List<ArrowSchemaNode> nodes) {
    List<ArrowSchemaNode> chosen = new ArrayList<>();
    for (ArrowSchemaNode node : nodes) {
      ArrowSchemaNode projected = choose(node);
      if (projected != null) {
        chosen.add(projected);
      }
    }
    return chosen;
  }

  private ArrowSchemaNode choose(ArrowSchemaNode node) {
    if (node.kind() == ArrowSchemaNode.Kind.LEAF) {
      return isChosen(node.column()) ? node : null;
    }
    List<ArrowSchemaNode> children = choose(node.children());
    if (children.isEmpty()) {
      return null;
    }
    if (children.equals(node.children()) || node.kind() == ArrowSchemaNode.Kind.MAP) {
      // A map without its keys or values would be none.
      return node;
    }
    Field field = node.field();
    FieldType type = new FieldType(field.isNullable(), field.getType(), null, field.getMetadata());
    List<Field> fields = children.stream().map(ArrowSchemaNode::field).toList();
    return node.with(new Field(field.getName(), type, fields), children);
  }

  private boolean isChosen(int column) {
    String name = footer.columnPath(column);
    boolean chosen = false;
    for (String path : paths) {
      if (columns.contains(path) ? name.equals(path) : isBelow(column, name, path)) {
        met.add(path);
        chosen = true;
      }
    }
    return chosen;
  }

  /** Whether a group has this path: the dot after it may be one in a name. */
  private boolean isBelow(int column, String name, String group) {
    if (!name.startsWith(group + ".")) {
      return false;
    }
    int element = footer.parentElement(footer.columnElement(column));
    while (element != 0 && !footer.elementPath(element).equals(group)) {
      element = footer.parentElement(element);
    }
    return element != 0;
  }
}
