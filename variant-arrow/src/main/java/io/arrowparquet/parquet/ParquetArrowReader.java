// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.internal.column.ColumnLanes.ColumnThreads;
import io.arrowparquet.parquet.internal.evolution.ExactNames;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters;
import io.arrowparquet.parquet.internal.evolution.FileColumns;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.evolution.TypedVectors;
import io.arrowparquet.parquet.internal.fetch.CountedSource;
import io.arrowparquet.parquet.internal.fetch.ReadEvents;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.internal.rowgroup.BatchFiller;
import io.arrowparquet.parquet.internal.rowgroup.GuardedReader;
import io.arrowparquet.parquet.internal.rowgroup.RowFooters;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ReadListener;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads chosen columns, Variant paths and rows of a Parquet file, a batch of rows at a time.
 *
 * <p>As any Arrow reader: {@link #getVectorSchemaRoot} once, then {@link #loadNextBatch} until it
 * is false; each batch replaces the one before. Types are those of {@link ArrowSchema}; a Variant
 * column, shredded or not, is a {@link io.arrowparquet.variant.vector.ParquetVariantVector} over
 * the group's children as they are in the file. Pages go straight into Arrow's buffers.
 *
 * <p>With a filter, batches hold exactly the rows for which it is true, no batch is empty, and rows
 * keep their order. Small batches are joined, and large ones divided, as {@link
 * ParquetReadOptions#batchSize} and {@link ParquetReadOptions#batchBytes} ask for. What was skipped
 * shows in {@link #statistics} only; corruption in bytes that were skipped goes unnoticed.
 *
 * <pre>{@code
 * ParquetReadOptions options = ParquetReadOptions.defaults();
 * try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
 *   VectorSchemaRoot root = reader.getVectorSchemaRoot();
 *   while (reader.loadNextBatch()) {
 *     use(root);
 *   }
 * }
 * }</pre>
 *
 * <p>Errors: {@link io.arrowparquet.parquet.options.CorruptPageException} and {@link
 * io.arrowparquet.footer.CorruptFooterException} for bytes that are wrong, with file, column, row
 * group and page; {@link io.arrowparquet.variant.ConversionException} for a time that the unit of
 * its vector cannot hold, with file, column and row; {@link UnsupportedColumnException} for columns
 * that cannot be read; {@link io.arrowparquet.storage.ChangedSourceException} for a file that is
 * not the footer's any more. After a failure every later {@link #loadNextBatch} throws the same
 * exception: no row is left out. To try again, open another reader, which helps after an {@link
 * IOException} of the source or of an interrupt, and after an {@link
 * org.apache.arrow.memory.OutOfMemoryException}; other failures will recur.
 *
 * <p>Ownership: the vectors are the reader's and are freed by {@link #close}; transfer them to keep
 * them.
 *
 * <p>Threads: one at a time, in any order; open a reader per thread over one shared footer. A call
 * while another thread is inside is an {@link IllegalStateException}. But any thread may call
 * {@link #close}, which ends the reads of the batch that is being loaded, waits for its decoding
 * and then frees, and {@link #statistics} and {@link #bytesRead}. What is called on a closed
 * reader, but for these three, is an {@link IllegalStateException}. The vectors are not guarded:
 * while a batch is read, no other thread may load the next one or close the reader.
 */
@SuppressWarnings("exports") // what it inherits is public here
public final class ParquetArrowReader extends GuardedReader<ReadStatistics> {
  /** Null where the source was handed in. */
  private final ByteSource owned;

  private final ReadsUnderWay reads;

  /** Null where the footer was handed in. */
  private final CountedSource footerSource;

  private final RowGroupBatches batches;
  private final TypedVectors typed;
  private final BatchFiller filler;

  /** Null where columns are read as the file has them. */
  private final EvolvedRows evolved;

  private ParquetArrowReader(
      ByteSource bytes,
      boolean ownsBytes,
      ReadsUnderWay reads,
      ParquetFooter file,
      CountedSource footerSource,
      ParquetReadOptions options,
      @Nullable TargetSchema target,
      BufferAllocator allocator) {
    super("the reader of " + file.source(), ReadStatistics.NOTHING, allocator);
    this.footerSource = footerSource;
    this.owned = ownsBytes ? bytes : null;
    this.reads = reads;
    ReadListener listener = ReadEvents.listener(options.listener());
    FilePlan plan = target == null ? null : target.plan(file, options);
    this.batches =
        new RowGroupBatches(
            reads.source(bytes),
            file,
            plan == null ? ExactNames.of(file.footer(), options) : unindexed(plan.optionsOfRows()),
            listener,
            new ColumnThreads(options.executor(), options.threads()),
            allocator);
    Schema schema = target == null ? batches.schema() : target.schema(options);
    this.evolved =
        target == null
            ? null
            : new EvolvedRows(batches, plan, target, schema, file.source(), allocator);
    this.typed = new TypedVectors(schema, batches.indices(), options, allocator);
    this.filler = new BatchFiller(typed.decodedSchema(), options, allocator);
    if (listener != null) {
      listener.opened(file.source(), file.fileLength(), file.footer().rowGroupCount());
    }
    remember();
  }

  /**
   * Opens a file, through its FlatBuffers footer if it has one.
   *
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @throws IOException if reading the footer fails
   * @throws io.arrowparquet.footer.CorruptFooterException if there is no footer that can be read
   * @throws InvalidRequestException if a chosen column does not exist, or a literal is none of its
   *     column's
   * @throws UnsupportedColumnException if a chosen column cannot be read
   */
  public static ParquetArrowReader open(
      Path file, ParquetReadOptions options, BufferAllocator allocator) throws IOException {
    return openOwned(ByteSources.path(file), options, allocator);
  }

  /**
   * Opens a file anywhere, through its FlatBuffers footer if it has one.
   *
   * @param sources opens it, for example {@link
   *     io.arrowparquet.storage.access.ByteSources#defaults}
   * @param allocator as for {@link #open(Path, ParquetReadOptions, BufferAllocator)}, and so the
   *     other exceptions
   * @throws IOException if the file cannot be opened, or reading the footer fails
   */
  public static ParquetArrowReader open(
      URI file, SourceFactory sources, ParquetReadOptions options, BufferAllocator allocator)
      throws IOException {
    return openOwned(sources.open(file), options, allocator);
  }

  /**
   * Opens a file anywhere, whose footer may be kept.
   *
   * @param file its version, if there is one, is demanded
   * @param sources opens it
   * @param footers asked for the footer, unless the options have keys: what they decrypt is not
   *     kept
   * @param allocator as for {@link #open(Path, ParquetReadOptions, BufferAllocator)}, and so the
   *     other exceptions
   * @throws IOException if the file cannot be opened, or reading the footer fails
   */
  public static ParquetArrowReader open(
      SourceEntry file,
      SourceFactory sources,
      FooterCache footers,
      ParquetReadOptions options,
      BufferAllocator allocator)
      throws IOException {
    if (options.decryption() != null) {
      return openOwned(sources.open(file), options, allocator);
    }
    ParquetFooter footer = footers.read(file, sources);
    SourceEntry known = new SourceEntry(file.uri(), footer.fileLength(), file.version());
    ByteSource bytes = sources.open(known);
    try {
      return new ParquetArrowReader(
          bytes, true, new ReadsUnderWay(), footer, null, options, null, allocator);
    } catch (Throwable e) {
      try (bytes) {
        throw e;
      }
    }
  }

  /**
   * Opens a file, through its FlatBuffers footer if it has one.
   *
   * @param bytes the file; borrowed, to stay open as long as the reader
   * @param allocator as for {@link #open(Path, ParquetReadOptions, BufferAllocator)}, and so the
   *     exceptions
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

  /** Damage of a column's facts in a FlatBuffers footer may surface only here. */
  private static ParquetArrowReader open(
      ByteSource bytes, ParquetReadOptions options, BufferAllocator allocator, boolean ownsBytes)
      throws IOException {
    ReadsUnderWay reads = new ReadsUnderWay();
    CountedSource counted = new CountedSource(reads.source(bytes));
    ByteSource source = counted.orLocal();
    FooterReader footers = FooterReader.defaults().withDecryption(options.decryption());
    ParquetFooter footer = RowFooters.forRows(footers.read(source), source);
    try {
      return new ParquetArrowReader(
          bytes, ownsBytes, reads, footer, counted, options, null, allocator);
    } catch (CorruptFooterException e) {
      if (options.strict()
          || footer.layout() == FooterLayout.THRIFT
          || footer.thriftLength() == 0) {
        throw e;
      }
      ParquetFooter thrift = footers.withThriftOnly(true).read(source);
      return new ParquetArrowReader(
          bytes, ownsBytes, reads, thrift, counted, options, null, allocator);
    }
  }

  /**
   * Opens a file whose footer has been read.
   *
   * @param bytes the file; borrowed, to stay open as long as the reader
   * @param footer of that file
   * @param allocator as for {@link #open(Path, ParquetReadOptions, BufferAllocator)}, and so the
   *     exceptions that are not of a footer
   */
  public static ParquetArrowReader open(
      ByteSource bytes,
      ParquetFooter footer,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    return new ParquetArrowReader(
        bytes, false, new ReadsUnderWay(), footer, null, options, null, allocator);
  }

  /**
   * Opens a file whose footer has been read, into a schema that the caller chooses.
   *
   * @param bytes the file; borrowed, to stay open as long as the reader
   * @param footer of that file
   * @param schema of the vectors; columns, filter and Variant paths of the options are in its
   *     words. What it does not have may still be named in filters and paths as the file has it
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @throws UnsupportedColumnException if the file does not go into the schema, or its statistics
   *     do not prove what that requires
   */
  public static ParquetArrowReader open(
      ByteSource bytes,
      ParquetFooter footer,
      ReaderSchema schema,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    return new ParquetArrowReader(
        bytes,
        false,
        new ReadsUnderWay(),
        footer,
        null,
        options,
        new TargetSchema(schema.schema(), schema.rules(), schema.defaults()),
        allocator);
  }

  /**
   * The schema of the batches that a reader of these options gives; nothing is read for it.
   * Exceptions are those of {@link #open(ByteSource, ParquetFooter, ParquetReadOptions,
   * BufferAllocator)}.
   */
  public static Schema schema(ParquetFooter footer, ParquetReadOptions options) {
    return new Schema(fields(footer, options), ArrowSchema.metadata(footer.footer()));
  }

  /** The fields of that schema, without Arrow's {@link Schema}, whose class loads Jackson. */
  public static List<Field> fields(ParquetFooter footer, ParquetReadOptions options) {
    ParquetReadOptions exact = ExactNames.of(footer.footer(), options);
    return TypedVectors.fields(RowGroupBatches.fields(footer, exact), exact);
  }

  /**
   * Bytes of column chunks that had been read when {@link #loadNextBatch} last returned, gaps
   * between them included.
   */
  @Override
  public long bytesRead() {
    return statistics().bytesRead();
  }

  @Override
  protected Schema readSchema() {
    return typed.schema();
  }

  /**
   * Plans the row group that the next batch begins with, and asks for its bytes: another thread, or
   * a better moment, than that of {@link #loadNextBatch} may be chosen for it. Those of a local
   * file are read when they are decoded. Does nothing while a row group is being read.
   *
   * @return whether there are rows to read
   * @throws IOException as {@link #loadNextBatch}, which throws the same afterwards
   * @throws IllegalStateException if the reader is closed, or another thread is using it
   */
  public boolean fetch() throws IOException {
    return guarded(batches::fetch);
  }

  /**
   * As {@link #fetch()}, and has pages of a local file read and decompressed, those first that the
   * next batches begin with, so that this thread works while others decode what was fetched before.
   * Nothing is done beforehand of encrypted pages, nor where a {@link ReadListener} is told what
   * pages take.
   *
   * @param pageBytes of decompressed pages at most
   * @return as {@link #fetch()}
   * @throws IOException as {@link #fetch()}
   * @throws IllegalStateException as {@link #fetch()}
   */
  public boolean fetch(long pageBytes) throws IOException {
    return guarded(() -> batches.fetch(pageBytes));
  }

  @Override
  protected boolean load(VectorSchemaRoot root) throws IOException {
    boolean holdsRows = filler.holdsRows() || batches.hasMore();
    return filler.fill(
            typed.decoded(root, dictionaries, holdsRows),
            evolved == null ? batches::load : evolved::load)
        && typed.convert(root);
  }

  @Override
  protected ReadStatistics count() {
    return batches.statistics(footerSource);
  }

  /**
   * The page indexes and Bloom filters that could not be used so far, of those that were asked for:
   * what they would have left unread was read. Likewise second encodings, instead of which the
   * first was read. Empty in {@linkplain ParquetReadOptions#strict strict} mode, in which the first
   * one is an exception.
   */
  public List<PageIndexDiagnostic> diagnostics() {
    return batches.diagnostics();
  }

  /**
   * The comparisons of the filter that are true for no row, whatever the file's rows hold: such as
   * of an int8 with 300, or of shredded decimals read losslessly as doubles. Known from the start.
   */
  public List<FilterDiagnostic> filterDiagnostics() {
    return batches.filterDiagnostics();
  }

  @Override
  protected void end() throws IOException {
    reads.end();
  }

  @Override
  protected void release() throws IOException {
    // Closes the rest where one fails: the file last.
    try (owned;
        filler;
        typed;
        evolved) {
      batches.close();
    }
  }

  /** Adapters take values. */
  private static ParquetReadOptions unindexed(ParquetReadOptions options) {
    return options.withTypes(options.types().decoded());
  }

  private record EvolvedRows(RowGroupBatches batches, VectorSchemaRoot own, FileColumns columns)
      implements AutoCloseable {
    EvolvedRows(
        RowGroupBatches batches,
        FilePlan plan,
        TargetSchema target,
        Schema schema,
        String source,
        BufferAllocator allocator) {
      this(
          batches,
          VectorSchemaRoot.create(batches.schema(), allocator),
          FileColumns.of(
              source,
              plan,
              batches.schema().getFields(),
              schema.getFields(),
              new FieldAdapters(allocator, target.defaults())));
    }

    boolean load(VectorSchemaRoot root) throws IOException {
      own.clear();
      if (!batches.load(own)) {
        return false;
      }
      columns.adapt(own, root);
      return true;
    }

    @Override
    public void close() {
      own.close();
    }
  }
}
