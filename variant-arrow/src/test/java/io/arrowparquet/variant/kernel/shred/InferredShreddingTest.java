// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import static io.arrowparquet.variant.kernel.VariantColumns.encodeAll;
import static io.arrowparquet.variant.kernel.VariantColumns.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.kernel.RandomValues;
import io.arrowparquet.variant.kernel.VariantColumns;
import io.arrowparquet.variant.kernel.shred.InferredShredding.Decision;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.Test;

class InferredShreddingTest {
  private static final InferShreddingOptions ALL = InferShreddingOptions.defaults().withMinShare(0);
  private static final InferShreddingOptions EXACT = ALL.withWidenNumbers(false);

  private static InferredShredding infer(InferShreddingOptions options, Object... values) {
    return inferRows(options, encodeAll(values));
  }

  private static InferredShredding inferRows(InferShreddingOptions options, List<Variant> rows) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = VariantColumns.column(allocator, rows)) {
      return InferredShredding.of(column, options);
    }
  }

  private static String schema(InferredShredding inferred) {
    return inferred.schema().toString();
  }

  private static Map<String, Decision> decisions(InferredShredding inferred) {
    Map<String, Decision> decisions = new HashMap<>();
    inferred.paths().forEach(path -> decisions.put(path.path(), path.decision()));
    return decisions;
  }

  @Test
  void objects_become_structs_with_fields_in_the_order_of_their_bytes() {
    InferredShredding inferred =
        infer(ALL, Map.of("b", 1, "\uFF5E", 2, "\u00FC", "x", "a", Map.of("c", true)));

    assertThat(schema(inferred))
        .isEqualTo(
            "$: Struct<a: Struct<c: Bool>, b: Int(32, true), \u00FC: Utf8, \uFF5E: Int(32, true)>");
    assertThat(inferred.isShredded()).isTrue();
  }

  @Test
  void the_most_frequent_type_wins_and_the_others_are_told() {
    InferredShredding inferred =
        infer(ALL, Map.of("a", 1), Map.of("a", "x"), Map.of("a", "y"), Map.of("a", Map.of("b", 1)));

    assertThat(schema(inferred)).isEqualTo("$: Struct<a: Utf8>");
    assertThat(inferred.paths().get(1).types())
        .isEqualTo(Map.of("int32", 1L, "string", 2L, "object", 1L));
    assertThat(inferred.paths().get(1).column().share()).isEqualTo(0.5);
    assertThat(decisions(inferred).get("$.a.b")).isEqualTo(Decision.NOTHING_ABOVE);
  }

  @Test
  void the_text_says_for_each_path_what_was_seen_and_why() {
    InferShreddingOptions options = InferShreddingOptions.defaults().withMinShare(0.4);
    InferredShredding inferred = infer(options, Map.of("a", 1L), Map.of("a", 2L, "b x", "t"), 7.5);

    assertThat(inferred.toString())
        .isEqualTo(
            """
            3 rows
              $: shredded as Struct, 66.7%; 3 values: double 1, object 2
              $.a: shredded as Int(64, true), 66.7%; 2 values: int64 2
              $['b x']: not shredded (too rare), 33.3%; 1 values: string 1\
            """);
  }

  @Test
  void rows_that_are_sql_null_do_not_count_and_variant_nulls_do() {
    List<Variant> rows = new ArrayList<>(encodeAll(1, null));
    rows.addAll(Collections.nCopies(20, null));

    assertThat(schema(inferRows(ALL.withMinShare(0.5), rows))).isEqualTo("$: Int(32, true)");
    assertThat(schema(inferRows(ALL.withMinShare(0.6), rows))).isEqualTo("$: Null");
  }

  @Test
  void nothing_is_shredded_where_there_is_nothing() {
    InferredShredding none = infer(ALL);
    InferredShredding nulls = infer(ALL, null, null);
    InferredShredding empty = infer(ALL, Map.of(), Map.of());

    assertThat(none.isShredded() || nulls.isShredded() || empty.isShredded()).isFalse();
    assertThat(none.rowCount()).isZero();
    assertThat(decisions(none)).isEqualTo(Map.of("$", Decision.ONLY_NULLS));
    assertThat(decisions(nulls)).isEqualTo(Map.of("$", Decision.ONLY_NULLS));
    assertThat(decisions(empty)).isEqualTo(Map.of("$", Decision.NOTHING_BELOW));
    assertThat(infer(ALL, List.of()).isShredded()).isFalse();
  }

  @Test
  void an_element_counts_as_its_part_of_a_row() {
    List<Object> tags = List.of("a", "b", "c", 1);
    Object[] rows = {tags, List.of("d"), 7};

    // Two rows of three are arrays, and four of five elements strings: 0.533.
    assertThat(schema(infer(ALL.withMinShare(0.53), rows))).isEqualTo("$: List<element: Utf8>");
    assertThat(decisions(infer(ALL.withMinShare(0.54), rows)))
        .isEqualTo(Map.of("$", Decision.NOTHING_BELOW, "$[*]", Decision.TOO_RARE));
    assertThat(schema(infer(ALL, List.of(List.of(Map.of("a", 1))), List.of())))
        .isEqualTo("$: List<element: List<element: Struct<a: Int(32, true)>>>");
  }

  @Test
  void integers_share_a_column_only_if_they_may_be_widened() {
    Object[] values = {(byte) 1, (byte) 2, (short) 300, (short) 301, (short) 302, 70_000};

    assertThat(schema(infer(EXACT, values))).isEqualTo("$: Int(16, true)");
    assertThat(infer(EXACT, values).mode()).isEqualTo(ShredMode.EXACT);
    InferredShredding wide = infer(ALL, values);
    assertThat(schema(wide)).isEqualTo("$: Int(32, true)");
    assertThat(wide.mode()).isEqualTo(ShredMode.LENIENT);
    assertThat(wide.paths().get(0).column().share()).isEqualTo(1);
    assertThat(wide.paths().get(0).column().widened()).isTrue();
    assertThat(wide)
        .hasToString(
            """
        6 rows
          $: shredded as Int(32, true), widened, 100.0%; 6 values: int8 2, int16 3, int32 1""");
    assertThat(infer(ALL, 1, 2).paths().get(0).column().widened()).isFalse();
    assertThat(infer(EXACT, values).paths().get(0).column().widened()).isFalse();
  }

  @Test
  void decimals_go_by_their_scale() {
    Object[] values = {
      new BigDecimal("1.50"),
      new BigDecimal("12345678901.25"),
      new BigDecimal("2.5"),
      new BigDecimal("7.25"),
    };

    assertThat(schema(infer(EXACT, values))).isEqualTo("$: Decimal(9, 2, 128)");
    assertThat(schema(infer(ALL, values))).isEqualTo("$: Decimal(18, 2, 128)");
    assertThat(infer(EXACT, values).paths().get(0).types())
        .isEqualTo(Map.of("decimal4(1)", 1L, "decimal4(2)", 2L, "decimal8(2)", 1L));
  }

  @Test
  void decimals_with_too_many_digits_after_the_point_need_a_wider_column() {
    Object tiny = new BigDecimal("0.000000000001");

    assertThat(decisions(infer(EXACT, tiny))).isEqualTo(Map.of("$", Decision.NO_TYPE));
    assertThat(schema(infer(ALL, tiny))).isEqualTo("$: Decimal(18, 12, 128)");
  }

  @Test
  void the_four_timestamps_are_four_types() {
    assertThat(
            schema(
                infer(
                    ALL,
                    raw(b -> b.appendTimestampTz(1)),
                    raw(b -> b.appendTimestampNtz(1)),
                    raw(b -> b.appendTimestampNanosTz(1)),
                    raw(b -> b.appendTimestampNanosNtz(1)),
                    raw(b -> b.appendTimestampNanosTz(2)))))
        .isEqualTo("$: Timestamp(NANOSECOND, UTC)");
  }

  private static Object deep(int levels) {
    Object value = 1;
    for (int i = 0; i < levels; i++) {
      value = i % 2 == 0 ? Map.of("a", value) : List.of(value);
    }
    return value;
  }

  @Test
  void levels_beyond_the_greatest_depth_are_left_alone() {
    InferredShredding inferred = infer(ALL.withMaxDepth(2), Map.of("x", deep(50), "y", 1));

    assertThat(schema(inferred)).isEqualTo("$: Struct<y: Int(32, true)>");
    assertThat(decisions(inferred).get("$.x[*]")).isEqualTo(Decision.TOO_DEEP);
    assertThat(decisions(inferred)).doesNotContainKey("$.x[*].a");
    assertThat(infer(ALL.withMaxDepth(100), deep(90)).isShredded()).isTrue();
  }

  @Test
  void the_columns_with_the_greatest_share_are_taken() {
    List<Object> rows = new ArrayList<>();
    for (int row = 0; row < 100; row++) {
      Map<String, Object> fields = new HashMap<>();
      for (int field = 0; field < 100; field++) {
        if (row <= field) {
          fields.put(String.format("f%02d", field), 1);
        }
      }
      rows.add(fields);
    }
    InferredShredding inferred = infer(ALL.withMaxColumns(3), rows.toArray());

    assertThat(inferred.schema().getChildren())
        .extracting("name")
        .containsExactly("f97", "f98", "f99");
    assertThat(decisions(inferred).get("$.f96")).isEqualTo(Decision.TOO_MANY_COLUMNS);
  }

  @Test
  void ever_other_names_do_not_take_ever_more_memory() {
    List<InferredShredding> batches = new ArrayList<>();
    for (int batch = 0; batch < 3; batch++) {
      Map<String, Object> wide = new HashMap<>();
      for (int field = 0; field < 9_000; field++) {
        wide.put("x" + batch + "_" + field, 1);
      }
      batches.add(infer(ALL, wide, Map.of("always", "x")));
    }
    InferredShredding all = batches.get(0).merge(batches.get(1)).merge(batches.get(2));

    assertThat(all.paths()).hasSizeLessThanOrEqualTo(PathCounts.MAX_PATHS + 1);
    assertThat(decisions(all).get("$.always")).isEqualTo(Decision.SHREDDED);
  }

  @Test
  void options_out_of_range_are_refused() {
    assertThatThrownBy(() -> ALL.withMinShare(Double.NaN)).hasMessageContaining("minShare is NaN");
    assertThatThrownBy(() -> ALL.withMaxColumns(0)).hasMessageContaining("maxColumns is 0");
    assertThatThrownBy(() -> ALL.withMaxDepth(101)).hasMessageContaining("maxDepth is 101");
  }

  @Provide
  Arbitrary<List<Object>> columns() {
    return RandomValues.columns();
  }

  @Property(tries = 200)
  void neither_the_order_nor_the_batches_nor_the_shredding_of_rows_matters(
      @ForAll("columns") List<Object> values, @ForAll boolean widen, @ForAll Random random) {
    InferShreddingOptions options = ALL.withWidenNumbers(widen).withMaxColumns(4);
    List<Variant> rows = encodeAll(values.toArray());
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = VariantColumns.column(allocator, rows)) {
      InferredShredding whole = InferredShredding.of(column, options);
      Collections.shuffle(rows, random);
      int cut = random.nextInt(rows.size() + 1);
      try (ParquetVariantVector first = VariantColumns.column(allocator, rows.subList(0, cut));
          ParquetVariantVector rest =
              VariantColumns.column(allocator, rows.subList(cut, rows.size()));
          ParquetVariantVector shredded =
              new VariantShred(whole.schema(), ShredMode.EXACT).shred(column, allocator)) {
        shredded.validate();
        assertThat(InferredShredding.of(Arrays.asList(rest, first), options).toString())
            .isEqualTo(whole.toString());
        assertThat(InferredShredding.of(shredded, options).toString()).isEqualTo(whole.toString());
      }
    }
  }
}
