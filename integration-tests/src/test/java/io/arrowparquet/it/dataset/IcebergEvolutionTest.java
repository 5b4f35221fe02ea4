// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that Iceberg wrote, read into changed schemas: the rows of Iceberg's generic reader. */
class IcebergEvolutionTest {
  private static final int ROWS = 40;
  private static final int CHAINS = 40;
  private static final Type INT = Types.IntegerType.get();
  private static final Type LONG = Types.LongType.get();
  private static final Type TEXT = Types.StringType.get();

  @TempDir private Path folder;

  private static NestedField field(int id, String name, Type type) {
    return NestedField.optional(id, name, type);
  }

  private static Schema schema(NestedField... fields) {
    return new Schema(fields);
  }

  private static Type struct(NestedField... fields) {
    return Types.StructType.of(fields);
  }

  static Stream<Arguments> changes() {
    NestedField a = field(1, "a", INT);
    NestedField b = field(2, "b", TEXT);
    NestedField withDefault =
        NestedField.required("d")
            .withId(9)
            .ofType(LONG)
            .withInitialDefault(Literal.of(5L))
            .withWriteDefault(Literal.of(5L))
            .build();
    Type decimal = Types.DecimalType.of(9, 2);
    return Stream.of(
        Arguments.of("add", schema(a), schema(a, field(3, "c", LONG))),
        Arguments.of("add with default", schema(a), schema(withDefault, a)),
        Arguments.of("drop", schema(a, b), schema(b)),
        Arguments.of("rename", schema(a, b), schema(field(1, "x", INT), field(2, "a", TEXT))),
        Arguments.of("reorder", schema(a, b), schema(b, a)),
        Arguments.of("drop and add again", schema(a, b), schema(field(7, "a", INT), b)),
        Arguments.of("int to long", schema(a), schema(field(1, "a", LONG))),
        Arguments.of(
            "float to double",
            schema(field(1, "f", Types.FloatType.get())),
            schema(field(1, "f", Types.DoubleType.get()))),
        Arguments.of(
            "more digits",
            schema(field(1, "d", decimal)),
            schema(field(1, "d", Types.DecimalType.of(30, 2)))),
        Arguments.of(
            "nested add, drop and rename",
            schema(field(1, "s", struct(field(2, "x", INT), field(3, "y", TEXT)))),
            schema(field(1, "t", struct(field(4, "new", TEXT), field(2, "z", LONG))))),
        Arguments.of(
            "map values",
            schema(
                field(
                    1,
                    "m",
                    Types.MapType.ofOptional(2, 3, TEXT, struct(field(4, "x", INT), b(5))))),
            schema(
                field(
                    1,
                    "m",
                    Types.MapType.ofOptional(
                        2, 3, TEXT, struct(field(6, "n", INT), field(4, "y", LONG)))))),
        Arguments.of(
            "list elements",
            schema(field(1, "l", Types.ListType.ofOptional(2, struct(field(3, "x", INT), b(4))))),
            schema(
                field(
                    1,
                    "l",
                    Types.ListType.ofOptional(2, struct(withDefault, field(3, "y", LONG)))))),
        Arguments.of(
            "promoted elements",
            schema(field(1, "l", Types.ListType.ofRequired(2, INT))),
            schema(field(1, "l", Types.ListType.ofRequired(2, LONG)))));
  }

  private static NestedField b(int id) {
    return field(id, "b", TEXT);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void one_change_reads_as_iceberg_reads_it(String name, Schema written, Schema asked)
      throws IOException {
    compare(new Random(name.hashCode()), written, asked, name);
    // The other way is a change too, unless a type would become narrower.
    if (!name.matches(".*(to|more|nested|map|list|promoted).*")) {
      compare(new Random(name.hashCode()), asked, written, name + ", back");
    }
  }

  @Test
  void chains_of_changes_read_as_iceberg_reads_them() throws IOException {
    for (int seed = 0; seed < CHAINS; seed++) {
      Random random = new Random(seed);
      SchemaSteps steps = new SchemaSteps(random);
      Schema written = steps.schema();
      Schema asked = written;
      for (int step = random.nextInt(8); step >= 0; step--) {
        asked = steps.change(asked);
      }
      compare(random, written, asked, "seed " + seed + ": " + written + " to " + asked);
    }
  }

  private void compare(Random random, Schema written, Schema asked, String what)
      throws IOException {
    Path file = folder.resolve("file.parquet");
    Files.deleteIfExists(file);
    IcebergRecords.write(file, written, random, ROWS);
    List<String> all = ours(file, asked, null);
    assertThat(all).as(what).hasSize(ROWS).isEqualTo(IcebergRecords.read(file, asked));
    // The first column, as written at the beginning of each row's text.
    String name = asked.columns().get(0).name();
    String isNull = "[" + name + "=null";
    Operand first = Operand.column(name);
    assertThat(ours(file, asked, first.isNull()))
        .as(what)
        .isEqualTo(all.stream().filter(row -> row.startsWith(isNull)).toList());
    assertThat(ours(file, asked, first.isNotNull()))
        .as(what)
        .isEqualTo(all.stream().filter(row -> !row.startsWith(isNull)).toList());
  }

  private static List<String> ours(Path file, Schema schema, RowFilter filter) throws IOException {
    ParquetFileSet files =
        ParquetFileSet.open(List.of(file)).withSchema(IcebergSchemas.reader(schema));
    List<String> rows = new ArrayList<>();
    ParquetReadOptions options = ParquetReadOptions.defaults().withBatchSize(16).withFilter(filter);
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = files.read(options, allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        for (int row = 0; row < root.getRowCount(); row++) {
          rows.add(IcebergRecords.struct(schema.asStruct(), root.getFieldVectors(), row));
        }
      }
    }
    return rows;
  }
}
