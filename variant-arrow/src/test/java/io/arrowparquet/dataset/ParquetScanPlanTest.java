// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.ScanSplits.ALL;
import static io.arrowparquet.dataset.ScanSplits.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ParquetScanPlan.PlannedColumn;
import io.arrowparquet.dataset.ParquetScanPlan.PlannedFile;
import io.arrowparquet.dataset.ParquetScanPlan.PlannedRowGroup;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.CountedRounds;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plan says is what reading finds, and its splits have the rows of the files. */
class ParquetScanPlanTest {

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private ScanSplits written;
  private List<Path> files;

  @BeforeEach
  void writeFiles() throws IOException {
    written = ScanSplits.write(folder, allocator);
    files = written.paths();
  }

  private List<RowFilter> filters() {
    return List.of(
        ID.isLessThan(33L),
        ID.isAtLeast(200L).and(ID.isLessThan(420L)),
        ID.isAtLeast(50L).and(Operand.column("i").isEqualTo(3)),
        Operand.column("s").isNull().or(ID.isGreaterThan(500L)),
        ID.isGreaterThan(10_000L),
        RowFilter.constant(true));
  }

  private List<String> read(ParquetFileSet set, ParquetReadOptions options) throws IOException {
    try (FileSetReader reader = set.read(options, allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  private List<String> read(List<ParquetSplit> splits) throws IOException {
    return splits.isEmpty()
        ? List.of()
        : written.readAll(splits.stream().map(ScanSplits::copy).toList());
  }

  private ParquetScanPlan planOf(int file, ParquetReadOptions options) throws IOException {
    return ParquetScanPlan.of(written.entry(file), written.footer(file), options);
  }

  @Test
  void splits_have_the_rows_of_the_set() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(files);
    for (RowFilter filter : filters()) {
      ParquetReadOptions options = ALL.withColumns(List.of("id", "i", "s")).withFilter(filter);
      ParquetScanPlan plan = ParquetScanPlan.of(set, options);
      List<String> expected = read(set, options);
      for (long target : new long[] {1, 1000, Long.MAX_VALUE / 2}) {
        List<ParquetSplit> splits = plan.splits(target);
        assertThat(splits).allMatch(ParquetSplit::hasFooter);
        assertThat(read(splits)).as(filter + " by " + target).isEqualTo(expected);
      }
    }
  }

  @Test
  void threads_plan_what_one_does() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(files);
    ExecutorService executor = Executors.newFixedThreadPool(3);
    try {
      for (RowFilter filter : filters()) {
        for (long limit : new long[] {40, Long.MAX_VALUE}) {
          ParquetReadOptions options = ALL.withFilter(filter).withLimit(limit);
          ParquetScanPlan one = ParquetScanPlan.of(set, options);
          ParquetScanPlan several = ParquetScanPlan.of(set, options, executor);
          assertThat(several.files()).as("%s", filter).isEqualTo(one.files());
          assertThat(several.filesLeftOut()).isEqualTo(one.filesLeftOut());
          assertThat(several.rowGroupsLeftOut()).isEqualTo(one.rowGroupsLeftOut());
        }
      }
    } finally {
      executor.shutdown();
    }
  }

  @Test
  void splits_of_files_of_one_schema_need_none_of_the_caller() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(files.get(0), files.get(3)));
    ParquetReadOptions options = ALL.withColumns(List.of("id", "l"));
    ParquetScanPlan plan = ParquetScanPlan.of(set, options);
    assertThat(plan.schema()).isNull();
    assertThat(read(plan.splits(1))).isEqualTo(read(set, options));
    assertThat(ParquetScanPlan.of(ParquetFileSet.open(files), options).schema()).isNotNull();
  }

  @Test
  void splits_end_at_row_groups_and_files() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(files.subList(0, 2));
    ParquetScanPlan plan = ParquetScanPlan.of(set, ALL.withColumns(List.of("id")));
    int rowGroups = set.fragments().size();
    assertThat(plan.splits(1)).hasSize(rowGroups);
    assertThat(plan.splits(Long.MAX_VALUE / 2)).hasSize(2);
    long one = plan.files().get(0).rowGroups().get(0).bytes();
    List<ParquetSplit> pairs = plan.splits(2 * one + one / 2);
    assertThat(pairs.get(0).options().rowGroups()).containsExactly(0, 1);
    assertThat(plan.bytes())
        .isEqualTo(plan.columns().stream().mapToLong(PlannedColumn::bytes).sum());
    assertThatThrownBy(() -> plan.splits(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void row_groups_that_match_whole_need_no_filter() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(files.get(0)));
    RowFilter of = Operand.column("i").isAtLeast(2);
    RowFilter filter = ID.isAtLeast(10L).and(of);
    ParquetReadOptions options = ALL.withFilter(filter).withColumns(List.of("id"));
    ParquetScanPlan plan = ParquetScanPlan.of(set, options);
    List<ParquetSplit> splits = plan.splits(1);

    // Seven rows each: the first row group has none, the second three, which begin with 7.
    assertThat(plan.files().get(0).rowGroups().get(0).number()).isEqualTo(1);
    assertThat(plan.rowGroupsLeftOut()).isEqualTo(1);
    assertThat(splits.get(0).options().filter()).isEqualTo(filter);
    assertThat(splits.get(2).options().filter()).isEqualTo(of);
    int whole = 0;
    for (PlannedRowGroup rowGroup : plan.files().get(0).rowGroups()) {
      List<String> rows =
          read(planOf(0, options.withRowGroups(List.of(rowGroup.number()))).splits(1));
      if (rowGroup.isWhole()) {
        whole++;
        assertThat(rows).hasSize((int) rowGroup.possible().count());
      }
    }
    assertThat(whole).isPositive();
    assertThat(planOf(0, options.withSkipping(false)).files().get(0).rowGroups())
        .noneMatch(PlannedRowGroup::isWhole)
        .hasSize(18);
  }

  @Test
  void columns_say_what_they_cost() throws IOException {
    ParquetReadOptions options =
        ALL.withColumns(List.of("id")).withFilter(Operand.column("i").isNotNull());
    ParquetScanPlan plan = planOf(0, options);
    assertThat(plan.columns()).extracting(PlannedColumn::path).containsExactly("id", "i");
    assertThat(plan.columns().get(0).requests()).isEqualTo(18);
    assertThat(plan.columns()).allMatch(column -> column.bytes() > 0 && column.decodedBytes() > 0);
    assertThat(plan.requests()).isEqualTo(18);
    assertThat(plan.heapBytes()).isPositive();
    assertThat(plan.offHeapBytes()).isGreaterThan(plan.bytes() / 18);
    ParquetScanPlan none = planOf(0, options.withFilter(ID.isLessThan(0L)));
    assertThat(none.files()).isEmpty();
    assertThat(none.bytes() + none.requests() + none.heapBytes() + none.offHeapBytes()).isZero();
    assertThat(none.rowGroupsLeftOut()).isEqualTo(18);
    assertThat(none.splits(1)).isEmpty();
  }

  @Test
  void ranges_of_bytes_divide_the_row_groups_of_a_file() throws IOException {
    ParquetScanPlan plan = planOf(0, ALL.withColumns(List.of("s")));
    long length = Files.size(files.get(0));
    List<Integer> found = new ArrayList<>();
    for (long start = 0; start < length; start += 1500) {
      ParquetScanPlan part = plan.withByteRange(start, start + 1500);
      for (PlannedFile file : part.files()) {
        file.rowGroups().forEach(rowGroup -> found.add(rowGroup.number()));
      }
    }
    assertThat(found).isEqualTo(plan.splits(length).get(0).options().rowGroups());
    assertThat(plan.withByteRange(0, 4).files()).isEmpty();
    assertThat(plan.withByteRange(0, 4).rowGroupsLeftOut()).isEqualTo(18);
    ParquetScanPlan two = ParquetScanPlan.of(ParquetFileSet.open(files), ALL);
    assertThatThrownBy(() -> two.withByteRange(0, 9)).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void offset_and_limit_are_those_of_the_file() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(files.get(0)));
    List<String> all = read(set, ALL);
    ParquetScanPlan plan = planOf(0, ALL.withOffset(10).withLimit(20));
    assertThat(plan.rowGroupsLeftOut()).isEqualTo(14);
    assertThat(read(plan.splits(1))).isEqualTo(all.subList(10, 30));

    RowPositions rows = RowPositions.ofRanges(5, 15, 100, 110);
    ParquetScanPlan some =
        planOf(0, ALL.withRows(rows).withoutRows(RowPositions.of(7)).withOffset(2).withLimit(9));
    List<String> expected = new ArrayList<>(all.subList(8, 15));
    expected.addAll(all.subList(100, 102));
    assertThat(read(some.splits(1))).isEqualTo(expected);

    ParquetReadOptions filtered = ALL.withFilter(ID.isAtLeast(20L)).withOffset(4).withLimit(12);
    ParquetScanPlan one = planOf(0, filtered);
    assertThat(one.splits(1)).hasSize(1);
    assertThat(one.rowGroupsLeftOut()).isEqualTo(14);
    assertThat(read(one.splits(1))).isEqualTo(all.subList(24, 36));
  }

  @Test
  void limit_of_a_set_ends_the_plan() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(files);
    ParquetReadOptions options = ALL.withColumns(List.of("id")).withLimit(ScanFiles.ROWS + 9);
    ParquetScanPlan plan = ParquetScanPlan.of(set, options);
    assertThat(plan.files()).hasSize(2);
    assertThat(plan.files().get(1).rowGroups()).hasSize(1);
    assertThat(read(plan.splits(1))).isEqualTo(read(set, options));
  }

  @Test
  void rows_that_are_left_out_do_not_count() throws IOException {
    ParquetScanPlan plan = planOf(0, ALL.withoutRows(RowPositions.ofRanges(0, 7, 8, 10)));
    List<PlannedRowGroup> rowGroups = plan.files().get(0).rowGroups();
    assertThat(rowGroups.get(0).number()).isEqualTo(1);
    assertThat(rowGroups.get(0).possible()).isEqualTo(RowPositions.ofRanges(7, 8, 10, 14));
  }

  @Test
  void rows_by_number_of_several_files_are_refused() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(files);
    for (ParquetReadOptions options : List.of(ALL.withRowGroups(List.of(0)), ALL.withOffset(1))) {
      assertThatThrownBy(() -> ParquetScanPlan.of(set, options))
          .isInstanceOf(InvalidRequestException.class);
    }
  }

  @Test
  void local_file_that_changed_is_refused_by_its_splits() throws IOException {
    ParquetScanPlan plan = ParquetScanPlan.of(ParquetFileSet.open(List.of(files.get(0))), ALL);
    List<ParquetSplit> splits = plan.splits(1);
    assertThat(read(splits)).hasSize(ScanFiles.ROWS);
    Files.setLastModifiedTime(files.get(0), FileTime.fromMillis(1));
    assertThatThrownBy(() -> read(splits)).isInstanceOf(ChangedSourceException.class);
  }

  @Test
  void bundle_gives_the_plan_of_its_files() throws IOException {
    Path path = folder.resolve("bundle");
    List<BundleInput> inputs = new ArrayList<>();
    for (Path file : files) {
      inputs.add(BundleInput.of(folder, file));
    }
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults()).write(inputs, false);
    ParquetFileSet set = ParquetFileSet.open(files);
    try (FooterBundle bundle = FooterBundle.open(path)) {
      for (RowFilter filter : filters()) {
        ParquetReadOptions options = ALL.withColumns(List.of("id", "s")).withFilter(filter);
        ParquetScanPlan plan = ParquetScanPlan.of(bundle, BundleFolder.of(folder), null, options);

        assertThat(plan.files()).isEqualTo(ParquetScanPlan.of(set, options).files());
        assertThat(plan.files().stream().map(PlannedFile::rowGroups).map(List::size).toList())
            .isEqualTo(
                ParquetScanPlan.rowGroups(bundle, null, options).values().stream()
                    .map(List::size)
                    .toList());
        assertThat(read(plan.splits(2000))).isEqualTo(read(set, options));
      }
    }
  }

  /** A row group has 100 rows, a page ten. */
  private Path pages() throws IOException {
    Path file = folder.resolve("pages/pages.parquet");
    Files.createDirectories(file.getParent());
    JsonTable.write(
        file,
        "struct<id: bigint, other: int, text: string>",
        ParquetWriteOptions.defaults().withRowGroupRows(100).withPageRows(10),
        allocator,
        IntStream.range(0, 500)
            .mapToObj(row -> "{\"id\":%d,\"other\":%d,\"text\":\"t\"}".formatted(row, row / 50))
            .toArray(String[]::new));
    return file;
  }

  @Test
  void page_indexes_leave_rows_out_and_say_which_match() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(pages()));
    RowFilter filter = ID.isAtLeast(135L).and(ID.isLessThan(350L));
    ParquetReadOptions options = ALL.withFilter(filter).withColumns(List.of("id", "text"));
    ParquetScanPlan footers = ParquetScanPlan.of(set, options);
    ParquetScanPlan plan =
        footers.withPageIndexes(ByteSources.defaults(), Runnable::run, allocator);
    List<PlannedRowGroup> rowGroups = plan.files().get(0).rowGroups();

    assertThat(footers.files().get(0).rowGroups().get(0).possible().count()).isEqualTo(100);
    assertThat(rowGroups).extracting(PlannedRowGroup::number).containsExactly(1, 2, 3);
    assertThat(rowGroups)
        .extracting(PlannedRowGroup::possible)
        .containsExactly(
            RowPositions.ofRanges(130, 200),
            RowPositions.ofRanges(200, 300),
            RowPositions.ofRanges(300, 350));
    assertThat(rowGroups)
        .extracting(PlannedRowGroup::certain)
        .containsExactly(
            RowPositions.ofRanges(140, 200),
            RowPositions.ofRanges(200, 300),
            RowPositions.ofRanges(300, 350));
    List<ParquetSplit> splits = plan.splits(1);
    assertThat(splits.get(0).options().filter()).isEqualTo(ID.isAtLeast(135L));
    assertThat(splits.get(2).options().filter()).isNull();
    assertThat(splits.get(2).options().rows()).isEqualTo(RowPositions.ofRanges(300, 350));
    for (long target : new long[] {1, 1 << 20}) {
      assertThat(read(plan.splits(target))).isEqualTo(read(set, options)).hasSize(215);
    }
    ParquetReadOptions pages = options.withFilter(Operand.column("other").isEqualTo(3).and(filter));
    ParquetScanPlan one = ParquetScanPlan.of(set, pages);
    assertThat(
            one.withPageIndexes(ByteSources.defaults(), Runnable::run, allocator)
                .aggregate(List.of())
                .rows())
        .isEqualTo(50);
    ParquetReadOptions whole = options.withFilter(ID.isAtLeast(140L).and(ID.isLessThan(350L)));
    ParquetScanPlan exact = ParquetScanPlan.of(set, whole);
    assertThat(exact.aggregate(List.of()).rows()).isNull();
    assertThat(
            exact
                .withPageIndexes(ByteSources.defaults(), Runnable::run, allocator)
                .aggregate(List.of())
                .rows())
        .isEqualTo(210);
  }

  @Test
  void pages_of_random_filters_have_the_rows_of_the_set() throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(pages(), files.get(0)));
    Random random = new Random(11);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int run = 0; run < 40; run++) {
      long from = random.nextInt(500);
      RowFilter filter = ID.isAtLeast(from).and(ID.isLessThan(from + random.nextInt(200)));
      filter = random.nextBoolean() ? filter : filter.not().and(ID.isGreaterThan(20L));
      ParquetReadOptions options = ALL.withColumns(List.of("id")).withFilter(filter);
      if (random.nextInt(3) == 0) {
        options = options.withLimit(random.nextInt(100));
      }
      ParquetScanPlan footers = ParquetScanPlan.of(set, options);
      ParquetScanPlan plan = footers.withPageIndexes(ByteSources.defaults(), pool, allocator);
      List<String> expected = read(set, options);
      List<String> found = read(plan.splits(1 + random.nextInt(4000)));

      assertThat(found.subList(0, (int) Math.min(found.size(), options.limit())))
          .as("%s", options)
          .isEqualTo(expected);
      Long rows = plan.aggregate(List.of("id")).rows();
      assertThat(rows == null || rows == expected.size()).as("%s", options).isTrue();
      assertThat(plan.rowGroupsLeftOut()).isGreaterThanOrEqualTo(footers.rowGroupsLeftOut());
    }
    pool.shutdown();
  }

  @Test
  void offset_makes_one_split_of_the_pages_of_a_file() throws IOException {
    Path file = pages();
    ParquetReadOptions options =
        ALL.withFilter(ID.isAtLeast(150L)).withOffset(70).withLimit(90).withColumns(List.of("id"));
    ParquetScanPlan plan =
        ParquetScanPlan.of(
                SourceEntry.of(file.toUri()), FooterReader.defaults().read(file), options)
            .withPageIndexes(ByteSources.defaults(), Runnable::run, allocator);
    List<ParquetSplit> splits = plan.splits(1);
    assertThat(splits).hasSize(1);
    assertThat(read(splits)).hasSize(90).startsWith("{\"id\":220}").endsWith("{\"id\":309}");
    assertThat(ParquetScanPlan.of(ParquetFileSet.open(List.of(file)), ALL))
        .satisfies(
            all ->
                assertThat(all.withPageIndexes(ByteSources.defaults(), Runnable::run, allocator))
                    .isSameAs(all));
  }

  @Test
  void page_indexes_of_a_file_elsewhere_are_one_round_of_requests() throws IOException {
    Path file = pages();
    RowFilter filter = ID.isAtLeast(105L).and(Operand.column("other").isLessThan(9));
    ParquetScanPlan plan =
        ParquetScanPlan.of(
            SourceEntry.of(file.toUri()),
            FooterReader.defaults().read(file),
            ALL.withFilter(filter));
    try (CountedRounds source = new CountedRounds(ByteSources.path(file))) {
      ParquetScanPlan narrowed = plan.withPageIndexes(entry -> source, Runnable::run, allocator);
      assertThat(source.rounds()).isEqualTo(1);
      assertThat(narrowed.files().get(0).rowGroups().get(3).possible())
          .isEqualTo(RowPositions.ofRanges(400, 450));
    }
  }

  @Test
  void statistics_are_those_of_the_planned_row_groups() throws IOException {
    RowFilter filter = ID.isAtLeast(80L).and(ID.isLessThan(240L));
    ParquetScanPlan plan =
        ParquetScanPlan.of(ParquetFileSet.open(files.subList(0, 2)), ALL.withFilter(filter));
    assertThat(plan.files()).hasSize(2);
    for (int file = 0; file < 2; file++) {
      List<PlannedRowGroup> rowGroups = plan.files().get(file).rowGroups();
      try (VectorSchemaRoot found = plan.statistics(file, List.of("id"), allocator)) {
        assertThat(found.getRowCount()).isEqualTo(rowGroups.size());
        FieldVector min = ((StructVector) found.getVector("id")).getChild("min");
        for (int row = 0; row < rowGroups.size(); row++) {
          assertThat(found.getVector("row_group").getObject(row))
              .isEqualTo(rowGroups.get(row).number());
          assertThat(min.getObject(row))
              .isEqualTo((long) file * ScanFiles.ROWS + firstRow(rowGroups.get(row)));
        }
      }
    }
    assertThat(plan.rowGroupsLeftOut()).isPositive();
  }

  private static long firstRow(PlannedRowGroup rowGroup) {
    long[] first = {Long.MAX_VALUE};
    rowGroup
        .possible()
        .forEachRange(0, Long.MAX_VALUE, (from, to) -> first[0] = Math.min(first[0], from));
    return first[0];
  }
}
