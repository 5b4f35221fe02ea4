// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.SourceFactory;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.ByteSources;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.variant.FilterDiagnostic;
import io.arrowparquet.variant.PageIndexDiagnostic;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.internal.UseGuard;
import io.arrowparquet.variant.parquet.internal.batch.BatchFiller;
import io.arrowparquet.variant.parquet.internal.column.ColumnThreads;
import io.arrowparquet.variant.parquet.internal.column.RowGroupAssembler;
import io.arrowparquet.variant.parquet.internal.event.ReadEvents;
import io.arrowparquet.variant.parquet.internal.event.WatchedSource;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.variant.parquet.internal.fetch.CountedSource;
import io.arrowparquet.variant.parquet.internal.page.RowRanges;
import io.arrowparquet.variant.parquet.internal.plan.BatchLoader;
import io.arrowparquet.variant.parquet.internal.plan.BatchProjection;
import io.arrowparquet.variant.parquet.internal.plan.BatchRows;
import io.arrowparquet.variant.parquet.internal.plan.ChunkProbes;
import io.arrowparquet.variant.parquet.internal.plan.NarrowedFilter;
import io.arrowparquet.variant.parquet.internal.plan.PageIndexes;
import io.arrowparquet.variant.parquet.internal.plan.RawColumns;
import io.arrowparquet.variant.parquet.internal.plan.RowFooters;
import io.arrowparquet.variant.parquet.internal.plan.RowGroupPlan;
import io.arrowparquet.variant.parquet.internal.plan.RowGroupSequence;
import io.arrowparquet.variant.parquet.internal.plan.RowGroupSource;
import io.arrowparquet.variant.parquet.internal.plan.ScanPlanner;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.ReadListener;
import io.arrowparquet.variant.parquet.options.SkippingStep;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads chosen columns, Variant paths and rows of a Parquet file, a batch of rows at a time.
 *
 * <p>As any Arrow reader: {@link #getVectorSchemaRoot} once, then {@link #loadNextBatch} until it
 * is false; each batch replaces the one before. Types are those of {@link ArrowSchema}; a Variant
 * column, shredded or not, is a {@link io.arrowparquet.variant.vector.VariantVector} over the
 * group's children as they are in the file. Pages go straight into Arrow's buffers.
 *
 * <p>With a filter, batches hold exactly the rows for which it is true, no batch is empty, and rows
 * keep their order. Small batches are joined, and large ones divided, as {@link
 * ParquetReadOptions#batchSize} and {@link ParquetReadOptions#batchBytes} ask for. What was skipped
 * shows in {@link #statistics} only; corruption in bytes that were skipped goes unnoticed.
 *
 * <pre>{@code
 * try (ParquetArrowReader reader = ParquetArrowReader.open(file, ParquetReadOptions.ALL, allocator)) {
 *   VectorSchemaRoot root = reader.getVectorSchemaRoot();
 *   while (reader.loadNextBatch()) {
 *     use(root);
 *   }
 * }
 * }</pre>
 *
 * <p>Errors: {@link io.arrowparquet.variant.CorruptPageException} and {@link
 * io.arrowparquet.footer.CorruptFooterException} for bytes that are wrong, with file, column, row
 * group and page; {@link io.arrowparquet.variant.ConversionException} for a time that the unit of
 * its vector cannot hold, with file, column and row; {@link UnsupportedColumnException} for columns
 * that cannot be read; {@link io.arrowparquet.variant.ChangedFileException} for a file that is not
 * the footer's any more. After a failure every later {@link #loadNextBatch} throws the same
 * exception: no row is left out. To try again, open another reader, which helps after an {@link
 * IOException} of the source or of an interrupt, and after an {@link
 * org.apache.arrow.memory.OutOfMemoryException}; other failures will recur.
 *
 * <p>Ownership: the vectors are the reader's and are freed by {@link #close}; transfer them to keep
 * them.
 *
 * <p>Threads: one at a time, in any order; open a reader per thread over one shared footer. A call
 * while another thread is inside is an {@link IllegalStateException}. But any thread may call
 * {@link #close}, which waits for the batch that is being loaded and then frees, and {@link
 * #statistics} and {@link #bytesRead}. What is called on a closed reader, but for these three, is
 * an {@link IllegalStateException}. The vectors are not guarded: while a batch is read, no other
 * thread may load the next one or close the reader.
 */
public final class ParquetArrowReader extends ArrowReader {
  private final Schema schema;
  private final RowGroupAssembler assembler;
  private final RowGroupSource source;

  /** Null where batches are asked for as they are decoded. */
  private final BatchProjection projection;

  private final long batchBytes;

  private final List<Integer> allNodes;
  private final ByteSource owned;

  /** Null where the footer was handed in. */
  private final CountedSource footerSource;

  private final UseGuard guard;
  private final RowGroupSequence rowGroups;
  private final boolean fetchesAhead;
  private final BatchRows batchRows;
  private final BatchFiller filler;
  private final ScanPlanner planner;

  /** Of the row group that is being read; null before the first and after the last. */
  private RowGroupPlan plan;

  /** Row of the row group from which to go on. */
  private long nextRow;

  private final List<FilterDiagnostic> filterDiagnostics;
  private long rowsDecoded;
  private long rowsReturned;

  /** As of the last call of {@link #loadNextBatch}, for any thread. */
  private volatile ReadStatistics statistics;

  private ParquetArrowReader(
      ByteSource bytes,
      boolean ownsBytes,
      ParquetFooter file,
      CountedSource footerSource,
      ParquetReadOptions options,
      ColumnThreads threads,
      BufferAllocator allocator) {
    super(allocator);
    FlatFooter footer = file.footer();
    this.footerSource = footerSource;
    ReadListener listener = ReadEvents.listener(options.listener());
    ByteSource watched = listener == null ? bytes : new WatchedSource(bytes, listener);
    RawColumns columns;
    NarrowedFilter filter;
    try {
      columns = new RawColumns(footer, options, NarrowedFilter.operands(options));
      filter = NarrowedFilter.of(options, columns);
      this.assembler = new RowGroupAssembler(footer, columns.nodes(), threads, allocator);
    } catch (UnsupportedColumnException e) {
      throw e.in(file.source());
    } catch (CorruptFooterException e) {
      throw e.in(file.source());
    }
    this.filterDiagnostics = filter == null ? List.of() : filter.diagnostics();
    List<Operand> operands = filter == null ? List.of() : filter.operands();
    this.schema = schema(footer, columns, options);
    List<Integer> chosen = rowGroups(footer, options);
    // The rows before decide what a dynamic filter answers.
    this.fetchesAhead =
        options.prefetch()
            && !bytes.hints().isLocal()
            && options.dynamicFilter() == null
            && chosen.size() > 1;
    this.allNodes = IntStream.range(0, columns.nodes().size()).boxed().toList();
    this.batchRows = new BatchRows(footer, columns.nodes(), options);
    this.filler = new BatchFiller(schema, options, allocator);
    this.owned = ownsBytes ? bytes : null;
    this.guard = new UseGuard("the reader of " + file.source());
    this.batchBytes = options.batchBytes();
    this.projection =
        filter == null && options.variantPaths().isEmpty()
            ? null
            : new BatchProjection(
                columns,
                operands,
                options.skipsBy(SkippingStep.LATE_DECODING),
                options.variantPaths(),
                allocator);
    this.source =
        new RowGroupSource(
            watched,
            file,
            assembler.columns(),
            assembler.lanes(),
            options,
            fetchesAhead,
            allocator);
    PageIndexes indexes =
        new PageIndexes(
            file, watched, source.places(), new ChunkFetcher(watched, allocator), options.strict());
    this.planner =
        new ScanPlanner(
            file.footer(),
            columns,
            operands,
            assembler.columns(),
            options,
            indexes,
            new ChunkProbes(file, watched, options, allocator));
    this.rowGroups = new RowGroupSequence(file.source(), chosen, filter, planner, source, listener);
    if (listener != null) {
      listener.opened(file.source(), file.fileLength(), footer.rowGroupCount());
    }
    this.statistics = currentStatistics();
  }

  private static Schema schema(FlatFooter footer, RawColumns columns, ParquetReadOptions options) {
    List<Field> fields = new ArrayList<>();
    columns.nodes().subList(0, columns.outputs()).forEach(node -> fields.add(node.field()));
    options.variantPaths().forEach(path -> fields.add(path.target()));
    return new Schema(fields, ArrowSchema.metadata(footer));
  }

  private static List<Integer> rowGroups(FlatFooter footer, ParquetReadOptions options) {
    int count = footer.rowGroupCount();
    if (options.rowGroups() == null) {
      return IntStream.range(0, count).boxed().toList();
    }
    for (int rowGroup : options.rowGroups()) {
      if (rowGroup < 0 || rowGroup >= count) {
        throw new IllegalArgumentException("row group " + rowGroup + " of " + count);
      }
    }
    return options.rowGroups();
  }

  /**
   * Opens a file, through its FlatBuffers footer if it has one.
   *
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @throws IOException if reading the footer fails
   * @throws io.arrowparquet.footer.CorruptFooterException if there is no footer that can be read
   * @throws UnsupportedColumnException if a chosen column cannot be read or does not exist
   */
  public static ParquetArrowReader open(
      Path file, ParquetReadOptions options, BufferAllocator allocator) throws IOException {
    return openOwned(ByteSources.path(file), options, allocator);
  }

  /**
   * Opens a file anywhere, through its FlatBuffers footer if it has one.
   *
   * @param sources opens it, for example {@link io.arrowparquet.footer.io.UriSources#create}
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @throws IOException if the file cannot be opened, or reading the footer fails
   * @throws io.arrowparquet.footer.CorruptFooterException if there is no footer that can be read
   * @throws UnsupportedColumnException if a chosen column cannot be read or does not exist
   */
  public static ParquetArrowReader open(
      URI file, SourceFactory sources, ParquetReadOptions options, BufferAllocator allocator)
      throws IOException {
    return openOwned(sources.open(file), options, allocator);
  }

  /**
   * Opens a file, through its FlatBuffers footer if it has one.
   *
   * @param bytes the file; borrowed, to stay open as long as the reader
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @throws IOException if reading the footer fails
   * @throws io.arrowparquet.footer.CorruptFooterException if there is no footer that can be read
   * @throws UnsupportedColumnException if a chosen column cannot be read or does not exist
   */
  public static ParquetArrowReader open(
      ByteSource bytes, ParquetReadOptions options, BufferAllocator allocator) throws IOException {
    return open(bytes, options, allocator, false);
  }

  private static ParquetArrowReader openOwned(
      ByteSource bytes, ParquetReadOptions options, BufferAllocator allocator) throws IOException {
    try {
      return open(bytes, options, allocator, true);
    } catch (Throwable e) {
      try (bytes) {
        throw e;
      }
    }
  }

  /** Damage of the FlatBuffers footer in what is about the columns may be met here only. */
  private static ParquetArrowReader open(
      ByteSource bytes, ParquetReadOptions options, BufferAllocator allocator, boolean ownsBytes)
      throws IOException {
    CountedSource counted = new CountedSource(bytes);
    ByteSource source = counted.orLocal();
    ParquetFooter footer = RowFooters.forRows(FooterReader.create().read(source), source);
    try {
      return new ParquetArrowReader(
          bytes, ownsBytes, footer, counted, options, ColumnThreads.ONE, allocator);
    } catch (CorruptFooterException e) {
      if (options.strict()
          || footer.layout() == FooterLayout.THRIFT
          || footer.thriftLength() == 0) {
        throw e;
      }
      ParquetFooter thrift = FooterReader.create().withThriftOnly(true).read(source);
      return new ParquetArrowReader(
          bytes, ownsBytes, thrift, counted, options, ColumnThreads.ONE, allocator);
    }
  }

  /**
   * Opens a file whose footer has been read.
   *
   * @param bytes the file; borrowed, to stay open as long as the reader
   * @param footer of that file
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @throws UnsupportedColumnException if a chosen column cannot be read or does not exist
   */
  public static ParquetArrowReader open(
      ByteSource bytes,
      ParquetFooter footer,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    return new ParquetArrowReader(
        bytes, false, footer, null, options, ColumnThreads.ONE, allocator);
  }

  /**
   * Opens a file whose footer has been read, whose columns several threads decode. Batches are
   * those of one thread.
   *
   * @param bytes the file; borrowed, to stay open as long as the reader
   * @param footer of that file
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @param executor whose threads decode beside the one in {@link #loadNextBatch}, which waits for
   *     columns that they have begun, and for nothing else; stays the caller's
   * @param threads most threads that decode at the same time, at least 1. One decodes what needs
   *     not much time
   * @throws UnsupportedColumnException if a chosen column cannot be read or does not exist
   */
  public static ParquetArrowReader open(
      ByteSource bytes,
      ParquetFooter footer,
      ParquetReadOptions options,
      BufferAllocator allocator,
      Executor executor,
      int threads) {
    ColumnThreads workers = new ColumnThreads(executor, threads);
    return new ParquetArrowReader(bytes, false, footer, null, options, workers, allocator);
  }

  /**
   * The schema of the batches that a reader of these options gives; nothing is read for it.
   *
   * @throws UnsupportedColumnException if a chosen column cannot be read or does not exist
   */
  public static Schema schema(ParquetFooter footer, ParquetReadOptions options) {
    try {
      RawColumns columns =
          new RawColumns(footer.footer(), options, NarrowedFilter.operands(options));
      return schema(footer.footer(), columns, options);
    } catch (UnsupportedColumnException e) {
      throw e.in(footer.source());
    } catch (CorruptFooterException e) {
      throw e.in(footer.source());
    }
  }

  @Override
  protected Schema readSchema() {
    return schema;
  }

  /** Makes the vectors, which a closed reader does not. */
  @Override
  protected void ensureInitialized() throws IOException {
    guard.enter();
    try {
      super.ensureInitialized();
    } finally {
      guard.exit();
    }
  }

  /**
   * Loads the next batch into the vectors.
   *
   * @return false at the end, and from then on
   * @throws IOException if reading fails; so every time afterwards, as with every other exception
   * @throws IllegalStateException if the reader is closed, or another thread is using it
   */
  @Override
  public boolean loadNextBatch() throws IOException {
    return guard.call(this::load);
  }

  /**
   * Plans the row group that the next batch begins with, and fetches its bytes: another thread, or
   * a better moment, than that of {@link #loadNextBatch} may be chosen for it. Does nothing while a
   * row group is being read.
   *
   * @return whether there are rows to read
   * @throws IOException as {@link #loadNextBatch}, which throws the same afterwards
   * @throws IllegalStateException if the reader is closed, or another thread is using it
   */
  public boolean fetch() throws IOException {
    return guard.call(
        () -> {
          try {
            return plan != null || startRowGroup();
          } finally {
            statistics = currentStatistics();
          }
        });
  }

  private boolean load() throws IOException {
    boolean done = false;
    prepareLoadNextBatch();
    // So that there are not two batches in memory.
    getVectorSchemaRoot().clear();
    try {
      boolean loaded = filler.fill(getVectorSchemaRoot(), this::loadRows);
      done = true;
      return loaded;
    } finally {
      if (!done) {
        getVectorSchemaRoot().clear();
      }
      statistics = currentStatistics();
    }
  }

  private boolean loadRows(VectorSchemaRoot root) throws IOException {
    while (plan != null || startRowGroup()) {
      if (decode(root) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Decodes rows of the row group; how many of them are in the vectors now. */
  private int decode(VectorSchemaRoot root) throws IOException {
    if (fetchesAhead) {
      rowGroups.fetchAhead();
    }
    int returned;
    if (hasMore()) {
      returned = projection.readMore(assembler::read, batchRows.next(), root);
    } else {
      int most = batchRows.next();
      int window = projection == null ? most : projection.window(most, batchBytes);
      RowRanges rows = plan.ranges().from(nextRow, window);
      returned = load(rows, most, root);
      rowsDecoded += rows.rows();
      nextRow = rows.end(rows.count() - 1);
    }
    rowsReturned += returned;
    if (!hasMore() && plan.ranges().from(nextRow, 1).isEmpty()) {
      endRowGroup();
    }
    return returned;
  }

  /** Whether rows that were decoded for the filter did not fit into the batch before. */
  private boolean hasMore() {
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

  private int load(RowRanges rows, int most, VectorSchemaRoot root) throws IOException {
    if (projection != null) {
      int count = projection.read(assembler::read, rows, most, root);
      if (projection.knowsRowBytes()) {
        batchRows.decoded(rows.rows(), projection.rowBytes() * rows.rows());
      }
      return count;
    }
    try (ArrowRecordBatch batch = assembler.read(allNodes, rows)) {
      batchRows.decoded(batch.getLength(), (double) batch.computeBodyLength());
      BatchLoader.load(batch, root);
      return batch.getLength();
    }
  }

  /**
   * What had been read, and what could be left unread, when {@link #loadNextBatch} last returned.
   * Any thread may ask, also of a closed reader.
   */
  public ReadStatistics statistics() {
    return statistics;
  }

  private ReadStatistics currentStatistics() {
    return new ReadStatistics(
        rowGroups.read(),
        rowGroups.skipped(),
        planner.probes().skippedByBloomFilters(),
        planner.probes().skippedByDictionaries(),
        source.chunksRead(),
        source.chunksAbsent(),
        source.pagesRead(),
        source.pagesSkipped(),
        source.pagesPassed(),
        rowsDecoded,
        projection == null ? 0 : projection.rowsRefusedEarly(),
        rowsReturned,
        source.bytesRead(),
        planner.bytesRead(),
        planner.probes().bytesRead(),
        source.requests() + planner.requests() + planner.probes().requests(),
        footerSource == null ? 0 : footerSource.bytesRead(),
        footerSource == null ? 0 : footerSource.requests(),
        source.codecs());
  }

  /**
   * The page indexes and Bloom filters that could not be used so far, of those that were asked for:
   * what they would have left unread was read. Likewise second encodings, instead of which the
   * first was read. Empty in {@linkplain ParquetReadOptions#strict strict} mode, in which the first
   * one is an exception.
   */
  public List<PageIndexDiagnostic> diagnostics() {
    return planner.diagnostics();
  }

  /**
   * The comparisons of the filter that are true for no row, whatever the file's rows hold: such as
   * of an int8 with 300, or of shredded decimals read losslessly as doubles. Known from the start.
   */
  public List<FilterDiagnostic> filterDiagnostics() {
    return filterDiagnostics;
  }

  /**
   * Bytes of column chunks that had been read from the file when {@link #loadNextBatch} last
   * returned, gaps between them included.
   */
  @Override
  public long bytesRead() {
    return statistics.bytesRead();
  }

  /** Frees the vectors and everything else; waits for a batch that another thread is loading. */
  @Override
  public void close() throws IOException {
    guard.close(this::release);
  }

  /**
   * As {@link #close()}: a source that was handed in stays open, and one that was opened here is
   * closed, with either argument.
   */
  @Override
  public void close(boolean closeReadSource) throws IOException {
    close();
  }

  private void release() throws IOException {
    // Closes the rest where one fails: the vectors first, the file last.
    try (owned;
        projection;
        filler;
        assembler;
        source;
        planner) {
      super.close(false);
    }
  }

  @Override
  protected void closeReadSource() {}
}
