// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.FilterDiagnostic;
import io.arrowparquet.variant.PageIndexDiagnostic;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.internal.UseGuard;
import io.arrowparquet.variant.parquet.ParquetArrowReader;
import io.arrowparquet.variant.parquet.ReadStatistics;
import io.arrowparquet.variant.parquet.internal.batch.BatchFiller;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads row groups of several files into one schema; made by {@link ParquetFileSet#read}.
 *
 * <p>Threads, errors and use after closing are as with {@link ParquetArrowReader}: a reader that
 * failed at one file goes on to no other.
 */
public final class FileSetReader extends ArrowReader {
  private final ParquetFileSet files;
  private final List<ParquetFragment> fragments;
  private final Schema schema;
  private final ParquetReadOptions options;
  private final Executor executor;
  private final int threads;
  private final UseGuard guard = new UseGuard("the reader of a set of files");
  private final BatchFiller filler;
  private int next;
  private SetFile file;
  private ByteSource bytes;
  private ParquetArrowReader reader;
  private FileColumns columns = FileColumns.NONE;
  private List<FileDiagnostic<PageIndexDiagnostic>> diagnosticsOfClosed = List.of();
  private final List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics = new ArrayList<>();
  private ReadStatistics statisticsOfClosed = ReadStatistics.NOTHING;

  /** As of the last call of {@link #loadNextBatch}, for any thread. */
  private volatile ReadStatistics statistics = ReadStatistics.NOTHING;

  FileSetReader(
      ParquetFileSet files,
      List<ParquetFragment> fragments,
      Schema schema,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    this(files, fragments, schema, options, Runnable::run, 1, allocator);
  }

  /** A reader whose columns several threads decode. */
  FileSetReader(
      ParquetFileSet files,
      List<ParquetFragment> fragments,
      Schema schema,
      ParquetReadOptions options,
      Executor executor,
      int threads,
      BufferAllocator allocator) {
    super(allocator);
    this.executor = executor;
    this.threads = threads;
    this.files = files;
    this.fragments = List.copyOf(fragments);
    this.schema = schema;
    this.options = options.withFilledBatches(false);
    this.filler = new BatchFiller(schema, options, allocator);
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

  @Override
  public boolean loadNextBatch() throws IOException {
    return guard.call(this::load);
  }

  private boolean load() throws IOException {
    prepareLoadNextBatch();
    VectorSchemaRoot root = getVectorSchemaRoot();
    root.clear();
    boolean done = false;
    try {
      boolean loaded = filler.fill(root, this::loadRows);
      done = true;
      return loaded;
    } finally {
      countStatistics();
      if (!done) {
        root.clear();
      }
    }
  }

  /** Opens the first file that has rows, and fetches its first row group; false if none has. */
  boolean fetch() throws IOException {
    return guard.call(
        () -> {
          try {
            while (reader != null || openNext()) {
              if (reader.fetch()) {
                return true;
              }
              closeFile();
            }
            return false;
          } finally {
            countStatistics();
          }
        });
  }

  private void countStatistics() {
    statistics = reader == null ? statisticsOfClosed : statisticsOfClosed.plus(reader.statistics());
  }

  private boolean loadRows(VectorSchemaRoot root) throws IOException {
    while (reader != null || openNext()) {
      if (reader.loadNextBatch()) {
        adapt(reader.getVectorSchemaRoot(), root);
        return true;
      }
      closeFile();
    }
    return false;
  }

  private void adapt(VectorSchemaRoot from, VectorSchemaRoot to) {
    try {
      columns.adapt(from, to);
    } catch (ConversionException e) {
      throw e.in(file.name());
    }
  }

  /** Opens the file of the next fragment, for all fragments of it that follow each other. */
  private boolean openNext() throws IOException {
    while (next < fragments.size()) {
      int number = fragments.get(next).file();
      List<Integer> rowGroups = new ArrayList<>();
      while (next < fragments.size() && fragments.get(next).file() == number) {
        rowGroups.add(fragments.get(next++).rowGroup());
      }
      FilePlan plan = files.plan(number, options);
      if (!plan.empty()) {
        open(files.file(number), plan, plan.options().withRowGroups(rowGroups));
        return true;
      }
    }
    return false;
  }

  private void open(SetFile opened, FilePlan plan, ParquetReadOptions own) throws IOException {
    try {
      file = opened;
      bytes = opened.open();
      reader =
          ParquetArrowReader.open(bytes, opened.footer().get(), own, allocator, executor, threads);
      reader
          .filterDiagnostics()
          .forEach(found -> filterDiagnostics.add(new FileDiagnostic<>(opened, found)));
      columns =
          FileColumns.of(
              plan,
              reader.getVectorSchemaRoot().getSchema().getFields(),
              schema.getFields(),
              new FieldAdapters(allocator, files.defaults()));
    } catch (UnsupportedColumnException e) {
      Closeable opening = this::closeFile;
      try (opening) {
        throw e.in(opened.name());
      }
    } catch (Throwable e) {
      Closeable opening = this::closeFile;
      try (opening) {
        throw e;
      }
    }
  }

  /**
   * What had been read of all files, and what could be left unread, when {@link #loadNextBatch}
   * last returned. Any thread may ask, also of a closed reader.
   */
  public ReadStatistics statistics() {
    return statistics;
  }

  @Override
  public long bytesRead() {
    return statistics.bytesRead();
  }

  /**
   * The page indexes that could not be used so far, by file; as {@link
   * ParquetArrowReader#diagnostics}.
   */
  public List<FileDiagnostic<PageIndexDiagnostic>> diagnostics() {
    List<FileDiagnostic<PageIndexDiagnostic>> all = new ArrayList<>(diagnosticsOfClosed);
    if (reader != null) {
      reader.diagnostics().forEach(found -> all.add(new FileDiagnostic<>(file, found)));
    }
    return all;
  }

  /**
   * The comparisons of the filter that are true for no row of a file, by file, of the files opened
   * so far; as {@link ParquetArrowReader#filterDiagnostics}. A column that a file lacks gives none.
   */
  public List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics() {
    return List.copyOf(filterDiagnostics);
  }

  private void closeFile() throws IOException {
    List<FileDiagnostic<PageIndexDiagnostic>> diagnostics = diagnostics();
    ByteSource source = bytes;
    ParquetArrowReader old = reader;
    file = null;
    bytes = null;
    reader = null;
    columns = FileColumns.NONE;
    try (source;
        old) {
      diagnosticsOfClosed = diagnostics;
      statisticsOfClosed =
          old == null ? statisticsOfClosed : statisticsOfClosed.plus(old.statistics());
    }
  }

  @Override
  public void close() throws IOException {
    guard.close(this::release);
  }

  /** As {@link #close()}: the files are this reader's own. */
  @Override
  public void close(boolean closeReadSource) throws IOException {
    close();
  }

  private void release() throws IOException {
    Closeable opened = this::closeFile;
    try (opened;
        filler) {
      super.close(false);
    }
  }

  @Override
  protected void closeReadSource() {}
}
