// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A path from the top level to a column through Structs only, so that each node has one slot per
 * row.
 */
public record NodePath(List<ArrowSchemaNode> nodes, VectorLocation location) {

  /**
   * Null if the dotted path leads nowhere, or through a list or map; ambiguous ones are refused. A
   * path is that of a group only if no column has it.
   */
  static NodePath find(List<ArrowSchemaNode> roots, String dottedPath) {
    List<NodePath> found = new ArrayList<>();
    descend(roots, dottedPath, List.of(), List.of(), found);
    if (found.stream().anyMatch(path -> path.column().kind() == Kind.LEAF)) {
      found.removeIf(path -> path.column().kind() != Kind.LEAF);
    }
    if (found.size() > 1) {
      throw new InvalidRequestException(
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

  public ArrowSchemaNode column() {
    return nodes.get(nodes.size() - 1);
  }

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

  VectorLocation locationAlone(int root) {
    return new VectorLocation(root, location.children().stream().map(child -> 0).toList());
  }

  static ArrowSchemaNode withChildren(ArrowSchemaNode node, List<ArrowSchemaNode> children) {
    Field field = node.field();
    FieldType type = new FieldType(field.isNullable(), field.getType(), null, field.getMetadata());
    List<Field> fields = children.stream().map(ArrowSchemaNode::field).toList();
    return node.with(new Field(field.getName(), type, fields), children);
  }

  static ArrowSchemaNode toFirstLeaf(ArrowSchemaNode node) {
    if (node.kind() == Kind.LEAF || node.kind() == Kind.MAP) {
      return node;
    }
    return withChildren(node, List.of(toFirstLeaf(node.children().get(0))));
  }

  public record VectorLocation(int root, List<Integer> children) {
    public VectorLocation {
      children = List.copyOf(children);
    }

    /** From the top level to the column. */
    private List<FieldVector> way(VectorSchemaRoot batch) {
      List<FieldVector> way = new ArrayList<>();
      way.add(batch.getVector(root));
      for (int child : children) {
        StructVector above = (StructVector) VariantPrimitive.storage(way.get(way.size() - 1));
        way.add((FieldVector) above.getChildByOrdinal(child));
      }
      return way;
    }

    public FieldVector find(VectorSchemaRoot batch) {
      return way(batch).get(children.size());
    }

    /** Also where a Struct above the column is null. */
    public void markNulls(VectorSchemaRoot batch, int rows, byte[] truths) {
      way(batch).forEach(vector -> markNulls(vector, rows, truths));
    }

    /** Whether {@link #markNulls} would mark a row. */
    boolean hasNulls(VectorSchemaRoot batch) {
      return way(batch).stream()
          .anyMatch(vector -> VariantPrimitive.storage(vector).getNullCount() > 0);
    }

    public static void markNulls(FieldVector vector, int rows, byte[] truths) {
      FieldVector storage = VariantPrimitive.storage(vector);
      if (storage instanceof NullVector) {
        Arrays.fill(truths, 0, rows, TruthSet.UNKNOWN);
        return;
      }
      if (storage.getNullCount() == 0) {
        return;
      }
      ArrowBuf validity = storage.getValidityBuffer();
      for (int i = 0; i < rows; i++) {
        int bits = MemoryUtil.getByte(validity.memoryAddress() + (i >>> 3));
        if ((bits >>> (i & 7) & 1) == 0) {
          truths[i] = TruthSet.UNKNOWN;
        }
      }
    }
  }
}
