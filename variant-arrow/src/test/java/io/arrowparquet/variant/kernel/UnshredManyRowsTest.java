// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/**
 * Objects are put together 64 at a time and 64 fields at a time.
 *
 * @see VariantUnshred
 */
class UnshredManyRowsTest {
  private static final int FIELDS = 70;
  private static final int ROWS = 1_000;

  @Test
  void rows_and_fields_by_the_hundreds_come_back_as_they_were() {
    Random random = new Random(7);
    Object[] rows =
        IntStream.range(0, ROWS).mapToObj(row -> row % 97 == 0 ? null : object(random)).toArray();
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column =
            VariantColumns.column(allocator, VariantColumns.encodeAll(rows));
        ParquetVariantVector shredded =
            new VariantShred(schema(), ShredMode.EXACT).shred(column, allocator);
        ParquetVariantVector out = VariantUnshred.unshred(shredded, allocator)) {
      out.validate();
      for (int row = 0; row < ROWS; row++) {
        assertThat(out.valueVector().getObject(row))
            .as("row %d", row)
            .isEqualTo(column.valueVector().getObject(row));
      }
    }
  }

  private static Field schema() {
    List<Field> fields = new ArrayList<>();
    for (int field = 0; field < FIELDS; field++) {
      fields.add(Field.nullable(name(field), type(field)));
    }
    return new Field("", FieldType.nullable(ArrowType.Struct.INSTANCE), fields);
  }

  private static ArrowType type(int field) {
    return switch (field % 6) {
      case 0 -> new ArrowType.Int(Long.SIZE, true);
      case 1 -> new ArrowType.Int(Integer.SIZE, true);
      case 2 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case 3 -> ArrowType.Utf8.INSTANCE;
      case 4 -> ArrowType.Bool.INSTANCE;
      default -> ArrowType.Null.INSTANCE;
    };
  }

  private static String name(int field) {
    return "field" + (100 + field);
  }

  private static Map<String, Object> object(Random random) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int field = 0; field < FIELDS; field++) {
      if (random.nextInt(3) > 0) {
        object.put(name(field), value(random));
      }
    }
    if (random.nextInt(10) == 0) {
      object.put("rest", random.nextInt());
    }
    return object;
  }

  private static Object value(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextInt();
      case 2 -> random.nextDouble();
      case 3 -> "x".repeat(random.nextInt(80));
      case 4 -> random.nextBoolean();
      default -> Map.of("name", random.nextInt(9));
    };
  }
}
