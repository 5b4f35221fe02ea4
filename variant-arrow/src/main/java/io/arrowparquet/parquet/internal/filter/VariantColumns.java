// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.statistics.NearPaths;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.TimeType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.LogicalType.TimestampType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
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

/** Turns annotated groups, and those that the caller names, into Variant fields. */
public final class VariantColumns {
  /**
   * The Parquet types that a {@code typed_value} may have: the last column of the table in
   * variant-arrow/FORMAT.md, section 1. Arrow's types do not distinguish all others: INT96 would be
   * a timestamp, JSON a string.
   */
  private static final String EXPECTED =
      "a type that Variants have: BOOLEAN, signed INT, FLOAT, DOUBLE, DECIMAL, DATE, TIME(micros,"
          + " local), TIMESTAMP(micros or nanos), BYTE_ARRAY, STRING, UUID, a LIST or a group";

  private final FlatFooter footer;
  private final Set<String> named;
  private final Set<String> met = new HashSet<>();

  private VariantColumns(FlatFooter footer, Set<String> named) {
    this.footer = footer;
    this.named = named;
  }

  /**
   * Refuses Variant groups without their children or with a {@code typed_value} of a type that
   * Variants do not have, and named columns that are no groups.
   */
  static List<ArrowSchemaNode> apply(
      FlatFooter footer, List<ArrowSchemaNode> nodes, Set<String> named) {
    VariantColumns columns = new VariantColumns(footer, named);
    final List<ArrowSchemaNode> result = columns.all(nodes);
    for (String path : named) {
      if (!columns.met.contains(path)) {
        ArrowSchemaNode other = columns.find(nodes, path);
        throw new InvalidRequestException(
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
    return NodePath.withChildren(node, all(node.children()));
  }

  private ArrowSchemaNode variant(ArrowSchemaNode group, String path) {
    ArrowSchemaNode node = withMetadata(group);
    requireTypes(footer, node);
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
   * Writers of plain structs leave metadata optional. A row without them has a dictionary of no
   * bytes then, and is malformed.
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
    return NodePath.withChildren(group, children);
  }

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

  /** Refuses a Variant group with another leaf named {@code typed_value} anywhere below it. */
  private static void requireTypes(FlatFooter footer, ArrowSchemaNode node) {
    if (node.kind() == ArrowSchemaNode.Kind.LEAF) {
      SchemaElementView element = footer.schemaElement(node.element());
      LogicalType annotation = ArrowSchema.annotation(element);
      if (element.name().equals(ShreddedLayout.TYPED_VALUE)
          && !isAllowed(element.type(), annotation)) {
        throw new UnsupportedColumnException(
            footer.columnPath(node.column()), describe(element, annotation), EXPECTED);
      }
      return;
    }
    for (ArrowSchemaNode child : node.children()) {
      requireTypes(footer, child);
    }
  }

  private static boolean isAllowed(PhysicalType type, LogicalType annotation) {
    LogicalType.Kind kind = annotation == null ? null : annotation.kind();
    return switch (type) {
      case BOOLEAN, FLOAT, DOUBLE -> kind == null;
      case INT32 ->
          kind == null
              || isSigned(annotation)
              || kind == LogicalType.Kind.DECIMAL
              || kind == LogicalType.Kind.DATE;
      case INT64 ->
          kind == null
              || isSigned(annotation)
              || kind == LogicalType.Kind.DECIMAL
              || isFineTime(annotation);
      case INT96 -> false;
      case BYTE_ARRAY ->
          kind == null || kind == LogicalType.Kind.STRING || kind == LogicalType.Kind.DECIMAL;
      case FIXED_LEN_BYTE_ARRAY ->
          kind == LogicalType.Kind.DECIMAL || kind == LogicalType.Kind.UUID;
    };
  }

  private static boolean isSigned(LogicalType annotation) {
    return annotation instanceof IntType integer && integer.isSigned();
  }

  private static boolean isFineTime(LogicalType annotation) {
    if (annotation instanceof TimeType time) {
      return !time.isAdjustedToUTC() && time.unit() == TimeUnit.MICROS;
    }
    return annotation instanceof TimestampType timestamp && timestamp.unit() != TimeUnit.MILLIS;
  }

  private static String describe(SchemaElementView element, LogicalType annotation) {
    String type = element.type().toString();
    if (element.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
      type += "(" + element.typeLength() + ")";
    }
    return annotation == null ? type : type + " annotated as " + annotation;
  }
}
