// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.parquet.internal.write.NodeWriter.Levels;
import io.arrowparquet.parquet.internal.write.WritePlan.Planned;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
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
final class VariantPlan {
  private static final byte SPECIFICATION_VERSION = 1;

  /** The encoding of Variant null: what a row without any value is read as. */
  private static final byte[] VARIANT_NULL = {0};

  private final WritePlan plan;
  private final VariantForm form;
  private final BufferAllocator allocator;

  VariantPlan(WritePlan plan, VariantForm form, BufferAllocator allocator) {
    this.plan = plan;
    this.form = form;
    this.allocator = allocator;
  }

  Planned group(Field field, String name, String path, Levels levels, boolean nullable) {
    Field formed = withMetadata(form.field(field, allocator), field);
    ShreddedLayout layout = ShreddedLayout.of(formed);
    Levels below = levels.optional(nullable);
    BytesLeaf metadata = new BytesLeaf(path + ".metadata", below, false, null);
    List<Planned> children = new ArrayList<>();
    children.add(plan.metadata(metadata));
    Planned value = null;
    if (layout.root().valueChild() >= 0) {
      value = value(path, below, layout.isShredded(), formed, layout.root().valueChild());
      children.add(value);
    }
    Planned typed = null;
    if (layout.isShredded()) {
      typed = typed(formed.getChildren().get(layout.root().typedChild()), path, below);
      children.add(typed);
    }
    NodeWriter writer =
        new VariantWriter(
            path,
            levels,
            nullable,
            form,
            allocator,
            plan.dictionaries(),
            metadata,
            value == null ? null : value.writer(),
            typed == null ? null : typed.writer());
    return WritePlan.group(
        formed,
        name,
        nullable,
        new LogicalType.VariantType(SPECIFICATION_VERSION),
        children,
        writer);
  }

  /** The form has the fields of a shredding schema, which knows nothing of the column's id. */
  private static Field withMetadata(Field formed, Field field) {
    FieldType type =
        new FieldType(formed.isNullable(), formed.getType(), null, field.getMetadata());
    return new Field(formed.getName(), type, formed.getChildren());
  }

  private Planned value(String path, Levels levels, boolean nullable, Field group, int child) {
    byte[] forNull = nullable ? null : VARIANT_NULL;
    BytesLeaf writer = new BytesLeaf(path + ".value", levels, nullable, forNull);
    return plan.value(group.getChildren().get(child), writer);
  }

  private Planned typed(Field typed, String parent, Levels levels) {
    String name = ShreddedLayout.TYPED_VALUE;
    String path = parent + "." + name;
    Levels below = levels.optional(true);
    return switch (typed.getType().getTypeID()) {
      case Struct -> object(typed, path, levels, below);
      case List, LargeList, ListView -> {
        String elementPath = path + ".list.element";
        Field child = typed.getChildren().get(0);
        Planned element = level(child, "element", elementPath, below.repeated());
        yield WritePlan.list(typed, name, path, levels, true, element);
      }
      default -> plan.leaf(typed, name, path, levels, true);
    };
  }

  private Planned object(Field typed, String path, Levels levels, Levels below) {
    List<Planned> fields = new ArrayList<>();
    for (Field field : typed.getChildren()) {
      fields.add(level(field, field.getName(), path + "." + field.getName(), below));
    }
    return WritePlan.struct(typed, ShreddedLayout.TYPED_VALUE, path, levels, true, fields);
  }

  /** A field or an element: a required group, even where the vector's may be null. */
  private Planned level(Field struct, String name, String path, Levels levels) {
    List<Planned> children = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    int value = ordinal(struct, ShreddedLayout.VALUE);
    if (value >= 0) {
      ordinals.add(value);
      children.add(value(path, levels, true, struct, value));
    }
    int typed = ordinal(struct, ShreddedLayout.TYPED_VALUE);
    if (typed >= 0) {
      ordinals.add(typed);
      children.add(typed(struct.getChildren().get(typed), path, levels));
    }
    NodeWriter writer =
        new StructNodeWriter(
            path,
            levels,
            false,
            StructNodeWriter.RequiredNull.EMPTY,
            WritePlan.writers(children),
            ordinals.stream().mapToInt(Integer::intValue).toArray());
    FieldType type = FieldType.notNullable(ArrowType.Struct.INSTANCE);
    return WritePlan.group(
        new Field(name, type, struct.getChildren()), name, false, null, children, writer);
  }

  private static int ordinal(Field struct, String name) {
    for (int i = 0; i < struct.getChildren().size(); i++) {
      if (struct.getChildren().get(i).getName().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
