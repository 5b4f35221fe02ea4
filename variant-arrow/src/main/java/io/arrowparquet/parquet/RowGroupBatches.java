// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.internal.column.ColumnLanes.ColumnThreads;
import io.arrowparquet.parquet.internal.column.RowGroupAssembler;
import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.fetch.CountedSource;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.NarrowedFilter;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.internal.prune.ScanPlanner;
import io.arrowparquet.parquet.internal.prune.ScanPlanner.RowGroupPlan;
import io.arrowparquet.parquet.internal.rowgroup.BatchFiller;
import io.arrowparquet.parquet.internal.rowgroup.BatchProjection;
import io.arrowparquet.parquet.internal.rowgroup.BatchRows;
import io.arrowparquet.parquet.internal.rowgroup.RowGroupSequence;
import io.arrowparquet.parquet.internal.rowgroup.RowGroupSource;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions.SkippingStep;
import io.arrowparquet.parquet.options.ReadListener;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The batches of a file as they are decoded, from one row group after another.
 *
 * <p>Owns everything that is read; close it in any case. One thread at a time.
 */
final class RowGroupBatches implements AutoCloseable {
  private final RowGroupAssembler assembler;
  private final ByteSource bytes;
  private final long repeatedBefore;
  private final RowGroupSource source;

  /** Null where batches are asked for as they are decoded. */
  private final BatchProjection projection;

  private final long batchBytes;
  private final List<Integer> allNodes;
  private final RowGroupSequence rowGroups;
  private final boolean fetchesAhead;
  private final BatchRows batchRows;
  private final RequestedRows requested;
  private final ScanPlanner planner;

  /** Of the row group that is being read; null before the first and after the last. */
  private RowGroupPlan plan;

  private long nextRow;

  private final Schema schema;
  private final Map<String, DictionaryIndices> indices;

  /** Null where all columns are in the file. */
  private final RowColumnVectors rowColumns;

  /** Null for none; it is told how long each page took. */
  private final ReadListener listener;

  private final List<FilterDiagnostic> filterDiagnostics;
  private final ReadCounts counts = new ReadCounts();

  /**
   * @param bytes the file; borrowed
   * @param listener null for none
   */
  RowGroupBatches(
      ByteSource bytes,
      ParquetFooter file,
      ParquetReadOptions asked,
      ReadListener listener,
      ColumnThreads threads,
      BufferAllocator allocator) {
    FlatFooter footer = file.footer();
    this.bytes = bytes;
    this.listener = listener;
    this.repeatedBefore = bytes.repeatedRequests();
    ByteSource watched = listener == null ? bytes : new WatchedSource(bytes, listener);
    ParquetReadOptions options;
    RawColumns columns;
    List<Integer> leaves;
    NarrowedFilter filter;
    try {
      options = RowColumnVectors.read(footer, asked);
      columns = new RawColumns(footer, options, NarrowedFilter.operands(options));
      filter = NarrowedFilter.of(options, columns);
      leaves = columns.leafColumns();
      List<Field> read = fields(columns, options);
      this.indices = columns.decodeIndices(options);
      this.schema =
          new Schema(RowColumnVectors.fields(footer, asked, read), ArrowSchema.metadata(footer));
      this.rowColumns =
          RowColumnVectors.of(file.source(), schema, read, indices.keySet(), asked, allocator);
      this.assembler =
          new RowGroupAssembler(footer, columns.nodes(), leaves, indices, threads, allocator);
    } catch (DiagnosedException e) {
      throw e.in(file.source());
    }
    this.filterDiagnostics = filter == null ? List.of() : filter.diagnostics();
    List<Operand> operands = filter == null ? List.of() : filter.operands();
    this.requested = new RequestedRows(footer, options, filter != null);
    List<Integer> chosen = RequestedRows.rowGroups(footer, options);
    // The rows before decide what a dynamic filter answers.
    this.fetchesAhead =
        options.prefetch()
            && !bytes.hints().isLocal()
            && options.dynamicFilter() == null
            && chosen.size() > 1;
    this.allNodes = IntStream.range(0, columns.nodes().size()).boxed().toList();
    this.batchBytes = options.batchBytes();
    this.batchRows = new BatchRows(footer, columns.leaves(), options);
    this.projection =
        filter == null && options.variantPaths().isEmpty()
            ? null
            : new BatchProjection(
                columns,
                operands,
                requested,
                options.skipsBy(SkippingStep.LATE_DECODING),
                options.variantPaths(),
                counts,
                allocator);
    this.source =
        new RowGroupSource(
            watched, file, leaves, assembler.lanes(), options, fetchesAhead, counts, allocator);
    this.planner =
        new ScanPlanner(
            file,
            watched,
            source.places(),
            columns,
            operands,
            requested,
            options,
            counts,
            allocator);
    this.rowGroups =
        new RowGroupSequence(
            file.source(),
            chosen,
            filter,
            requested,
            fetchesAhead,
            planner,
            source,
            listener,
            counts);
  }

