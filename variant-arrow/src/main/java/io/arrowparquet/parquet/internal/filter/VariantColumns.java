// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.NearPaths;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Turns the Structs of Variant groups into Variant fields: groups with the VARIANT annotation, and
 * those that the caller names. Their children are found by name, in any order.
 */
public final class VariantColumns {
  private final FlatFooter footer;
  private final Set<String> named;
  private final Set<String> met = new HashSet<>();

  private VariantColumns(FlatFooter footer, Set<String> named) {
    this.footer = footer;
    this.named = named;
  }

  /**
   * The nodes with Variant fields in them.
   *
   * @param named dotted paths of groups to take for Variants
   * @throws UnsupportedColumnException if a Variant group lacks its children or has a {@code
   *     typed_value} of a type that Variants do not have, or if a named column is not a group
   */
  static List<ArrowSchemaNode> apply(
      FlatFooter footer, List<ArrowSchemaNode> nodes, Set<String> named) {
    VariantColumns columns = new VariantColumns(footer, named);
    final List<ArrowSchemaNode> result = columns.all(nodes);
    for (String path : named) {
      if (!columns.met.contains(path)) {
        ArrowSchemaNode other = columns.find(nodes, path);
        throw new UnsupportedColumnException(
            path,
            other == null
                ? "no such column"
                : "no Variant column, but one of type " + ArrowTypeText.of(other.field()),
            other == null
                ? "a Variant column of the file" + NearPaths.hint(footer, path)
                : "a group of metadata, value and typed_value");
      }
    }
    return result;
  }

  /** As {@link #apply}, of nodes that need not have all the named groups among them. */
  static List<ArrowSchemaNode> applyWherePresent(
      FlatFooter footer, List<ArrowSchemaNode> nodes, Set<String> named) {
    return new VariantColumns(footer, named).all(nodes);
  }

  private List<ArrowSchemaNode> all(List<ArrowSchemaNode> nodes) {
    List<ArrowSchemaNode> result = new ArrayList<>();
    nodes.forEach(node -> result.add(one(node)));
    return result;
  }

  private ArrowSchemaNode one(ArrowSchemaNode node) {
    Field field = node.field();
    if (node.kind() == ArrowSchemaNode.Kind.LEAF) {
      return node;
    }
    if (node.kind() == ArrowSchemaNode.Kind.STRUCT) {
      String path = footer.elementPath(node.element());
      boolean annotated =
          ArrowSchema.VARIANT_EXTENSION.equals(
              field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME));
      if (annotated || named.contains(path)) {
        met.add(path);
        return variant(node, path);
      }
    }
    List<ArrowSchemaNode> children = all(node.children());
    List<Field> fields = children.stream().map(ArrowSchemaNode::field).toList();
    FieldType type = new FieldType(field.isNullable(), field.getType(), null, field.getMetadata());
    return node.with(new Field(field.getName(), type, fields), children);
  }

  private ArrowSchemaNode variant(ArrowSchemaNode group, String path) {
    ArrowSchemaNode node = withMetadata(group);
    ShreddedColumnTypes.check(footer, node);
    try {
      ShreddedLayout.of(node.field());
    } catch (IllegalArgumentException e) {
      throw new UnsupportedColumnException(
          path, e.getMessage(), "the metadata, value and typed_value of a Variant");
    }
    Map<String, String> metadata = new LinkedHashMap<>(node.field().getMetadata());
    metadata.remove(ExtensionType.EXTENSION_METADATA_KEY_NAME);
    metadata.remove(ExtensionType.EXTENSION_METADATA_KEY_METADATA);
    Field field = node.field();
    FieldType type = new FieldType(field.isNullable(), ParquetVariantType.INSTANCE, null, metadata);
    return node.with(new Field(field.getName(), type, field.getChildren()), node.children());
  }

  /**
   * The group with metadata that are required: writers of plain structs leave them optional. A row
   * without them has a dictionary of no bytes then, and is malformed.
   */
  private static ArrowSchemaNode withMetadata(ArrowSchemaNode group) {
    List<ArrowSchemaNode> children = new ArrayList<>();
    for (ArrowSchemaNode child : group.children()) {
      Field field = child.field();
      boolean relax = field.getName().equals(ShreddedLayout.METADATA) && field.isNullable();
      FieldType type = new FieldType(false, field.getType(), null, field.getMetadata());
      children.add(
          relax
              ? child.with(new Field(field.getName(), type, field.getChildren()), child.children())
              : child);
    }
    Field field = group.field();
    FieldType type = new FieldType(field.isNullable(), field.getType(), null, field.getMetadata());
    List<Field> fields = children.stream().map(ArrowSchemaNode::field).toList();
    return group.with(new Field(field.getName(), type, fields), children);
  }

  /** The column, list or map of a path; null if there is none. */
  private ArrowSchemaNode find(List<ArrowSchemaNode> nodes, String path) {
    for (ArrowSchemaNode node : nodes) {
      ArrowSchemaNode found =
          footer.elementPath(node.element()).equals(path) ? node : find(node.children(), path);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
