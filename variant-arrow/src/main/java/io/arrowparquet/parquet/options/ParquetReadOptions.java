// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.arrow.vector.types.TimeUnit;

/**
 * What to read of a file, and how. Immutable; threads may share one. Each {@code with} method gives
 * a changed copy.
 *
 * @param columns dotted paths of the columns to read: of a column, or of a group for all columns
 *     below it; null for all columns. Names may have dots in them: a path names every column that
 *     has it, and a group only if no column has it. Vectors keep the file's order
 * @param variantPaths paths of Variant columns to read as columns of their own; their vectors
 *     follow the others in this order
 * @param filter the condition for a row to be read; null for all rows. Batches hold exactly the
 *     rows for which it is true, with skipping or without
 * @param dynamicFilter narrows {@code filter} before each row group; null for none
 * @param rowGroups numbers of the row groups to read, in this order; null for all
 * @param batchSize most rows of a batch, at least 1
 * @param batchBytes about how many bytes the vectors of a batch have at most, at least 1: a batch
 *     has fewer rows than {@code batchSize} where rows are long. How long they are is estimated
 *     from the footer and from the rows decoded so far. A batch has at least one row
 * @param fetchBytes about how many bytes of a row group's pages are held as they are in the file,
 *     at least 1; half as many of a local file, where holding more is no faster. A row group that
 *     has no more is fetched as a whole. Of a larger one, column chunks are read in pieces, which
 *     are freed as their pages are decoded; those of a remote file are fetched ahead. Each column
 *     chunk takes a piece of at least 32 KiB, of a remote file two of 128 KiB, and as much as its
 *     longest page: with hundreds of columns of a remote file, more bytes make larger pieces and so
 *     fewer requests
 * @param prefetch whether, of a remote file, the next row group is fetched while one is decoded: as
 *     soon as its pages, or the first pieces of them, fit into {@code fetchBytes} beside what is
 *     held. A row group of more than half of {@code fetchBytes} is read in pieces then. Not done
 *     with a dynamic filter, which is asked when the rows before have been read. A reader of a set
 *     begins with the next files too, as soon as it is at the last row group of one, and holds as
 *     many bytes of them again. Scans of sets by several threads fetch ahead as {@link
 *     ScanOptions#prefetch} says
 * @param filledBatches whether small batches are joined, across row groups and files, until they
 *     have half of {@code batchSize} or {@code batchBytes}, or the next one does not fit in. If
 *     not, a batch has rows of one row group only and comes as soon as it is decoded. Batches with
 *     vectors of a union, view or fixed-size list type are never joined
 * @param variantColumns dotted paths of groups that are Variants although the file does not say so
 * @param skipping whether row groups, pages and column chunks are left unread where the file's
 *     statistics, page indexes, Bloom filters or dictionaries prove that no row needs them, and
 *     columns that the filter does not look at decoded only for rows that it leaves. Statistics
 *     that contradict each other, or that their writer is known to get wrong, prove nothing, and
 *     rows are the same without skipping; turn it off for files whose statistics are all wrong
 *     alike
 * @param skippingSteps what may be used of that, besides the statistics in the footer
 * @param strict whether a page index or a Bloom filter that is damaged is an exception, instead of
 *     a reason to read what it would have left unread; {@code ParquetArrowReader.diagnostics} says
 *     which were passed over
 * @param checkCrc whether the CRC of a page is checked where the page has one
 * @param maxPageBytes most bytes of a decompressed page; a page whose header says more is corrupt
 * @param int96Unit unit of the timestamps read from INT96 columns; null for that of the file's
 *     Arrow schema, or microseconds where it has none. Filters compare in that unit. Finer digits
 *     are truncated; a time that the unit cannot hold, as nanoseconds cannot after the year 2262,
 *     is an {@link io.arrowparquet.variant.ConversionException} when it is read
 * @param secondEncodings whether pages are read in a column chunk's second encoding where it has
 *     one that can be read; {@link ParquetWriteOptions.Builder#duplicateEncoding} makes them
 * @param nativeCodecs whether Snappy and Zstandard pages are decompressed by the native libraries
 *     snappy-java and zstd-jni where these are on the class path and load; otherwise, and without
 *     them, pure Java does it. {@code ParquetArrowReader.statistics} says which did
 * @param listener is called with what is read and what is not; null for none
 */
