// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/** Random Iceberg schemas, and the changes of a schema that Iceberg's tables allow. */
final class SchemaSteps {
  private static final int MAX_DEPTH = 3;

  private final Random random;
  private int lastId;

  SchemaSteps(Random random) {
    this.random = random;
  }

  Schema schema() {
    return new Schema(fields(0, 3 + random.nextInt(5)));
  }

  /** What can be done to the fields of a group. */
  private enum Step {
    ADD,
    ADD_WITH_DEFAULT,
    DROP,
    RENAME,
    SWAP_NAMES,
    PROMOTE,
    REORDER,
    OPTIONAL,
    BELOW
  }

  /** The schema after one more change, somewhere in it. */
  Schema change(Schema schema) {
    return new Schema(change(schema.columns()));
  }

  private List<NestedField> change(List<NestedField> fields) {
    List<NestedField> changed = new ArrayList<>(fields);
    int at = random.nextInt(fields.size());
    NestedField field = fields.get(at);
    switch (Step.values()[random.nextInt(Step.values().length)]) {
      case ADD -> changed.add(at, named(false, type(1)));
      case ADD_WITH_DEFAULT -> changed.add(at, withDefault());
      case DROP -> {
        if (fields.size() > 1) {
          changed.remove(at);
        }
      }
      case RENAME -> changed.set(at, with(field, "renamed" + ++lastId, field.type()));
      case SWAP_NAMES -> {
        int other = random.nextInt(fields.size());
        changed.set(at, with(field, fields.get(other).name(), field.type()));
        if (other != at) {
          NestedField second = fields.get(other);
          changed.set(other, with(second, field.name(), second.type()));
        }
      }
      case PROMOTE -> {
        for (int i = 0; i < changed.size(); i++) {
          NestedField one = changed.get(i);
          changed.set(i, with(one, one.name(), promoted(one.type())));
        }
      }
      case REORDER -> Collections.shuffle(changed, random);
      case OPTIONAL -> changed.set(at, field.asOptional());
      case BELOW -> changed.set(at, with(field, field.name(), below(field.type())));
    }
    return changed;
  }

  private static NestedField with(NestedField field, String name, Type type) {
    NestedField.Builder builder = NestedField.from(field).withName(name).ofType(type);
    if (field.initialDefault() != null && !type.equals(field.type())) {
      // A default is promoted with its field.
      Literal<?> value = IcebergSchemas.literal(type);
      builder = builder.withInitialDefault(value).withWriteDefault(value);
    }
    return builder.build();
  }

  private Type below(Type type) {
    if (type.isStructType()) {
      return Types.StructType.of(change(type.asStructType().fields()));
    }
    if (type.isListType()) {
      NestedField element = type.asListType().fields().get(0);
      Type inner = below(promoted(element.type()));
      return element.isOptional()
          ? Types.ListType.ofOptional(element.fieldId(), inner)
          : Types.ListType.ofRequired(element.fieldId(), inner);
    }
    if (type.isMapType()) {
      Types.MapType map = type.asMapType();
      Type inner = below(promoted(map.valueType()));
      return map.isValueOptional()
          ? Types.MapType.ofOptional(map.keyId(), map.valueId(), map.keyType(), inner)
          : Types.MapType.ofRequired(map.keyId(), map.valueId(), map.keyType(), inner);
    }
    return type;
  }

  private Type promoted(Type type) {
    return switch (type.typeId()) {
      case INTEGER -> Types.LongType.get();
      case FLOAT -> Types.DoubleType.get();
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        int precision = Math.min(38, decimal.precision() + 1 + random.nextInt(12));
        yield Types.DecimalType.of(precision, decimal.scale());
      }
      default -> type;
    };
  }

  private List<NestedField> fields(int depth, int count) {
    List<NestedField> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(named(random.nextInt(3) == 0, type(depth + 1)));
    }
    return fields;
  }

  private NestedField named(boolean required, Type type) {
    int id = ++lastId;
    return required
        ? NestedField.required(id, "f" + id, type)
        : NestedField.optional(id, "f" + id, type);
  }

  private NestedField withDefault() {
    Type type = primitive();
    while (IcebergSchemas.literal(type) == null) {
      type = primitive();
    }
    int id = ++lastId;
    Literal<?> value = IcebergSchemas.literal(type);
    NestedField.Builder builder =
        random.nextBoolean() ? NestedField.required("f" + id) : NestedField.optional("f" + id);
    return builder
        .withId(id)
        .ofType(type)
        .withInitialDefault(value)
        .withWriteDefault(value)
        .build();
  }

  private Type type(int depth) {
    int kind = depth > MAX_DEPTH ? 9 : random.nextInt(10);
    return switch (kind) {
      case 0, 1 -> Types.StructType.of(fields(depth, 1 + random.nextInt(3)));
      case 2 -> {
        int id = ++lastId;
        Type element = type(depth + 1);
        yield random.nextBoolean()
            ? Types.ListType.ofOptional(id, element)
            : Types.ListType.ofRequired(id, element);
      }
      case 3 -> {
        int key = ++lastId;
        int value = ++lastId;
        Type type = type(depth + 1);
        yield random.nextBoolean()
            ? Types.MapType.ofOptional(key, value, Types.StringType.get(), type)
            : Types.MapType.ofRequired(key, value, Types.StringType.get(), type);
      }
      default -> primitive();
    };
  }

  private Type primitive() {
    return switch (random.nextInt(12)) {
      case 0 -> Types.BooleanType.get();
      case 1, 2 -> Types.IntegerType.get();
      case 3 -> Types.LongType.get();
      case 4, 5 -> Types.FloatType.get();
      case 6 -> Types.DoubleType.get();
      case 7 -> Types.StringType.get();
      case 8 -> Types.BinaryType.get();
      case 9 -> random.nextBoolean() ? Types.DateType.get() : Types.FixedType.ofLength(5);
      case 10 ->
          random.nextBoolean() ? Types.TimestampType.withZone() : Types.TimestampType.withoutZone();
      default -> Types.DecimalType.of(3 + random.nextInt(25), random.nextInt(3));
    };
  }
}
