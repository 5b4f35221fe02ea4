// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import static io.arrowparquet.variant.kernel.VariantColumns.column;
import static io.arrowparquet.variant.kernel.VariantColumns.encode;
import static io.arrowparquet.variant.kernel.VariantColumns.encodeAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.JavaValues;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.VariantColumns;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects and arrays become nested vectors. */
class VariantDecodeTest {
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private static Field target(String type) {
    return target(type, "x");
  }

  private static Field target(String type, String name) {
    return ArrowTypeText.parse(name, type);
  }

  private static Field nested(ArrowType type, Field... children) {
    return new Field("x", FieldType.nullable(type), List.of(children));
  }

  private List<Object> decode(String type, ConversionMode mode, List<Variant> rows) {
    return VariantColumns.decode(allocator, target(type), mode, rows);
  }

  private static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  @Test
  void objects_become_structs_whatever_the_shape_of_the_row_before() {
    String target = "struct<b: string, a: bigint, user: struct<name: string>>";
    List<Variant> rows =
        encodeAll(
            object("a", 1, "b", "x", "user", object("name", "n", "id", 1), "z", 0),
            object("a", 2, "b", "y", "user", object("name", "m", "id", 1), "z", 0),
            object("z", 9, "b", "later", "a", 3),
            object(),
            object("b", 5, "user", "no object"),
            object("a", 4, "user", object()),
            "no object");

    assertThat(decode(target, ConversionMode.SAFE, rows))
        .containsExactly(
            object("b", "x", "a", 1L, "user", object("name", "n")),
            object("b", "y", "a", 2L, "user", object("name", "m")),
            object("b", "later", "a", 3L, "user", null),
            object("b", null, "a", null, "user", null),
            object("b", null, "a", null, "user", null),
            object("b", null, "a", 4L, "user", object("name", null)),
            null);
  }

  @Test
  void a_few_fields_of_a_wide_object_are_found() {
    Map<String, Object> wide = new HashMap<>();
    for (int i = 0; i < 500; i++) {
      wide.put("field" + i, i);
    }

    assertThat(decode("struct<field7: int, none: int>", ConversionMode.SAFE, encodeAll(wide)))
        .containsExactly(object("field7", 7, "none", null));
  }

  @Test
  void a_wide_object_between_others_of_one_shape_does_not_disturb_them() {
    Map<String, Object> wide = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      wide.put("z" + i, i);
    }
    wide.put("k", -1);
    Map<String, Object> small = object("k", 1, "z5", 2, "a", 3);
    // One dictionary for all rows, so that only the objects differ.
    List<Object> rows = List.of(small, small, small, wide, small, wide, small);

