// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.evolution.ExactNames;
import io.arrowparquet.parquet.internal.evolution.FieldAdapters;
import io.arrowparquet.parquet.internal.evolution.FieldUnion;
import io.arrowparquet.parquet.internal.evolution.TypedVectors;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.filter.VectorCondition;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.internal.rowgroup.BatchFiller;
import io.arrowparquet.parquet.internal.rowgroup.GuardedReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.internal.FirstFailure;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads files that lie side by side, as column files of table formats do: each has some columns of
 * the same rows. Row n of one is row n of the others, whatever their row groups are.
 *
 * <p>Options are those of the whole table, whose columns are those of the files in their order:
 * rows by number, offset and limit count its rows; columns, Variant paths and filters may be of any
 * file. A condition is evaluated where its columns are, if need be in several files side by side,
 * and of the other files only the rows that it leaves are looked at. Columns that are not in a file
 * come from the first one, or the one with the column that they name or replace.
 *
 * <p>Threads, errors and use after closing are as with {@link ParquetArrowReader}.
 */
@SuppressWarnings("exports") // what it inherits is public here
public final class ColumnFilesReader extends GuardedReader<ReadStatistics> {
  /** Rows that are asked of a filter at once, at least: which of them match is in memory. */
  private static final long ROWS_PER_TURN = 1 << 20;

  private static final int SEVERAL = -1;
  private static final int NONE = -2;

  private final List<ColumnFile> files;
  private final ParquetReadOptions options;
  private final ReadsUnderWay reads;

  /** By column of the table: the file that has it. */
  private final Map<String, Integer> fileOf;

  private final List<Output> outputs = new ArrayList<>();
  private final BatchFiller filler;
  private final TypedVectors typed;
  private final FlatFooter first;
  private final RequestedRows requested;

  /** By file; null for one of which nothing is read, and between two turns. */
  private final @Nullable FileSetReader[] readers;

  /** By file, rows of the reader's batch that were given out. */
  private final int[] given;

  /** Of the first file. */
  private int nextRowGroup;

  private boolean isInTurn;
  private ReadStatistics statisticsOfClosed = ReadStatistics.NOTHING;

  /**
   * One of the files.
   *
   * @param file a set of this file alone, which may have a schema to read it into
   * @param columns what the table has of it, names of the top level; null for all
   */
  public record ColumnFile(ParquetFileSet file, @Nullable List<String> columns) {}

  /** A vector of a file's reader. */
  private record Output(int file, int vector, Field field) {}

