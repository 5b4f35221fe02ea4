// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.NaturalReadOptions;
import io.arrowparquet.parquet.options.NaturalReadOptions.Unfit;
import io.arrowparquet.parquet.options.NaturalReadOptions.Unions;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class NaturalReaderTest {
  private static final ParquetReadOptions BATCHES =
      ParquetReadOptions.defaults().withFilledBatches(false).withBatchSize(100);
  private static final NaturalReadOptions SAMPLE = NaturalReadOptions.defaults().withSample(1);

  @AutoClose private final BufferAllocator allocator = new RootAllocator();
  @TempDir private Path folder;

  private Path file(List<String> rows, String shredding) throws IOException {
    Path file = folder.resolve("v.parquet");
    JsonFile.write(file, rows, shredding, allocator);
    return file;
  }

  private static List<String> rows(int count, String first, String later) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add((i < 100 ? first : later).replace("#", String.valueOf(i)));
    }
    return rows;
  }

  private NaturalReader open(Path file, NaturalReadOptions options) throws IOException {
    return NaturalReader.open(
        () -> ParquetArrowReader.open(file, BATCHES, allocator), options, allocator);
  }

  /** All values of a column, whose batches have one schema. */
  private List<Object> values(NaturalReader reader, String column) throws IOException {
    Schema schema = reader.getVectorSchemaRoot().getSchema();
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    List<Object> values = new ArrayList<>();
    while (reader.loadNextBatch()) {
      assertThat(root.getSchema()).isEqualTo(schema);
      FieldVector vector = root.getVector(column);
      for (int row = 0; row < root.getRowCount(); row++) {
        Object value = vector.getObject(row);
        values.add(value == null ? null : value.toString());
      }
    }
    return values;
  }

  private static Field type(NaturalReader reader) throws IOException {
    return reader.getVectorSchemaRoot().getSchema().findField("v");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "struct<a: bigint>")
  void all_batches_have_one_schema_that_a_pass_over_all_rows_found(String shredding)
      throws IOException {
    Path file = file(rows(900, "{\"a\":#}", "{\"a\":\"x#\",\"b\":[1,2.5]}"), shredding);
    try (NaturalReader reader = open(file, NaturalReadOptions.defaults())) {
      assertThat(type(reader).getChildren().get(0).getType()).isInstanceOf(ArrowType.Union.class);
      List<Object> values = values(reader, "v");
      assertThat(values).hasSize(900);
      assertThat(values.get(7)).isEqualTo("{\"a\":7}");
      assertThat((String) values.get(300)).startsWith("{\"a\":\"x300\",\"b\":[1,");
      assertThat(reader.statistics()).isZero();
    }
  }

  @Test
  void files_of_a_set_shredded_in_two_ways_have_one_schema() throws IOException {
    Path one = folder.resolve("1.parquet");
    Path two = folder.resolve("2.parquet");
    JsonFile.write(one, rows(50, "{\"a\":#}", ""), "struct<a: bigint>", allocator);
    JsonFile.write(two, rows(50, "{\"b\":\"#\"}", ""), "struct<b: string>", allocator);
    ParquetFileSet set = ParquetFileSet.open(List.of(one, two));
    try (NaturalReader reader =
        NaturalReader.open(
            () -> set.read(BATCHES, allocator), NaturalReadOptions.defaults(), allocator)) {
      assertThat(ArrowTypeText.of(type(reader))).contains("a").contains("b");
      List<Object> values = values(reader, "v");
      assertThat(values).hasSize(100);
      assertThat(values.get(9)).isEqualTo("{\"a\":9}");
      assertThat(values.get(59)).isEqualTo("{\"b\":\"9\"}");
    }
  }

  @Test
  void value_that_does_not_fit_the_sample_is_an_error_with_its_row() throws IOException {
    List<String> rows = rows(300, "{\"a\":1}", "{\"a\":2}");
    rows.set(142, "{\"a\":2,\"b\":3}");
    try (NaturalReader reader = open(file(rows, null), SAMPLE)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("row 42")
          .hasMessageContaining("column v");
    }
  }

  @Test
  void wider_number_than_the_samples_is_an_error() throws IOException {
    List<String> rows = rows(300, "{\"a\":1}", "{\"a\":2}");
    rows.set(250, "{\"a\":123456789012}");
    try (NaturalReader reader = open(file(rows, null), SAMPLE)) {
      assertThatThrownBy(() -> values(reader, "v"))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("row 50");
    }
  }

  @Test
  void rows_that_do_not_fit_are_whole_in_a_rest_column() throws IOException {
    List<String> rows = rows(300, "{\"a\":1}", "{\"a\":2}");
    rows.set(142, "{\"a\":2,\"b\":3}");
    rows.set(150, null);
    rows.set(299, "\"text\"");
    Path file = file(rows, null);
    for (Unfit unfit : List.of(Unfit.JSON, Unfit.VARIANT)) {
      try (NaturalReader reader = open(file, SAMPLE.withUnfit(unfit))) {
        List<Object> rest = values(reader, "v*");
        assertThat(rest).hasSize(300);
        boolean isJson = unfit == Unfit.JSON;
        assertThat(rest.get(142)).isEqualTo(isJson ? "{\"a\":2,\"b\":3}" : "{a=2, b=3}");
        assertThat(rest.get(299)).isEqualTo(isJson ? "\"text\"" : "text");
        assertThat(rest.stream().filter(value -> value != null)).hasSize(2);
        assertThat(reader.statistics()).isEqualTo(2);
      }
      try (NaturalReader reader = open(file, SAMPLE.withUnfit(unfit))) {
        List<Object> values = values(reader, "v");
        assertThat(values.get(142)).isNull();
        assertThat(values.get(150)).isNull();
        assertThat(values.get(143)).isEqualTo("{\"a\":2}");
      }
    }
  }

  @Test
  void positions_of_several_types_are_json_text() throws IOException {
    Path file = file(rows(300, "{\"a\":[#,\"x\"]}", "{\"a\":[{\"b\":null}]}"), null);
    NaturalReadOptions options = NaturalReadOptions.defaults().withUnions(Unions.JSON);
    try (NaturalReader reader = open(file, options)) {
      List<Object> values = values(reader, "v");
      assertThat(values.get(5)).isEqualTo("{\"a\":[\"5\",\"\\\"x\\\"\"]}");
      assertThat(values.get(205)).isEqualTo("{\"a\":[\"{\\\"b\\\":null}\"]}");
    }
  }

  @Test
  void without_unions_the_other_types_are_in_the_rest_column() throws IOException {
    Path file = file(rows(300, "{\"a\":#}", "{\"a\":\"x\"}"), null);
    NaturalReadOptions options =
        NaturalReadOptions.defaults().withUnions(Unions.NONE).withUnfit(Unfit.JSON);
    try (NaturalReader reader = open(file, options)) {
      assertThat(ArrowTypeText.of(type(reader))).doesNotContain("union");
      assertThat(values(reader, "v*").stream().filter(value -> value != null)).isNotEmpty();
      assertThat(reader.statistics()).isIn(100L, 200L);
    }
  }

  @Test
  void unions_are_sparse_with_consecutive_ids_if_asked_for() throws IOException {
    Path file = file(rows(300, "#", "\"x\""), null);
    NaturalReadOptions options =
        NaturalReadOptions.defaults().withUnions(Unions.SPARSE).withConsecutiveIds(true);
    try (NaturalReader reader = open(file, options)) {
      ArrowType.Union union = (ArrowType.Union) type(reader).getType();
      int[] ids = new int[type(reader).getChildren().size()];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = i;
      }
      assertThat(union.getTypeIds()).isEqualTo(ids);
      List<Object> values = values(reader, "v");
      assertThat(values.get(3)).isEqualTo("3");
      assertThat(values.get(203)).isEqualTo("x");
    }
  }

  @Test
  void names_of_all_batches_are_bounded() throws IOException {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      rows.add("{\"n" + i / 100 + "\":1}");
    }
    NaturalReadOptions options =
        NaturalReadOptions.defaults()
            .withTypes(NaturalTypeOptions.defaults().withMaxStructChildren(4));
    try (NaturalReader reader = open(file(rows, null), options)) {
      assertThat(type(reader).getChildren()).hasSize(4);
      assertThat(type(reader).getChildren().get(3).getName()).isEqualTo("*");
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        assertThat(root.getVector("v").getNullCount()).isZero();
      }
      assertThat(reader.statistics()).isZero();
    }
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "struct<`*`: bigint, a: bigint>")
  void field_named_as_the_rest_is_kept_with_it(String shredding) throws IOException {
    List<String> rows = rows(300, "{\"*\":#,\"a\":1}", "{\"*\":\"#\",\"b\":2,\"c\":3,\"d\":4}");
    for (int most : new int[] {2, 3, 1000}) {
      NaturalReadOptions options =
          NaturalReadOptions.defaults()
              .withTypes(NaturalTypeOptions.defaults().withMaxStructChildren(most));
      try (NaturalReader reader = open(file(rows, shredding), options)) {
        StructVector column = (StructVector) reader.getVectorSchemaRoot().getVector("v");
        for (int first = 0; reader.loadNextBatch(); first += 100) {
          ParquetVariantVector rest = (ParquetVariantVector) column.getChild("*");
          try (FieldVector text = VariantToJson.write(rest, allocator)) {
            String star = first == 0 ? "7" : "\"" + (first + 7) + "\"";
            assertThat(text.getObject(7).toString()).startsWith("{\"*\":" + star);
          }
        }
        assertThat(reader.statistics()).isZero();
      }
    }
  }

  @Test
  void column_named_as_the_rest_of_another_stays_itself() throws IOException {
    Path file = folder.resolve("two.parquet");
    try (IntVector star = new IntVector("v*", allocator);
        VarCharVector text = new VarCharVector("v", allocator)) {
      for (int row = 0; row < 3; row++) {
        star.setSafe(row, row);
        text.setSafe(row, (row < 2 ? "1" : "\"x\"").getBytes(StandardCharsets.UTF_8));
      }
      star.setValueCount(3);
      text.setValueCount(3);
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
        VectorSchemaRoot root = new VectorSchemaRoot(List.of(variants, star));
        try (ParquetArrowWriter out =
            ParquetArrowWriter.open(
                file, root.getSchema(), ParquetWriteOptions.defaults(), allocator)) {
          out.write(root);
          out.finish();
        }
      }
    }
    NaturalReadOptions options =
        NaturalReadOptions.defaults().withUnions(Unions.NONE).withUnfit(Unfit.JSON);
    Schema schema;
    try (NaturalReader reader = open(file, options)) {
      assertThat(values(reader, "v**")).hasSize(3).filteredOn(value -> value != null).hasSize(1);
      schema = reader.getVectorSchemaRoot().getSchema();
    }
    try (NaturalReader reader = open(file, options)) {
      assertThat(values(reader, "v*")).containsExactly("0", "1", "2");
    }
    try (ParquetArrowReader rows = ParquetArrowReader.open(file, BATCHES, allocator)) {
      Schema without = new Schema(List.of(schema.getFields().get(0), schema.getFields().get(2)));
      assertThatThrownBy(() -> NaturalReader.open(rows, without, options, allocator))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("column v");
    }
  }

  @Test
  void schema_of_other_columns_is_refused() throws IOException {
    Path file = file(rows(10, "1", "1"), null);
    Schema other = new Schema(List.of(Field.nullable("w", ArrowType.Bool.INSTANCE)));
    try (ParquetArrowReader rows = ParquetArrowReader.open(file, BATCHES, allocator)) {
      assertThatThrownBy(
              () -> NaturalReader.open(rows, other, NaturalReadOptions.defaults(), allocator))
          .isInstanceOf(InvalidRequestException.class);
    }
    assertThatThrownBy(
            () ->
                NaturalReadOptions.defaults()
                    .withTypes(NaturalTypeOptions.defaults().withTellNullFromMissing(true)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void file_without_rows_has_a_schema() throws IOException {
    try (NaturalReader reader =
        open(file(List.of(), null), NaturalReadOptions.defaults().withUnfit(Unfit.VARIANT))) {
      assertThat(type(reader).getType()).isInstanceOf(ArrowType.Null.class);
      assertThat(reader.loadNextBatch()).isFalse();
    }
  }
}