  /**
   * @throws InvalidRequestException if a chosen column does not exist
   * @throws UnsupportedColumnException if a chosen column cannot be read
   */
  static List<Field> fields(ParquetFooter footer, ParquetReadOptions asked) {
    try {
      ParquetReadOptions options = RowColumnVectors.read(footer.footer(), asked);
      RawColumns columns =
          new RawColumns(footer.footer(), options, NarrowedFilter.operands(options));
      return RowColumnVectors.fields(footer.footer(), asked, fields(columns, options));
    } catch (DiagnosedException e) {
      throw e.in(footer.source());
    }
  }

  private static List<Field> fields(RawColumns columns, ParquetReadOptions options) {
    List<Field> fields = new ArrayList<>();
    columns.nodes().subList(0, columns.outputs()).forEach(node -> fields.add(node.field()));
    options.variantPaths().forEach(path -> fields.add(path.target()));
    return fields;
  }

  /** Columns that are read as {@link #indices} have the type of their values. */
  Schema schema() {
    return schema;
  }

  /** By name of the column. */
  Map<String, DictionaryIndices> indices() {
    return indices;
  }

  List<FilterDiagnostic> filterDiagnostics() {
    return filterDiagnostics;
  }

  List<PageIndexDiagnostic> diagnostics() {
    return source.places().diagnostics();
  }

  /** Begins with the next row group, unless one is being read; false if there are no more rows. */
  boolean fetch() throws IOException {
    return plan != null || startRowGroup();
  }

  /**
   * As {@link #fetch}, and decompresses pages that are read to their end, up to this many bytes.
   */
  boolean fetch(long pageBytes) throws IOException {
    boolean hasRows = fetch();
    if (pageBytes > 0 && hasRows && listener == null && plan.ranges().isAll(plan.rows())) {
      List<Integer> nodes = projection == null ? allNodes : projection.firstNodes();
      source.loadAhead(assembler.leavesOf(nodes), pageBytes);
    }
    return hasRows;
  }

  /** Decodes the next rows into empty vectors; false if there are none. */
  boolean load(VectorSchemaRoot root) throws IOException {
    VectorSchemaRoot read = rowColumns == null ? root : rowColumns.read();
    if (read != root) {
      read.clear();
    }
    while (fetch()) {
      if (fetchesAhead) {
        rowGroups.fetchAhead();
      }
      int rowGroup = plan.rowGroup();
      int returned;
      RowRanges rows;
      if (projection != null) {
        returned = project(read);
        rows = null; // The projection knows.
      } else {
        rows = plan.ranges().from(nextRow, batchRows.next());
        try (ArrowRecordBatch batch = assembler.read(allNodes, rows)) {
          batchRows.decoded(batch.getLength(), (double) batch.computeBodyLength());
          BatchFiller.load(batch, read);
          returned = batch.getLength();
        }
        passed(rows);
      }
      counts.add(Count.ROWS_RETURNED, returned);
      if (!hasMore() && (requested.hasEnough() || plan.ranges().from(nextRow, 1).isEmpty())) {
        endRowGroup();
      }
      if (returned > 0) {
        if (rowColumns != null) {
          RowRanges returnedRows = rows == null ? projection.returned() : rows;
          rowColumns.fill(root, rowGroup, requested.firstRow(rowGroup), returnedRows);
        }
        return true;
      }
    }
    return false;
  }

