// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.parquet.internal.column.ColumnChunkPages.Absence;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.filter.VariantPruning;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions.SkippingStep;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Decides what of a row group is read: first by the statistics of its chunks, then by the page
 * indexes of the filter's columns, last by their Bloom filters and dictionaries. No row for which
 * the filter is true is left out.
 */
public final class ScanPlanner implements AutoCloseable {
  private final FlatFooter footer;
  private final StatisticsSource source;
  private final RawColumns raw;
  private final List<Operand> filterOperands;
  private final RequestedRows requested;

  private List<OperandStatistics> operands = List.of();

  /** That of the row group; null for all rows. */
  private BoundPredicate predicate;

  private final List<Integer> columns;
  private final SkippableLeaves skippable;
  private final ParquetReadOptions options;
  private final PageIndexes indexes;
  private final ChunkProbes probes;
  private final Map<Integer, TrustedStatistics> values = new HashMap<>();

  /** {@code bytes} stays the caller's to close. */
  public ScanPlanner(
      ParquetFooter file,
      ByteSource bytes,
      ChunkPlaces places,
      RawColumns raw,
      List<Operand> operands,
      RequestedRows requested,
      ParquetReadOptions options,
      ReadCounts counts,
      BufferAllocator allocator) {
    this.requested = requested;
    this.footer = file.footer();
    this.source = new StatisticsSource(footer);
    this.columns = raw.leafColumns();
    this.skippable = new SkippableLeaves(raw.nodes(), raw::isNameless);
    this.options = options;
    this.indexes =
        new PageIndexes(
            file,
            bytes,
            places,
            new ChunkFetcher(bytes, counts, Count.INDEX_BYTES_READ, allocator));
    this.probes = new ChunkProbes(file, bytes, places, options, counts, allocator);
    this.raw = raw;
    this.filterOperands = operands;
  }

  /**
   * Plans a row group of {@code rows} rows, of which those asked for by number are wanted; {@code
   * filter} is null for all of them.
   */
  public RowGroupPlan plan(int rowGroup, long rows, BoundPredicate filter) throws IOException {
    indexes.start(rowGroup);
    probes.start(rowGroup);
    look(filter);
    RowRanges ranges = requested.ofRowGroup(rowGroup, rows);
    if (options.skipping() && filter != null && !ranges.isEmpty()) {
      ranges = ranges(rowGroup, ranges);
    }
    List<Absence> absences = new ArrayList<>(Arrays.asList(new Absence[columns.size()]));
    List<List<PageLocation>> pages = new ArrayList<>();
    if (options.skipping() && !ranges.isEmpty()) {
      for (SkippableLeaves.Variant variant : skippable.variants()) {
        findAbsent(rowGroup, variant, absences);
      }
    }
    boolean inPart =
        options.skipsBy(SkippingStep.PAGE_INDEXES) && !ranges.isEmpty() && !ranges.isAll(rows);
    if (inPart) {
      Set<Integer> read = new LinkedHashSet<>();
      for (int leaf = 0; leaf < columns.size(); leaf++) {
        if (absences.get(leaf) == null) {
          read.add(columns.get(leaf));
        }
      }
      indexes.load(read, false);
    }
    for (int column : columns) {
      pages.add(inPart ? indexes.pages(column) : null);
    }
    return new RowGroupPlan(rowGroup, rows, ranges, absences, pages);
  }

  /** Reads what plans of these row groups will need in one go, as far as that is little. */
  public void expect(List<Integer> rowGroups) throws IOException {
    if (options.skipsBy(SkippingStep.PAGE_INDEXES)) {
      indexes.loadAhead(rowGroups, new LinkedHashSet<>(columns), false);
    }
  }

  private void look(BoundPredicate filter) {
    if (filter == predicate) {
      return;
    }
    predicate = filter;
    operands =
        options.skipping() && filter != null
            ? OperandStatistics.of(source, raw, filterOperands, filter)
            : List.of();
  }

  private RowRanges ranges(int rowGroup, RowRanges asked) throws IOException {
    RowRanges ranges =
        possible(rowGroup, operands.stream().map(operand -> operand.ofChunks(rowGroup)).toList())
            .and(asked);
    Set<Integer> wanted = new LinkedHashSet<>();
    operands.forEach(operand -> wanted.addAll(operand.columns()));
    if (ranges.isEmpty() || wanted.isEmpty()) {
      return ranges;
    }
    if (options.skipsBy(SkippingStep.PAGE_INDEXES)) {
      indexes.load(wanted, true);
      ranges =
          possible(
                  rowGroup,
                  operands.stream()
                      .map(operand -> operand.ofPages(rowGroup, indexes, Map.of()))
                      .toList())
              .and(asked);
    }
    return ranges.isEmpty()
        ? ranges
        : probes
            .narrow(
                new ChunkProbes.RowGroup(
                    rowGroup,
                    predicate,
                    operands,
                    indexes,
                    ranges,
                    footer.rowGroup(rowGroup).numRows(),
                    bytes(rowGroup, ranges)))
            .and(asked);
  }

