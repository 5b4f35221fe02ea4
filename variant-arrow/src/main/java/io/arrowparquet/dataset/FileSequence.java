// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.encoding.DictionaryIndices;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters;
import io.arrowparquet.parquet.internal.evolution.FileColumns;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.internal.FirstFailure;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The files that a reader of a set opens, one after another; remote ones are fetched while the
 * files before are decoded, if the options allow it.
 *
 * <p>One thread at a time.
 */
final class FileSequence implements Closeable {
  /** Most files whose fetching begins between two batches, so that no batch is late for it. */
  private static final int FILES_PER_BATCH = 2;

  /** Of a dictionary page whose ids cost less than its values. */
  private static final int MOST_DICTIONARY_BYTES = 32 << 10;

  private final ReadFiles files;
  private final List<ParquetFragment> fragments;
  private final Schema schema;
  private final Map<String, DictionaryIndices> indices;
  private final ParquetReadOptions options;
  private final ReadsUnderWay reads;
  private final BufferAllocator allocator;
  private final FetchSizes sizes;
  private final Deque<OpenedFile> ahead = new ArrayDeque<>();

  private int next;

  /** Whether the next file could not be fetched ahead: it is opened when its turn comes. */
  private boolean isWaiting;

  private final FirstFailure failure = new FirstFailure();

  private ReadStatistics readInVain = ReadStatistics.NOTHING;

  /**
   * @param schema of the batches, with values
   * @param indices what makes indices in place of them, by column
   * @param reads of all files
   */
  FileSequence(
      ReadFiles files,
      List<ParquetFragment> fragments,
      Schema schema,
      Map<String, DictionaryIndices> indices,
      ParquetReadOptions options,
      ReadsUnderWay reads,
      BufferAllocator allocator) {
    this.files = files;
    this.fragments = List.copyOf(fragments);
    this.schema = schema;
    this.indices = indices;
    this.options = options;
    this.reads = reads;
    this.allocator = allocator;
    this.sizes = new FetchSizes(files, options);
  }

  /**
   * Goes on with the next file that the filter may keep rows of.
   *
   * @return the caller's; null at the end
   * @throws IOException if reading fails; so with every other exception, also of {@link
   *     #fetchAhead}
   */
  OpenedFile open() throws IOException {
    isWaiting = false;
    if (!ahead.isEmpty()) {
      return ahead.poll();
    }
    failure.throwIfSet();
    return openNext();
  }

  /**
   * Begins to fetch the files after the one that is being read, as far as the options allow. What
   * fails is thrown when that file's turn comes; but reading and allocating, which may succeed
   * then, are done again.
   */
  void fetchAhead() {
    int first = next;
    try {
      for (int begun = 0; begun < FILES_PER_BATCH && mayFetch(); begun++) {
        first = next;
        OpenedFile file = openNext();
        if (file != null) {
          fetch(file);
        }
      }
    } catch (IOException | OutOfMemoryException e) {
      next = first;
      isWaiting = true;
    } catch (Exception e) {
      failure.set(e);
    }
  }

  private void fetch(OpenedFile file) throws IOException {
    try {
      file.reader().fetch();
    } catch (Throwable e) {
      readInVain = readInVain.plus(file.reader().statistics());
      try (file) {
        throw e;
      }
    }
    ahead.add(file);
  }

  private boolean mayFetch() throws IOException {
    // The rows before decide what a dynamic filter answers.
    if (isWaiting
        || failure.isSet()
        || !options.prefetch()
        || options.dynamicFilter() != null
        || next == fragments.size()) {
      return false;
    }
    ParquetFragment fragment = fragments.get(next);
    SetFile file = files.file(fragment.file());
    if (file.hints().isLocal() || ahead.size() >= file.hints().concurrentRequests()) {
      return false;
    }
    long held = ahead.stream().mapToLong(opened -> opened.reader().bytesRead()).sum();
    return held + reads.call(() -> sizes.bytes(fragment)) <= options.fetchBytes();
  }

  /** Opens the file of the next fragment, for all fragments of it that follow each other. */
  private OpenedFile openNext() throws IOException {
    while (next < fragments.size()) {
      int number = fragments.get(next).file();
      List<Integer> rowGroups = new ArrayList<>();
      while (next < fragments.size() && fragments.get(next).file() == number) {
        rowGroups.add(fragments.get(next++).rowGroup());
      }
      FilePlan plan = reads.call(() -> files.plan(number, options));
      if (!plan.empty()) {
        return open(number, plan, rowGroups);
      }
    }
    return null;
  }

