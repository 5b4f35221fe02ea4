// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static io.arrowparquet.variant.kernel.ShreddedColumns.VALUE;
import static io.arrowparquet.variant.kernel.ShreddedColumns.cell;
import static io.arrowparquet.variant.kernel.ShreddedColumns.column;
import static io.arrowparquet.variant.kernel.ShreddedColumns.dictionary;
import static io.arrowparquet.variant.kernel.ShreddedColumns.level;
import static io.arrowparquet.variant.kernel.ShreddedColumns.typed;
import static io.arrowparquet.variant.kernel.ShreddedColumns.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.AllocatedBytes;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.kernel.shred.VariantUnshredTest;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * JSON text straight from shredded columns: what is damaged or beyond limits. That the text is that
 * of the column put together is a matter of {@link ShreddedInputTest} and {@link
 * VariantUnshredTest}.
 *
 * @see VariantToJson
 * @see io.arrowparquet.variant.internal.shred.JsonTextGenerator
 */
class ShreddedJsonTest {
  /** A few doublings of the buffers' views; the smallest object for a row would be 160 000. */
  private static final long FEW_BYTES = 20_000;

  @AutoClose private final BufferAllocator allocator = new RootAllocator();
  private final Variant names = dictionary("a", "b", "c");
  private final Field list =
      typed(ArrowType.List.INSTANCE, level("element", typed(VariantTypeIds.STRING)));
  private final Field object =
      typed(
          ArrowType.Struct.INSTANCE,
          level("a", typed(VariantTypeIds.TIME_NTZ_MICROS)),
          level("b", list));

  private void assertMalformed(String message, Object cell) {
    try (ParquetVariantVector column =
        column(allocator, names, List.of(VALUE, object), null, cell)) {
      assertThatThrownBy(() -> VariantToJson.write(column, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1, " + message);
    }
  }

  @Test
  void names_are_escaped_as_in_encoded_objects() {
    String name = "\"\\\n\u0001\u00E9\uD83D\uDE00";
    Variant one = dictionary(name);
    Field typed = typed(ArrowType.Struct.INSTANCE, level(name, typed(VariantTypeIds.INT8)));
    Object row = cell(null, Map.of(name, cell(null, (byte) 1)));
    try (ParquetVariantVector column = column(allocator, one, List.of(VALUE, typed), row);
        VarCharVector text = VariantToJson.write(column, allocator)) {
      assertThat(text.getObject(0)).hasToString("{\"\\\"\\\\\\n\\u0001\u00E9\uD83D\uDE00\":1}");
    }
  }

  @Test
  void a_string_that_is_no_utf8_names_its_place() {
    Object strings =
        List.of(cell(null, "x"), cell(null, "y"), cell(null, new byte[] {'z', (byte) 0xFF}));
    assertMalformed(
        "$.b[2]: text of the string at byte 1: found 0xFF, expected UTF-8",
        cell(null, Map.of("b", cell(null, strings))));
  }

  @Test
  void a_time_beyond_the_day_names_its_place() {
    assertMalformed(
        "$.a: time of day: found -1 microseconds",
        cell(null, Map.of("a", cell(null, -1L), "b", cell(null, null))));
  }

  @Test
  void a_damaged_part_names_its_place() {
    byte[] cut = value(names, Map.of("c", List.of(1, 2)));
    cut[cut.length - 10] = (byte) 0xFC;
    assertMalformed("$.c[0]: ", cell(cut, Map.of("a", cell(null, 1L))));
    assertMalformed("$.a.c[0]: ", cell(null, Map.of("a", cell(cut, null))));
    Object elements = List.of(cell(null, "x"), cell(cut, null));
    assertMalformed("$.b[1].c[0]: ", cell(null, Map.of("b", cell(null, elements))));
  }

  /** Fields {@code a} and {@code c}, both of which begin with the array's only byte. */
  @Test
  void fields_of_value_that_overlap_are_refused_before_they_are_copied_again_and_again() {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    byte[] text = value(names, "x".repeat(60));
    rest.writeBytes(new byte[] {0b0000_0010, 3, 0, 1, 2, 0, 0, 0, (byte) text.length});
    rest.writeBytes(text);
    Field one = typed(ArrowType.Struct.INSTANCE, level("a", typed(VariantTypeIds.INT64)));
    Object row = cell(rest.toByteArray(), Map.of("a", cell(null, 1L)));
    try (ParquetVariantVector column = column(allocator, names, List.of(VALUE, one), row)) {
      assertThatThrownBy(() -> VariantToJson.write(column, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 0, $: values in a container");
      assertThatThrownBy(() -> VariantUnshred.unshred(column, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 0, $: values in a container");
    }
  }

  @Test
  void depth_counts_typed_and_encoded_levels_together() {
    Object row = cell(null, Map.of("b", cell(value(names, List.of(List.of())), null)));
    try (ParquetVariantVector column = column(allocator, names, List.of(VALUE, object), row);
        ParquetVariantVector unshredded = VariantUnshred.unshred(column, allocator)) {
      for (ParquetVariantVector rows : List.of(column, unshredded)) {
        VariantLimits two = VariantLimits.defaults().withMaxDepth(2);
        assertThatThrownBy(() -> VariantToJson.write(rows, allocator, two))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageContaining("at most 2 (VariantLimits.maxDepth)");
        try (VarCharVector text = VariantToJson.write(rows, allocator, two.withMaxDepth(3))) {
          assertThat(text.getObject(0)).hasToString("{\"b\":[[]]}");
        }
      }
      VariantLimits none = VariantLimits.defaults().withMaxDepth(1);
      Object typedList = cell(null, Map.of("b", cell(null, List.of())));
      try (ParquetVariantVector deep =
          column(allocator, names, List.of(VALUE, object), typedList)) {
        assertThatThrownBy(() -> VariantToJson.write(deep, allocator, none))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageStartingWith("row 0, $.b: nesting");
      }
    }
  }

  @Test
  void text_costs_no_heap_memory_for_a_row() {
    try (ParquetVariantVector few = rows(1_000);
        ParquetVariantVector many = rows(11_000)) {
      long more =
          AllocatedBytes.difference(
              () -> VariantToJson.write(few, allocator).close(),
              () -> VariantToJson.write(many, allocator).close(),
              FEW_BYTES);
      assertThat(more).isLessThan(FEW_BYTES);
    }
  }

  private ParquetVariantVector rows(int count) {
    Object[] rows = new Object[count];
    Map<String, Object> fields = new HashMap<>();
    fields.put("a", cell(null, 1_500_000L));
    fields.put("b", cell(null, Arrays.asList(cell(null, "text"), null)));
    byte[] rest = value(names, Map.of("c", List.of(1.5, "more")));
    for (int row = 0; row < count; row++) {
      rows[row] = cell(row % 2 == 0 ? rest : null, fields);
    }
    return column(allocator, names, List.of(VALUE, object), rows);
  }
}
