// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.json.InvalidJsonException;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * JSON columns to Variants and back; single values are tested beside the reader and writer.
 *
 * @see VariantFromJson
 * @see VariantToJson
 */
class VariantJsonColumnsTest {
  private static final String LONG_ROW = "{\"a long name, not within a view\":\"é\"}";

  private static FieldVector text(BufferAllocator allocator, ArrowType type, String... rows) {
    FieldVector vector = Field.nullable("json", type).createVector(allocator);
    vector.allocateNew();
    for (int row = 0; row < rows.length; row++) {
      if (rows[row] != null) {
        byte[] utf8 = rows[row].getBytes(StandardCharsets.UTF_8);
        ((VariableWidthFieldVector) vector).setSafe(row, utf8);
      }
    }
    vector.setValueCount(rows.length);
    return vector;
  }

  private static List<String> strings(FieldVector vector) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < vector.getValueCount(); row++) {
      rows.add(vector.isNull(row) ? null : vector.getObject(row).toString());
    }
    return rows;
  }

  static Stream<ArrowType> textTypes() {
    return Stream.of(
        ArrowType.Utf8.INSTANCE,
        ArrowType.LargeUtf8.INSTANCE,
        ArrowType.Utf8View.INSTANCE,
        ArrowType.Binary.INSTANCE);
  }

  @ParameterizedTest
  @MethodSource("textTypes")
  void text_becomes_variants_and_text_again(ArrowType type) {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector json =
            text(allocator, type, "{\"b\": [1, 2.50], \"a\": null}", null, "null", LONG_ROW);
        ParquetVariantVector variants = VariantFromJson.parse(json, allocator);
        VarCharVector written = VariantToJson.write(variants, allocator);
        LargeVarCharVector large =
            VariantToJson.writeLarge(variants, allocator, VariantLimits.defaults());
        ViewVarCharVector views =
            VariantToJson.writeViews(variants, allocator, VariantLimits.defaults())) {
      String[] expected = {"{\"a\":null,\"b\":[1,2.50]}", null, "null", LONG_ROW};
      assertThat(strings(written)).containsExactly(expected);
      assertThat(strings(large)).containsExactly(expected);
      assertThat(strings(views)).containsExactly(expected);
      assertThat(written.getName()).isEqualTo("json");
      assertThat(DescribedRows.of(variants).get(2)).isEqualTo("null null");
      variants.validate();
    }
  }

  @Test
  void an_empty_column_has_no_rows() {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector json = text(allocator, ArrowType.Utf8.INSTANCE);
        ParquetVariantVector variants = VariantFromJson.parse(json, allocator);
        VarCharVector written = VariantToJson.write(variants, allocator);
        ViewVarCharVector views =
            VariantToJson.writeViews(variants, allocator, VariantLimits.defaults())) {
      assertThat(variants.getValueCount()).isZero();
      assertThat(written.getValueCount()).isZero();
      assertThat(views.getValueCount()).isZero();
    }
  }

  @Test
  void text_that_is_no_json_names_row_line_and_column() {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector json =
            text(allocator, ArrowType.Utf8.INSTANCE, "{\"a\": 1}", null, "{\n  \"a\": x}")) {
      assertThatThrownBy(() -> VariantFromJson.parse(json, allocator))
          .isInstanceOf(InvalidJsonException.class)
          .hasMessageStartingWith("row 2, line 2, column ")
          .satisfies(e -> assertThat(((InvalidJsonException) e).row()).isEqualTo(2));
    }
  }

  @Test
  void a_key_twice_or_too_much_nesting_names_its_row() {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector twice = text(allocator, ArrowType.Utf8.INSTANCE, "{\"a\":1,\"a\":2}");
        FieldVector deep = text(allocator, ArrowType.Utf8.INSTANCE, "1", "[[[1]]]")) {
      assertThatThrownBy(() -> VariantFromJson.parse(twice, allocator))
          .isInstanceOf(InvalidJsonException.class)
          .hasMessageStartingWith("row 0")
          .hasMessageContaining("duplicate field: a");
      VariantLimits shallow = VariantLimits.defaults().withMaxDepth(2);
      assertThatThrownBy(() -> VariantFromJson.parse(deep, allocator, shallow))
          .isInstanceOf(InvalidJsonException.class)
          .hasMessageStartingWith("row 1");
    }
  }

  @Test
  void a_column_of_numbers_is_no_text() {
    try (BufferAllocator allocator = new RootAllocator();
        IntVector numbers = new IntVector("n", allocator)) {
      assertThatThrownBy(() -> VariantFromJson.parse(numbers, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("column n");
    }
  }

  @Test
  void text_of_any_length_is_written_whole() {
    try (BufferAllocator allocator = new RootAllocator()) {
      for (int length = 0; length < 600; length++) {
        String row = "[\"" + "x".repeat(length) + "\",[[]],{\"a\":1}]";
        try (FieldVector json = text(allocator, ArrowType.Utf8.INSTANCE, row);
            ParquetVariantVector variants = VariantFromJson.parse(json, allocator);
            VarCharVector written = VariantToJson.write(variants, allocator)) {
          assertThat(strings(written)).containsExactly(row);
        }
      }
    }
  }

  @Test
  void a_damaged_value_names_its_row_and_leaks_nothing() {
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector json = text(allocator, ArrowType.Utf8.INSTANCE, "7", "[1]");
        ParquetVariantVector variants = VariantFromJson.parse(json, allocator)) {
      // Row 1 starts after the two bytes of row 0: an array of a count no byte follows.
      variants.valueVector().getDataBuffer().setByte(3, 100);
      assertThatThrownBy(() -> VariantToJson.write(variants, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1");
    }
  }

  @Provide
  Arbitrary<List<Object>> columns() {
    return RandomValues.columns();
  }

  @Property(tries = 200)
  void what_json_can_say_survives_text(@ForAll("columns") List<Object> values) {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column =
            VariantColumns.column(allocator, values.stream().map(VariantColumns::encode).toList());
        VarCharVector once = VariantToJson.write(column, allocator);
        ParquetVariantVector parsed = VariantFromJson.parse(once, allocator);
        VarCharVector again = VariantToJson.write(parsed, allocator);
        ParquetVariantVector parsedAgain = VariantFromJson.parse(again, allocator);
        VarCharVector thrice = VariantToJson.write(parsedAgain, allocator)) {
      // Numbers may be written another way the first time, a float as a decimal; not after that.
      assertThat(strings(thrice)).isEqualTo(strings(again));
      assertThat(Arrays.asList(parsed.getValueCount(), again.getNullCount()))
          .containsExactly(values.size(), 0);
    }
  }
}
