// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.internal.build.BuilderPlan;
import io.arrowparquet.variant.kernel.internal.build.BytesBuilder;
import io.arrowparquet.variant.kernel.internal.build.ListBuilder;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

record ShredPlan(ShredMode mode, VariantLimits limits, NameTable names) {

  static List<Field> storage(Field schema) {
    List<Field> children = new ArrayList<>();
    children.add(ShreddedLayout.VALUE_FIELD);
    if (isShredded(schema)) {
      List<Field> below =
          switch (schema.getType().getTypeID()) {
            case Struct -> schema.getChildren().stream().map(ShredPlan::struct).toList();
            case List, LargeList, ListView -> List.of(struct(schema.getChildren().get(0)));
            default -> schema.getChildren();
          };
      FieldType type = new FieldType(true, schema.getType(), null, schema.getMetadata());
      children.add(new Field(ShreddedLayout.TYPED_VALUE, type, below));
    }
    return children;
  }

  private static Field struct(Field schema) {
    FieldType type = FieldType.notNullable(ArrowType.Struct.INSTANCE);
    return new Field(schema.getName(), type, storage(schema));
  }

  private static boolean isShredded(Field schema) {
    return !(schema.getType() instanceof ParquetVariantType
        || schema.getType() instanceof ArrowType.Null);
  }

  ShredLevel level(Field schema) {
    return level(new Target(schema, "$", ConversionMode.SAFE));
  }

  private ShredLevel level(Target position) {
    Field schema = position.field();
    List<Field> storage = storage(schema);
    BytesBuilder value = new BytesBuilder(position.member(storage.get(0)));
    boolean[] accepted = new boolean[VariantTypeIds.COUNT];
    int scale = ShredLevel.NO_SCALE;
    VectorBuilder typed = null;
    if (isShredded(schema)) {
      Field typedField = storage.get(1);
      typed = typed(position, typedField);
      scale = accept(accepted, typedField);
    }
    return new ShredLevel(position, value, typed, accepted, scale);
  }

  private VectorBuilder typed(Target position, Field typedField) {
    Target target = position.member(typedField);
    return switch (position.field().getType().getTypeID()) {
      case Struct -> object(target, position);
      case List, LargeList, ListView ->
          new ListBuilder<>(
              target,
              level(position.element(position.field().getChildren().get(0))),
              new VariantCursor(limits));
      default -> new BuilderPlan(limits, names).builder(target);
    };
  }

  private VectorBuilder object(Target target, Target position) {
    List<Field> fields = position.field().getChildren();
    List<ShredLevel> levels = new ArrayList<>();
    int[] numbers = new int[fields.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = names.add(fields.get(i).getName());
      levels.add(level(position.field(fields.get(i))));
    }
    return new ShredObject(target, names, levels, numbers, new VariantCursor(limits));
  }

  private int accept(boolean[] accepted, Field typed) {
    switch (typed.getType().getTypeID()) {
      case Struct -> accepted[VariantTypeIds.OBJECT] = true;
      case List, LargeList, ListView -> accepted[VariantTypeIds.ARRAY] = true;
      default -> {
        return acceptPrimitive(accepted, VariantPrimitive.of(typed));
      }
    }
    return ShredLevel.NO_SCALE;
  }

  private int acceptPrimitive(boolean[] accepted, VariantPrimitive primitive) {
    PrimitiveType type = primitive.type();
    for (PrimitiveType other : PrimitiveType.values()) {
      boolean sameColumn = other.widest() == type.widest();
      boolean sameWidth = other.dataLength() == type.dataLength();
      accepted[other.typeId()] = sameColumn && (sameWidth || mode == ShredMode.LENIENT);
    }
    return type.kind() == PrimitiveType.Kind.DECIMAL ? primitive.scale() : ShredLevel.NO_SCALE;
  }

  /** With the metadata and nulls of another, their buffers shared; the caller's to close. */
  static ParquetVariantVector column(
      ParquetVariantVector column,
      BufferAllocator allocator,
      List<Field> children,
      Consumer<List<FieldVector>> load) {
    Field field = column.getField();
    List<Field> all = new ArrayList<>();
    all.add(column.metadataVector().getField());
    all.addAll(children);
    FieldType type = new FieldType(field.isNullable(), ParquetVariantType.INSTANCE, null, Map.of());
    ParquetVariantVector made =
        VectorMemory.filled(
            (ParquetVariantVector) new Field(field.getName(), type, all).createVector(allocator),
            result -> fill(result, column, load));
    return column.dictionaries() == null ? made : made.withDictionaries(column.dictionaries());
  }

  private static void fill(
      ParquetVariantVector result, ParquetVariantVector column, Consumer<List<FieldVector>> load) {
    int count = column.getValueCount();
    List<FieldVector> vectors = result.getChildrenFromFields();
    column.metadataVector().makeTransferPair(vectors.get(0)).splitAndTransfer(0, count);
    load.accept(vectors.subList(1, vectors.size()));
    result.loadFieldBuffers(
        new ArrowFieldNode(count, column.getNullCount()), List.of(column.getValidityBuffer()));
  }
}
