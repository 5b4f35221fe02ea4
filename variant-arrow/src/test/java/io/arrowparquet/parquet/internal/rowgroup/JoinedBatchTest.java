// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.internal.filter.RowSelection;
import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of vector that is read, cut into parts at any slot and joined again. */
class JoinedBatchTest {
  private static final int ROWS = 150;
  private static final String TYPE =
      "struct<n: bigint, t: tinyint, b: boolean, s: string, x: binary, d: decimal(20, 3), "
          + "g: struct<a: int, l: list<string>>, l: list<list<int>>, v: variant, z: int>";

  private static VectorSchemaRoot rows(Random random, BufferAllocator allocator) {
    VariantDecode decode =
        new VariantDecode(ArrowTypeText.parse("row", TYPE), ConversionMode.STRICT);
    try (VarCharVector text = new VarCharVector("row", allocator)) {
      for (int row = 0; row < ROWS; row++) {
        text.setSafe(row, json(random, row).getBytes(StandardCharsets.UTF_8));
      }
      text.setValueCount(ROWS);
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
        return new VectorSchemaRoot(List.of(decode.decode(variants, allocator)));
      }
    }
  }

  private static String json(Random random, int row) {
    List<String> fields = new ArrayList<>();
    fields.add("\"n\":" + random.nextInt());
    fields.add("\"t\":" + random.nextInt(100));
    fields.add("\"b\":" + random.nextBoolean());
    fields.add("\"s\":\"" + "s".repeat(random.nextInt(9)) + row + '"');
    fields.add("\"d\":" + row + ".125");
    fields.add("\"g\":{\"a\":" + row + ",\"l\":[\"" + row + "\",null]}");
    fields.add("\"l\":[[" + row + ",2],null,[]]");
    fields.add("\"v\":{\"k\":[" + row + "]}");
    fields.removeIf(field -> random.nextInt(4) == 0);
    return "{" + String.join(",", fields) + "}";
  }

  private static List<ArrowRecordBatch> cut(VectorSchemaRoot root, int most, Random random) {
    List<ArrowRecordBatch> parts = new ArrayList<>();
    for (int at = 0; at < ROWS; ) {
      int length = Math.min(ROWS - at, random.nextInt(most + 1));
      try (VectorSchemaRoot slice = root.slice(at, length)) {
        parts.add(new VectorUnloader(slice, random.nextBoolean(), true).getRecordBatch());
      }
      at += length;
    }
    return parts;
  }

  private static List<Object> values(FieldVector vector) {
    List<Object> values = new ArrayList<>();
    for (int row = 0; row < vector.getValueCount(); row++) {
      values.add(
          vector instanceof ParquetVariantVector v ? v.hashCode(row) : vector.getObject(row));
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 7", "3, 8", "4, 64", "5, 149", "6, 150"})
  void parts_give_the_rows_that_they_were_cut_from(int seed, int most) {
    Random random = new Random(seed);
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot from = rows(random, allocator);
        VectorSchemaRoot to = VectorSchemaRoot.create(from.getSchema(), allocator)) {
      List<ArrowRecordBatch> parts = cut(from, most, random);
      assertThat(JoinedBatch.supports(from.getSchema())).isTrue();
      try (ArrowRecordBatch joined = JoinedBatch.join(from.getSchema(), parts, allocator)) {
        new VectorLoader(to).load(joined);
      } finally {
        parts.forEach(ArrowRecordBatch::close);
      }
      assertThat(to.getRowCount()).isEqualTo(ROWS);
      List<FieldVector> copies = new ArrayList<>(to.getVector(0).getChildrenFromFields());
      for (FieldVector vector : from.getVector(0).getChildrenFromFields()) {
        FieldVector copy = copies.remove(0);
        assertThat(values(copy)).as(vector.getName()).isEqualTo(values(vector));
        assertThat(copy.getNullCount()).as(vector.getName()).isEqualTo(vector.getNullCount());
      }
    }
  }

  @Test
  void failed_allocations_leave_nothing() {
    try (FailedAllocations failures = new FailedAllocations();
        VectorSchemaRoot from = rows(new Random(7), failures.allocator())) {
      List<ArrowRecordBatch> parts = cut(from, 60, new Random(8));
      failures.failEach(
          "join", memory -> JoinedBatch.join(from.getSchema(), parts, memory).close());
      parts.forEach(ArrowRecordBatch::close);
    }
  }

  /** Chooses rows 0 and 2 of vectors whose offsets are unchecked. */
  @ParameterizedTest
  @CsvSource({"0, 8, 8, 4", "-8, 8, 8, 16"})
  void offsets_that_are_no_ranges_are_refused(int first, int second, int third, int fourth) {
    try (RootAllocator allocator = new RootAllocator();
        VarCharVector text = new VarCharVector("text", allocator);
        ListVector list = ListVector.empty("list", allocator)) {
      text.setSafe(2, new byte[16]);
      text.setValueCount(3);
      list.addOrGetVector(FieldType.nullable(ArrowType.Bool.INSTANCE));
      list.startNewValue(2);
      list.endValue(2, 16);
      list.getDataVector().setValueCount(16);
      list.setValueCount(3);
      RowSelection rows = new RowSelection();
      rows.add(0, 1);
      rows.add(2, 3);
      for (FieldVector vector : List.of(text, list)) {
        int[] offsets = {first, second, third, fourth};
        for (int i = 0; i < offsets.length; i++) {
          vector.getOffsetBuffer().setInt((long) i * Integer.BYTES, offsets[i]);
        }
        VectorSchemaRoot root = new VectorSchemaRoot(List.of(vector));
        assertThatThrownBy(() -> JoinedBatch.select(root, rows, allocator))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageContaining("expected a range from 0 on");
      }
    }
  }

  @Test
  void types_whose_slots_are_elsewhere_are_not_joined() {
    Field view = Field.nullable("v", ArrowType.Utf8View.INSTANCE);
    Field list = new Field("l", FieldType.nullable(ArrowType.List.INSTANCE), List.of(view));

    assertThat(JoinedBatch.supports(new Schema(List.of(view)))).isFalse();
    assertThat(JoinedBatch.supports(new Schema(List.of(list)))).isFalse();
  }
}
