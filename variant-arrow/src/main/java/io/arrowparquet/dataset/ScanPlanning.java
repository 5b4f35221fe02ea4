// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.dataset.ParquetScanPlan.PlannedRowGroup;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.parquet.internal.evolution.ExactNames;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.internal.prune.ChunkPlaces;
import io.arrowparquet.parquet.internal.prune.PageIndexes;
import io.arrowparquet.parquet.internal.prune.RowGroupFilter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.variant.internal.ParallelLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** Finds the row groups of a {@link ParquetScanPlan}, file by file. */
final class ScanPlanning {
  private static final RowPositions NO_ROWS = RowPositions.ofRanges();

  private final List<@Nullable Part> parts;
  private final ParquetReadOptions options;
  private final @Nullable TargetSchema target;
  private final boolean isExact;
  private final AtomicLong leftOut = new AtomicLong();

  /** Rows that are wanted still; those of the offset too, where a filter decides. */
  private long left;

  /**
   * {@code isExact}: whether no filter has the last word. What is left of a limit is known when the
   * files before are planned; without one threads of the executor plan files, too.
   */
  ScanPlanning(
      SetDefinition set,
      ParquetReadOptions options,
      @Nullable TargetSchema target,
      boolean isExact,
      Executor executor)
      throws IOException {
    this.options = options;
    this.target = target;
    this.isExact = isExact;
    long most = options.limit() + (isExact ? 0 : options.offset());
    this.left = most < 0 ? Long.MAX_VALUE : most;
    this.parts = new ArrayList<>(Collections.nCopies(set.files().size(), null));
    ParallelLoop.run(
        left == Long.MAX_VALUE ? executor : Runnable::run,
        FileFinder.MOST_FOOTERS,
        parts.size(),
        file -> parts.set(file, plan(set.files().get(file), set.optionsOf(file, options))));
  }

  /** {@code own} is null for a file without a row to read. */
  private @Nullable Part plan(SetFile file, @Nullable ParquetReadOptions own) throws IOException {
    if (left == 0 || own == null) {
      leftOut.addAndGet(file.rowGroups() == null ? 0 : file.rowGroups().size());
      return null;
    }
    ParquetFooter footer = file.footer().get();
    try {
      Part part = plan(file, own, footer);
      return part.rowGroups.isEmpty() ? null : part;
    } catch (DiagnosedException e) {
      throw e.in(file.name());
    }
  }

  private Part plan(SetFile file, ParquetReadOptions all, ParquetFooter footer) {
    FlatFooter flat = footer.footer();
    ParquetReadOptions own =
        (target == null ? ExactNames.of(flat, all) : target.exact(flat, all))
            .withCaseInsensitive(false);
    FilePlan plan = SplitFiles.plan(footer, own, target);
    BitSet columns = FooterOfSplit.columns(flat, plan.options());
    BitSet possible = new BitSet();
    possible.set(0, flat.rowGroupCount());
    List<Condition> conditions = new ArrayList<>();
    for (RowFilter condition : Part.conditions(own)) {
      BitSet certain = look(flat, plan.withFilter(flat, condition, target), possible);
      conditions.add(new Condition(condition, certain));
    }
    RequestedRows requested = new RequestedRows(flat, own.withLimit(left), !isExact);
    List<PlannedRowGroup> planned = new ArrayList<>();
    for (int number : rowGroups(file, flat)) {
      long rows = flat.rowGroup(number).numRows();
      FooterChecks.requireRows(number, rows);
      boolean isWanted = left > 0 && possible.get(number);
      RowRanges ranges = isWanted ? requested.ofRowGroup(number, rows) : RowRanges.all(0);
      if (ranges.isEmpty()) {
        leftOut.incrementAndGet();
        continue;
      }
      boolean isWhole = conditions.stream().allMatch(of -> of.certain.get(number));
      left -= left < Long.MAX_VALUE && isWhole ? Math.min(left, ranges.rows()) : 0;
      RowPositions inFile = inFile(ranges, requested.firstRow(number));
      RowPositions whole = isWhole ? inFile : NO_ROWS;
      planned.add(new PlannedRowGroup(number, inFile, whole, bytes(flat, number, columns)));
    }
    return new Part(file, own, plan, planned, columns, conditions);
  }

