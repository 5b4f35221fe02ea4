// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.parquet.internal.write.NodeWriter.Node;
import io.arrowparquet.parquet.internal.write.WritePlan.Planned;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.ShreddedLevel;
import io.arrowparquet.variant.internal.shred.ShreddedLevel.ShreddedField;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * The groups of a Variant column, with its vector's children in any order.
 *
 * <pre>
 *   group f (VARIANT(1)) {
 *     required binary metadata;
 *     required binary value;                    optional if there is a typed_value
 *     optional x typed_value;                   x: a column
 *                                               | (LIST) of required group element { level }
 *                                               | group of required groups NAME { level }
 *   }                                           level: optional value, optional typed_value
 * </pre>
 */
record VariantPlan(WritePlan plan, VariantForm form, BufferAllocator allocator) {
  private static final byte SPECIFICATION_VERSION = 1;

  /** The encoding of Variant null: what a row without any value is read as. */
  private static final byte[] VARIANT_NULL = {0};

  Planned group(Field field, Node node) {
    Field formed = withMetadata(form.field(field, allocator), field);
    ShreddedLayout layout = ShreddedLayout.of(formed);
    BytesLeaf metadata = new BytesLeaf(node.child(ShreddedLayout.METADATA, false), null);
    List<Planned> children = new ArrayList<>();
    children.add(plan.metadata(metadata));
    Planned value = null;
    if (layout.root().valueChild() >= 0) {
      value = value(node, layout.isShredded(), formed, layout.root());
      children.add(value);
    }
    Planned typed = null;
    if (layout.isShredded()) {
      typed = typed(formed, layout.root(), node);
      children.add(typed);
    }
    NodeWriter writer =
        new VariantWriter(
            node,
            form,
            allocator,
            plan.dictionaries(),
            metadata,
            value == null ? null : value.writer(),
            typed == null ? null : typed.writer());
    return WritePlan.group(
        formed, new LogicalType.VariantType(SPECIFICATION_VERSION), children, writer);
  }

  /** The form has the fields of a shredding schema, which knows nothing of the column's id. */
  private static Field withMetadata(Field formed, Field field) {
    FieldType type =
        new FieldType(formed.isNullable(), formed.getType(), null, field.getMetadata());
    return new Field(formed.getName(), type, formed.getChildren());
  }

  private Planned value(Node node, boolean nullable, Field group, ShreddedLevel level) {
    byte[] forNull = nullable ? null : VARIANT_NULL;
    BytesLeaf writer = new BytesLeaf(node.child(ShreddedLayout.VALUE, nullable), forNull);
    return plan.value(group.getChildren().get(level.valueChild()), writer);
  }

  private Planned typed(Field group, ShreddedLevel level, Node groupNode) {
    Field typed = group.getChildren().get(level.typedChild());
    Node node = groupNode.child(ShreddedLayout.TYPED_VALUE, true);
    return switch (level.kind()) {
      case OBJECT -> {
        List<Planned> fields = new ArrayList<>();
        for (ShreddedField field : level.fields()) {
          Field struct = typed.getChildren().get(fields.size());
          fields.add(level(struct, field.level(), node.child(field.name(), false)));
        }
        yield WritePlan.struct(typed, node, fields);
      }
      case ARRAY -> {
        Field struct = typed.getChildren().get(0);
        Planned element = level(struct, level.element(), WritePlan.element(node, false));
        yield WritePlan.list(typed, node, element);
      }
      default -> plan.leaf(typed, node);
    };
  }

  /** A field or an element: a required group, even where the vector's may be null. */
  private Planned level(Field struct, ShreddedLevel level, Node node) {
    List<Planned> children = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    if (level.valueChild() >= 0) {
      ordinals.add(level.valueChild());
      children.add(value(node, true, struct, level));
    }
    if (level.typedChild() >= 0) {
      ordinals.add(level.typedChild());
      children.add(typed(struct, level, node));
    }
    NodeWriter writer =
        new StructNodeWriter(
            node,
            StructNodeWriter.RequiredNull.EMPTY,
            WritePlan.writers(children),
            ordinals.stream().mapToInt(Integer::intValue).toArray());
    FieldType type = FieldType.notNullable(ArrowType.Struct.INSTANCE);
    return WritePlan.group(
        new Field(node.name(), type, struct.getChildren()), null, children, writer);
  }
}
