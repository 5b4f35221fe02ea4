// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each {@linkplain StatisticsLie lie}, told of as many columns as it can be: with a filter a reader
 * gives the rows that it gives without skipping, and leaves out the same row groups, be it of the
 * file, of the file with a footer attached, or of a bundle.
 *
 * @see io.arrowparquet.footer.internal.statistics.TrustedStatistics
 */
class StatisticsLiesTest {
  private static final int ROW_GROUPS = 3;
  private static final int PAGES = 3;

  @ParameterizedTest
  @EnumSource
  void each_lie_costs_no_row(StatisticsLie lie, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("lies.parquet");
    new FilterFile(lie.name().hashCode()).write(file, WriterVersion.PARQUET_2_0, true);
    List<RowFilter> predicates = predicates(lie.name().hashCode(), 8);
    int told = 0;
    for (String column : columns()) {
      if (lie.tell(file, told % ROW_GROUPS, column, told % PAGES)) {
        told++;
        Operand operand = Operand.column(column.split("\\.list", 2)[0]);
        predicates.add(told % 2 == 0 ? operand.isNull() : operand.isNotNull());
      }
    }
    assertThat(told).isPositive();
    sameEverywhere(folder, file, predicates);
  }

  static List<RowFilter> predicates(long seed, int count) {
    RandomPredicates random = new RandomPredicates(seed);
    List<RowFilter> predicates = new ArrayList<>(List.of(Operand.column("l").isNull()));
    for (int i = 1; i < count; i++) {
      predicates.add(random.next(i % 3));
    }
    return predicates;
  }

  static List<String> columns() {
    List<String> columns = new ArrayList<>(List.of("id", "l.list.element"));
    for (FilterColumn column : FilterColumn.values()) {
      if (column != FilterColumn.I96) { // without statistics there is nothing to lie about
        columns.add(column.field());
        columns.add("g." + column.field());
      }
    }
    return columns;
  }

  static void sameEverywhere(Path folder, Path file, List<RowFilter> predicates)
      throws IOException {
    FilterChecks.Copies copies = FilterChecks.Copies.of(file, folder);
    try (RootAllocator allocator = new RootAllocator()) {
      for (RowFilter predicate : predicates) {
        copies.sameRowGroups(
            allocator,
            ParquetReadOptions.defaults().withColumns(List.of("id")).withFilter(predicate));
      }
    }
  }
}
