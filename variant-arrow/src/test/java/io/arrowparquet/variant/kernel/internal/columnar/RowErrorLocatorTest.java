// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.columnar;

import static io.arrowparquet.variant.kernel.ShreddedColumns.VALUE;
import static io.arrowparquet.variant.kernel.ShreddedColumns.cell;
import static io.arrowparquet.variant.kernel.ShreddedColumns.column;
import static io.arrowparquet.variant.kernel.ShreddedColumns.dictionary;
import static io.arrowparquet.variant.kernel.ShreddedColumns.level;
import static io.arrowparquet.variant.kernel.ShreddedColumns.struct;
import static io.arrowparquet.variant.kernel.ShreddedColumns.typed;
import static io.arrowparquet.variant.kernel.ShreddedColumns.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.Kernel;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Of several bad rows of a shredded column the first is named, whatever its fields' order. */
class RowErrorLocatorTest {
  private static final ArrowType INT64 = new ArrowType.Int(64, true);
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final Variant DICTIONARY = dictionary("a", "b", "c", "d", "o");
  private static final byte[] NUMBER = value(DICTIONARY, 5);

  /** A double whose bytes end early. */
  private static final byte[] MALFORMED = {VariantTypeIds.DOUBLE << 2, 1, 2};

  /** Rows {@code {o: {a, b, c, d}}}, integers all. */
  private static final Field COLUMN =
      typed(
          ArrowType.Struct.INSTANCE,
          level(
              "o",
              typed(
                  ArrowType.Struct.INSTANCE,
                  NAMES.stream()
                      .map(name -> level(name, typed(VariantTypeIds.INT64)))
                      .toArray(Field[]::new))));

  private static final Field TARGET = struct("o", leaves());
  private static final Field ROOT = struct("x", TARGET);

  private static Field[] leaves() {
    return NAMES.stream().map(name -> Field.nullable(name, INT64)).toArray(Field[]::new);
  }

  private static Field list(String name) {
    Field element = Field.nullable("element", INT64);
    return new Field(name, FieldType.nullable(ArrowType.List.INSTANCE), List.of(element));
  }

  private interface Kernel extends BiFunction<ParquetVariantVector, BufferAllocator, FieldVector> {}

  private static Arguments kernel(String name, Kernel kernel) {
    return arguments(name, kernel);
  }

  static Stream<Arguments> kernels() {
    return Stream.of(
        kernel("decode", new VariantDecode(ROOT, ConversionMode.SAFE)::decode),
        kernel("decode, strict", new VariantDecode(ROOT, ConversionMode.STRICT)::decode),
        kernel("decode to Variants", new VariantDecode(variant(), ConversionMode.SAFE)::decode),
        kernel("get", get("$.o", TARGET, ConversionMode.SAFE)::get),
        kernel("get Variants", new VariantGet(VariantPath.parse("$.o"), "x")::get),
        kernel("natural type", (column, allocator) -> NaturalType.decode(column, allocator)),
        kernel("unshred", VariantUnshred::unshred),
        kernel("json", VariantToJson::write));
  }

  private static Field variant() {
    return struct(
        "x", struct("o", VariantVectorBuilder.field("a"), VariantVectorBuilder.field("b")));
  }

  private static VariantGet get(String path, Field target, ConversionMode mode) {
    return new VariantGet(VariantPath.parse(path), target, mode, VariantLimits.defaults());
  }

