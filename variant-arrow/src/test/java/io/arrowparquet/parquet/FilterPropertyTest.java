// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions.SkippingStep;
import io.arrowparquet.parquet.options.RowFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random predicates on random rows, with and without skipping, against an evaluator of its own.
 *
 * @see RowFilter
 * @see io.arrowparquet.parquet.internal.prune.RowGroupFilter
 */
class FilterPropertyTest {
  private static final int PREDICATES = 120;

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

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
    List<String> all = rows(file, ParquetReadOptions.defaults());
    RandomPredicates predicates = new RandomPredicates(seed);

    for (int i = 0; i < (seed > 3 ? PREDICATES / 3 : PREDICATES); i++) {
      RowFilter predicate = predicates.next(2);
      List<String> expected =
          content.rows().stream()
              .filter(row -> Boolean.TRUE.equals(RandomPredicates.evaluate(predicate, row)))
              .map(row -> all.get(row.id()))
              .toList();
      ParquetReadOptions options =
          ParquetReadOptions.defaults().withFilter(predicate).withBatchSize(i % 2 == 0 ? 37 : 1000);

      assertThat(rows(file, options)).as("%s", predicate).isEqualTo(expected);
      assertThat(rows(file, options.withSkipping(false)))
          .as("%s without skipping", predicate)
          .isEqualTo(expected);
    }
  }

  /** Random files as well as random predicates: all steps of skipping, or some, or none. */
  @Property(tries = 12, shrinking = ShrinkingMode.OFF)
  void any_steps_of_skipping_give_the_same_rows(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    FilterFile content = new FilterFile(seed);
    Path file = Files.createTempDirectory("filter").resolve("filter.parquet");
    boolean bloom = random.nextBoolean();
    WriterVersion version =
        random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
    content.write(file, version, random.nextBoolean(), random.nextInt(3) * 400 + 64, bloom);
    RandomPredicates predicates = new RandomPredicates(seed);
    try {
      for (int i = 0; i < 15; i++) {
        RowFilter predicate = predicates.next(3);
        List<String> expected =
            content.rows().stream()
                .filter(row -> Boolean.TRUE.equals(RandomPredicates.evaluate(predicate, row)))
                .map(row -> "[" + row.id() + "]")
                .toList();
        Set<SkippingStep> steps = predicates.steps();
        ParquetReadOptions options =
            ParquetReadOptions.defaults()
                .withColumns(List.of("id"))
                .withFilter(predicate)
                .withSkippingSteps(steps)
                .withNativeCodecs(random.nextBoolean());
        assertThat(rows(file, options)).as("%s by %s", predicate, steps).isEqualTo(expected);
      }
    } finally {
      Files.delete(file);
      Files.delete(file.getParent());
      assertThat(allocator.getAllocatedMemory()).isZero();
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
      RowFilter predicate = predicates.next(3);
      List<String> expected =
          content.rows().stream()
              .filter(row -> Boolean.TRUE.equals(RandomPredicates.evaluate(predicate, row)))
              .map(row -> "[" + row.id() + "]")
              .toList();
      ParquetReadOptions options =
          ParquetReadOptions.defaults().withColumns(List.of("id")).withFilter(predicate);

      assertThat(rows(file, options)).as("%s", predicate).isEqualTo(expected);
      assertThat(count(file, options.withColumns(List.of())))
          .as("rows of %s", predicate)
          .isEqualTo(expected.size());
    }
  }

  private List<String> rows(Path file, ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return FilterChecks.rows(reader, options);
    }
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
