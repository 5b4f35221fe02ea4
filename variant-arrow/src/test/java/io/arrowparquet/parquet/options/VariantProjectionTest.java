// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.JsonFile;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Variant paths as columns of their own, and in filters, against the whole column. */
class VariantProjectionTest {
  private static final int ROWS = 3 * JsonFile.ROW_GROUP;
  private static final String NONE = "none";

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  /** Events of one shape in the first row group, of others in the second, of any in the third. */
  private static List<String> events(long seed) {
    Random random = new Random(seed);
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      int kind =
          row / JsonFile.ROW_GROUP == 0 ? 0 : random.nextInt(row < 2 * JsonFile.ROW_GROUP ? 4 : 9);
      rows.add(
          switch (kind) {
            case 0, 1 ->
                "{\"id\":%d,\"user\":{\"name\":\"n%02d\",\"age\":%d},\"tags\":[%d,%d]}"
                    .formatted(row, row % 50, row / 20, row, row + 1);
            case 2 -> "{\"id\":%d,\"user\":{\"age\":%d}}".formatted(row, row);
            case 3 -> null;
            case 4 ->
                "{\"id\":\"text\",\"user\":{\"age\":\"old\",\"mail\":\"m%d\"}}".formatted(row);
            case 5 -> "{\"user\":[1,{\"name\":\"in an array\"}],\"tags\":{\"0\":1},\"other\":7}";
            case 6 -> "null";
            case 7 -> "{\"id\":%d,\"user\":null,\"tags\":[]}".formatted(10_000_000_000L + row);
            default -> Integer.toString(row);
          });
    }
    return rows;
  }

  /** Nothing in the file has levels. */
  @Test
  void required_columns_have_paths_too() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { required group v { required binary metadata; required binary value; } }");
    Path file = directory.resolve("required.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(schema).build()) {
      Group row = new SimpleGroup(schema);
      row.addGroup("v")
          .append("metadata", Binary.fromConstantByteArray(new byte[] {1, 0, 0}))
          .append("value", Binary.fromConstantByteArray(new byte[] {3 << 2, 5}));
      writer.write(row);
    }
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of())
            .withVariantPaths(
                List.of(
                    VariantProjection.of(
                        "v", VariantPath.parse("$"), "x", new ArrowType.Int(32, true))));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getVector("x").getObject(0)).isEqualTo(5);
    }
  }

  private static final List<String> PATHS =
      List.of(
          "$",
          "$.id",
          "$.user",
          "$.user.name",
          "$.user.age",
          "$.user.mail",
          "$.tags",
          "$.tags[1]",
          "$.other",
          "$.id.nothing",
          "$[0]",
          "$.user[1].name",
          "$.nothing.at.all");

  private static final List<String> TYPES =
      List.of(
          "bigint",
          "smallint",
          "string",
          "double",
          "boolean",
          "struct<name: string, age: int>",
          "variant");

  @ParameterizedTest
  @ValueSource(
      strings = {
        NONE,
        "struct<id: bigint, user: struct<name: string, age: int>, tags: list<bigint>>",
        "struct<user: struct<age: bigint, mail: string>>",
        "struct<id: int, user: variant, tags: list<int>>",
        "bigint",
        "list<bigint>"
      })
  void gives_what_the_whole_column_would(String shredding) throws IOException {
    Path file = directory.resolve("v.parquet");
    JsonFile.write(file, events(1), shredding.equals(NONE) ? null : shredding, allocator);

    for (String path : PATHS) {
      for (String type : TYPES) {
        // Casts are the default, and lossless conversion has the same code but for them.
        ConversionMode mode = type.equals("bigint") ? ConversionMode.SAFE : ConversionMode.TRY_CAST;
        VariantProjection projection =
            new VariantProjection(
                "v", VariantPath.parse(path), ArrowTypeText.parse("x", type), mode);
        List<String> expected = fromWholeColumn(file, projection);
        ParquetReadOptions options =
            ParquetReadOptions.defaults()
                .withColumns(List.of())
                .withVariantPaths(List.of(projection))
                .withBatchSize(150);
        assertThat(column(file, options)).as("%s as %s", path, type).isEqualTo(expected);
        assertThat(column(file, options.withSkipping(false)))
            .as("%s as %s without skipping", path, type)
            .isEqualTo(expected);
      }
    }
  }

  private List<String> fromWholeColumn(Path file, VariantProjection projection) throws IOException {
    List<String> values = new ArrayList<>();
    VariantGet get =
        new VariantGet(
            projection.path(), projection.target(), projection.mode(), VariantLimits.defaults());
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      while (reader.loadNextBatch()) {
        ParquetVariantVector whole =
            (ParquetVariantVector) reader.getVectorSchemaRoot().getVector(projection.column());
        try (FieldVector vector = get.get(whole, allocator)) {
          for (int row = 0; row < vector.getValueCount(); row++) {
            values.add(String.valueOf(vector.getObject(row)));
          }
        }
      }
    }
    return values;
  }

  private List<String> column(Path file, ParquetReadOptions options) throws IOException {
    List<String> values = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        FieldVector vector = root.getFieldVectors().get(root.getFieldVectors().size() - 1);
        for (int row = 0; row < root.getRowCount(); row++) {
          values.add(String.valueOf(vector.getObject(row)));
        }
      }
    }
    return values;
  }

  @Test
  void reads_the_path_s_own_chunk_alone_where_nothing_else_can_be() throws IOException {
    Path file = directory.resolve("v.parquet");
    String shredding =
        "struct<id: bigint, user: struct<name: string, age: int>, tags: list<bigint>>";
    JsonFile.write(file, events(1).subList(0, JsonFile.ROW_GROUP), shredding, allocator);
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withColumns(List.of()).withVariantPaths(List.of(age("int")));

    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      ReadStatistics statistics = reader.statistics();
      assertThat(statistics.columnChunksRead()).isEqualTo(1);
      // metadata, value, user.value and user.age.value
      assertThat(statistics.columnChunksProvenNull()).isEqualTo(4);
    }
    RowFilter isNotNull = Operand.column("v").isNotNull();
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, options.withFilter(isNotNull), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.statistics().columnChunksRead()).as("of a filter too").isEqualTo(1);
    }
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, options.withSkipping(false), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.statistics().columnChunksRead()).isEqualTo(5);
      assertThat(reader.statistics().columnChunksProvenNull()).isZero();
    }
  }

  @Test
  void reads_value_where_it_holds_something() throws IOException {
    Path file = directory.resolve("v.parquet");
    JsonFile.write(file, events(2), "struct<user: struct<age: int>>", allocator);
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withColumns(List.of()).withVariantPaths(List.of(age("int")));

    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
      // id and tags have no column, so every row group has them in value, and needs metadata.
      assertThat(reader.statistics().columnChunksRead()).isEqualTo(4 + 4 + 5);
    }
  }

  private static VariantProjection age(String type) {
    Field target = ArrowTypeText.parse("age", type);
    return new VariantProjection(
        "v", VariantPath.parse("$.user.age"), target, ConversionMode.TRY_CAST);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        NONE,
        "struct<id: bigint, user: struct<name: string, age: int>>",
        "struct<id: int, user: struct<age: bigint>>",
        "struct<user: struct<age: string>>",
      })
  void filters_on_paths_as_on_their_values(String shredding) throws IOException {
    Path file = directory.resolve("v.parquet");
    JsonFile.write(file, events(3), shredding.equals(NONE) ? null : shredding, allocator);
    for (String type : List.of("bigint", "smallint", "int", "double", "decimal(12, 1)")) {
      VariantProjection age = age(type);
      List<String> ages = fromWholeColumn(file, age);
      for (int literal : new int[] {-1, 0, 3, 14, 120, 299, 10_000_000}) {
        check(file, age.isEqualTo(literal), ages, a -> a == literal);
        check(file, age.isLessThan(literal), ages, a -> a < literal);
        check(file, age.isAtLeast(literal), ages, a -> a >= literal);
        check(file, age.isAtLeast(literal).not(), ages, a -> a < literal);
        check(file, age.isNotEqualTo(literal), ages, a -> a != literal);
        check(file, age.isIn(List.of(1, literal, 7)), ages, a -> a == 1 || a == 7 || a == literal);
        check(file, age.isNotNull(), ages, a -> true);
      }
      assertThat(ids(file, age.isNull(), true))
          .isEqualTo(rows(ages, String.valueOf((Object) null)::equals));
      for (boolean skipping : new boolean[] {true, false}) {
        assertThat(ids(file, Operand.column("v").isNull().and(age.isNull()), skipping))
            .isEqualTo(rows(events(3), Objects::isNull));
      }
    }
  }

  private void check(
      Path file, RowFilter predicate, List<String> values, java.util.function.DoublePredicate test)
      throws IOException {
    List<Long> expected =
        rows(values, value -> !value.equals("null") && test.test(Double.parseDouble(value)));
    assertThat(ids(file, predicate, true)).as("%s", predicate).isEqualTo(expected);
    assertThat(ids(file, predicate, false)).as("%s", predicate).isEqualTo(expected);
  }

  private static List<Long> rows(
      List<String> values, java.util.function.Predicate<String> predicate) {
    List<Long> rows = new ArrayList<>();
    for (int row = 0; row < values.size(); row++) {
      if (predicate.test(values.get(row))) {
        rows.add((long) row);
      }
    }
    return rows;
  }

  private List<Long> ids(Path file, RowFilter predicate, boolean skipping) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withFilter(predicate)
            .withSkipping(skipping);
    return column(file, options).stream().map(Long::valueOf).toList();
  }

  @Test
  void skips_row_groups_and_pages_by_a_path_s_own_statistics() throws IOException {
    Path file = directory.resolve("v.parquet");
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      rows.add("{\"user\":{\"age\":%d}}".formatted(row));
    }
    JsonFile.write(file, rows, "struct<user: struct<age: int>>", allocator);
    RowFilter predicate = age("bigint").isAtLeast(450).and(age("bigint").isLessThan(455));
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withColumns(List.of("id")).withFilter(predicate);

    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isEqualTo(5);
      assertThat(reader.loadNextBatch()).isFalse();
      ReadStatistics statistics = reader.statistics();
      assertThat(statistics.rowGroupsRead()).isEqualTo(1);
      assertThat(statistics.rowGroupsSkipped()).isEqualTo(2);
      assertThat(statistics.rowsDecoded()).isEqualTo(JsonFile.PAGE);
      assertThat(statistics.columnChunksRead()).isEqualTo(2);
      assertThat(statistics.pagesRead()).isEqualTo(2);
      assertThat(statistics.pagesSkipped()).isEqualTo(2 * (JsonFile.ROW_GROUP / JsonFile.PAGE - 1));
      assertThat(statistics.indexBytesRead()).isPositive();
    }
  }

  @Test
  void a_path_of_what_is_no_variant_is_refused() throws IOException {
    Path file = directory.resolve("v.parquet");
    JsonFile.write(file, events(1), null, allocator);
    VariantProjection projection = VariantProjection.ofVariant("id", VariantPath.parse("$.a"), "a");

    assertThatThrownBy(
            () ->
                ParquetArrowReader.open(
                    file,
                    ParquetReadOptions.defaults().withVariantPaths(List.of(projection)),
                    allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(file + ": column id: found no Variant column, but one of type ");
  }
}