  private List<Integer> rowGroups(SetFile file, FlatFooter footer) {
    if (options.rowGroups() != null) {
      return options.rowGroups();
    }
    return file.rowGroups() != null
        ? file.rowGroups()
        : IntStream.range(0, footer.rowGroupCount()).boxed().toList();
  }

  /** For which row groups a condition is true; those that it rules out are removed. */
  private BitSet look(FlatFooter footer, FilePlan condition, BitSet possible) {
    BitSet certain = new BitSet();
    if (condition.empty()) {
      possible.clear();
    } else if (condition.options().filter() == null) {
      certain.set(0, footer.rowGroupCount());
    } else if (options.skipping()) {
      RowGroupFilter filter = filter(footer, condition);
      possible.and(filter.possible());
      certain.or(filter.certain());
    }
    return certain;
  }

  private static RowGroupFilter filter(FlatFooter footer, FilePlan plan) {
    return new RowGroupFilter(new ChunkClaims.OfFooter(footer), plan.options());
  }

  /** The part with the rows that page indexes of its conditions' columns leave. */
  static Part byPages(
      Part part, @Nullable TargetSchema target, SourceFactory sources, BufferAllocator allocator)
      throws IOException {
    if (part.conditions.isEmpty()) {
      return part;
    }
    try (ByteSource bytes = part.open(sources)) {
      return byPages(part, target, bytes, allocator);
    } catch (DiagnosedException e) {
      throw e.in(part.file.name());
    }
  }

  private static Part byPages(
      Part part, @Nullable TargetSchema target, ByteSource bytes, BufferAllocator allocator)
      throws IOException {
    ParquetFooter footer = part.file.footer().get();
    Set<Integer> columns = new TreeSet<>();
    List<Condition> conditions = new ArrayList<>();
    List<@Nullable RowGroupFilter> filters = new ArrayList<>();
    for (Condition of : part.conditions) {
      conditions.add(new Condition(of.condition, (BitSet) of.certain.clone()));
      FilePlan plan = part.plan.withFilter(footer.footer(), of.condition, target);
      RowGroupFilter filter =
          plan.options().filter() == null ? null : filter(footer.footer(), plan);
      columns.addAll(filter == null ? Set.of() : filter.columns());
      filters.add(filter);
    }
    RequestedRows numbers = new RequestedRows(footer.footer(), part.options, true);
    ChunkPlaces places = new ChunkPlaces(footer, part.options, codec -> false);
    List<PlannedRowGroup> left = new ArrayList<>();
    try (ChunkFetcher fetcher =
        new ChunkFetcher(bytes, new ReadCounts(), Count.INDEX_BYTES_READ, allocator)) {
      PageIndexes indexes = new PageIndexes(footer, bytes, places, fetcher);
      indexes.loadAhead(part.numbers(), columns, true);
      for (PlannedRowGroup rowGroup : part.rowGroups) {
        indexes.start(rowGroup.number());
        indexes.load(columns, true);
        long first = numbers.firstRow(rowGroup.number());
        left.add(byPages(rowGroup, first, conditions, filters, indexes));
      }
    }
    left.removeIf(rowGroup -> rowGroup.possible().count() == 0);
    return new Part(
        part.file, part.options, part.plan, List.copyOf(left), part.columns, conditions);
  }

  private static PlannedRowGroup byPages(
      PlannedRowGroup rowGroup,
      long first,
      List<Condition> conditions,
      List<@Nullable RowGroupFilter> filters,
      PageIndexes indexes) {
    int number = rowGroup.number();
    RowRanges possible = RequestedRows.of(rowGroup.possible(), first, Long.MAX_VALUE - first);
    RowRanges[] passed = new RowRanges[filters.size()];
    for (int i = 0; i < passed.length; i++) {
      if (filters.get(i) != null && !conditions.get(i).certain.get(number)) {
        RowGroupFilter.Rows rows = filters.get(i).rows(number, indexes);
        possible = possible.and(rows.possible());
        passed[i] = rows.certain();
      }
    }
    RowRanges whole = possible;
    for (int i = 0; i < passed.length; i++) {
      if (passed[i] != null) {
        boolean isWhole = possible.and(passed[i]).rows() == possible.rows();
        conditions.get(i).certain.set(number, isWhole);
        whole = whole.and(passed[i]);
      }
    }
    return new PlannedRowGroup(
        number, inFile(possible, first), inFile(whole, first), rowGroup.bytes());
  }