  /** Rows that are right but for some fields' cells. */
  private static ParquetVariantVector rows(
      BufferAllocator allocator, int count, Map<Integer, Map<String, Object>> others) {
    List<Object> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (String name : NAMES) {
        fields.put(name, cell(null, (long) row));
      }
      fields.putAll(others.getOrDefault(row, Map.of()));
      rows.add(cell(null, Map.of("o", cell(null, fields))));
    }
    return column(allocator, DICTIONARY, List.of(VALUE, COLUMN), rows.toArray());
  }

  private static void assertFails(
      Kernel kernel, ParquetVariantVector column, int row, String field) {
    assertThatThrownBy(() -> kernel.apply(column, column.getAllocator()))
        .isInstanceOfSatisfying(
            MalformedVariantException.class,
            e -> {
              assertThat(e.row()).isEqualTo(row);
              assertThat(e.path()).isEqualTo("$.o." + field);
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void is_named_if_its_bad_field_comes_later(String name, Kernel kernel) {
    Map<Integer, Map<String, Object>> bad =
        Map.of(7, Map.of("a", cell(NUMBER, 1L)), 4, Map.of("b", cell(NUMBER, 1L)));
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = rows(allocator, 10, bad)) {
      assertFails(kernel, column, 4, "b");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void is_named_whatever_rows_and_fields_are_bad(String name, Kernel kernel) {
    List<String> names = name.equals("decode to Variants") ? NAMES.subList(0, 2) : NAMES;
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      Map<Integer, Map<String, Object>> bad = new HashMap<>();
      int count = 1 + random.nextInt(200);
      int first = count;
      for (int i = 1 + random.nextInt(6); i > 0; i--) {
        int row = random.nextInt(count);
        bad.put(row, Map.of(names.get(random.nextInt(names.size())), cell(NUMBER, 1L)));
        first = Math.min(first, row);
      }
      String field = bad.get(first).keySet().iterator().next();
      try (BufferAllocator allocator = new RootAllocator();
          ParquetVariantVector column = rows(allocator, count, bad)) {
        assertFails(kernel, column, first, field);
      }
    }
  }

  @Test
  void is_named_if_malformed_bytes_come_before_two_values_in_one_place() {
    Map<Integer, Map<String, Object>> bad =
        Map.of(7, Map.of("a", cell(NUMBER, 1L)), 4, Map.of("d", cell(MALFORMED, null)));
    Kernel decode = new VariantDecode(ROOT, ConversionMode.SAFE)::decode;
    Kernel natural = (column, allocator) -> NaturalType.decode(column, allocator);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = rows(allocator, 10, bad)) {
      for (Kernel kernel : List.of(decode, natural, VariantUnshred::unshred)) {
        assertFails(kernel, column, 4, "d");
      }
    }
  }

  @Test
  void is_named_if_its_value_only_does_not_fit_and_a_later_row_is_malformed() {
    Map<Integer, Map<String, Object>> bad =
        Map.of(
            7,
            Map.of("a", cell(NUMBER, 1L)),
            4,
            Map.of("b", cell(value(DICTIONARY, "text"), null)),
            5,
            Map.of("c", cell(value(DICTIONARY, "text"), null)));
    VariantDecode decode = new VariantDecode(ROOT, ConversionMode.STRICT);
    VariantGet get = get("$.o", TARGET, ConversionMode.STRICT);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = rows(allocator, 10, bad)) {
      assertThatThrownBy(() -> decode.decode(column, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessage("row 4, $.o.b: found string, expected Int(64, true)");
      assertThatThrownBy(() -> get.get(column, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessage("row 4, $.o.b: found string, expected Int(64, true)");
    }
  }

  /** Such rows, one of which is an object in {@code value} alone, so that rows are searched. */
  @Test
  void is_named_where_a_path_leaves_the_columns() {
    byte[] object = value(DICTIONARY, Map.of("a", 1L));
    byte[] malformed = {2, 9, 9};
    List<Object> rows = new ArrayList<>();
    Object good = cell(null, Map.of("a", cell(null, 3L)));
    rows.add(cell(null, Map.of("o", good)));
    rows.add(cell(null, Map.of("o", cell(object, null))));
    rows.add(cell(null, Map.of("o", cell(null, Map.of("a", cell(NUMBER, 1L))))));
    rows.add(cell(malformed, null));
    Field column =
        typed(
            ArrowType.Struct.INSTANCE,
            level("o", typed(ArrowType.Struct.INSTANCE, level("a", typed(VariantTypeIds.INT64)))));
    VariantGet get = get("$.o.a", Field.nullable("a", INT64), ConversionMode.SAFE);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector vector =
            column(allocator, DICTIONARY, List.of(VALUE, column), rows.toArray())) {
      assertThatThrownBy(() -> get.get(vector, allocator))
          .isInstanceOfSatisfying(
              MalformedVariantException.class,
              e -> {
                assertThat(e.row()).isEqualTo(2);
                assertThat(e.path()).isEqualTo("$.o.a");
              });
    }
  }

  @Test
  void is_named_with_its_element_if_the_bad_list_comes_later() {
    Field list = typed(ArrowType.List.INSTANCE, level("element", typed(VariantTypeIds.INT64)));
    Field column = typed(ArrowType.Struct.INSTANCE, level("a", list), level("b", list));
    Object good = cell(null, List.of(cell(null, 1L), cell(null, 2L)));
    Object bad = cell(null, List.of(cell(null, 1L), cell(NUMBER, 2L)));
    Field lists = struct("x", list("a"), list("b"));
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector vector =
            column(
                allocator,
                DICTIONARY,
                List.of(VALUE, column),
                cell(null, Map.of("a", good, "b", good)),
                cell(null, Map.of("a", good, "b", bad)),
                cell(null, Map.of("a", bad, "b", bad)))) {
      Kernel decode = new VariantDecode(lists, ConversionMode.SAFE)::decode;
      Kernel natural = (rows, memory) -> NaturalType.decode(rows, memory);
      for (Kernel kernel : List.of(decode, natural, VariantToJson::write)) {
        assertThatThrownBy(() -> kernel.apply(vector, allocator))
            .hasMessageStartingWith("row 1, $.b[1]: value beside typed_value");
      }
    }
  }
}
