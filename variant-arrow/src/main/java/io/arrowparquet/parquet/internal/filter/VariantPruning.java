// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.value.VariantPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Cuts a shredded Variant column down to what some paths need.
 *
 * <pre>
 *   $.a.b   metadata
 *           value                     rows that are no objects shredded here
 *           typed_value
 *             a   value               a is not a shredded object
 *                 typed_value
 *                   b                 whole
 * </pre>
 *
 * <p>Where a path leaves the shredded fields, at a field without a column, {@code value} alone can
 * have it: a name that has a column never occurs there, and one that has none occurs nowhere else.
 */
public final class VariantPruning {
  private VariantPruning() {}

  /**
   * Still a legal Variant column. It can be null, as a row is for which a Struct above it is null.
   */
  static ArrowSchemaNode prune(ArrowSchemaNode variant, List<List<VariantPath.Step>> paths) {
    ArrowSchemaNode level = level(variant, paths);
    ArrowSchemaNode chosen = level == null ? variant : level;
    Field field = chosen.field();
    FieldType nullable = FieldType.nullable(field.getType());
    return chosen.with(
        new Field(field.getName(), nullable, field.getChildren()), chosen.children());
  }

  /** Whether shredded values can become the target without names: primitives, or none at all. */
  static boolean isNameless(ArrowSchemaNode variant, VariantProjection projection) {
    if (projection.target().getType().isComplex()) {
      return false;
    }
    ArrowSchemaNode level = variant;
    for (VariantPath.Step step : projection.path().steps()) {
      ArrowSchemaNode field = field(level, step);
      if (field == null) {
        ArrowSchemaNode typed = child(level, ShreddedLayout.TYPED_VALUE);
        return typed == null || typed.kind() != Kind.LIST;
      }
      level = field;
    }
    ArrowSchemaNode typed = child(level, ShreddedLayout.TYPED_VALUE);
    return typed == null || typed.kind() == Kind.LEAF;
  }

  /** The primitive {@code typed_value} that a path leads to; null if it leads to none. */
  static ArrowSchemaNode typedLeaf(ArrowSchemaNode variant, List<VariantPath.Step> steps) {
    ArrowSchemaNode level = variant;
    for (VariantPath.Step step : steps) {
      level = level == null ? null : field(level, step);
    }
    ArrowSchemaNode typed = level == null ? null : child(level, ShreddedLayout.TYPED_VALUE);
    return typed != null && typed.kind() == Kind.LEAF ? typed : null;
  }

  /** The shredded field that a step leads to from a level; null if there is none. */
  public static ArrowSchemaNode field(ArrowSchemaNode level, VariantPath.Step step) {
    ArrowSchemaNode typed = child(level, ShreddedLayout.TYPED_VALUE);
    boolean isStruct = typed != null && typed.kind() == Kind.STRUCT;
    return isStruct && step.isField() ? child(typed, step.name()) : null;
  }

  public static ArrowSchemaNode child(ArrowSchemaNode node, String name) {
    for (ArrowSchemaNode child : node.children()) {
      if (child.field().getName().equals(name)) {
        return child;
      }
    }
    return null;
  }

  /** A level with {@code value} and what is needed of {@code typed_value}; null if neither is. */
  private static ArrowSchemaNode level(ArrowSchemaNode level, List<List<VariantPath.Step>> paths) {
    if (paths.stream().anyMatch(List::isEmpty)) {
      return level;
    }
    boolean useful = false;
    List<ArrowSchemaNode> children = new ArrayList<>();
    for (ArrowSchemaNode child : level.children()) {
      boolean typed = child.field().getName().equals(ShreddedLayout.TYPED_VALUE);
      ArrowSchemaNode kept = typed ? typed(child, paths) : child;
      if (kept != null) {
        children.add(kept);
        useful |= typed || child.field().getName().equals(ShreddedLayout.VALUE);
      }
    }
    return useful ? NodePath.withChildren(level, children) : null;
  }

  private static ArrowSchemaNode typed(ArrowSchemaNode typed, List<List<VariantPath.Step>> paths) {
    if (typed.kind() == Kind.LIST) {
      return paths.stream().anyMatch(path -> !path.get(0).isField()) ? typed : null;
    }
    if (typed.kind() != Kind.STRUCT) {
      return null;
    }
    Map<String, List<List<VariantPath.Step>>> byName = new LinkedHashMap<>();
    for (List<VariantPath.Step> path : paths) {
      if (path.get(0).isField()) {
        byName
            .computeIfAbsent(path.get(0).name(), name -> new ArrayList<>())
            .add(path.subList(1, path.size()));
      }
    }
    List<ArrowSchemaNode> fields = new ArrayList<>();
    for (ArrowSchemaNode field : typed.children()) {
      List<List<VariantPath.Step>> below = byName.get(field.field().getName());
      ArrowSchemaNode kept = below == null ? null : level(field, below);
      if (kept != null) {
        fields.add(kept);
      }
    }
    return fields.isEmpty() ? null : NodePath.withChildren(typed, fields);
  }
}
