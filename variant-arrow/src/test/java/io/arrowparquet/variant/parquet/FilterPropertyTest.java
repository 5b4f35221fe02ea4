// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.Predicate;
import io.arrowparquet.variant.parquet.options.SkippingStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random predicates on random rows, with and without skipping, against an evaluator of its own. */
class FilterPropertyTest {
  private static final int PREDICATES = 120;

  @TempDir private Path directory;
  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void nothing_leaks() {
    allocator.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1, PARQUET_1_0, true, 300, false",
    "2, PARQUET_2_0, false, 300, false",
    "3, PARQUET_1_0, false, 300, true",
    "4, PARQUET_2_0, true, 300, true",
    "5, PARQUET_2_0, true, 100000, false"
  })
  void gives_exactly_the_rows_for_which_the_predicate_is_true(
      long seed, WriterVersion version, boolean dictionary, int dictionaryBytes, boolean bloom)
      throws IOException {
    FilterFile content = new FilterFile(seed);
    Path file = directory.resolve("filter.parquet");
    content.write(file, version, dictionary, dictionaryBytes, bloom);
    List<String> all = rows(file, ParquetReadOptions.ALL);
    RandomPredicates predicates = new RandomPredicates(seed);

    for (int i = 0; i < PREDICATES; i++) {
      Predicate predicate = predicates.next(2);
      List<String> expected =
          content.rows().stream()
              .filter(row -> Boolean.TRUE.equals(RandomPredicates.evaluate(predicate, row)))
              .map(row -> all.get(row.id()))
              .toList();
      ParquetReadOptions options =
          ParquetReadOptions.ALL.withFilter(predicate).withBatchSize(i % 2 == 0 ? 37 : 1000);

      assertThat(rows(file, options)).as("%s", predicate).isEqualTo(expected);
      Set<SkippingStep> steps = predicates.steps();
      assertThat(rows(file, options.withSkippingSteps(steps)))
          .as("%s by %s", predicate, steps)
          .isEqualTo(expected);
      assertThat(rows(file, options.withSkipping(false)))
          .as("%s without skipping", predicate)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"4, PARQUET_1_0, true", "5, PARQUET_2_0, true"})
  void columns_that_only_the_filter_looks_at_are_not_returned(
      long seed, WriterVersion version, boolean dictionary) throws IOException {
    FilterFile content = new FilterFile(seed);
    Path file = directory.resolve("filter.parquet");
    content.write(file, version, dictionary);
    RandomPredicates predicates = new RandomPredicates(seed);

    for (int i = 0; i < PREDICATES / 2; i++) {
      Predicate predicate = predicates.next(3);
      List<String> expected =
          content.rows().stream()
              .filter(row -> Boolean.TRUE.equals(RandomPredicates.evaluate(predicate, row)))
              .map(row -> "[" + row.id() + "]")
              .toList();
      ParquetReadOptions options =
          ParquetReadOptions.ALL.withColumns(List.of("id")).withFilter(predicate);

      assertThat(rows(file, options)).as("%s", predicate).isEqualTo(expected);
      assertThat(count(file, options.withColumns(List.of())))
          .as("rows of %s", predicate)
          .isEqualTo(expected.size());
    }
  }

  private List<String> rows(Path file, ParquetReadOptions options) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        assertThat(root.getRowCount()).isBetween(1, options.batchSize());
        for (int row = 0; row < root.getRowCount(); row++) {
          int index = row;
          rows.add(
              root.getFieldVectors().stream()
                  .map(vector -> text(vector, index))
                  .collect(Collectors.joining(", ", "[", "]")));
        }
      }
    }
    return rows;
  }

  private static String text(FieldVector vector, int row) {
    Object value = vector.getObject(row);
    return value instanceof byte[] bytes ? java.util.Arrays.toString(bytes) : "" + value;
  }

  private long count(Path file, ParquetReadOptions options) throws IOException {
    long rows = 0;
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      assertThat(reader.statistics().rowsReturned()).isEqualTo(rows);
    }
    return rows;
  }
}
