// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.Predicate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;

/**
 * Random rows, and random {@linkplain StatisticsLie lies} about them: with a filter a reader gives
 * the rows that it gives without skipping. A chunk has one lie at most, since a lie that all facts
 * of a chunk agree on cannot be found out.
 */
class StatisticsLiesPropertyTest {
  private static final List<StatisticsLie> LIES = List.of(StatisticsLie.values());
  private static final int ROW_GROUPS = 3;
  private static final int PAGES = 3;

  @Property(tries = 15, shrinking = ShrinkingMode.OFF)
  void lies_cost_no_row(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Path folder = Files.createTempDirectory("lies");
    Path file = folder.resolve("lies.parquet");
    WriterVersion version =
        random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
    new FilterFile(seed).write(file, version, random.nextBoolean());
    List<String> told = tellLies(file, random);

    RandomPredicates predicates = new RandomPredicates(seed);
    try (RootAllocator allocator = new RootAllocator()) {
      for (int i = 0; i < 25; i++) {
        Predicate predicate = i == 0 ? Operand.column("l").isNull() : predicates.next(i % 3);
        ParquetReadOptions options =
            ParquetReadOptions.ALL.withColumns(List.of("id")).withFilter(predicate);
        assertThat(ids(file, options, allocator))
            .as("%s after %s", predicate, told)
            .isEqualTo(ids(file, options.withSkipping(false), allocator));
      }
    }
    Files.delete(file);
    Files.delete(folder);
  }

  private static List<String> tellLies(Path file, Random random) throws IOException {
    List<String> columns = new ArrayList<>(List.of("id", "l.list.element"));
    for (FilterColumn column : FilterColumn.values()) {
      if (column == FilterColumn.I96) {
        continue; // without statistics there is nothing to lie about
      }
      columns.add(column.field());
      columns.add("g." + column.field());
    }
    List<String> told = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < ROW_GROUPS; rowGroup++) {
      for (String column : columns) {
        StatisticsLie lie = LIES.get(random.nextInt(LIES.size()));
        int page = random.nextInt(PAGES);
        if (random.nextBoolean() && lie.tell(file, rowGroup, column, page)) {
          told.add(lie + " of page " + page + ", column " + column + ", row group " + rowGroup);
        }
      }
    }
    return told;
  }

  private static List<String> ids(Path file, ParquetReadOptions options, BufferAllocator allocator)
      throws IOException {
    return VectorEntries.read(file, options, allocator).getOrDefault("id", List.of());
  }
}