  List<Part> parts() {
    return parts.stream().filter(Objects::nonNull).toList();
  }

  long leftOut() {
    return leftOut.get();
  }

  /**
   * @param options for this file
   * @param plan of the file for them
   * @param conditions that the filter joins by and
   */
  record Part(
      SetFile file,
      ParquetReadOptions options,
      FilePlan plan,
      List<PlannedRowGroup> rowGroups,
      BitSet columns,
      List<Condition> conditions) {
    Part with(List<PlannedRowGroup> others) {
      return new Part(file, options, plan, List.copyOf(others), columns, conditions);
    }

    /** The file in the planned version, with what else is known of it. */
    ByteSource open(SourceFactory sources) throws IOException {
      return file.known(numbers(), sources.open(file.versioned()));
    }

    List<Integer> numbers() {
      return rowGroups.stream().map(PlannedRowGroup::number).toList();
    }

    /** What the filter has to say of some of the row groups; null for nothing. */
    @Nullable RowFilter filterOf(List<Integer> some) {
      return conditions.stream()
          .filter(of -> !some.stream().allMatch(of.certain::get))
          .map(Condition::condition)
          .reduce(RowFilter::and)
          .orElse(null);
    }

    /** Of some row groups; with their rows by number where others are left out of them. */
    ParquetReadOptions options(List<PlannedRowGroup> some, boolean isByNumber) {
      List<Integer> numbers = some.stream().map(PlannedRowGroup::number).toList();
      ParquetReadOptions own = options.withRowGroups(numbers).withFilter(filterOf(numbers));
      if (!isByNumber) {
        return own;
      }
      LongStream.Builder rows = LongStream.builder();
      some.stream()
          .sorted(Comparator.comparing(PlannedRowGroup::number))
          .forEach(
              rowGroup ->
                  rowGroup
                      .possible()
                      .forEachRange(0, Long.MAX_VALUE, (start, end) -> rows.add(start).add(end)));
      return own.withRows(RowPositions.ofRanges(rows.build().toArray()));
    }

    static List<RowFilter> conditions(ParquetReadOptions options) {
      RowFilter filter = options.filter();
      return filter == null
          ? List.of()
          : filter instanceof RowFilter.And and ? and.parts() : List.of(filter);
    }
  }

  /** {@code certain}: row groups for all of whose planned rows it is true. */
  record Condition(RowFilter condition, BitSet certain) {}

  static RowPositions inFile(RowRanges ranges, long first) {
    return RowPositions.ofRanges(
        IntStream.range(0, ranges.count())
            .boxed()
            .flatMapToLong(i -> LongStream.of(first + ranges.start(i), first + ranges.end(i)))
            .toArray());
  }

  static long bytes(FlatFooter footer, int rowGroup, BitSet columns) {
    ColumnChunkView chunk = new ColumnChunkView();
    return columns.stream()
        .mapToLong(column -> footer.chunk(rowGroup, column, chunk).totalCompressedSize())
        .sum();
  }

  /** Where the first column's chunk begins, and half of the bytes of all chunks further. */
  static long middle(FlatFooter footer, int number) {
    RowGroupView rowGroup = footer.rowGroup(number);
    boolean knowsFirst = footer.columnCount() > 0 && footer.hasChunks(0);
    boolean knowsAll = IntStream.range(0, footer.columnCount()).allMatch(footer::hasChunks);
    if ((!knowsFirst && !rowGroup.hasFileOffset())
        || (!knowsAll && !rowGroup.hasTotalCompressedSize())) {
      throw new InvalidRequestException(
          "where row group " + number + " is: the footer was read for some columns only", null);
    }
    long first = knowsFirst ? footer.chunk(number, 0).startOffset() : rowGroup.fileOffset();
    long bytes = rowGroup.totalCompressedSize();
    if (!rowGroup.hasTotalCompressedSize()) {
      BitSet all = new BitSet();
      all.set(0, footer.columnCount());
      bytes = bytes(footer, number, all);
    }
    return first + bytes / 2;
  }
}