public record ParquetReadOptions(
    List<String> columns,
    List<VariantProjection> variantPaths,
    Predicate filter,
    DynamicFilter dynamicFilter,
    List<Integer> rowGroups,
    int batchSize,
    long batchBytes,
    long fetchBytes,
    boolean prefetch,
    boolean filledBatches,
    Set<String> variantColumns,
    boolean skipping,
    Set<SkippingStep> skippingSteps,
    boolean strict,
    boolean checkCrc,
    int maxPageBytes,
    TimeUnit int96Unit,
    boolean secondEncodings,
    boolean nativeCodecs,
    ReadListener listener) {

  /** Default of {@code batchSize}. */
  public static final int DEFAULT_BATCH_SIZE = 16 * 1024;

  /** Default of {@code batchBytes}: 32 MiB. */
  public static final long DEFAULT_BATCH_BYTES = 32L << 20;

  /** Default of {@code fetchBytes}: 32 MiB. */
  public static final long DEFAULT_FETCH_BYTES = 32L << 20;

  /** Default of {@code maxPageBytes}: what an array can hold. */
  public static final int DEFAULT_MAX_PAGE_BYTES = Integer.MAX_VALUE - 16;

  /** Everything, with default sizes and all checks. */
  public static final ParquetReadOptions ALL =
      new ParquetReadOptions(
          null,
          List.of(),
          null,
          null,
          null,
          DEFAULT_BATCH_SIZE,
          DEFAULT_BATCH_BYTES,
          DEFAULT_FETCH_BYTES,
          true,
          true,
          Set.of(),
          true,
          EnumSet.allOf(SkippingStep.class),
          false,
          true,
          DEFAULT_MAX_PAGE_BYTES,
          null,
          true,
          true,
          null);

  /** Checks the numbers and copies the collections. */
  public ParquetReadOptions {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batch size " + batchSize + ": at least 1");
    }
    if (batchBytes < 1) {
      throw new IllegalArgumentException("batch of " + batchBytes + " bytes: at least 1");
    }
    if (fetchBytes < 1) {
      throw new IllegalArgumentException("fetching " + fetchBytes + " bytes: at least 1");
    }
    if (maxPageBytes < 1) {
      throw new IllegalArgumentException("page limit " + maxPageBytes + ": at least 1");
    }
    columns = columns == null ? null : List.copyOf(columns);
    variantPaths = List.copyOf(variantPaths);
    rowGroups = rowGroups == null ? null : List.copyOf(rowGroups);
    variantColumns = Set.copyOf(variantColumns);
    skippingSteps = Set.copyOf(skippingSteps);
  }

  /** Reads these columns only, none if the list is empty; null for all. */
  public ParquetReadOptions withColumns(List<String> paths) {
    return with(copy -> copy.columns = paths);
  }

  /** Reads these paths too, each as a column of its own. */
  public ParquetReadOptions withVariantPaths(List<VariantProjection> paths) {
    return with(copy -> copy.variantPaths = paths);
  }

  /** Reads only rows for which this is true; null for all. */
  public ParquetReadOptions withFilter(Predicate predicate) {
    return with(copy -> copy.filter = predicate);
  }

  /**
   * Narrows the filter by what is known before each row group; null for no more than the filter.
   */
  public ParquetReadOptions withDynamicFilter(DynamicFilter narrowing) {
    return with(copy -> copy.dynamicFilter = narrowing);
  }

  /** Reads these row groups only; null for all. */
  public ParquetReadOptions withRowGroups(List<Integer> numbers) {
    return with(copy -> copy.rowGroups = numbers);
  }

  /** Gives batches of at most this many rows. */
  public ParquetReadOptions withBatchSize(int rows) {
    return with(copy -> copy.batchSize = rows);
  }

  /** Gives batches of about this many bytes at most. */
  public ParquetReadOptions withBatchBytes(long bytes) {
    return with(copy -> copy.batchBytes = bytes);
  }

  /** Holds about this many bytes of a row group's pages at most. */
  public ParquetReadOptions withFetchBytes(long bytes) {
    return with(copy -> copy.fetchBytes = bytes);
  }

  /** Fetches row groups of remote files ahead, or not. */
  public ParquetReadOptions withPrefetch(boolean ahead) {
    return with(copy -> copy.prefetch = ahead);
  }

  /** Joins small batches, or gives them as they are decoded. */
  public ParquetReadOptions withFilledBatches(boolean fill) {
    return with(copy -> copy.filledBatches = fill);
  }

  /** Takes these groups for Variants even without the annotation. */
  public ParquetReadOptions withVariantColumns(Set<String> paths) {
    return with(copy -> copy.variantColumns = paths);
  }

  /** Whether anything is left unread that no row needs. */
  public ParquetReadOptions withSkipping(boolean skip) {
    return with(copy -> copy.skipping = skip);
  }

  /** Uses these, besides statistics, to leave things unread. */
  public ParquetReadOptions withSkippingSteps(Set<SkippingStep> steps) {
    return with(copy -> copy.skippingSteps = steps);
  }

  /** Whether skipping is on, and with this step. */
  public boolean skipsBy(SkippingStep step) {
    return skipping && skippingSteps.contains(step);
  }

  /** Refuses page indexes that are damaged, or passes over them. */
  public ParquetReadOptions withStrict(boolean refuse) {
    return with(copy -> copy.strict = refuse);
  }

  /** Checks CRCs, or not. */
  public ParquetReadOptions withCheckCrc(boolean check) {
    return with(copy -> copy.checkCrc = check);
  }

  /** Refuses pages of more decompressed bytes than this. */
  public ParquetReadOptions withMaxPageBytes(int bytes) {
    return with(copy -> copy.maxPageBytes = bytes);
  }

  /** Reads INT96 columns as timestamps of this unit; null for what the file says. */
  public ParquetReadOptions withInt96Unit(TimeUnit unit) {
    return with(copy -> copy.int96Unit = unit);
  }

  /** Reads second encodings of column chunks, or not. */
  public ParquetReadOptions withSecondEncodings(boolean use) {
    return with(copy -> copy.secondEncodings = use);
  }

  /** Decompresses with native libraries where they load, or with pure Java in any case. */
  public ParquetReadOptions withNativeCodecs(boolean use) {
    return with(copy -> copy.nativeCodecs = use);
  }

  /** Calls this listener; null for none. */
  public ParquetReadOptions withListener(ReadListener called) {
    return with(copy -> copy.listener = called);
  }

  private ParquetReadOptions with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.options();
  }

  /** The components, of which one is changed. */
  private static final class Copy {
    private List<String> columns;
    private List<VariantProjection> variantPaths;
    private Predicate filter;
    private DynamicFilter dynamicFilter;
    private List<Integer> rowGroups;
    private int batchSize;
    private long batchBytes;
    private long fetchBytes;
    private boolean prefetch;
    private boolean filledBatches;
    private Set<String> variantColumns;
    private boolean skipping;
    private Set<SkippingStep> skippingSteps;
    private boolean strict;
    private boolean checkCrc;
    private int maxPageBytes;
    private TimeUnit int96Unit;
    private boolean secondEncodings;
    private boolean nativeCodecs;
    private ReadListener listener;

    Copy(ParquetReadOptions from) {
      columns = from.columns;
      variantPaths = from.variantPaths;
      filter = from.filter;
      dynamicFilter = from.dynamicFilter;
      rowGroups = from.rowGroups;
      batchSize = from.batchSize;
      batchBytes = from.batchBytes;
      fetchBytes = from.fetchBytes;
      prefetch = from.prefetch;
      filledBatches = from.filledBatches;
      variantColumns = from.variantColumns;
      skipping = from.skipping;
      skippingSteps = from.skippingSteps;
      strict = from.strict;
      checkCrc = from.checkCrc;
      maxPageBytes = from.maxPageBytes;
      int96Unit = from.int96Unit;
      secondEncodings = from.secondEncodings;
      nativeCodecs = from.nativeCodecs;
      listener = from.listener;
    }

    ParquetReadOptions options() {
      return new ParquetReadOptions(
          columns,
          variantPaths,
          filter,
          dynamicFilter,
          rowGroups,
          batchSize,
          batchBytes,
          fetchBytes,
          prefetch,
          filledBatches,
          variantColumns,
          skipping,
          skippingSteps,
          strict,
          checkCrc,
          maxPageBytes,
          int96Unit,
          secondEncodings,
          nativeCodecs,
          listener);
    }
  }
}