    assertThat(decode("list<struct<k: int>>", ConversionMode.STRICT, encodeAll(rows)))
        .containsExactly(
            Stream.of(1, 1, 1, -1, 1, -1, 1).map(k -> (Object) object("k", k)).toList());
  }

  @Test
  void rows_under_a_null_struct_stay_in_step_with_its_children() {
    List<Variant> rows =
        Arrays.asList(
            null,
            encode(object("k", 1, "t", "x")),
            encode(5),
            encode(null),
            encode(object("k", 2)),
            encode("s"));

    assertThat(decode("struct<k: bigint, t: string>", ConversionMode.SAFE, rows))
        .containsExactly(
            null, object("k", 1L, "t", "x"), null, null, object("k", 2L, "t", null), null);
  }

  @Test
  void a_variant_child_for_the_rest_gets_the_fields_that_have_no_child() {
    Field rest = VariantVectorBuilder.field(NaturalTypeOptions.REST);
    Field target =
        nested(ArrowType.Struct.INSTANCE, target("bigint", "b"), rest, target("bigint", "d"));
    List<Variant> rows =
        encodeAll(
            object("a", 1, "b", 2, "c", List.of("x"), "d", 3),
            object("b", 2),
            5,
            object("c", object("b", 1), "*", true));
    try (ParquetVariantVector column = column(allocator, rows);
        FieldVector struct =
            new VariantDecode(target, ConversionMode.SAFE).decode(column, allocator);
        FieldVector again =
            NaturalType.decode(
                (ParquetVariantVector) struct.getChildrenFromFields().get(1), allocator)) {
      assertThat(JavaValues.of(struct.getChildrenFromFields().get(0), 0)).isEqualTo(2L);
      assertThat(JavaValues.of(struct.getChildrenFromFields().get(2), 0)).isEqualTo(3L);
      assertThat(again.isNull(1)).isTrue();
      assertThat(again.isNull(2)).isTrue();
      assertThat(struct.isNull(2)).isTrue();
      assertThat(
              ((ParquetVariantVector) struct.getChildrenFromFields().get(1))
                  .getObject(0)
                  .toString())
          .isEqualTo("{a=1, c=[x]}");
      assertThat(
              ((ParquetVariantVector) struct.getChildrenFromFields().get(1))
                  .getObject(3)
                  .toString())
          .isEqualTo("{*=true, c={b=1}}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "large_list", "list_view", "large_list_view"})
  void arrays_become_lists_of_every_kind(String list) {
    List<Variant> rows =
        encodeAll(List.of(1, 2), List.of(), Arrays.asList(3, null, "x"), 5, List.of(4));

    assertThat(decode(list + "<int>", ConversionMode.SAFE, rows))
        .containsExactly(List.of(1, 2), List.of(), Arrays.asList(3, null, null), null, List.of(4));
  }

  @Test
  void a_fixed_size_list_takes_arrays_of_its_length() {
    List<Variant> rows = encodeAll(List.of(1, 2), List.of(1), List.of(3, 4));

    assertThat(decode("fixed_size_list(2)<int>", ConversionMode.SAFE, rows))
        .containsExactly(List.of(1, 2), null, List.of(3, 4));
  }

  @Test
  void objects_become_maps_with_an_entry_for_each_field() {
    List<Variant> rows = encodeAll(object("b", 2, "a", 1), object(), 5, object("c", "x"));

    assertThat(decode("map<string, bigint>", ConversionMode.SAFE, rows))
        .containsExactly(
            List.of(object("key", "a", "value", 1L), object("key", "b", "value", 2L)),
            List.of(),
            null,
            List.of(object("key", "c", "value", null)));
  }

  @Test
  void a_dense_union_takes_the_member_of_the_values_type_first() {
    Field target =
        nested(
            new ArrowType.Union(UnionMode.Dense, new int[] {5, 6, 7, 8, 9}),
            target("bigint", "wide"),
            target("tinyint", "small"),
            target("string", "text"),
            target("list<int>", "list"),
            target("null", "nothing"));
    List<Variant> rows = encodeAll((byte) 1, (short) 2, 3L, "s", List.of(1), null, true);
    try (ParquetVariantVector column = column(allocator, rows);
        DenseUnionVector union =
            (DenseUnionVector)
                new VariantDecode(target, ConversionMode.SAFE).decode(column, allocator)) {
      List<Integer> types = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        types.add((int) union.getTypeId(row));
        values.add(JavaValues.of(union, row));
      }
      assertThat(types).containsExactly(6, 5, 5, 7, 8, 9, 9);
      assertThat(values).containsExactly((byte) 1, 2L, 3L, "s", List.of(1), null, null);
    }
  }

  @Test
  void a_sparse_union_keeps_its_members_as_long_as_itself() {
    Field target = target("sparse_union<a: bigint, b: string>");
    try (ParquetVariantVector column = column(allocator, encodeAll(1, "s", null));
        FieldVector union =
            new VariantDecode(target, ConversionMode.SAFE).decode(column, allocator)) {
      List<FieldVector> members = union.getChildrenFromFields();
      assertThat(members).allMatch(member -> member.getValueCount() == 3);
      assertThat(JavaValues.of(members.get(0), 0)).isEqualTo(1L);
      assertThat(JavaValues.of(members.get(1), 1)).isEqualTo("s");
      assertThat(members.get(0).isNull(2)).isTrue();
    }
  }

  @Test
  void a_variant_child_keeps_any_value_as_it_is() {
    Field rest =
        new Field(
            "rest",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                target("binary", ShreddedLayout.VALUE),
                Field.notNullable(ShreddedLayout.METADATA, ArrowType.Binary.INSTANCE)));
    try (ParquetVariantVector column =
            column(allocator, encodeAll(object("rest", object("k", 5)), object()));
        FieldVector struct =
            new VariantDecode(nested(ArrowType.Struct.INSTANCE, rest), ConversionMode.STRICT)
                .decode(column, allocator)) {
      ParquetVariantVector variants = (ParquetVariantVector) struct.getChildrenFromFields().get(0);
      assertThat(variants.isNull(1)).isTrue();
      try (FieldVector again =
          new VariantDecode(target("struct<k: int>"), ConversionMode.STRICT)
              .decode(variants, allocator)) {
        assertThat(JavaValues.of(again, 0)).isEqualTo(object("k", 5));
        assertThat(again.isNull(1)).isTrue();
      }
    }
  }

  @Test
  void an_error_names_row_and_path_and_leaks_nothing() {
    String target = "struct<items: list<struct<price: double>>>";
    List<Variant> rows =
        encodeAll(
            object("items", List.of(object("price", 1.5))),
            object("items", List.of(object("price", 2.5), object("price", "much"))));

    assertThatThrownBy(() -> decode(target, ConversionMode.STRICT, rows))
        .isInstanceOf(ConversionException.class)
        .hasMessage("row 1, $.items[1].price: found string, expected FloatingPoint(DOUBLE)");
  }

  @Test
  void a_null_is_an_error_where_the_target_allows_none() {
    String target = "struct<a: int not null>";

    assertThat(decode(target, ConversionMode.SAFE, encodeAll(object("a", 1), 5)))
        .containsExactly(object("a", 1), null);
    for (Object value : new Object[] {object(), object("a", null), object("a", "x")}) {
      assertThatThrownBy(() -> decode(target, ConversionMode.SAFE, encodeAll(value)))
          .hasMessageContaining("row 0, $.a")
          .hasMessageContaining("Int(32, true) not null");
    }
  }

  @Test
  void malformed_bytes_are_an_error_that_names_the_row() {
    try (ParquetVariantVector column = column(allocator, encodeAll(1, object("a", 2)))) {
      ((VarBinaryVector) column.valueVector()).setSafe(1, new byte[] {2, 9});

      assertThatThrownBy(
              () -> new VariantDecode(target("int"), ConversionMode.SAFE).decode(column, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1: ");
    }
  }

  @Test
  void a_plan_serves_many_batches() {
    VariantDecode plan = new VariantDecode(target("int"), ConversionMode.SAFE);
    for (int batch = 0; batch < 3; batch++) {
      try (ParquetVariantVector column = column(allocator, encodeAll(batch, "x"));
          FieldVector decoded = plan.decode(column, allocator)) {
        assertThat(decoded.getObject(0)).isEqualTo(batch);
        assertThat(decoded.isNull(1)).isTrue();
      }
    }
  }
}