  private OpenedFile open(int number, FilePlan plan, List<Integer> rowGroups) throws IOException {
    SetFile file = files.file(number);
    ParquetReadOptions own =
        rowGroups.contains(ReadFiles.ALL_ROW_GROUPS)
            ? plan.options()
            : plan.options().withRowGroups(rowGroups);
    ByteSource opened = reads.call(() -> file.open(own.rowGroups()));
    try {
      ByteSource bytes = reads.source(opened);
      ParquetFooter footer = reads.call(file.footer()::get);
      ParquetReadOptions indexed = indices.isEmpty() ? own : indexed(plan, footer, own);
      ParquetArrowReader reader = ParquetArrowReader.open(bytes, footer, indexed, allocator);
      try {
        FileColumns columns =
            FileColumns.of(
                file.name(),
                plan,
                indexed == own
                    ? reader.getVectorSchemaRoot().getSchema().getFields()
                    : ParquetArrowReader.fields(footer, own),
                schema.getFields(),
                new FieldAdapters(allocator, files.defaults(number)));
        if (!indices.isEmpty()) {
          columns = columns.withIndices(schema.getFields(), indices, reader, allocator);
        }
        int count = RequestedRows.rowGroups(footer.footer(), own).size();
        return new OpenedFile(file, bytes, reader, columns, count);
      } catch (Throwable e) {
        try (reader) {
          throw e;
        }
      }
    } catch (DiagnosedException e) {
      try (opened) {
        throw e.in(file.name());
      }
    } catch (Throwable e) {
      try (opened) {
        throw e;
      }
    }
  }

  /** Has a file's reader take ids of pages where its columns are those of the set as they are. */
  private ParquetReadOptions indexed(FilePlan plan, ParquetFooter footer, ParquetReadOptions own) {
    if (plan.evolution() != null) {
      return own;
    }
    Set<String> names = new HashSet<>();
    for (Field field : ParquetArrowReader.fields(footer, own)) {
      String name = field.getName();
      if (indices.containsKey(name)
          && schema.findField(name).getType().equals(field.getType())
          && hasFewValues(footer.footer(), name)) {
        names.add(name);
      }
    }
    return names.isEmpty() ? own : own.withTypes(own.types().withDictionaries(names));
  }

  /** Whether all row groups have a small dictionary: entries are looked up for each batch. */
  private static boolean hasFewValues(FlatFooter footer, String name) {
    int column = footer.findColumn(name);
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      ColumnChunkView chunk = footer.chunk(rowGroup, column);
      if (!chunk.isDictionaryPlaced()
          || chunk.dataPageOffset() - chunk.startOffset() > MOST_DICTIONARY_BYTES) {
        return false;
      }
    }
    return true;
  }

  ReadStatistics statisticsAhead() {
    return ahead.stream()
        .map(file -> file.reader().statistics())
        .reduce(readInVain, ReadStatistics::plus);
  }

  @Override
  public void close() throws IOException {
    List<OpenedFile> opened = List.copyOf(ahead);
    ahead.clear();
    FirstFailure.closeAll(opened);
  }

  /**
   * A file of a set while it is read: it owns the source and the reader. One thread at a time.
   *
   * @param columns how the reader's vectors become those of the common schema
   * @param rowGroups how many row groups are read of it
   */
  record OpenedFile(
      SetFile file, ByteSource bytes, ParquetArrowReader reader, FileColumns columns, int rowGroups)
      implements Closeable {

    boolean loadBatch(VectorSchemaRoot root) throws IOException {
      if (!reader.loadNextBatch()) {
        return false;
      }
      columns.adapt(reader.getVectorSchemaRoot(), root);
      return true;
    }

    boolean isAtLastRowGroup() {
      ReadStatistics read = reader.statistics();
      return read.rowGroupsRead() + read.rowGroupsSkipped() == rowGroups;
    }

    List<FileDiagnostic<PageIndexDiagnostic>> diagnostics() {
      return FileDiagnostic.of(file, reader.diagnostics());
    }

    List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics() {
      return FileDiagnostic.of(file, reader.filterDiagnostics());
    }

    @Override
    public void close() throws IOException {
      try (bytes;
          reader) {
        // Closes both where one fails.
      }
    }
  }
}