  /** Decodes rows for which the filter is true; how many of them are in the vectors now. */
  private int project(VectorSchemaRoot root) throws IOException {
    int most = batchRows.next();
    if (projection.hasMore()) {
      return projection.readMore(assembler::read, most, root);
    }
    RowRanges rows = plan.ranges().from(nextRow, projection.window(most, batchBytes));
    int returned = projection.read(assembler::read, rows, most, root);
    if (projection.knowsRowBytes()) {
      batchRows.decoded(rows.rows(), projection.rowBytes() * rows.rows());
    }
    passed(rows);
    return returned;
  }

  private void passed(RowRanges rows) {
    counts.add(Count.ROWS_DECODED, rows.rows());
    nextRow = rows.end(rows.count() - 1);
  }

  /** Whether rows are decoded already that {@link #load} has not given out. */
  boolean hasMore() {
    return projection != null && projection.hasMore();
  }

  /** Goes on with the next row group that has rows to read; false if there is none. */
  private boolean startRowGroup() throws IOException {
    RowGroupSequence.Opened next = rowGroups.open();
    if (next == null) {
      return false;
    }
    if (projection != null) {
      projection.filterBy(next.condition());
    }
    assembler.startRowGroup(next.chunks());
    plan = next.plan();
    batchRows.startRowGroup(plan);
    nextRow = 0;
    return true;
  }

  private void endRowGroup() {
    if (plan.ranges().isAll(plan.rows())) {
      assembler.endRowGroup(plan.rows());
    }
    plan = null;
  }

  /** {@code footerSource}: what read the footer; null for nothing. */
  ReadStatistics statistics(CountedSource footerSource) {
    // The source of the footer is the same, and has counted since before it was read.
    ReadStatistics footers =
        footerSource == null
            ? ReadStatistics.ofFooters(0, 0, bytes.repeatedRequests() - repeatedBefore)
            : ReadStatistics.ofFooters(
                footerSource.bytesRead(), footerSource.requests(), footerSource.repeatedRequests());
    return new ReadStatistics(counts::get, source.codecs()).plus(footers);
  }

  @Override
  public void close() {
    // Closes the rest where one fails.
    try (rowColumns;
        projection;
        assembler;
        source;
        planner) {
      plan = null;
    }
  }

  /** A source whose requests a listener is called with. Closes the source that it reads. */
  private static final class WatchedSource extends ForwardingByteSource {
    private final ReadListener listener;

    WatchedSource(ByteSource source, ReadListener listener) {
      super(source);
      this.listener = listener;
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      int bytes = target.remaining();
      long start = System.nanoTime();
      source().readFully(position, target);
      requested(new ByteRange(position, bytes), System.nanoTime() - start);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      long start = System.nanoTime();
      // The futures are the source's own: cancelling them has to reach it.
      List<CompletableFuture<ByteBuffer>> results = source().readRanges(ranges, memory);
      for (int i = 0; i < results.size(); i++) {
        ByteRange range = ranges.get(i);
        // Not kept: what a listener throws in a thread of the source is lost.
        CompletableFuture<Void> unused =
            results.get(i).thenRun(() -> requested(range, System.nanoTime() - start));
      }
      return results;
    }

    private void requested(ByteRange range, long nanos) {
      if (source().known(range) == null) {
        listener.requested(name(), range.offset(), range.length(), nanos);
      }
    }
  }
}
