// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.Type;
import java.util.List;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Gives INT96 columns the unit that the caller wants. */
final class Int96Units {
  private Int96Units() {}

  /**
   * The nodes with that unit.
   *
   * @param unit null to leave them as they are
   */
  static List<ArrowSchemaNode> apply(
      FlatFooter footer, List<ArrowSchemaNode> nodes, TimeUnit unit) {
    return unit == null ? nodes : nodes.stream().map(node -> apply(footer, node, unit)).toList();
  }

  private static ArrowSchemaNode apply(FlatFooter footer, ArrowSchemaNode node, TimeUnit unit) {
    if (node.kind() != Kind.LEAF) {
      List<ArrowSchemaNode> children = apply(footer, node.children(), unit);
      return children.equals(node.children()) ? node : NodePath.withChildren(node, children);
    }
    Field field = node.field();
    if (footer.schemaElement(node.element()).type() != Type.INT96
        || !(field.getType() instanceof ArrowType.Timestamp timestamp)) {
      return node;
    }
    ArrowType type = new ArrowType.Timestamp(unit, timestamp.getTimezone());
    FieldType fieldType = new FieldType(field.isNullable(), type, null, field.getMetadata());
    return node.with(new Field(field.getName(), fieldType, null), List.of());
  }
}
