// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Columns and groups of one name: read where a vector can hold them, refused by name elsewhere.
 *
 * @see io.arrowparquet.parquet.internal.filter.RawColumns
 * @see io.arrowparquet.parquet.internal.write.WritePlan
 */
class EqualNamesTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();
  private static final int ROWS = 5;

  /** Of each pair the second name loses its digit. */
  private static final String SCHEMA =
      """
      message m {
        required int32 id;
        required int32 t;
        required int64 t2;
        required group s { required int32 x; required int64 x2; required int32 y; }
        optional group l (LIST) { repeated group list {
          optional group element { required int32 x; required int32 x2; } } }
        optional group mk (MAP) { repeated group key_value {
          required int32 value; required int32 value2; } }
        optional group mv (MAP) { repeated group key_value {
          required int32 key; optional group value { required int32 x; required int32 x2; } } }
        optional group g { optional int32 a; }
        optional group g2 { optional int32 b; }
        required group o { optional group g { required int32 a; }
          optional group g2 { required int32 b; } }
        required group v { required binary metadata; optional binary value; optional group typed_value {
          required group x { optional binary value; optional int32 typed_value; }
          required group x2 { optional binary value; optional int64 typed_value; } } }
      }
      """;

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("equal.parquet");
    RandomFile.write(file, MessageTypeParser.parseMessageType(SCHEMA), ROWS, 7, writer -> writer);
    byte[] renamed =
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer -> {
              footer.getSchema().forEach(element -> element.setName(name(element.getName())));
              footer.getRow_groups().stream()
                  .flatMap(group -> group.getColumns().stream())
                  .forEach(
                      chunk ->
                          chunk
                              .getMeta_data()
                              .getPath_in_schema()
                              .replaceAll(EqualNamesTest::name));
            });
    Files.write(file, renamed);
  }

  private static String name(String unique) {
    return unique.endsWith("2") ? unique.substring(0, unique.length() - 1) : unique;
  }

  @ParameterizedTest
  @CsvSource({
    "s, s.x",
    "s.x, s.x",
    "l, l.list.element.x",
    "mv, mv.key_value.value.x",
    "mv.key_value.key, mv.key_value.value.x",
    "o, o.g",
    "v, v.typed_value.x"
  })
  void a_struct_with_two_fields_of_one_name_is_refused_by_name(String column, String twice) {
    ParquetReadOptions options = ALL.withColumns(List.of(column));
    String message = file + ": column " + twice + ": found two fields of this name, expected one";

    assertThatThrownBy(() -> read(options))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> ParquetFileSet.open(List.of(file)).read(options, allocator))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "s.y", "o.g.a", "mk", "t", "g"})
  void what_has_one_name_in_its_struct_is_read(String column) throws IOException {
    ParquetReadOptions options = ALL.withColumns(List.of(column));
    int columns = column.equals("t") || column.equals("g") ? 2 : 1;

    assertThat(read(options)).isEqualTo(columns * ROWS);
    RowFilter filter = Operand.column("s").isNotNull().and(Operand.column("o.g.b").isNotNull());
    assertThat(read(options.withFilter(filter))).isPositive();
    try (ArrowReader set = ParquetFileSet.open(List.of(file)).read(options, allocator)) {
      assertThat(set.loadNextBatch()).isTrue();
      assertThat(set.getVectorSchemaRoot().getFieldVectors()).hasSize(columns);
    }
  }

  /** The two columns, the two groups of the root, and those of a group. */
  @ParameterizedTest
  @ValueSource(strings = {"t", "s.x", "g", "o.g"})
  void a_filter_says_which_column_it_means(String path) {
    ParquetReadOptions options = ALL.withColumns(List.of("id"));
    for (RowFilter filter :
        List.of(Operand.column(path).isNull(), Operand.column(path).isNotNull())) {
      assertThatThrownBy(() -> read(options.withFilter(filter)))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("column " + path + ": found 2 columns");
    }
  }

  @Test
  void shredded_fields_of_one_name_are_no_variant() {
    VariantProjection path =
        VariantProjection.of("v", VariantPath.parse("$.x"), "x", new ArrowType.Int(32, true));

    assertThatThrownBy(() -> read(ALL.withVariantPaths(List.of(path))))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column v: found Variant storage at $.x");
  }

  @Test
  void two_fields_of_one_name_are_not_written() {
    Field number = Field.nullable("x", new ArrowType.Int(32, true));
    Field struct =
        new Field("s", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(number, number));
    Field list = new Field("l", FieldType.nullable(ArrowType.List.INSTANCE), List.of(struct));
    for (List<Field> fields : List.of(List.of(number, number), List.of(struct), List.of(list))) {
      assertThatThrownBy(
              () ->
                  ParquetArrowWriter.open(
                      folder.resolve("written.parquet"),
                      new Schema(fields),
                      ParquetWriteOptions.defaults(),
                      allocator))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("x: found two fields of this name, expected one");
    }
  }

  @Test
  void the_struct_of_another_writer_is_refused_and_its_other_column_read() throws IOException {
    file = OtherWritersFiles.find("struct_two_fields_of_one_name.parquet");

    assertThatThrownBy(() -> read(ALL))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column s.v: found two fields of this name");
    assertThat(read(ALL.withColumns(List.of("id")))).isEqualTo(2);
  }

  /** How many values of columns are read. */
  private int read(ParquetReadOptions options) throws IOException {
    int values = 0;
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        values += root.getRowCount() * root.getFieldVectors().size();
      }
    }
    return values;
  }
}
