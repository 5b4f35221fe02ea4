// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.options.NaturalReadOptions;
import io.arrowparquet.parquet.options.NaturalReadOptions.Unfit;
import io.arrowparquet.parquet.options.NaturalReadOptions.Unions;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Types for the Variant columns of many batches, and whether the values of another fit them. */
final class NaturalSchema {
  private NaturalSchema() {}

  /** As {@link NaturalReader#schema}. */
  static Schema find(ArrowReader rows, NaturalReadOptions options, BufferAllocator allocator)
      throws IOException {
    VectorSchemaRoot root = rows.getVectorSchemaRoot();
    List<Field> fields = root.getSchema().getFields();
    Field[] types = new Field[fields.size()];
    for (long seen = 0; seen < options.sample() && rows.loadNextBatch(); ) {
      for (int i = 0; i < types.length; i++) {
        if (root.getVector(i) instanceof ParquetVariantVector column) {
          Field type = NaturalType.type(column, allocator, options.types());
          types[i] =
              types[i] == null
                  ? type
                  : bounded(NaturalType.merge(types[i], type), options.types().maxStructChildren());
        }
      }
      seen += root.getRowCount();
    }
    List<Field> found = new ArrayList<>();
    Set<String> names = new HashSet<>();
    fields.forEach(field -> names.add(field.getName()));
    for (int i = 0; i < types.length; i++) {
      Field field = fields.get(i);
      if (!isVariant(field)) {
        found.add(field);
        continue;
      }
      Field type =
          types[i] == null ? Field.nullable(field.getName(), ArrowType.Null.INSTANCE) : types[i];
      found.add(shaped(type, options));
      if (options.unfit() != Unfit.ERROR) {
        String rest = field.getName() + NaturalTypeOptions.REST;
        while (!names.add(rest)) {
          rest += NaturalTypeOptions.REST;
        }
        found.add(rest(rest, options.unfit()));
      }
    }
    return new Schema(found, root.getSchema().getCustomMetadata());
  }

  static Field rest(String name, Unfit unfit) {
    return unfit == Unfit.JSON ? jsonText(name) : VariantVectorBuilder.field(name);
  }

  static boolean isVariant(Field field) {
    return field.getType() instanceof ParquetVariantType;
  }

  /** Structs of several batches may have more names together than each of them may have. */
  private static Field bounded(Field field, int most) {
    List<Field> children = new ArrayList<>();
    field.getChildren().forEach(child -> children.add(bounded(child, most)));
    if (field.getType() instanceof ArrowType.Struct && children.size() > most) {
      children.removeIf(child -> child.getName().equals(NaturalTypeOptions.REST));
      children.subList(most - 1, children.size()).clear();
      children.add(VariantVectorBuilder.field(NaturalTypeOptions.REST));
    }
    return with(field, children);
  }

  private static Field with(Field field, List<Field> children) {
    return new Field(field.getName(), field.getFieldType(), children);
  }

  private static Field jsonText(String name) {
    Map<String, String> extension =
        Map.of(ExtensionType.EXTENSION_METADATA_KEY_NAME, VariantPrimitive.JSON_EXTENSION);
    return new Field(
        name, new FieldType(true, ArrowType.Utf8.INSTANCE, null, extension), List.of());
  }

  /** A natural type with its unions as the options have them. */
  private static Field shaped(Field field, NaturalReadOptions options) {
    List<Field> children = field.getChildren();
    if (!(field.getType() instanceof ArrowType.Union union)) {
      return isVariant(field)
          ? field
          : with(field, children.stream().map(child -> shaped(child, options)).toList());
    }
    if (options.unions() == Unions.JSON) {
      return jsonText(field.getName());
    }
    if (options.unions() == Unions.NONE) {
      Field first =
          children.stream()
              .filter(child -> !(child.getType() instanceof ArrowType.Null))
              .findFirst()
              .orElse(children.get(0));
      return shaped(new Field(field.getName(), first.getFieldType(), first.getChildren()), options);
    }
    int[] ids =
        options.consecutiveIds()
            ? IntStream.range(0, children.size()).toArray()
            : union.getTypeIds();
    UnionMode mode = options.unions() == Unions.SPARSE ? UnionMode.Sparse : UnionMode.Dense;
    return new Field(
        field.getName(),
        FieldType.nullable(new ArrowType.Union(mode, ids)),
        children.stream().map(child -> shaped(child, options)).toList());
  }

  /** The type to decode to, of which positions of JSON text are written from Variants. */
  static Field decoded(Field field) {
    if (VariantPrimitive.isJson(field)) {
      return VariantVectorBuilder.field(field.getName());
    }
    return isVariant(field)
        ? field
        : with(field, field.getChildren().stream().map(NaturalSchema::decoded).toList());
  }

  /**
   * Whether values of a natural type are of another type, shaped or not. Digits of decimals are not
   * compared, as those of the values are fewer: decoding does.
   */
  static boolean fits(Field type, Field found) {
    ArrowType to = type.getType();
    ArrowType from = found.getType();
    if (from instanceof ArrowType.Null || isVariant(type) || VariantPrimitive.isJson(type)) {
      return true;
    }
    if (from instanceof ArrowType.Union) {
      return found.getChildren().stream().allMatch(member -> fits(type, member));
    }
    if (to instanceof ArrowType.Union) {
      return type.getChildren().stream().anyMatch(member -> fits(member, found));
    }
    if (to instanceof ArrowType.Int wide && from instanceof ArrowType.Int narrow) {
      return wide.getBitWidth() >= narrow.getBitWidth();
    }
    if (to instanceof ArrowType.Decimal wide && from instanceof ArrowType.Decimal narrow) {
      return wide.getScale() >= narrow.getScale();
    }
    if (to instanceof ArrowType.List && from instanceof ArrowType.List) {
      return fits(type.getChildren().get(0), found.getChildren().get(0));
    }
    if (to instanceof ArrowType.Struct && from instanceof ArrowType.Struct) {
      return found.getChildren().stream().allMatch(child -> fitsChild(type.getChildren(), child));
    }
    return to.equals(from);
  }

  private static boolean fitsChild(List<Field> types, Field found) {
    return types.stream()
        .filter(type -> type.getName().equals(found.getName()))
        .findFirst()
        .map(type -> fits(type, found))
        .orElseGet(
            () ->
                types.stream()
                    .anyMatch(
                        type -> isVariant(type) && type.getName().equals(NaturalTypeOptions.REST)));
  }
}
