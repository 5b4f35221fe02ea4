// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.AllocatedBytes;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.Test;

/**
 * Rows cost no heap memory, also where each has another dictionary than the one before.
 *
 * @see VariantDecode
 * @see VariantGet
 */
class DecodeGarbageTest {
  private static final int FEW = 2_000;
  private static final int MANY = 22_000;

  /** Far below the smallest object; leaves room for a few more doublings of some fifty buffers. */
  private static final int BYTES_PER_ROW = 4;

  /**
   * Which rows have something in a column is told by a bit each, gathered on the heap: four bytes a
   * row for all columns here. It leaves no room for an object a row either.
   */
  private static final int SHREDDED_BYTES_PER_ROW = 6;

  /** Six keys, of which a row has those that its number's bits say, of several types. */
  private static ParquetVariantVector rows(BufferAllocator allocator, int count) {
    List<Variant> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int key = 0; key < 6; key++) {
        if (((row >> key) & 1) != 0) {
          object.put("key" + key, key % 2 == row % 2 ? row : List.of("text", Map.of("k", 1.5)));
        }
      }
      rows.add(VariantColumns.encode(object));
    }
    return VariantColumns.column(allocator, rows);
  }

  private static void assertNoGarbage(Runnable few, Runnable many, int bytesPerRow) {
    long limit = (long) bytesPerRow * (MANY - FEW);
    assertThat(AllocatedBytes.difference(few, many, limit)).isLessThan(limit);
  }

  private static void assertNoGarbage(
      BufferAllocator allocator, Function<ParquetVariantVector, FieldVector> kernel) {
    try (ParquetVariantVector few = rows(allocator, FEW);
        ParquetVariantVector many = rows(allocator, MANY)) {
      assertNoGarbage(
          () -> kernel.apply(few).close(), () -> kernel.apply(many).close(), BYTES_PER_ROW);
    }
  }

  @Test
  void decoding_to_the_natural_type_allocates_nothing_for_a_row() {
    try (BufferAllocator allocator = new RootAllocator()) {
      assertNoGarbage(allocator, rows -> NaturalType.decode(rows, allocator));
    }
  }

  @Test
  void decoding_to_a_known_type_allocates_nothing_for_a_row() {
    try (BufferAllocator allocator = new RootAllocator()) {
      Field type;
      try (ParquetVariantVector rows = rows(allocator, FEW)) {
        type = NaturalType.type(rows, allocator);
      }
      VariantDecode decode = new VariantDecode(type, ConversionMode.STRICT);
      assertNoGarbage(allocator, rows -> decode.decode(rows, allocator));
    }
  }

  @Test
  void decoding_shredded_rows_to_the_shredded_type_allocates_nothing_for_a_row() {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector few = rows(allocator, FEW);
        ParquetVariantVector many = rows(allocator, MANY)) {
      InferredShredding inferred = InferredShredding.of(few);
      VariantShred shred = new VariantShred(inferred.schema(), inferred.mode());
      VariantDecode decode = new VariantDecode(inferred.schema(), ConversionMode.SAFE);
      try (ParquetVariantVector fewShredded = shred.shred(few, allocator);
          ParquetVariantVector manyShredded = shred.shred(many, allocator)) {
        assertNoGarbage(
            () -> decode.decode(fewShredded, allocator).close(),
            () -> decode.decode(manyShredded, allocator).close(),
            SHREDDED_BYTES_PER_ROW);
      }
    }
  }

  @Test
  void casting_allocates_nothing_for_a_row() {
    Field type =
        ArrowTypeText.parse(
            "x",
            "struct<a: double, b: decimal(9, 1), c: timestamp(us, 'Europe/Paris'), d: string,"
                + " e: boolean, f: string, g: double, h: bigint>");
    VariantDecode decode = new VariantDecode(type, ConversionMode.TRY_CAST);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector few = castRows(allocator, FEW);
        ParquetVariantVector many = castRows(allocator, MANY)) {
      assertNoGarbage(
          () -> decode.decode(few, allocator).close(),
          () -> decode.decode(many, allocator).close(),
          BYTES_PER_ROW);
    }
  }

  private static ParquetVariantVector castRows(BufferAllocator allocator, int count) {
    try (VarCharVector json = new VarCharVector("v", allocator)) {
      for (int row = 0; row < count; row++) {
        String text =
            "{'a':%d.25,'b':'%d.55','c':'2024-01-31 12:00:%02d','d':%d.125,'e':'no','f':[1,'x'],"
                + "'g':'123456789012345678.%d','h':'none'}";
        byte[] utf8 =
            text.formatted(row, row, row % 60, row, row)
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8);
        json.setSafe(row, utf8);
      }
      json.setValueCount(count);
      return VariantFromJson.parse(json, allocator);
    }
  }

  @Test
  void following_a_path_allocates_nothing_for_a_row() {
    VariantGet get =
        new VariantGet(
            VariantPath.parse("$.key3[1].k"),
            Field.nullable("k", ArrowType.Utf8.INSTANCE),
            ConversionMode.SAFE,
            VariantLimits.defaults());
    try (BufferAllocator allocator = new RootAllocator()) {
      assertNoGarbage(allocator, rows -> get.get(rows, allocator));
    }
  }
}
