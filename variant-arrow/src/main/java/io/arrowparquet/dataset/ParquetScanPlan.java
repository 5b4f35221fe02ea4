// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.ScanPlanning.Part;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ChunkRuns;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.internal.FileIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
  private final long rowGroupsLeftOut;

  /** Whether the plan knows each row, or pages without a matching row are not in it. */
  private final boolean choosesRows;

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
   * @param isWhole whether the filter is known to be true for all of them
   * @param bytes of the columns' chunks
   */
  public record PlannedRowGroup(int number, RowPositions possible, boolean isWhole, long bytes) {}

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

  private ParquetScanPlan(
      ParquetScanPlan of, List<Part> parts, long rowGroupsLeftOut, boolean choosesRows) {
    this.options = of.options;
    this.schema = of.schema;
    this.target = of.target;
    this.parts = parts.stream().filter(part -> !part.rowGroups().isEmpty()).toList();
    this.rowGroupsLeftOut = rowGroupsLeftOut;
    this.choosesRows = choosesRows;
  }

  private ParquetScanPlan(ParquetFileSet files, ParquetReadOptions options) throws IOException {
    if (files.definition().files().size() > 1
        && (options.rowGroups() != null || options.offset() > 0)) {
      throw new InvalidRequestException(
          "row groups by number, or an offset, of several files: plan each by itself", null);
    }
    this.options = options;
    this.schema = files.definition().readerSchema(options.withRowGroups(null).withOffset(0));
    this.target = SplitFiles.target(schema);
    boolean isExact = options.filter() == null && options.dynamicFilter() == null;
    this.choosesRows = isExact && (options.offset() > 0 || options.limit() < Long.MAX_VALUE);
    ScanPlanning planning = new ScanPlanning(options, target, isExact);
    for (int file = 0; file < files.definition().files().size(); file++) {
      planning.add(
          files.definition().files().get(file), files.definition().optionsOf(file, options));
    }
    this.parts = planning.parts();
    this.rowGroupsLeftOut = planning.leftOut();
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
    return new ParquetScanPlan(files, options);
  }

  /**
   * Plans the files of a bundle, without a look at them: the set that {@link
   * ParquetFileSet#open(FooterBundle, BundleFolder, BundleTrust, ParquetReadOptions, ReaderSchema,
   * java.util.function.Consumer)} makes with {@link BundleTrust#CATALOG}. {@link BundlePlan} says
   * which row groups these are without putting footers together.
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
    return of(
        schema == null
            ? ParquetFileSet.open(bundle, folder, trust, options, found -> {})
            : ParquetFileSet.open(bundle, folder, trust, options, schema, found -> {}),
        options);
  }

  /** The files with rows to read, in the order of reading. */
  public List<PlannedFile> files() {
    return parts.stream()
        .map(part -> new PlannedFile(entry(part.file()), part.rowGroups()))
        .toList();
  }

  /** How many row groups of the files need not be read; those of a bundle's plan come on top. */
  public long rowGroupsLeftOut() {
    return rowGroupsLeftOut;
  }

  /** The schema that splits are read into; null if it is the files' own. */
  public @Nullable ReaderSchema schema() {
    return schema;
  }

  /** With the time of change as its version where it is local, which a set compares by itself. */
  private static SourceEntry entry(SetFile file) {
    SourceEntry entry = file.entry();
    return file.place() instanceof SetFile.Place.Local local
        ? new SourceEntry(
            entry.uri(),
            entry.length(),
            new FileIdentity(entry.length(), local.modified(), null).toString())
        : entry;
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

  /** Bytes of all chunks that are planned; of pages that turn out not to be needed, too. */
  public long bytes() {
    return parts.stream()
        .flatMap(part -> part.rowGroups().stream())
        .mapToLong(PlannedRowGroup::bytes)
        .sum();
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
    long most =
        parts.stream()
            .flatMap(part -> part.rowGroups().stream())
            .mapToLong(PlannedRowGroup::bytes)
            .max()
            .orElse(0);
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
        options.dynamicFilter() == null
            && parts.stream()
                .flatMap(part -> part.rowGroups().stream())
                .allMatch(PlannedRowGroup::isWhole);
    long count =
        parts.stream()
            .flatMap(part -> part.rowGroups().stream())
            .mapToLong(rowGroup -> rowGroup.possible().count())
            .sum();
    boolean isCut = options.offset() > 0 || options.limit() < Long.MAX_VALUE;
    if (isCut && !choosesRows) {
      count = Math.min(Math.max(0, count - options.offset()), options.limit());
    }
    boolean areWhole = isExact && (!isCut || choosesRows);
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
      throw new InvalidRequestException("a range of bytes of " + parts.size() + " files", null);
    }
    List<Part> found = new ArrayList<>();
    long leftOut = rowGroupsLeftOut;
    for (Part part : parts) {
      FlatFooter footer = part.file().footer().get().footer();
      List<PlannedRowGroup> inRange = new ArrayList<>();
      for (PlannedRowGroup rowGroup : part.rowGroups()) {
        long middle = middle(footer, rowGroup.number);
        if (middle >= start && middle < end) {
          inRange.add(rowGroup);
        }
      }
      leftOut += part.rowGroups().size() - inRange.size();
      found.add(part.with(inRange));
    }
    return new ParquetScanPlan(this, found, leftOut, choosesRows);
  }

  private static long middle(FlatFooter footer, int number) {
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
      bytes = ScanPlanning.bytes(footer, number, all);
    }
    return first + bytes / 2;
  }

  /**
   * The plan in parts that workers read, each of one file, with the footer of its columns. A file
   * is cut where its row groups come to so many bytes; the filter of a split has no condition that
   * is known to be true for all of its rows.
   *
   * @param targetBytes of the columns' chunks, at least 1; a split has at least one row group
   * @throws IOException if a footer is not in memory any more, and cannot be read
   */
  public List<ParquetSplit> splits(long targetBytes) throws IOException {
    if (targetBytes < 1) {
      throw new IllegalArgumentException("splits of " + targetBytes + " bytes: at least 1");
    }
    // Rows are counted from the first one on that matches.
    boolean isOnePart = options.offset() > 0 && !choosesRows;
    List<ParquetSplit> splits = new ArrayList<>();
    for (Part part : parts) {
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
    }
    return splits;
  }

  private ParquetSplit split(Part part, ParquetFooter footer, List<PlannedRowGroup> rowGroups) {
    List<Integer> numbers = rowGroups.stream().map(PlannedRowGroup::number).toList();
    List<RowFilter> conditions = Part.conditions(part.options());
    RowFilter rest = null;
    for (int i = 0; i < conditions.size(); i++) {
      if (!numbers.stream().allMatch(part.certain().get(i)::get)) {
        rest = rest == null ? conditions.get(i) : rest.and(conditions.get(i));
      }
    }
    ParquetReadOptions own = part.options().withRowGroups(numbers).withFilter(rest);
    if (choosesRows) {
      LongStream.Builder rows = LongStream.builder();
      rowGroups.stream()
          .sorted(Comparator.comparing(PlannedRowGroup::number))
          .forEach(
              rowGroup ->
                  rowGroup.possible.forEachRange(
                      0, Long.MAX_VALUE, (start, end) -> rows.add(start).add(end)));
      own = own.withRows(RowPositions.ofRanges(rows.build().toArray()));
      own = options.filter() == null ? own.withOffset(0).withLimit(Long.MAX_VALUE) : own;
    }
    FilePlan plan = SplitFiles.plan(footer, own, target);
    return new ParquetSplit(entry(part.file()), own, schema, FooterOfSplit.of(footer, plan, own));
  }
}
