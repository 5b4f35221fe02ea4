// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static io.arrowparquet.variant.kernel.VariantColumns.column;
import static io.arrowparquet.variant.kernel.VariantColumns.encodeAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What goes wrong inside a value is told with row, byte offset and path.
 *
 * @see io.arrowparquet.variant.internal.shred.MalformedPathFinder
 * @see io.arrowparquet.variant.kernel.internal.columnar.RowErrorLocator
 */
class ErrorPathTest {
  private static final ArrowType INT64 = new ArrowType.Int(64, true);

  /** The header of the integer 77 (int32), and what no type has: 63. */
  private static final byte[] SEVENTY_SEVEN = {20, 77, 0, 0, 0};

  private static final byte UNKNOWN_TYPE = (byte) 0xFC;

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private static Field nested(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  private static Field struct(String name, Field... children) {
    return nested(name, ArrowType.Struct.INSTANCE, children);
  }

  private static Field list(String name, Field element) {
    return nested(name, ArrowType.List.INSTANCE, element);
  }

  /** Rows {@code {a: [[0], [1, {"b c": value}]]}}, the value in the second row only. */
  private ParquetVariantVector rows(Object value) {
    return column(
        allocator,
        encodeAll(
            Map.of("a", List.of()),
            Map.of("a", List.of(List.of(0), List.of(1, Map.of("b c", value))))));
  }

  /** Such rows, the value being of a type that does not exist. */
  private ParquetVariantVector damagedRows() {
    ParquetVariantVector rows = rows(77);
    ArrowBuf bytes = rows.valueVector().getDataBuffer();
    int end = rows.valueVector().getOffsetBuffer().getInt(8);
    int at = -1;
    for (int i = 0; i + SEVENTY_SEVEN.length <= end; i++) {
      byte[] found = new byte[SEVENTY_SEVEN.length];
      bytes.getBytes(i, found);
      at = Arrays.equals(found, SEVENTY_SEVEN) ? i : at;
    }
    bytes.setByte(at, UNKNOWN_TYPE);
    return rows;
  }

  private static Field target(Field value) {
    return struct("v", list("a", list("element", struct("element", value))));
  }

  private static void assertPlace(MalformedVariantException e) {
    assertThat(e).isNotNull();
    assertThat(e.row()).isEqualTo(1);
    assertThat(e.path()).isEqualTo("$.a[1][1]['b c']");
    assertThat(e.offset()).isPositive();
    assertThat(e).hasMessageStartingWith("row 1, $.a[1][1]['b c']: primitive type id at byte ");
  }

  @Test
  void decoding_names_the_place_of_malformed_bytes() {
    VariantDecode decode =
        new VariantDecode(target(Field.nullable("b c", INT64)), ConversionMode.SAFE);
    try (ParquetVariantVector rows = damagedRows()) {
      assertPlace(
          catchThrowableOfType(
              MalformedVariantException.class, () -> decode.decode(rows, allocator)));
    }
  }

  @Test
  void decoding_names_the_place_of_a_value_that_does_not_fit() {
    VariantDecode decode =
        new VariantDecode(target(Field.nullable("b c", INT64)), ConversionMode.STRICT);
    // The first element of the inner list is not an object, so it is what does not fit.
    try (ParquetVariantVector rows = rows("text")) {
      assertThatThrownBy(() -> decode.decode(rows, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessage("row 1, $.a[0][0]: found int32, expected Struct");
    }
  }

  @Test
  void decoding_names_the_key_of_a_map_and_the_element_of_a_fixed_size_list() {
    Field entries =
        new Field(
            "entries",
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(
                Field.notNullable("key", ArrowType.Utf8.INSTANCE),
                nested("value", new ArrowType.FixedSizeList(2), Field.nullable("e", INT64))));
    Field target = nested("v", new ArrowType.Map(false), entries);
    VariantDecode decode = new VariantDecode(target, ConversionMode.STRICT);
    try (ParquetVariantVector rows = column(allocator, encodeAll(Map.of("k", List.of(1, "x"))))) {
      assertThatThrownBy(() -> decode.decode(rows, allocator))
          .hasMessage("row 0, $.k[1]: found string, expected Int(64, true)");
    }
  }

  @Test
  void the_natural_type_names_the_place_of_malformed_bytes() {
    try (ParquetVariantVector rows = damagedRows()) {
      assertPlace(
          catchThrowableOfType(
              MalformedVariantException.class, () -> NaturalType.decode(rows, allocator)));
    }
  }

  @Test
  void a_path_names_the_place_of_malformed_bytes() {
    VariantGet get =
        new VariantGet(
            VariantPath.parse("$.a[1][1]['b c']"),
            Field.nullable("x", INT64),
            ConversionMode.SAFE,
            VariantLimits.defaults());
    try (ParquetVariantVector rows = damagedRows()) {
      assertPlace(
          catchThrowableOfType(MalformedVariantException.class, () -> get.get(rows, allocator)));
    }
  }

  @Test
  void a_path_stands_before_that_of_a_value_that_does_not_fit() {
    VariantGet get =
        new VariantGet(
            VariantPath.parse("$.a[1]"),
            list("x", Field.nullable("element", INT64)),
            ConversionMode.STRICT,
            VariantLimits.defaults());
    try (ParquetVariantVector rows = rows(5)) {
      assertThatThrownBy(() -> get.get(rows, allocator))
          .hasMessage("row 1, $.a[1][1]: found object, expected Int(64, true)");
    }
  }

  @Test
  void casting_names_the_element_of_a_nested_variant_that_is_malformed() {
    VariantDecode keep =
        new VariantDecode(
            struct("v", list("a", VariantVectorBuilder.field("element"))), ConversionMode.STRICT);
    try (ParquetVariantVector rows = damagedRowsOfOneLevel();
        FieldVector lists = keep.decode(rows, allocator)) {
      assertThatThrownBy(() -> VariantCast.cast(lists, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1, $.a[2].b: primitive type id at byte ");
    }
  }

  @Test
  void json_names_the_place_of_malformed_bytes() {
    try (ParquetVariantVector rows = damagedRows()) {
      assertPlace(
          catchThrowableOfType(
              MalformedVariantException.class, () -> VariantToJson.write(rows, allocator)));
    }
  }

  static List<Kernel> kernels() {
    Field target = target(Field.nullable("b c", INT64));
    VariantPath path = VariantPath.parse("$.a[1][1]['b c']");
    return Kernels.all(target, target, path, VariantLimits.defaults());
  }

  /** Those that copy what they are not asked for look no deeper than they have to. */
  @ParameterizedTest
  @MethodSource("kernels")
  void every_kernel_that_looks_there_names_the_place_of_malformed_bytes(Kernel kernel) {
    String method = kernel.name().split(" ", -1)[0];
    try (ParquetVariantVector rows = damagedRows()) {
      try {
        kernel.run(rows, allocator);
        assertThat(method).isIn("VariantGet.get", "VariantCast.cast", "VariantUnshred.unshred");
      } catch (ConversionException e) {
        assertThat(kernel.isStrict()).isTrue();
      } catch (MalformedVariantException e) {
        // What counts types, validates or copies keeps no account of the place.
        boolean placed =
            !List.of("InferredShredding.of", "VariantValidator.validate", "Variant.copyOf")
                .contains(method);
        assertThat(e.row()).isEqualTo(1);
        assertThat(e)
            .hasMessageStartingWith(placed ? "row 1, $.a[1][1]['b c']: primitive" : "row 1")
            .hasMessageContaining("primitive type id at byte ");
      }
    }
  }

  /** Object {@code {a: null, a: null}}, which no builder makes. */
  @Test
  void casting_names_an_object_that_has_a_field_twice() {
    byte[] names = {1, 2, 0, 1, 2, 'a', 'b'};
    byte[] twice = {2, 2, 0, 0, 0, 1, 2, 0, 0};
    try (ParquetVariantVector rows =
        column(allocator, Arrays.asList(null, new Variant(twice, names)))) {
      assertThatThrownBy(() -> VariantCast.cast(rows, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessage(
              "row 1, $: fields of an object: found duplicate field: a, expected each name once");
    }
  }

  /** Rows {@code {a: [0, 1, {b: value}]}}, the value being of a type that does not exist. */
  private ParquetVariantVector damagedRowsOfOneLevel() {
    ParquetVariantVector rows =
        column(
            allocator,
            encodeAll(Map.of("a", List.of()), Map.of("a", List.of(0, 1, Map.of("b", 77)))));
    ArrowBuf bytes = rows.valueVector().getDataBuffer();
    int end = rows.valueVector().getOffsetBuffer().getInt(8);
    bytes.setByte(end - SEVENTY_SEVEN.length, UNKNOWN_TYPE);
    return rows;
  }
}
