// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.dataset.FileSequence.OpenedFile;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.evolution.TypedVectors;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.internal.rowgroup.BatchFiller;
import io.arrowparquet.parquet.internal.rowgroup.GuardedReader;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads row groups of several files into one schema; made by {@link ParquetFileSet#read}.
 *
 * <p>Threads, errors and use after closing are as with {@link ParquetArrowReader}: a reader that
 * failed at one file goes on to no other.
 */
@SuppressWarnings("exports") // what it inherits is public here
public final class FileSetReader extends GuardedReader<ReadStatistics> {
  private final TypedVectors typed;
  private final FileSequence files;
  private final BatchFiller filler;
  private final ReadsUnderWay reads;

  /** Rows that the options leave to be read; each file's reader has the whole limit. */
  private long left;

  /** Null before the first file, between two, and after the last. */
  private OpenedFile file;

  private List<FileDiagnostic<PageIndexDiagnostic>> diagnosticsOfClosed = List.of();
  private final List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics = new ArrayList<>();
  private ReadStatistics statisticsOfClosed = ReadStatistics.NOTHING;

  /**
   * @param schema of the vectors as they are decoded
   * @param reads its own, ended by {@link #close}
   */
  FileSetReader(
      ReadFiles files,
      List<ParquetFragment> fragments,
      Schema schema,
      ParquetReadOptions options,
      ReadsUnderWay reads,
      BufferAllocator allocator) {
    super("the reader of a set of files", ReadStatistics.NOTHING, allocator);
    this.reads = reads;
    this.left = options.limit();
    ParquetReadOptions unfilled =
        options.withFilledBatches(false).withTypes(options.types().decoded());
    Map<String, DictionaryIndices> indices = TypedVectors.indices(schema, options);
    this.files = new FileSequence(files, fragments, schema, indices, unfilled, reads, allocator);
    this.typed = new TypedVectors(schema, indices, options, allocator);
    this.filler = new BatchFiller(typed.decodedSchema(), options, allocator);
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

  @Override
  protected boolean load(VectorSchemaRoot root) throws IOException {
    return filler.fill(typed.decoded(root, dictionaries, filler.holdsRows()), this::loadRows)
        && typed.convert(root);
  }

  /**
   * Opens the first file that has rows, and fetches its first row group; false if none has. {@code
   * pageBytes}: of pages that are decompressed too, 0 for none.
   */
  boolean fetch(long pageBytes) throws IOException {
    return guarded(
        () -> {
          while (file != null || openNext()) {
            if (file.reader().fetch(pageBytes)) {
              return true;
            }
            closeFile();
          }
          return false;
        });
  }

  @Override
  protected ReadStatistics count() {
    ReadStatistics read = statisticsOfClosed.plus(files.statisticsAhead());
    return file == null ? read : read.plus(file.reader().statistics());
  }

  private boolean loadRows(VectorSchemaRoot root) throws IOException {
    while (left > 0 && (file != null || openNext())) {
      // The requests of this file first.
      if (file.reader().fetch()) {
        if (file.isAtLastRowGroup()) {
          files.fetchAhead();
        }
        if (file.loadBatch(root)) {
          left -= BatchFiller.cut(root, left);
          return true;
        }
      }
      closeFile();
    }
    return false;
  }

  private boolean openNext() throws IOException {
    file = files.open();
    if (file != null) {
      filterDiagnostics.addAll(file.filterDiagnostics());
    }
    return file != null;
  }

  /**
   * The page indexes that could not be used so far, by file; as {@link
   * ParquetArrowReader#diagnostics}.
   */
  public List<FileDiagnostic<PageIndexDiagnostic>> diagnostics() {
    List<FileDiagnostic<PageIndexDiagnostic>> all = new ArrayList<>(diagnosticsOfClosed);
    if (file != null) {
      all.addAll(file.diagnostics());
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
    OpenedFile old = file;
    file = null;
    try (old) {
      diagnosticsOfClosed = diagnostics;
      statisticsOfClosed =
          old == null ? statisticsOfClosed : statisticsOfClosed.plus(old.reader().statistics());
    }
  }

  /** Also what was asked for of later files is ended. */
  @Override
  protected void end() throws IOException {
    reads.end();
  }

  @Override
  protected void release() throws IOException {
    Closeable opened = this::closeFile;
    try (opened;
        typed;
        files) {
      filler.close();
    }
  }
}
