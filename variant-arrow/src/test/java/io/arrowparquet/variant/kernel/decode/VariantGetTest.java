// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import static io.arrowparquet.variant.kernel.ShreddedColumns.VALUE;
import static io.arrowparquet.variant.kernel.ShreddedColumns.cell;
import static io.arrowparquet.variant.kernel.ShreddedColumns.dictionary;
import static io.arrowparquet.variant.kernel.ShreddedColumns.level;
import static io.arrowparquet.variant.kernel.ShreddedColumns.typed;
import static io.arrowparquet.variant.kernel.ShreddedColumns.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.JavaValues;
import io.arrowparquet.variant.kernel.ShreddedColumns;
import io.arrowparquet.variant.kernel.VariantColumns;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantGetTest {
  private static final Field LONG = Field.nullable("x", new ArrowType.Int(64, true));

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private ParquetVariantVector unshredded() {
    List<Variant> rows =
        new ArrayList<>(
            VariantColumns.encodeAll(
                Map.of("a", Map.of("b", 1L, "c", List.of("x", 2L))),
                Map.of("a", Map.of("b", "text")),
                Map.of("a", 5),
                Map.of("z", 1),
                null));
    rows.add(null);
    return VariantColumns.column(allocator, rows);
  }

  /** The same rows with {@code $.a.b} shredded as an int64. */
  private ParquetVariantVector shredded() {
    Variant names = dictionary("a", "b", "c", "z");
    Field b = level("b", typed(VariantTypeIds.INT64));
    Field a = level("a", typed(ArrowType.Struct.INSTANCE, b));
    byte[] c = value(names, Map.of("c", List.of("x", 2L)));
    return ShreddedColumns.column(
        allocator,
        names,
        List.of(VALUE, typed(ArrowType.Struct.INSTANCE, a)),
        cell(null, Map.of("a", cell(c, Map.of("b", cell(null, 1L))))),
        cell(null, Map.of("a", cell(null, Map.of("b", cell(value(names, "text"), null))))),
        cell(null, Map.of("a", cell(value(names, 5), null))),
        cell(value(names, Map.of("z", 1)), Map.of("a", cell(null, null))),
        cell(new byte[] {0}, null),
        null);
  }

  private ParquetVariantVector column(boolean shredded) {
    return shredded ? shredded() : unshredded();
  }

  private List<Object> get(String path, boolean shredded, Field target) {
    VariantGet get =
        new VariantGet(
            VariantPath.parse(path), target, ConversionMode.SAFE, VariantLimits.defaults());
    try (ParquetVariantVector column = column(shredded);
        FieldVector values = get.get(column, allocator)) {
      List<Object> rows = new ArrayList<>();
      for (int row = 0; row < values.getValueCount(); row++) {
        rows.add(JavaValues.of(values, row));
      }
      return rows;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_path_gives_typed_values_where_it_leads_to_any(boolean shredded) {
    assertThat(get("$.a.b", shredded, LONG)).containsExactly(1L, null, null, null, null, null);
    assertThat(get("$.a.c[1]", shredded, LONG)).containsExactly(2L, null, null, null, null, null);
    assertThat(get("$.a", shredded, LONG)).containsExactly(null, null, 5L, null, null, null);
    assertThat(get("$.z", shredded, LONG)).containsExactly(null, null, null, 1L, null, null);
    assertThat(get("$.a.b", shredded, Field.nullable("x", ArrowType.Utf8.INSTANCE)))
        .containsExactly(null, "text", null, null, null, null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_path_gives_variants(boolean shredded) {
    VariantGet get = new VariantGet(VariantPath.parse("$.a"), "a");
    try (ParquetVariantVector column = column(shredded);
        ParquetVariantVector values = (ParquetVariantVector) get.get(column, allocator)) {
      List<String> rows = new ArrayList<>();
      for (int row = 0; row < values.getValueCount(); row++) {
        rows.add(values.isNull(row) ? null : values.getObject(row).toString());
      }
      assertThat(rows.subList(1, 6)).isEqualTo(Arrays.asList("{b=text}", "5", null, null, null));
      assertThat(values.getObject(0).field("c").element(1).getLong()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void the_root_path_keeps_variant_null(boolean shredded) {
    VariantGet get = new VariantGet(VariantPath.parse("$"), "v");
    try (ParquetVariantVector column = column(shredded);
        ParquetVariantVector values = (ParquetVariantVector) get.get(column, allocator)) {
      assertThat(values.getObject(4).isNull()).isTrue();
      assertThat(values.isNull(5)).isTrue();
    }
  }

  /** As filters have it that skip rows by statistics. */
  @ParameterizedTest
  @ValueSource(strings = {"$.a", "$.a.b", "$.a[0]"})
  void a_field_that_has_a_column_is_not_looked_for_in_value(String path) {
    Variant names = dictionary("a", "b");
    Field typed =
        typed(
            ArrowType.Struct.INSTANCE,
            level("a", typed(ArrowType.Struct.INSTANCE, level("b", typed(VariantTypeIds.INT64)))));
    byte[] object = value(names, Map.of("a", Map.of("b", 1L)));
    try (ParquetVariantVector column =
            ShreddedColumns.column(
                allocator,
                names,
                List.of(VALUE, typed),
                cell(object, null),
                cell(object, Map.of("a", cell(null, null))));
        FieldVector found =
            new VariantGet(
                    VariantPath.parse(path), LONG, ConversionMode.SAFE, VariantLimits.defaults())
                .get(column, allocator)) {
      assertThat(found.getNullCount()).isEqualTo(2);
    }
  }

  @Test
  void texts_share_the_memory_of_their_column_and_outlive_it() {
    Variant names = dictionary("a");
    Field a = level("a", typed(VariantTypeIds.STRING));
    ParquetVariantVector column =
        ShreddedColumns.column(
            allocator,
            names,
            List.of(VALUE, typed(ArrowType.Struct.INSTANCE, a)),
            cell(null, Map.of("a", cell(null, "one"))),
            cell(null, Map.of("a", cell(null, null))),
            null,
            cell(null, Map.of("a", cell(null, "four"))));
    Field text = Field.nullable("x", ArrowType.Utf8.INSTANCE);
    VariantGet get =
        new VariantGet(
            VariantPath.parse("$.a"), text, ConversionMode.STRICT, VariantLimits.defaults());
    try (column;
        FieldVector values = get.get(column, allocator)) {
      StructVector fields = (StructVector) typedOf(column.getUnderlyingVector());
      FieldVector texts = typedOf((StructVector) fields.getChild("a"));
      assertThat(values.getDataBuffer().memoryAddress())
          .isEqualTo(texts.getDataBuffer().memoryAddress());
      column.clear();

      assertThat(IntStream.range(0, 4).mapToObj(row -> JavaValues.of(values, row)))
          .containsExactly("one", null, null, "four");
    }
  }

  private static FieldVector typedOf(StructVector level) {
    return level.getChild("typed_value");
  }

  @Test
  void strict_mode_names_row_and_path() {
    VariantGet get =
        new VariantGet(
            VariantPath.parse("$.a.b"), LONG, ConversionMode.STRICT, VariantLimits.defaults());
    try (ParquetVariantVector column = shredded()) {
      assertThatThrownBy(() -> get.get(column, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessageStartingWith("row 1, $.a.b: found string");
    }
  }
}
