// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fields of objects are shredded 64 rows at a time: a row is as if it were alone.
 *
 * @see VariantShred
 * @see io.arrowparquet.variant.kernel.shred.ShredObject
 */
class ShredManyRowsTest {
  private static final Field SCHEMA = schema();

  @ParameterizedTest(name = "{0} rows")
  @ValueSource(ints = {1, 63, 64, 65, 128, 1_000})
  void each_row_of_many_is_shredded_as_it_would_be_alone(int rows) {
    List<Variant> values = rows(rows);
    assertThat(shred(values, ShredMode.LENIENT)).isEqualTo(alone(values, ShredMode.LENIENT));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(ShredMode.class)
  void rows_that_are_shredded_already_are_shredded_another_way(ShredMode mode) {
    List<Variant> values = rows(500);
    Field other = new Field("", FieldType.nullable(ArrowType.Struct.INSTANCE), texts());
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = VariantColumns.column(allocator, values);
        ParquetVariantVector shredded =
            new VariantShred(other, ShredMode.EXACT).shred(column, allocator);
        ParquetVariantVector out = new VariantShred(SCHEMA, mode).shred(shredded, allocator)) {
      assertThat(cells(out)).isEqualTo(alone(values, mode));
    }
  }

  private static List<Object> alone(List<Variant> values, ShredMode mode) {
    List<Object> cells = new ArrayList<>();
    for (Variant value : values) {
      cells.addAll(shred(Arrays.asList(value), mode));
    }
    return cells;
  }

  private static List<Object> shred(List<Variant> values, ShredMode mode) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = VariantColumns.column(allocator, values);
        ParquetVariantVector out = new VariantShred(SCHEMA, mode).shred(column, allocator)) {
      return cells(out);
    }
  }

  private static List<Object> cells(ParquetVariantVector shredded) {
    shredded.validate();
    List<Object> cells = new ArrayList<>();
    for (int row = 0; row < shredded.getValueCount(); row++) {
      FieldVector typed = shredded.typedValueVector();
      cells.add(
          shredded.isNull(row)
              ? null
              : Arrays.asList(
                  JavaValues.of(shredded.valueVector(), row), JavaValues.of(typed, row)));
    }
    return cells;
  }

  private static Field schema() {
    List<Field> fields = new ArrayList<>();
    for (int typeId = VariantTypeIds.TRUE; typeId <= VariantTypeIds.UUID; typeId++) {
      boolean decimal = typeId >= VariantTypeIds.DECIMAL4 && typeId <= VariantTypeIds.DECIMAL16;
      if (typeId != VariantTypeIds.FALSE && !decimal) {
        fields.add(VariantPrimitive.of(typeId).field("f" + typeId));
      }
    }
    fields.add(Field.nullable("decimal", new ArrowType.Decimal(9, 2, 128)));
    fields.add(Field.nullable("large", ArrowType.LargeUtf8.INSTANCE));
    fields.add(Field.nullable("view", ArrowType.Utf8View.INSTANCE));
    fields.add(Field.nullable("untyped", ArrowType.Null.INSTANCE));
    FieldType struct = FieldType.nullable(ArrowType.Struct.INSTANCE);
    List<Field> all = new ArrayList<>(fields);
    all.add(new Field("inner", struct, fields));
    all.add(new Field("list", FieldType.nullable(ArrowType.List.INSTANCE), fields.subList(4, 5)));
    return new Field("", struct, all);
  }

  private static List<Field> texts() {
    return List.of(
        Field.nullable("f3", ArrowType.Utf8.INSTANCE),
        Field.nullable("large", ArrowType.Utf8.INSTANCE),
        Field.nullable("f6", new ArrowType.Int(Long.SIZE, true)));
  }

  /** Rows of which some are null, some no objects, some lack the inner object for a long run. */
  private static List<Variant> rows(int count) {
    Random random = new Random(count);
    return IntStream.range(0, count)
        .mapToObj(
            row ->
                switch (random.nextInt(20)) {
                  case 0 -> null;
                  case 1 -> VariantColumns.encode(value(random));
                  default -> VariantColumns.encode(object(random, row / 200 % 2 == 0));
                })
        .toList();
  }

  private static Map<String, Object> object(Random random, boolean hasInner) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (Field field : SCHEMA.getChildren()) {
      if (random.nextInt(3) > 0) {
        object.put(field.getName(), value(random));
      }
    }
    object.remove("inner");
    if (hasInner && random.nextInt(3) > 0) {
      object.put("inner", object(random, false));
    }
    object.put("list", List.of(random.nextInt(), random.nextInt()));
    if (random.nextInt(4) == 0) {
      object.put("rest", value(random));
    }
    return object;
  }

  private static Object value(Random random) {
    return switch (random.nextInt(16)) {
      case 0 -> random.nextBoolean();
      case 1 -> (byte) random.nextInt();
      case 2 -> (short) random.nextInt();
      case 3 -> random.nextInt();
      case 4 -> random.nextLong();
      case 5 -> random.nextDouble();
      case 6 -> random.nextFloat();
      case 7 -> "x".repeat(random.nextInt(80));
      case 8 -> new byte[random.nextInt(40)];
      case 9 -> new UUID(random.nextLong(), random.nextLong());
      case 10 -> raw(b -> b.appendDate(random.nextInt()));
      case 11 -> raw(b -> b.appendTimestampTz(random.nextLong()));
      case 12 -> raw(b -> b.appendTimestampNanosNtz(random.nextLong()));
      case 13 -> raw(b -> b.appendTime(random.nextInt(1_000_000)));
      case 14 -> BigDecimal.valueOf(random.nextInt(), 2);
      default -> Map.of("name", random.nextInt(9));
    };
  }
}
