// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.parquet.internal.filter.VariantPruning;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Arrow's fields as evolution compares them. A field id is in the metadata under {@link
 * ArrowSchema#FIELD_ID}; what is there and is not a number is none.
 */
public final class ArrowFields {
  private final Set<String> defaults;
  private final IdentityHashMap<SchemaField, ArrowSchemaNode> nodes = new IdentityHashMap<>();

  private ArrowFields(Set<String> defaults) {
    this.defaults = defaults;
  }

  /**
   * A file's fields.
   *
   * @param nodes of the same fields, and of those below them, by identity
   */
  public record OfFile(
      List<SchemaField> fields, IdentityHashMap<SchemaField, ArrowSchemaNode> nodes) {}

  /** Fields of no file, without defaults. */
  public static List<SchemaField> of(List<Field> fields) {
    return of(fields, Set.of());
  }

  /**
   * A reader's fields.
   *
   * @param defaults dotted paths of the fields that have one
   */
  public static List<SchemaField> of(List<Field> fields, Set<String> defaults) {
    ArrowFields made = new ArrowFields(defaults);
    return fields.stream().map(field -> made.field("", field, null)).toList();
  }

  public static OfFile ofNodes(List<ArrowSchemaNode> nodes) {
    ArrowFields made = new ArrowFields(Set.of());
    List<SchemaField> fields =
        nodes.stream().map(node -> made.field("", node.field(), node)).toList();
    return new OfFile(fields, made.nodes);
  }

  private SchemaField field(String parent, Field field, ArrowSchemaNode node) {
    String path = defaults.isEmpty() ? "" : FieldUnion.path(parent, field.getName());
    ValueType type = ValueType.of(field.getType());
    SchemaField made =
        new SchemaField(
            field.getName(),
            fieldId(field),
            field.isNullable(),
            type,
            column(field, node),
            defaults.contains(path),
            children(path, field, node, type));
    if (node != null) {
      nodes.put(made, node);
    }
    return made;
  }

  private List<SchemaField> children(
      String path, Field field, ArrowSchemaNode node, ValueType type) {
    if (type.equals(ValueType.MAP)) {
      // Between a map and its keys and values Arrow has a struct.
      return all(path, field.getChildren().get(0), node == null ? null : node.children().get(0));
    }
    boolean nested = type.equals(ValueType.STRUCT) || type.equals(ValueType.LIST);
    return nested ? all(path, field, node) : List.of();
  }

  private List<SchemaField> all(String path, Field parent, ArrowSchemaNode node) {
    List<SchemaField> made = new ArrayList<>();
    for (int i = 0; i < parent.getChildren().size(); i++) {
      ArrowSchemaNode child = node == null ? null : node.children().get(i);
      made.add(field(path, parent.getChildren().get(i), child));
    }
    return made;
  }

  private static Integer fieldId(Field field) {
    String text = field.getMetadata().get(ArrowSchema.FIELD_ID);
    try {
      return text == null ? null : Integer.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static int column(Field field, ArrowSchemaNode node) {
    if (node == null) {
      return SchemaField.NO_COLUMN;
    }
    if (field.getType() instanceof ParquetVariantType) {
      ArrowSchemaNode metadata = VariantPruning.child(node, ShreddedLayout.METADATA);
      return metadata == null ? node.column() : metadata.column();
    }
    return node.column();
  }

  /** The field of a dotted path, without the struct between a map and its keys; null for none. */
  public static Field find(List<Field> fields, String path) {
    for (Field field : fields) {
      if (field.getName().equals(path)) {
        return field;
      }
      if (path.startsWith(field.getName() + ".")) {
        List<Field> children =
            field.getType() instanceof ArrowType.Map
                ? field.getChildren().get(0).getChildren()
                : field.getChildren();
        Field found = find(children, path.substring(field.getName().length() + 1));
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  public static boolean hasNames(Field field) {
    return field.getType() instanceof ArrowType.Struct;
  }
}
