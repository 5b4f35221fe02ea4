// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ScanPlanning.Part;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.StatisticsVectors;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ChunkRuns;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions.SkippingStep;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.variant.internal.ParallelLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * What a scan has to read, as footers alone say it: the row groups whose statistics do not rule out
 * the filter, and those of which it is known to be true for all rows; what that costs; and the
 * {@linkplain #splits splits} to give it to workers in. Only statistics that are trusted prove
 * something.
 *
 * <p>With a limit, no more is planned than is needed for certain. Without a filter, the rows of
 * offset and limit are found out by the plan, and splits have them by number. With one, each split
 * has the limit, and who reads several stops when there are enough rows; an offset makes one split
 * of a file.
 *
 * <p>Immutable; threads may share one. Footers are those of the set that it was made of.
 */
public final class ParquetScanPlan {
  /** What a chunk takes on the heap, about: its part of a footer, and of its reader. */
  private static final long HEAP_OF_CHUNK = 600;

  private final ParquetReadOptions options;
  private final ReaderSchema schema;
  private final TargetSchema target;

  private final List<Part> parts;
  private final long filesLeftOut;
  private final long rowGroupsLeftOut;

  /** Whether offset and limit are those of the planned rows, which all are in the result. */
  private final boolean isCounted;

  /** Whether rows of a row group are left out that no other option says. */
  private final boolean isByPages;

  /**
   * A file with rows to read.
   *
   * @param file in the version that was planned
   * @param rowGroups in the order of reading
   */
  public record PlannedFile(SourceEntry file, List<PlannedRowGroup> rowGroups) {
    /** Keeps an unchangeable copy of the list. */
    public PlannedFile {
      rowGroups = List.copyOf(rowGroups);
    }
  }

  /**
   * A row group with rows to read.
   *
   * @param number in the file
   * @param possible the rows, by their numbers in the file, that may match, without those that are
   *     left out
   * @param certain those of them for which the filter is known to be true
   * @param bytes of the columns' chunks
   */
  public record PlannedRowGroup(
      int number, RowPositions possible, RowPositions certain, long bytes) {
    /** Whether the filter is known to be true for all rows that may match. */
    public boolean isWhole() {
      return certain.count() == possible.count();
    }
  }

  /**
   * What a column of the files takes.
   *
   * @param path dotted, in the files
   * @param bytes of its chunks in the planned row groups
   * @param decodedBytes of its pages once decompressed
   * @param requests that would be made for it alone
   */
  public record PlannedColumn(String path, long bytes, long decodedBytes, long requests) {
    private PlannedColumn and(PlannedColumn other) {
      return new PlannedColumn(
          path, bytes + other.bytes, decodedBytes + other.decodedBytes, requests + other.requests);
    }
  }

  private ParquetScanPlan(ParquetScanPlan of, List<Part> parts, boolean isByPages) {
    this.options = of.options;
    this.schema = of.schema;
    this.target = of.target;
    this.parts = parts.stream().filter(part -> !part.rowGroups().isEmpty()).toList();
    this.filesLeftOut = of.filesLeftOut + of.parts.size() - this.parts.size();
    this.rowGroupsLeftOut = of.rowGroupsLeftOut + rowGroups(of.parts) - rowGroups(parts);
    this.isCounted = of.isCounted;
    this.isByPages = isByPages;
  }

  private static long rowGroups(List<Part> parts) {
    return parts.stream().mapToLong(part -> part.rowGroups().size()).sum();
  }

  private ParquetScanPlan(ParquetFileSet files, ParquetReadOptions options, Executor executor)
      throws IOException {
    if (files.definition().files().size() > 1
        && (options.rowGroups() != null || options.offset() > 0)) {
      throw new InvalidRequestException(
          "row groups by number, or an offset, of several files: plan each by itself", null);
    }
    this.options = options;
    this.schema = files.definition().readerSchema(options.withRowGroups(null).withOffset(0));
    this.target = SplitFiles.target(schema);
    boolean isExact = options.filter() == null && options.dynamicFilter() == null;
    this.isCounted = isExact && (options.offset() > 0 || options.limit() < Long.MAX_VALUE);
    this.isByPages = false;
    ScanPlanning planning =
        new ScanPlanning(files.definition(), options, target, isExact, executor);
    this.parts = planning.parts();
    ParquetFileSet.BundleUse bundle = files.bundleUse();
    this.filesLeftOut =
        files.definition().files().size()
            - parts.size()
            + (bundle == null ? 0 : bundle.filesLeftOut());
    this.rowGroupsLeftOut = planning.leftOut() + (bundle == null ? 0 : bundle.rowGroupsLeftOut());
  }

  /**
   * Plans one file.
   *
   * @param file is demanded as it is, when a split of it is read
   * @param footer of this file
   * @param options which rows and columns
   * @throws InvalidRequestException if the options do not go with the file
   */
  public static ParquetScanPlan of(
      SourceEntry file, ParquetFooter footer, ParquetReadOptions options) {
    SourceFactory none =
        entry -> {
          throw new IOException("a plan of a footer alone opens no file");
        };
    try {
      return of(ParquetFileSet.ofFooters(List.of(file), List.of(footer), none), options);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is read
    }
  }

  /**
   * Plans the files of a set.
   *
   * @param options which rows and columns, as for {@link ParquetFileSet#read}; of one file also row
   *     groups by number and an offset
   * @throws IOException if the footer of a file is not in memory, and cannot be read
   * @throws InvalidRequestException if the options do not go with the files
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if a file does not go into
   *     the schema
   */
  public static ParquetScanPlan of(ParquetFileSet files, ParquetReadOptions options)
      throws IOException {
    return of(files, options, Runnable::run);
  }

  /**
   * As {@link #of(ParquetFileSet, ParquetReadOptions)}, several files at a time.
   *
   * @param executor as for {@link #withPageIndexes}
   */
  public static ParquetScanPlan of(
      ParquetFileSet files, ParquetReadOptions options, Executor executor) throws IOException {
    return new ParquetScanPlan(files, options, executor);
  }

  /**
   * Plans the files of a bundle, without a look at them: the set that {@link
   * ParquetFileSet#open(FooterBundle, BundleFolder, BundleTrust, ParquetReadOptions, ReaderSchema,
   * java.util.function.Consumer)} makes with {@link BundleTrust#CATALOG}.
   *
   * @param folder that the bundle's relative paths begin at
   * @param schema to read into; null for the common one of the files
   * @throws IOException if the bundle cannot be read, or a local file is gone
   */
  public static ParquetScanPlan of(
      FooterBundle bundle,
      BundleFolder folder,
      @Nullable ReaderSchema schema,
      ParquetReadOptions options)
      throws IOException {
    BundleTrust trust = BundleTrust.CATALOG;
    return of(ParquetFileSet.open(bundle, folder, trust, options, schema, found -> {}), options);
  }

  /**
   * Which row groups of a bundle a filter may be true for, by the bounds and counts of the filter's
   * columns: what a plan of the bundle begins with. No chunk of another column is read of the
   * bundle, no footer is put together, and no file is looked at.
   *
   * @param schema as for {@link #of(FooterBundle, BundleFolder, ReaderSchema, ParquetReadOptions)}
   * @param options of which the filter, {@code variantColumns} and {@code caseInsensitive} matter;
   *     a column of the filter that a file lacks is null in its rows. Files that the filter does
   *     not go with, as its literals are not of their columns' types, have all row groups: their
   *     reader refuses it
   * @return the numbers of row groups, ascending, of files in the order of their paths
   * @throws IOException if reading the bundle fails
   * @throws io.arrowparquet.footer.CorruptFooterException if a part that is needed is damaged
   */
  public static NavigableMap<BundleEntry, List<Integer>> rowGroups(
      FooterBundle bundle, @Nullable ReaderSchema schema, ParquetReadOptions options)
      throws IOException {
    return BundlePlanning.of(bundle, SplitFiles.target(schema), options).planned();
  }

  /**
   * The plan without rows that page indexes of the filter's columns rule out, and knowing of more
   * rows that they match; splits then have the rows by number. The indexes of a file are read at
   * once, one round of requests if it is elsewhere, as long as they are few bytes; those that are
   * damaged prove nothing, but in strict mode. With {@link ParquetReadOptions#withSkippingSteps}
   * that leave page indexes out, and without a filter, it is this plan.
   *
   * @param sources opens the files, in the versions that were planned
   * @param executor whose threads read files beside the calling one; stays the caller's. None of
   *     its threads works for the plan when this returns
   * @param allocator for the bytes of indexes, until this returns
   * @throws IOException if reading fails
   * @throws io.arrowparquet.storage.ChangedSourceException if a file has changed
   */
  public ParquetScanPlan withPageIndexes(
      SourceFactory sources, Executor executor, BufferAllocator allocator) throws IOException {
    if (options.filter() == null || !options.skipsBy(SkippingStep.PAGE_INDEXES)) {
      return this;
    }
    Part[] found = new Part[parts.size()];
    ParallelLoop.run(
        executor,
        FileFinder.MOST_FOOTERS,
        found.length,
        file -> found[file] = ScanPlanning.byPages(parts.get(file), target, sources, allocator));
    return new ParquetScanPlan(this, List.of(found), true);
  }

  /** The files with rows to read, in the order of reading. */
  public List<PlannedFile> files() {
    return parts.stream()
        .map(part -> new PlannedFile(part.file().versioned(), part.rowGroups()))
        .toList();
  }

  /** How many of the files, or of those of the bundle, have no row to read. */
  public long filesLeftOut() {
    return filesLeftOut;
  }

  /** How many row groups of all these files need not be read. */
  public long rowGroupsLeftOut() {
    return rowGroupsLeftOut;
  }

  /** The schema that splits are read into; null if it is the files' own. */
  public @Nullable ReaderSchema schema() {
    return schema;
  }

  /**
   * What each column takes that is read, those of the filter too.
   *
   * @throws IOException as {@link #splits}
   */
  public List<PlannedColumn> columns() throws IOException {
    Map<String, PlannedColumn> found = new LinkedHashMap<>();
    for (Part part : parts) {
      FlatFooter footer = part.file().footer().get().footer();
      ColumnChunkView chunk = new ColumnChunkView();
      for (int column : part.columns().stream().toArray()) {
        String path = footer.columnPath(column);
        for (PlannedRowGroup rowGroup : part.rowGroups()) {
          footer.chunk(rowGroup.number, column, chunk);
          PlannedColumn one =
              new PlannedColumn(
                  path, chunk.totalCompressedSize(), chunk.totalUncompressedSize(), 1);
          found.merge(path, one, PlannedColumn::and);
        }
      }
    }
    return List.copyOf(found.values());
  }

  /**
   * Counts and bounds of the planned row groups of a file, a row each, as {@link StatisticsVectors}
   * has them.
   *
   * @param file its number in {@link #files}
   * @param columns dotted paths in the file; null for all
   * @param allocator for vectors; stays the caller's
   * @return the caller's, to be closed
   * @throws IOException as {@link #splits}
   */
  public VectorSchemaRoot statistics(
      int file, @Nullable Collection<String> columns, BufferAllocator allocator)
      throws IOException {
    Part part = parts.get(file);
    FlatFooter footer = part.file().footer().get().footer();
    return StatisticsVectors.of(footer, part.numbers(), columns, allocator);
  }

  private Stream<PlannedRowGroup> rowGroups() {
    return parts.stream().flatMap(part -> part.rowGroups().stream());
  }

  /** Bytes of all chunks that are planned; of pages that turn out not to be needed, too. */
  public long bytes() {
    return rowGroups().mapToLong(PlannedRowGroup::bytes).sum();
  }

  /**
   * How many requests ask for the chunks, neighbours at once; none for footers and indexes.
   *
   * @throws IOException as {@link #splits}
   */
  public long requests() throws IOException {
    long requests = 0;
    for (Part part : parts) {
      FlatFooter footer = part.file().footer().get().footer();
      for (PlannedRowGroup rowGroup : part.rowGroups()) {
        List<ChunkRange> ranges =
            part.columns().stream()
                .mapToObj(column -> footer.chunk(rowGroup.number, column))
                .map(chunk -> new ChunkRange(chunk.startOffset(), chunk.totalCompressedSize()))
                .toList();
        requests += ChunkRuns.count(ranges, part.file().hints().gap());
      }
    }
    return requests;
  }

  /** About the bytes of heap of who reads the largest file: its footer, and readers of columns. */
  public long heapBytes() {
    return parts.stream()
        .mapToLong(part -> HEAP_OF_CHUNK * part.columns().cardinality() * part.rowGroups().size())
        .max()
        .orElse(0);
  }

  /**
   * About the bytes outside of the heap that one reader has at most: pages as they are in the file,
   * and two batches.
   */
  public long offHeapBytes() {
    long most = rowGroups().mapToLong(PlannedRowGroup::bytes).max().orElse(0);
    return Math.min(most, options.fetchBytes()) + (most == 0 ? 0 : 2 * options.batchBytes());
  }

  /**
   * Counts and bounds of the rows of the scan, where the footers have them for certain: a filter
   * has to be true for all rows of each row group that it may be true for, and bounds of texts to
   * be said to be exact. For columns no row may be left out otherwise.
   *
   * @param columns dotted paths, in the words of the schema that files are read into: columns that
   *     a file lacks, and constants, too. Bounds are not known of a column in a list, of floating
   *     point numbers that may be NaN, and where values become those of a type that is not wider
   * @throws IOException as {@link #splits}
   */
  public ScanAggregate aggregate(List<String> columns) throws IOException {
    boolean isExact =
        options.dynamicFilter() == null && rowGroups().allMatch(PlannedRowGroup::isWhole);
    long count = rowGroups().mapToLong(rowGroup -> rowGroup.possible().count()).sum();
    boolean isCut = options.offset() > 0 || options.limit() < Long.MAX_VALUE;
    if (isCut && !isCounted) {
      count = Math.min(Math.max(0, count - options.offset()), options.limit());
    }
    boolean areWhole = isExact && (!isCut || isCounted);
    return ScanAggregate.of(isExact ? (Long) count : null, areWhole, parts, target, columns);
  }

  /**
   * The row groups whose middle is in a range of the file's bytes, as Hadoop, Spark, Iceberg and
   * Trino divide files: ranges that follow each other have each row group once. The middle is where
   * the first column's chunk begins, and half of the bytes of all chunks further.
   *
   * @param start the first byte
   * @param end the byte after the last
   * @throws InvalidRequestException if the plan has several files, or if the footer has not been
   *     read as far as to tell where a row group is
   * @throws IOException as {@link #splits}
   */
  public ParquetScanPlan withByteRange(long start, long end) throws IOException {
    if (parts.size() > 1) {
      throw new InvalidRequestException(
          "withByteRange needs a plan of one file, found one of " + parts.size(), null);
    }
    List<Part> found = new ArrayList<>();
    for (Part part : parts) {
      FlatFooter footer = part.file().footer().get().footer();
      List<PlannedRowGroup> inRange = new ArrayList<>();
      for (PlannedRowGroup rowGroup : part.rowGroups()) {
        long middle = ScanPlanning.middle(footer, rowGroup.number);
        if (middle >= start && middle < end) {
          inRange.add(rowGroup);
        }
      }
      found.add(part.with(inRange));
    }
    return new ParquetScanPlan(this, found, isByPages);
  }

  /**
   * The plan in parts that workers read, each of one file, with the footer of its columns. A file
   * is cut where its row groups come to this many bytes; the filter of a split has no condition
   * that is known to be true for all of its rows.
   *
   * @param targetBytes of the columns' chunks, at least 1; a split has at least one row group
   * @throws IOException if a footer is not in memory any more, and cannot be read
   */
  public List<ParquetSplit> splits(long targetBytes) throws IOException {
    List<ParquetSplit> splits = new ArrayList<>();
    for (Part part : parts) {
      splits.addAll(splits(part, targetBytes));
    }
    return splits;
  }

  /**
   * As {@link #splits(long)}, each with indexes as {@link ParquetSplit#withIndexes} says. Those of
   * a bundle that has them take no request.
   *
   * @param indexBytes of the indexes of a split, at most
   * @param sources opens the files, in the versions that were planned
   * @param allocator for the bytes of indexes, until this returns
   */
  public List<ParquetSplit> splits(
      long targetBytes, long indexBytes, SourceFactory sources, BufferAllocator allocator)
      throws IOException {
    List<ParquetSplit> splits = new ArrayList<>();
    for (Part part : parts) {
      try (ByteSource bytes = part.open(sources)) {
        for (ParquetSplit split : splits(part, targetBytes)) {
          splits.add(split.withIndexes(bytes, indexBytes, allocator));
        }
      }
    }
    return splits;
  }

  private List<ParquetSplit> splits(Part part, long targetBytes) throws IOException {
    if (targetBytes < 1) {
      throw new IllegalArgumentException("splits of " + targetBytes + " bytes: at least 1");
    }
    // Rows are counted from the first one on that matches.
    boolean isOnePart = options.offset() > 0 && !isCounted;
    List<ParquetSplit> splits = new ArrayList<>();
    ParquetFooter footer = part.file().footer().get();
    int from = 0;
    long bytes = 0;
    for (int to = 1; to <= part.rowGroups().size(); to++) {
      bytes += part.rowGroups().get(to - 1).bytes;
      boolean isLast = to == part.rowGroups().size();
      if (isLast || (!isOnePart && bytes + part.rowGroups().get(to).bytes > targetBytes)) {
        splits.add(split(part, footer, part.rowGroups().subList(from, to)));
        from = to;
        bytes = 0;
      }
    }
    return splits;
  }

  private ParquetSplit split(Part part, ParquetFooter footer, List<PlannedRowGroup> rowGroups) {
    ParquetReadOptions own = part.options(rowGroups, isCounted || isByPages);
    own = isCounted ? own.withOffset(0).withLimit(Long.MAX_VALUE) : own;
    FilePlan plan = part.plan().withFilter(footer.footer(), own.filter(), target);
    return new ParquetSplit(
        part.file().versioned(), own, schema, FooterOfSplit.of(footer, plan, own, part));
  }
}
