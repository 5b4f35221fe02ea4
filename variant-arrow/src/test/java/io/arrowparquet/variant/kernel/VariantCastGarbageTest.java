// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.AllocatedBytes;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/**
 * Rows cost no heap memory: what a call allocates does not grow with them.
 *
 * @see VariantCast
 * @see VariantToJson
 */
class VariantCastGarbageTest {
  private static final int FEW = 2_000;
  private static final int MANY = 22_000;

  /** Far below the smallest object; leaves room for what a few more doublings take. */
  private static final double BYTES_PER_ROW = 1;

  private static FieldVector events(BufferAllocator allocator, int rows) {
    Field tags =
        new Field(
            "tags",
            FieldType.nullable(ArrowType.List.INSTANCE),
            List.of(Field.nullable("tag", ArrowType.Utf8.INSTANCE)));
    Field type =
        new Field(
            "event",
            FieldType.nullable(ArrowType.Struct.INSTANCE),
            List.of(
                Field.nullable("id", new ArrowType.Int(64, true)),
                tags,
                Field.nullable("amount", new ArrowType.Decimal(9, 2, 128))));
    byte[] row =
        "{\"id\":7,\"tags\":[\"new\",\"red\"],\"amount\":1.25}".getBytes(StandardCharsets.UTF_8);
    try (VarCharVector text = new VarCharVector("event", allocator)) {
      for (int i = 0; i < rows; i++) {
        text.setSafe(i, row);
      }
      text.setValueCount(rows);
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
        return new VariantDecode(type, ConversionMode.STRICT).decode(variants, allocator);
      }
    }
  }

  private static void assertNoGarbage(Runnable few, Runnable many) {
    int rows = MANY - FEW;
    long more = AllocatedBytes.difference(few, many, (long) (BYTES_PER_ROW * rows));
    assertThat((double) more / rows).isLessThan(BYTES_PER_ROW);
  }

  @Test
  void casting_and_writing_rows_allocates_nothing_on_the_heap() {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector few = events(allocator, FEW);
        FieldVector many = events(allocator, MANY);
        ParquetVariantVector fewVariants = VariantCast.cast(few, allocator);
        ParquetVariantVector manyVariants = VariantCast.cast(many, allocator)) {
      assertNoGarbage(
          () -> VariantCast.cast(few, allocator).close(),
          () -> VariantCast.cast(many, allocator).close());
      assertNoGarbage(
          () -> VariantToJson.write(fewVariants, allocator).close(),
          () -> VariantToJson.write(manyVariants, allocator).close());
    }
  }
}