  private long bytes(int rowGroup, RowRanges ranges) {
    long all = 0;
    for (int column : columns) {
      all += footer.chunk(rowGroup, column).totalCompressedSize();
    }
    return (long) ((double) all * ranges.rows() / footer.rowGroup(rowGroup).numRows());
  }

  private RowRanges possible(int rowGroup, List<PruningStatistics> statistics) {
    return RangeLogic.possible(predicate, statistics, footer.rowGroup(rowGroup).numRows());
  }

  private void findAbsent(int rowGroup, SkippableLeaves.Variant variant, List<Absence> absences)
      throws IOException {
    boolean all = true;
    for (SkippableLeaves.Value value : variant.values()) {
      if (holdsNullsOnly(rowGroup, value.column())) {
        absences.set(value.leaf(), Absence.NULLS);
      } else {
        all = false;
      }
    }
    if (all && variant.metadata() >= 0) {
      absences.set(variant.metadata(), Absence.EMPTY_DICTIONARIES);
    }
  }

  private boolean holdsNullsOnly(int rowGroup, int column) throws IOException {
    TrustedStatistics statistics =
        values.computeIfAbsent(column, c -> source.column(c, ArrowType.Binary.INSTANCE));
    if (!options.skipsBy(SkippingStep.PAGE_INDEXES)
        || !statistics.needsPages(rowGroup)
        || !mayHaveColumnIndex(rowGroup, column)) {
      return statistics.ofChunk(rowGroup).allNull();
    }
    indexes.load(List.of(column), true);
    ColumnIndex index = indexes.columnIndex(column);
    return index != null
        && statistics.ofPages(rowGroup, index, indexes.pages(column)).stream()
            .allMatch(Range::allNull);
  }

  private boolean mayHaveColumnIndex(int rowGroup, int column) {
    return !footer.isComplete() || footer.chunk(rowGroup, column).columnIndex().isPresent();
  }

  public ChunkProbes probes() {
    return probes;
  }

  @Override
  public void close() {
    probes.close();
  }

  /**
   * Which of the leaves to decode can be left unread in a row group, and when. Leaves are numbered
   * as they are met, depth first.
   *
   * <ul>
   *   <li>a {@code value} beside a {@code typed_value}, if it holds nulls only: levels come from
   *       the {@code typed_value}
   *   <li>the {@code metadata} of a Variant column in which no object is read, if every {@code
   *       value} is left unread: there is no field id left to look up
   * </ul>
   */
  private static final class SkippableLeaves {
    record Value(int leaf, int column) {}

    /**
     * {@code metadata}: leaf that can be left unread if all {@code values} are; -1 if it cannot.
     */
    record Variant(int metadata, List<Value> values) {}

    private final List<Variant> variants = new ArrayList<>();
    private int leaves;
    private int metadata;
    private List<Value> values = new ArrayList<>();
    private boolean needsNames;

    /** {@code nameless}: whether the Variant column of this node is only read without names. */
    SkippableLeaves(List<ArrowSchemaNode> nodes, IntPredicate nameless) {
      for (int i = 0; i < nodes.size(); i++) {
        visit(nodes.get(i), nameless.test(i));
      }
    }

    private void visit(ArrowSchemaNode node, boolean nameless) {
      if (node.kind() == Kind.LEAF) {
        leaves++;
      } else if (node.field().getType() instanceof ParquetVariantType) {
        metadata = -1;
        values = new ArrayList<>();
        needsNames = !nameless;
        visitLevel(node);
        variants.add(new Variant(needsNames ? -1 : metadata, values));
      } else {
        node.children().forEach(child -> visit(child, nameless));
      }
    }

    private void visitLevel(ArrowSchemaNode level) {
      boolean hasTyped = VariantPruning.child(level, ShreddedLayout.TYPED_VALUE) != null;
      for (ArrowSchemaNode child : level.children()) {
        switch (child.field().getName()) {
          case ShreddedLayout.METADATA -> metadata = leaves++;
          case ShreddedLayout.VALUE -> {
            needsNames |= !hasTyped;
            if (hasTyped) {
              values.add(new Value(leaves, child.column()));
            }
            leaves++;
          }
          default -> visitTyped(child);
        }
      }
    }

    private void visitTyped(ArrowSchemaNode typed) {
      switch (typed.kind()) {
        case LEAF -> leaves++;
        case STRUCT -> typed.children().forEach(this::visitLevel);
        case LIST, MAP -> visitLevel(typed.children().get(0));
      }
    }

    List<Variant> variants() {
      return variants;
    }
  }

  /**
   * {@code ranges}: rows to decode. {@code absences}: by column chunk what replaces it; null if it
   * is read. {@code pages}: by column chunk where pages are, if only those of the ranges are read;
   * null for all.
   */
  public record RowGroupPlan(
      int rowGroup,
      long rows,
      RowRanges ranges,
      List<Absence> absences,
      List<List<PageLocation>> pages) {}
}
