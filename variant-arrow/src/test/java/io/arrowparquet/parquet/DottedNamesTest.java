// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Names with dots in them beside nested columns of the same dotted path.
 *
 * @see io.arrowparquet.parquet.options.NamedColumns
 * @see io.arrowparquet.parquet.internal.filter.RawColumns
 */
class DottedNamesTest {
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("dots.parquet");
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required int32 a.b; required group a { required int32 b;"
                + " required int32 c; } required int32 c.d; required group c { required group d {"
                + " required int32 e; } } required int32 g.h; }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(type).build()) {
      Group row = new SimpleGroup(type).append("a.b", 1);
      row.addGroup("a").append("b", 2).append("c", 3);
      row.append("c.d", 4).addGroup("c").addGroup("d").append("e", 5);
      row.append("g.h", 6);
      writer.write(row);
    }
  }

  private List<String> read(ParquetReadOptions options) throws IOException {
    List<String> values = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        root.getFieldVectors().forEach(v -> values.add(v.getName() + "=" + v.getObject(0)));
      }
    }
    return values;
  }

  @Test
  void a_path_stands_for_every_column_that_has_it() throws IOException {
    assertThat(read(ALL.withColumns(List.of("a.b")))).containsExactly("a.b=1", "a={\"b\":2}");
    assertThat(read(ALL.withColumns(List.of("a.c")))).containsExactly("a={\"c\":3}");
    assertThat(read(ALL.withColumns(List.of("g.h")))).containsExactly("g.h=6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a | a.b=1 a=7 c.d=4 c={\"d\":{\"e\":5}} g.h=6",
        "c | a.b=1 a={\"b\":2,\"c\":3} c.d=4 c=7 g.h=6",
        "g | a.b=1 a={\"b\":2,\"c\":3} c.d=4 c={\"d\":{\"e\":5}} g.h=6 g=7",
        "a.c | a.b=1 a={\"b\":2,\"c\":3} c.d=4 c={\"d\":{\"e\":5}} g.h=6 a.c=7",
      })
  void a_row_column_stands_in_for_the_column_of_the_top_level_that_has_its_name(
      String name, String values) throws IOException {
    ParquetReadOptions options =
        ALL.withRowColumns(
            List.of(RowColumn.constant(Field.nullable(name, new ArrowType.Int(32, true)), 7)));
    assertThat(read(options)).containsExactly(values.split(" "));
    // Also where the path that is chosen is not of the top level.
    List<String> below =
        Stream.of(values.split(" ")).filter(value -> value.startsWith("a=")).toList();
    assertThat(read(options.withColumns(List.of("a.b", "a.c"))))
        .containsAll(below)
        .contains("a.b=1", name + "=7");
  }

  @Test
  void a_path_stands_for_a_group_only_if_no_column_has_it() throws IOException {
    assertThat(read(ALL.withColumns(List.of("c.d")))).containsExactly("c.d=4");
    assertThat(read(ALL.withColumns(List.of("c.d", "c.d.e"))))
        .containsExactly("c.d=4", "c={\"d\":{\"e\":5}}");
  }

  /** Every beginning of a dotted name, with the top-level columns that it chooses. */
  @ParameterizedTest
  @CsvSource({
    "a, a",
    "a.b, a.b a",
    "a.c, a",
    "c, c",
    "c.d, c.d",
    "c.d.e, c",
    "g,",
    "g.h, g.h",
    "a.,",
    "c.d.,"
  })
  void a_name_with_a_dot_is_not_below_its_beginning(String path, String chosen) throws IOException {
    List<String> names = chosen == null ? List.of() : List.of(chosen.split(" "));
    ParquetReadOptions options = ALL.withColumns(List.of(path));
    FlatFooter footer = FooterReader.defaults().read(file).footer();

    assertThat(
            Stream.concat(
                    footer.findColumns(path).stream(),
                    footer.findColumns(path).isEmpty()
                        ? footer.findColumnsBelow(path).stream()
                        : Stream.of())
                .map(column -> footer.schemaElement(root(footer, column)).name())
                .distinct())
        .containsExactlyElementsOf(names);
    if (names.isEmpty()) {
      assertThatThrownBy(() -> read(options)).isInstanceOf(InvalidRequestException.class);
      assertThatThrownBy(() -> schemaOfSet(options)).isInstanceOf(InvalidRequestException.class);
    } else {
      assertThat(read(options).stream().map(text -> text.replaceFirst("=.*", "")))
          .containsExactlyElementsOf(names);
      assertThat(schemaOfSet(options)).containsExactlyElementsOf(names);
    }
  }

  private static int root(FlatFooter footer, int column) {
    int element = footer.columnElement(column);
    while (footer.parentElement(element) != 0) {
      element = footer.parentElement(element);
    }
    return element;
  }

  private List<String> schemaOfSet(ParquetReadOptions options) throws IOException {
    Schema schema = ParquetFileSet.open(List.of(file)).schema(options);
    return schema.getFields().stream().map(Field::getName).toList();
  }

  @Test
  void a_filter_on_a_path_of_two_columns_is_refused() throws IOException {
    assertThatThrownBy(() -> read(ALL.withFilter(Operand.column("a.b").isEqualTo(1))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("column a.b: found 2 columns of this path");
    assertThat(read(ALL.withColumns(List.of("a.b")).withFilter(Operand.column("g.h").isEqualTo(6))))
        .hasSize(2);
  }

  @Test
  void unknown_columns_are_told_with_near_ones() {
    assertThatThrownBy(() -> read(ALL.withColumns(List.of("c.d.f"))))
        .hasMessage(
            file
                + ": column c.d.f: found no such column, expected a column of the file"
                + " (near: c.d.e)");
    assertThatThrownBy(() -> read(ALL.withFilter(Operand.column("e").isNull())))
        .hasMessageContaining("(near: c.d.e)");
  }

  @Test
  void another_writers_columns_are_both_read() throws IOException {
    file = OtherWritersFiles.find("dots.parquet");
    FlatFooter footer = FooterReader.defaults().read(file).footer();
    int twice = 0;
    for (int column = 0; column < footer.columnCount(); column++) {
      String path = footer.columnPath(column);
      ParquetReadOptions options = ALL.withColumns(List.of(path));
      Schema schema = ParquetArrowReader.schema(FooterReader.defaults().read(file), options);
      int leaves = leaves(schema.getFields());
      assertThat(leaves).isEqualTo(footer.findColumns(path).size());
      assertThat(read(options)).isNotEmpty();
      twice += leaves > 1 ? 1 : 0;
    }
    assertThat(twice).isEqualTo(4);
  }

  private static int leaves(List<Field> fields) {
    return fields.stream()
        .mapToInt(field -> field.getChildren().isEmpty() ? 1 : leaves(field.getChildren()))
        .sum();
  }
}