  private ColumnFilesReader(
      List<ColumnFile> files,
      ParquetReadOptions options,
      ReadsUnderWay reads,
      BufferAllocator allocator)
      throws IOException {
    super("the reader of column files", ReadStatistics.NOTHING, allocator);
    this.files = files;
    this.options = options;
    this.reads = reads;
    this.fileOf =
        options.caseInsensitive()
            ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER)
            : new LinkedHashMap<>();
    for (int file = 0; file < files.size(); file++) {
      addColumns(file);
    }
    findOutputs();
    List<Field> fields = outputs.stream().map(Output::field).toList();
    FieldUnion.requireDistinct(fields, 0);
    Schema schema = new Schema(fields, set(0).schema(nothing(0)).getCustomMetadata());
    this.filler = new BatchFiller(schema, options, allocator);
    this.typed = new TypedVectors(schema, Map.of(), options, allocator);
    this.first = set(0).files().get(0).footer().get().footer();
    this.requested = new RequestedRows(first, options, true);
    this.readers = new FileSetReader[files.size()];
    this.given = new int[files.size()];
    if (options.filter() != null) {
      // Refuses what is of no file.
      where(options.filter(), false, RowRanges.all(0));
    }
  }

  /**
   * Opens a reader; no page is read.
   *
   * @param files at least one, of the same number of rows
   * @param options as for one file, but for row groups by number and a dynamic filter
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @return the caller's, to be closed
   * @throws IOException if a footer is not in memory, and cannot be read
   * @throws InvalidRequestException if the files have other numbers of rows or two of them a column
   *     of one name, or if a column that is named is in none
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if a column cannot be read
   */
  public static ColumnFilesReader open(
      List<ColumnFile> files, ParquetReadOptions options, BufferAllocator allocator)
      throws IOException {
    if (files.isEmpty() || files.stream().anyMatch(file -> file.file().files().size() != 1)) {
      throw new InvalidRequestException("column files are given as sets of one file each", null);
    }
    if (options.rowGroups() != null || options.dynamicFilter() != null) {
      throw new InvalidRequestException(
          "column files are read without row groups by number and dynamic filters", null);
    }
    Map<String, Long> rows = new LinkedHashMap<>();
    for (ColumnFile file : files) {
      long own = file.file().fragments().stream().mapToLong(ParquetFragment::rows).sum();
      rows.put(file.file().name(0), own);
    }
    if (rows.values().stream().distinct().count() > 1) {
      throw new InvalidRequestException(
          "column files need equal numbers of rows, found " + rows, null);
    }
    return new ColumnFilesReader(List.copyOf(files), options, new ReadsUnderWay(), allocator);
  }

  private SetDefinition set(int file) {
    return files.get(file).file().definition();
  }

  private void addColumns(int file) {
    ColumnFile added = files.get(file);
    List<String> names =
        added.columns() != null
            ? added.columns()
            : set(file).schema(nothing(file).withColumns(null)).getFields().stream()
                .map(Field::getName)
                .toList();
    for (String name : names) {
      int other = fileOf.getOrDefault(name, file);
      if (other != file) {
        String both = added.file().name(0) + " and of " + files.get(other).file().name(0);
        throw new InvalidRequestException(name, "a column of " + both, "one of one file");
      }
      fileOf.put(name, file);
    }
  }

  private int fileOf(@Nullable String path) {
    String name = path;
    while (name != null && !fileOf.containsKey(name)) {
      int dot = name.lastIndexOf('.');
      name = dot < 0 ? null : name.substring(0, dot);
    }
    return name == null ? NONE : fileOf.get(name);
  }

  private int requireFile(String path) {
    int file = fileOf(path);
    if (file == NONE) {
      throw new InvalidRequestException(path, "no such column", "a column of one of the files");
    }
    return file;
  }

  private int fileOf(RowColumn column) {
    int source = fileOf(column.column());
    return Math.max(0, source == NONE ? fileOf(column.field().getName()) : source);
  }

  /** The file with all columns of a filter. */
  private int fileOf(RowFilter filter) {
    List<Integer> found =
        FilterOperands.columns(filter).stream().map(this::requireFile).distinct().toList();
    return found.isEmpty() ? 0 : found.size() > 1 ? SEVERAL : found.get(0);
  }

  private void findOutputs() {
    List<Output> made = new ArrayList<>();
    List<Output> paths = new ArrayList<>();
    for (int file = 0; file < files.size(); file++) {
      ParquetReadOptions own = optionsOf(file);
      ParquetReadOptions plain = own.withRowColumns(List.of()).withVariantPaths(List.of());
      int columns = set(file).schema(plain).getFields().size();
      List<Field> fields = set(file).schema(own).getFields();
      int firstPath = fields.size() - own.variantPaths().size();
      for (int i = 0; i < fields.size(); i++) {
        List<Output> kind = i < columns ? outputs : i < firstPath ? made : paths;
        kind.add(new Output(file, i, fields.get(i)));
      }
    }
    outputs.addAll(made);
    outputs.addAll(paths);
  }

  /** What is read of a file, but for which rows. */
  private ParquetReadOptions optionsOf(int file) {
    Collection<String> columns = options.columns() == null ? fileOf.keySet() : options.columns();
    List<RowColumn> made =
        options.rowColumns().stream().filter(column -> fileOf(column) == file).toList();
    boolean isFlagged = made.stream().anyMatch(column -> column.kind() == RowColumn.Kind.DELETED);
    return nothing(file)
        .withColumns(columns.stream().filter(path -> requireFile(path) == file).toList())
        .withVariantPaths(
            options.variantPaths().stream()
                .filter(path -> requireFile(path.column()) == file)
                .toList())
        .withRowColumns(made)
        .withoutRows(isFlagged ? options.withoutRows() : null);
  }

  /** What options of a table say of how to read, and of its Variant columns those of a file. */
  private ParquetReadOptions nothing(int file) {
    Set<String> variants =
        options.variantColumns().stream()
            .filter(path -> fileOf(path) == file)
            .collect(Collectors.toSet());
    return SplitFormat.OPTIONS
        .copy(ParquetReadOptions.defaults(), options)
        .withColumns(List.of())
        .withVariantColumns(variants)
        .withCaseInsensitive(options.caseInsensitive())
        .withInt96Unit(options.int96Unit())
        .withInt96Instants(options.int96Instants())
        .withFilledBatches(false)
        .withTypes(options.types().decoded());
  }

  @Override
  protected Schema readSchema() {
    return typed.schema();
  }

  @Override
  protected boolean load(VectorSchemaRoot root) throws IOException {
    return filler.fill(typed.decoded(root, dictionaries, false), this::loadRows)
        && typed.convert(root);
  }

  private boolean loadRows(VectorSchemaRoot root) throws IOException {
    while (isInTurn || startTurn()) {
      int rows = available();
      if (rows > 0) {
        fill(root, rows);
        return true;
      }
      endTurn();
    }
    return false;
  }

  /** Rows that the batches of all files still have; 0 at the end of the turn. */
  private int available() throws IOException {
    int most = Integer.MAX_VALUE;
    for (int file = 0; file < readers.length; file++) {
      if (readers[file] != null) {
        VectorSchemaRoot batch = readers[file].getVectorSchemaRoot();
        if (given[file] == batch.getRowCount()) {
          given[file] = 0;
          if (!readers[file].loadNextBatch()) {
            return 0;
          }
        }
        most = Math.min(most, batch.getRowCount() - given[file]);
      }
    }
    return most;
  }

  private void fill(VectorSchemaRoot root, int rows) throws IOException {
    for (int i = 0; i < outputs.size(); i++) {
      int file = outputs.get(i).file();
      VectorSchemaRoot batch = readers[file].getVectorSchemaRoot();
      FieldVector from = batch.getVector(outputs.get(i).vector());
      if (rows == batch.getRowCount()) {
        FieldAdapters.transfer(from, root.getVector(i), rows);
      } else {
        from.makeTransferPair(root.getVector(i)).splitAndTransfer(given[file], rows);
      }
    }
    for (int file = 0; file < readers.length; file++) {
      given[file] += readers[file] == null ? 0 : rows;
    }
    root.setRowCount(rows);
  }

  /** Finds the next rows, and opens the files to read them; false if there are none. */
  private boolean startTurn() throws IOException {
    RowRanges found = RowRanges.all(0);
    while (found.isEmpty() && nextRowGroup < first.rowGroupCount() && !requested.isFull()) {
      RowRanges asked = nextRows();
      RowFilter filter = options.filter();
      found = requested.passed(filter == null ? asked : where(filter, false, asked));
    }
    if (found.isEmpty()) {
      return false;
    }
    isInTurn = true;
    Set<Integer> read = outputs.stream().map(Output::file).collect(Collectors.toSet());
    for (int file = 0; file < readers.length; file++) {
      // Of the first file also where only rows are to be counted.
      if (read.contains(file) || (file == 0 && read.isEmpty())) {
        given[file] = 0;
        readers[file] = read(file, optionsOf(file), found);
      }
    }
    return true;
  }

  private RowRanges nextRows() {
    RowRanges.Builder rows = new RowRanges.Builder();
    long most = options.filter() == null ? Long.MAX_VALUE : ROWS_PER_TURN;
    for (long count = 0; count < most && nextRowGroup < first.rowGroupCount(); nextRowGroup++) {
      long before = requested.firstRow(nextRowGroup);
      RowRanges wanted = requested.ofRowGroup(nextRowGroup, first.rowGroup(nextRowGroup).numRows());
      for (int i = 0; i < wanted.count(); i++) {
        rows.add(before + wanted.start(i), before + wanted.end(i));
      }
      count += wanted.rows();
    }
    return rows.build();
  }

  private FileSetReader read(int file, ParquetReadOptions own, RowRanges rows) {
    boolean isAll = rows.isAll(requested.firstRow(first.rowGroupCount()));
    ParquetReadOptions chosen = own.withRows(isAll ? null : ScanPlanning.inFile(rows, 0));
    return set(file).read(set(file).knownFragments(), chosen, reads.part(), allocator);
  }

  /** The rows for which a filter, or its negation, is true. */
  private RowRanges where(RowFilter filter, boolean isNegated, RowRanges rows) throws IOException {
    int file = fileOf(filter);
    if (file != SEVERAL) {
      return where(file, isNegated ? filter.not() : filter, rows);
    }
    if (filter instanceof RowFilter.Not not) {
      return where(not.predicate(), !isNegated, rows);
    }
    if (filter instanceof RowFilter.Leaf leaf) {
      return whereOfSeveral(leaf, isNegated, rows);
    }
    boolean isAnd = filter instanceof RowFilter.And;
    // Those of one file together, so that it is read once; those of several last, of fewer rows.
    Map<Integer, RowFilter> parts = new TreeMap<>();
    List<RowFilter> ordered = new ArrayList<>();
    for (RowFilter part : ((RowFilter.Joined) filter).parts()) {
      int own = fileOf(part);
      if (own == SEVERAL) {
        ordered.add(part);
      } else {
        parts.merge(own, part, (before, next) -> isAnd ? before.and(next) : before.or(next));
      }
    }
    ordered.addAll(0, parts.values());
    boolean isBoth = isAnd != isNegated;
    RowRanges found = isBoth ? rows : RowRanges.all(0);
    for (RowFilter part : ordered) {
      found = isBoth ? where(part, isNegated, found) : found.or(where(part, isNegated, rows));
    }
    return found;
  }

  private RowRanges where(int file, RowFilter filter, RowRanges rows) throws IOException {
    if (rows.isEmpty()) {
      return rows;
    }
    RowRanges.Builder found = new RowRanges.Builder();
    ParquetReadOptions own =
        nothing(file).withRowColumns(List.of(RowColumn.position(""))).withFilter(filter);
    try (FileSetReader reader = read(file, own, rows)) {
      BigIntVector positions = (BigIntVector) reader.getVectorSchemaRoot().getVector(0);
      while (reader.loadNextBatch()) {
        for (int row = 0; row < positions.getValueCount(); row++) {
          found.add(positions.get(row), positions.get(row) + 1);
        }
      }
      statisticsOfClosed = statisticsOfClosed.plus(reader.statistics());
    }
    return found.build();
  }

  private RowRanges whereOfSeveral(RowFilter.Leaf leaf, boolean isNegated, RowRanges rows)
      throws IOException {
    RowRanges.Builder found = new RowRanges.Builder();
    ParquetReadOptions own =
        options
            .withColumns(VectorCondition.columns(leaf))
            .withVariantPaths(VectorCondition.paths(leaf))
            .withRowColumns(List.of(RowColumn.position("")))
            .withFilter(null)
            .withRows(ScanPlanning.inFile(rows, 0))
            .withoutRows(null)
            .withOffset(0)
            .withLimit(Long.MAX_VALUE)
            .withFilledBatches(false)
            .withTypes(options.types().decoded());
    try (ColumnFilesReader reader = new ColumnFilesReader(files, own, reads.part(), allocator)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      List<Field> fields = batch.getSchema().getFields();
      RowFilter exact = ExactNames.of(fields, null, own.withFilter(leaf)).filter();
      VectorCondition condition = new VectorCondition((RowFilter.Leaf) exact, isNegated, fields);
      BigIntVector positions = (BigIntVector) batch.getVector("");
      while (reader.loadNextBatch()) {
        condition.forEachMatching(
            batch, allocator, row -> found.add(positions.get(row), positions.get(row) + 1));
      }
      statisticsOfClosed = statisticsOfClosed.plus(reader.statistics());
    }
    return found.build();
  }

  private void endTurn() throws IOException {
    isInTurn = false;
    statisticsOfClosed = count();
    List<FileSetReader> opened = Stream.of(readers).filter(Objects::nonNull).toList();
    Arrays.fill(readers, null);
    FirstFailure.closeAll(opened);
  }

  /** Of all files together, each of which counts its rows. */
  @Override
  protected ReadStatistics count() {
    ReadStatistics all = statisticsOfClosed;
    for (FileSetReader reader : readers) {
      all = reader == null ? all : all.plus(reader.statistics());
    }
    return all;
  }

  @Override
  public long bytesRead() {
    return statistics().bytesRead();
  }

  @Override
  protected void end() throws IOException {
    reads.end();
  }

  @Override
  protected void release() throws IOException {
    Closeable opened = this::endTurn;
    try (opened;
        typed) {
      filler.close();
    }
  }
}
