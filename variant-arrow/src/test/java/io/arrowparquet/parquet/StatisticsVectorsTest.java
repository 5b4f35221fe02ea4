// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
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

class StatisticsVectorsTest {
  private static final int ROW_GROUPS = 3;

  @AutoClose private final RootAllocator allocator = new RootAllocator();
  @TempDir private Path folder;
  private FilterFile rows;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    rows = new FilterFile(5);
    file = folder.resolve("a.parquet");
    rows.write(file, WriterVersion.PARQUET_2_0, true);
  }

  private FlatFooter footer() throws IOException {
    return FooterReader.defaults().read(file).footer();
  }

  private List<FilterFile.Row> rows(int rowGroup) {
    int size = FilterFile.ROWS / ROW_GROUPS;
    return rows.rows().subList(rowGroup * size, (rowGroup + 1) * size);
  }

  private static Object bound(StructVector struct, String bound, int row) {
    return struct.getChild(bound).getObject(row);
  }

  @Test
  void row_groups_have_their_counts_and_the_bounds_of_their_values() throws IOException {
    try (VectorSchemaRoot found = StatisticsVectors.of(footer(), null, allocator)) {
      assertThat(found.getRowCount()).isEqualTo(ROW_GROUPS);
      for (int rowGroup = 0; rowGroup < ROW_GROUPS; rowGroup++) {
        List<FilterFile.Row> expected = rows(rowGroup);
        assertThat(found.getVector("row_group").getObject(rowGroup)).isEqualTo(rowGroup);
        assertThat(found.getVector("row_count").getObject(rowGroup)).isEqualTo(200L);
        for (FilterColumn column : FilterColumn.values()) {
          check(found, rowGroup, column.field(), expected, row -> row.values().get(column));
          check(
              found,
              rowGroup,
              "g." + column.field(),
              expected,
              row -> row.group() == null ? null : row.group().get(column));
        }
      }
    }
  }

  /** Values of the vectors are found by reading the file: those of the least and greatest row. */
  private void check(
      VectorSchemaRoot found,
      int rowGroup,
      String path,
      List<FilterFile.Row> expected,
      Function<FilterFile.Row, Object> value)
      throws IOException {
    StructVector struct = (StructVector) found.getVector(path);
    long nulls = expected.stream().map(value).filter(Objects::isNull).count();
    assertThat(bound(struct, "value_count", rowGroup)).isEqualTo(200L);
    assertThat(bound(struct, "null_count", rowGroup)).as(path).isEqualTo(nulls);
    Object min = bound(struct, "min", rowGroup);
    Object max = bound(struct, "max", rowGroup);
    List<FilterFile.Row> ordered =
        new ArrayList<>(
            expected.stream()
                .filter(row -> value.apply(row) != null && !isNaN(value.apply(row)))
                .toList());
    ordered.sort((a, b) -> FilterColumn.compare(value.apply(a), value.apply(b)));
    boolean isCut = path.endsWith("s") || path.endsWith("x");
    if (min == null || isCut || ordered.isEmpty()) {
      return;
    }
    assertThat(isZero(min) ? 0.0 : min).as(path).isEqualTo(read(path, ordered.get(0).id()));
    assertThat(isZero(max) ? 0.0 : max)
        .as(path)
        .isEqualTo(read(path, ordered.get(ordered.size() - 1).id()));
  }

  private static boolean isNaN(Object value) {
    return value instanceof Double number && Double.isNaN(number);
  }

  private static boolean isZero(Object value) {
    return value instanceof Number number && number.doubleValue() == 0 && !(value instanceof Long);
  }

  private final Map<String, List<Object>> known = new TreeMap<>();

  private Object read(String path, int id) throws IOException {
    List<Object> values = known.get(path);
    if (values == null) {
      values = new ArrayList<>();
      ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(List.of(path));
      try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
        while (reader.loadNextBatch()) {
          FieldVector vector = reader.getVectorSchemaRoot().getVector(0);
          FieldVector leaf =
              vector instanceof StructVector group
                  ? (FieldVector) group.getChildByOrdinal(0)
                  : vector;
          for (int row = 0; row < leaf.getValueCount(); row++) {
            values.add(leaf.getObject(row));
          }
        }
      }
      known.put(path, values);
    }
    Object value = values.get(id);
    return isZero(value) ? 0.0 : value;
  }

  @Test
  void bounds_have_the_type_of_the_columns_vectors() throws IOException {
    try (VectorSchemaRoot found =
            StatisticsVectors.of(footer(), List.of("g", "u64", "l"), allocator);
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      Field group = reader.getVectorSchemaRoot().getSchema().findField("g");
      for (Field column : group.getChildren()) {
        Field struct = found.getSchema().findField("g." + column.getName());
        assertThat(struct.getChildren().get(2).getType()).isEqualTo(column.getType());
        assertThat(struct.getChildren().get(3).getType()).isEqualTo(column.getType());
      }
      assertThat(found.getFieldVectors()).hasSize(2 + group.getChildren().size() + 2);
      assertThat(found.getSchema().findField("l.list.element").getChildren().get(2).getType())
          .isEqualTo(CountedVectors.INT32);
    }
  }

  @Test
  void text_bounds_are_texts_around_the_values() throws IOException {
    try (VectorSchemaRoot found = StatisticsVectors.of(footer(), List.of("s", "x"), allocator)) {
      StructVector struct = (StructVector) found.getVector("s");
      StructVector binaries = (StructVector) found.getVector("x");
      for (int rowGroup = 0; rowGroup < ROW_GROUPS; rowGroup++) {
        byte[] least = (byte[]) bound(binaries, "min", rowGroup);
        byte[] most = (byte[]) bound(binaries, "max", rowGroup);
        for (FilterFile.Row row : rows(rowGroup)) {
          Object text = row.values().get(FilterColumn.S);
          Object min = bound(struct, "min", rowGroup);
          Object max = bound(struct, "max", rowGroup);
          if (text != null && min != null) {
            assertThat(FilterColumn.compare(min.toString(), text)).isNotPositive();
          }
          if (text != null && max != null) {
            assertThat(FilterColumn.compare(max.toString(), text)).isNotNegative();
          }
          byte[] bytes = (byte[]) row.values().get(FilterColumn.X);
          if (bytes != null && least != null) {
            assertThat(Arrays.compareUnsigned(least, bytes)).isNotPositive();
            assertThat(Arrays.compareUnsigned(most, bytes)).isNotNegative();
          }
        }
      }
    }
  }

  @Test
  void what_is_not_trusted_is_null() throws IOException {
    for (StatisticsLie lie : StatisticsLie.values()) {
      Files.deleteIfExists(file);
      writeFile();
      if (!lie.tell(file, 1, "ts", 0)) {
        continue;
      }
      try (VectorSchemaRoot found = StatisticsVectors.of(footer(), List.of("ts"), allocator)) {
        StructVector struct = (StructVector) found.getVector("ts");
        long nulls = rows(1).stream().filter(r -> r.values().get(FilterColumn.TS) == null).count();
        assertThat(bound(struct, "null_count", 1)).as(lie.name()).isIn(null, nulls);
      }
    }
  }

  @Test
  void a_column_that_is_not_there_is_refused() throws IOException {
    FlatFooter footer = footer();
    assertThatThrownBy(() -> StatisticsVectors.of(footer, List.of("nothing"), allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("nothing");
  }

  private FooterBundle bundle(String... names) throws IOException {
    Path path = folder.resolve("all.bundle");
    List<BundleInput> inputs = new ArrayList<>();
    for (String name : names) {
      inputs.add(BundleInput.of(folder, folder.resolve(name)));
    }
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults()).write(inputs, true);
    return FooterBundle.open(path);
  }

  @Test
  void each_column_of_a_bundle_has_a_row_for_each_row_group() throws IOException {
    int rows = 0;
    FlatFooter footer = footer();
    FooterBundle opened = bundle("a.parquet");
    Files.delete(file);
    try (FooterBundle bundle = opened;
        ArrowReader reader = StatisticsVectors.of(bundle, null, allocator);
        VectorSchemaRoot wide = StatisticsVectors.of(footer, null, allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        for (int row = 0; row < root.getRowCount(); row++) {
          String column = root.getVector("column").getObject(row).toString();
          StructVector struct = (StructVector) wide.getVector(column);
          int rowGroup = (Integer) root.getVector("row_group").getObject(row);
          assertThat(root.getVector("null_count").getObject(row))
              .isEqualTo(bound(struct, "null_count", rowGroup));
          List<Object> bounds = new ArrayList<>();
          for (FieldVector vector : root.getFieldVectors()) {
            if (vector.getName().matches("(min|max)_[^i].*|(min|max)_int.*")
                && !vector.isNull(row)) {
              bounds.add(vector.getObject(row));
            }
          }
          List<Object> expected = new ArrayList<>();
          for (String bound : List.of("min", "max")) {
            if (bound(struct, bound, rowGroup) != null) {
              expected.add(bound(struct, bound, rowGroup));
            }
          }
          assertThat(bounds).as(column).usingRecursiveComparison().isEqualTo(expected);
        }
        rows += root.getRowCount();
      }
      assertThat(rows).isEqualTo(ROW_GROUPS * (2 * FilterColumn.values().length + 2));
    }
  }

  @Test
  void a_column_of_two_types_in_a_bundle_has_bounds_of_both() throws IOException {
    HandMadeTable.write(folder.resolve("x.parquet"), "int64");
    HandMadeTable.write(folder.resolve("y.parquet"), "int32");
    try (FooterBundle bundle = bundle("x.parquet", "y.parquet")) {
      try (ArrowReader reader = StatisticsVectors.of(bundle, null, allocator)) {
        assertThat(reader.loadNextBatch()).isTrue();
        assertThat(reader.getVectorSchemaRoot().getVector("max_int").getNullCount()).isEqualTo(1);
        assertThat(reader.getVectorSchemaRoot().getVector("max_bigint").getNullCount())
            .isEqualTo(1);
      }
    }
  }

  /** A file with a column {@code v} of one value. */
  private static final class HandMadeTable {
    static void write(Path file, String type) throws IOException {
      MessageType schema =
          MessageTypeParser.parseMessageType("message m { required " + type + " v; }");
      try (ParquetWriter<Group> writer =
          ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(schema).build()) {
        Group row = new SimpleGroup(schema);
        if (type.equals("int64")) {
          row.add("v", 7L);
        } else {
          row.add("v", 7);
        }
        writer.write(row);
      }
    }
  }
}
