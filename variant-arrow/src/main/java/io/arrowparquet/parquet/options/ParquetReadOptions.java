// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static io.arrowparquet.storage.internal.OptionValues.atLeast;
import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.internal.OptionValues;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What to read of a file, and how. Immutable; threads may share one. Each {@code with} method gives
 * a changed copy, and says what its option means.
 */
public final class ParquetReadOptions {
  private final Values values;

  private ParquetReadOptions(Values values) {
    this.values = values;
  }

  /** Everything, with all that saves work and all checks. */
  public static ParquetReadOptions defaults() {
    return new ParquetReadOptions(new Values());
  }

  /**
   * Dotted paths of the columns to read: of a column, or of a group for all columns below it; none
   * if the list is empty, null, the default, for all. Names may have dots in them: a path names
   * every column that has it, and a group only if no column has it. Vectors keep the file's order.
   */
  public ParquetReadOptions withColumns(@Nullable List<String> paths) {
    return with(copy -> copy.columns = paths == null ? null : List.copyOf(paths));
  }

  /**
   * Columns, and paths in Variant columns, as texts; they replace {@link #columns} and {@link
   * #variantPaths}.
   *
   * <pre>
   *   column = name                      a column or a group, by dotted path
   *          | prefix "*"                all columns whose path begins so
   *          | variant steps             a path in a Variant column, as a Variant
   *          | variant steps "as" type   the same, cast to a vector of that type
   *   steps  = as VariantPath has them after $: .name, ['any name'], [n]
   *   type   = as ArrowTypeText has it
   * </pre>
   *
   * <p>A path's column is named as it is written, without the type. Columns come first, in the
   * files' order, then paths in the order given.
   *
   * @param schema of what is read, which says where the Variant columns are
   * @param mode how values become the types that are asked for
   * @throws InvalidRequestException if a path or a type cannot be read, saying where
   */
  public ParquetReadOptions withColumns(List<String> texts, Schema schema, ConversionMode mode) {
    return new NamedColumns(schema, mode, values.caseInsensitive).choose(texts, this);
  }

  /**
   * As {@link #withColumns(List, Schema, ConversionMode)}, in one text: what the command line's
   * {@code --columns} takes. Commas that are not in brackets or quotes divide the columns, none of
   * which is empty or named twice.
   */
  public ParquetReadOptions withColumns(String list, Schema schema, ConversionMode mode) {
    return withColumns(splitColumns(list), schema, mode);
  }

  /** The texts of such a list, in its order. */
  public static List<String> splitColumns(String list) {
    return NamedColumns.split(list);
  }

  /**
   * Whether names of columns, in filters, paths and {@link RowColumn#lineage} too, are meant
   * without regard to case; they are exact by default. Vectors have the file's names. Names within
   * Variant values stay exact. Where two columns have a name that is looked for, it is refused.
   * Columns of several files that differ in case alone are one, of the first file's name. Fields of
   * a schema of the caller's meet those of files as its {@link EvolutionRules} say.
   */
  public ParquetReadOptions withCaseInsensitive(boolean ignore) {
    return with(copy -> copy.caseInsensitive = ignore);
  }

  /** Paths of Variant columns to read too; their vectors follow the others in this order. */
  public ParquetReadOptions withVariantPaths(List<VariantProjection> paths) {
    return with(copy -> copy.variantPaths = List.copyOf(paths));
  }

  /** The condition of the rows to read, with skipping or without; null, the default, for all. */
  public ParquetReadOptions withFilter(@Nullable RowFilter predicate) {
    return with(copy -> copy.filter = predicate);
  }

  /** Narrows the filter before each row group; null, the default, for no more than the filter. */
  public ParquetReadOptions withDynamicFilter(@Nullable DynamicFilter narrowing) {
    return with(copy -> copy.dynamicFilter = narrowing);
  }

  /** Numbers of the row groups to read, in this order; null, the default, for all. */
  public ParquetReadOptions withRowGroups(@Nullable List<Integer> numbers) {
    return with(copy -> copy.rowGroups = numbers == null ? null : List.copyOf(numbers));
  }

  /**
   * The rows of the file to read, of those that the filter leaves; null, the default, for all.
   * Numbers that the file does not have are no rows. Pages without such a row are not read where
   * the file has offset indexes and skipping is on.
   */
  public ParquetReadOptions withRows(@Nullable RowPositions rows) {
    return with(copy -> copy.rows = rows);
  }

  /** Rows of the file to leave out: deleted ones; null, the default, for none. */
  public ParquetReadOptions withoutRows(@Nullable RowPositions rows) {
    return with(copy -> copy.withoutRows = rows);
  }

  /**
   * How many rows to pass over at the start, of those that would be read, at least 0; 0 by default.
   * Without a filter they are not read as far as row groups and pages have no other rows.
   */
  public ParquetReadOptions withOffset(long rows) {
    return with(copy -> copy.offset = atLeast("offset", 0, rows));
  }

  /**
   * Most rows to read, after the offset, at least 0; {@link Long#MAX_VALUE} by default. Nothing
   * more is planned or fetched when there are enough.
   */
  public ParquetReadOptions withLimit(long rows) {
    return with(copy -> copy.limit = atLeast("limit", 0, rows));
  }

  /**
   * Columns that are not in the file, of different names; none by default. One of the name of a
   * chosen column of the top level stands in place of it, which is not read; the others come after
   * the columns, before the Variant paths. Filters and paths look at the file's columns.
   */
  public ParquetReadOptions withRowColumns(List<RowColumn> columns) {
    if (columns.stream().map(one -> one.field().getName()).distinct().count() < columns.size()) {
      throw new IllegalArgumentException("two row columns of one name: " + columns);
    }
    return with(copy -> copy.rowColumns = List.copyOf(columns));
  }

  /** Most rows of a batch, at least 1; 16 384 by default. */
  public ParquetReadOptions withBatchSize(int rows) {
    return with(copy -> copy.batchSize = (int) atLeast1("batch size", rows));
  }

  /**
   * About how many bytes the vectors of a batch have at most, at least 1; 32 MiB by default. A
   * batch has fewer rows than its size where rows are long, as estimated, and at least one.
   */
  public ParquetReadOptions withBatchBytes(long bytes) {
    return with(copy -> copy.batchBytes = atLeast1("batch bytes", bytes));
  }

  /**
   * About how many bytes of a row group's pages are held as they are in the file, at least 1; 32
   * MiB by default, and half as many of a local file. A row group that has no more is fetched as a
   * whole. Of a larger one, column chunks are read in pieces, freed as their pages are decoded: at
   * least one of 32 KiB, of a remote file two of 128 KiB, and as much as the longest page.
   */
  public ParquetReadOptions withFetchBytes(long bytes) {
    return with(copy -> copy.fetchBytes = atLeast1("fetch bytes", bytes));
  }

  /**
   * Whether, of a remote file, the next row group is fetched while one is decoded, which is the
   * default without a dynamic filter: as soon as its pages, or the first pieces of them, fit into
   * {@link #fetchBytes} beside what is held; one of more than half of that is read in pieces. A
   * reader of a set begins with the next files too, and holds as many bytes of them again. Scans
   * have {@link ParquetScanOptions#withPrefetch}.
   */
  public ParquetReadOptions withPrefetch(boolean ahead) {
    return with(copy -> copy.prefetch = ahead);
  }

  /**
   * Whether small batches are joined, across row groups and files, until they have half of the rows
   * or bytes of a batch, or the next one does not fit in; they are by default. If not, a batch has
   * rows of one row group. Batches with unions, views or fixed-size lists are never joined.
   */
  public ParquetReadOptions withFilledBatches(boolean fill) {
    return with(copy -> copy.filledBatches = fill);
  }

  /**
   * Has several threads decode the columns of a batch; the one that reads by default. Scans of sets
   * have threads of their own.
   *
   * @param helpers whose threads decode beside that one, which waits for columns that they have
   *     begun, and for nothing else; stays the caller's. What it throws ends the reader, but for a
   *     {@link java.util.concurrent.RejectedExecutionException}
   * @param most threads that decode at the same time, at least 1
   */
  public ParquetReadOptions withThreads(Executor helpers, int most) {
    Objects.requireNonNull(helpers, "helpers");
    return with(
        copy -> {
          copy.executor = helpers;
          copy.threads = (int) atLeast1("threads", most);
        });
  }

  /** Dotted paths of groups that are Variants although the file does not say so. */
  public ParquetReadOptions withVariantColumns(Set<String> paths) {
    return with(copy -> copy.variantColumns = Set.copyOf(paths));
  }

  /**
   * Whether row groups, pages and column chunks are left unread where statistics, page indexes,
   * Bloom filters or dictionaries prove that no row needs them, and columns beside the filter's
   * decoded only for rows that it leaves; they are by default. Statistics that contradict each
   * other, or that their writer is known to get wrong, prove nothing; turn it off for files whose
   * statistics are all wrong alike.
   */
  public ParquetReadOptions withSkipping(boolean skip) {
    return with(copy -> copy.skipping = skip);
  }

  /** What skipping may use besides the statistics in the footer; everything by default. */
  public ParquetReadOptions withSkippingSteps(Set<SkippingStep> steps) {
    return with(copy -> copy.skippingSteps = Set.copyOf(steps));
  }

  /** Whether damaged indexes and Bloom filters are refused; else they are diagnostics alone. */
  public ParquetReadOptions withStrict(boolean refuse) {
    return with(copy -> copy.strict = refuse);
  }

  /** Whether the CRC of a page is checked where the page has one; it is by default. */
  public ParquetReadOptions withCheckCrc(boolean check) {
    return with(copy -> copy.checkCrc = check);
  }

  /** Most bytes of a decompressed page, by default what an array holds; one of more is corrupt. */
  public ParquetReadOptions withMaxPageBytes(int bytes) {
    return with(copy -> copy.maxPageBytes = (int) atLeast1("page limit", bytes));
  }

  /**
   * Unit of the timestamps read from INT96 columns; null, the default, for that of the file's Arrow
   * schema, or microseconds where it has none. Filters compare in that unit. Finer digits are
   * truncated; a time that the unit cannot hold is an {@link
   * io.arrowparquet.variant.ConversionException} when it is read.
   */
  public ParquetReadOptions withInt96Unit(@Nullable TimeUnit unit) {
    return with(copy -> copy.int96Unit = unit);
  }

  /** Whether INT96 columns without a zone are instants, as for Hive and Spark, or local times. */
  public ParquetReadOptions withInt96Instants(boolean instants) {
    return with(copy -> copy.int96Instants = instants);
  }

  /** Which of Arrow's types vectors have; those of the files' schemas by default. */
  public ParquetReadOptions withTypes(VectorTypes vectors) {
    return with(copy -> copy.types = vectors);
  }

  /** Whether a column chunk's second encoding is read where it has one; it is by default. */
  public ParquetReadOptions withSecondEncodings(boolean use) {
    return with(copy -> copy.secondEncodings = use);
  }

  /**
   * Whether native libraries decompress pages where they load, which is the default: zstd-jni where
   * it is on the class path, the machine's libdeflate on JDK 22 or newer where native access is
   * enabled for this library. {@code ParquetArrowReader.statistics} says which did.
   */
  public ParquetReadOptions withNativeCodecs(boolean use) {
    return with(copy -> copy.nativeCodecs = use);
  }

  /**
   * Keys of encrypted files; null, the default, to read what is in plain text. A column whose key
   * is not to be had is an {@link UnsupportedColumnException} if it is asked for. A footer that is
   * handed in is to be read with the keys too, {@code FooterReader.withDecryption}, for statistics
   * of encrypted columns. Footers that are decrypted are not put into caches and splits.
   */
  public ParquetReadOptions withDecryption(@Nullable DecryptionKeys keys) {
    return with(copy -> copy.decryption = keys);
  }

  /** Is called with what is read and what is not; null, the default, for none. */
  public ParquetReadOptions withListener(@Nullable ReadListener called) {
    return with(copy -> copy.listener = called);
  }

  public @Nullable List<String> columns() {
    return values.columns;
  }

  public boolean caseInsensitive() {
    return values.caseInsensitive;
  }

  public List<VariantProjection> variantPaths() {
    return values.variantPaths;
  }

  public @Nullable RowFilter filter() {
    return values.filter;
  }

  public @Nullable DynamicFilter dynamicFilter() {
    return values.dynamicFilter;
  }

  public @Nullable List<Integer> rowGroups() {
    return values.rowGroups;
  }

  public @Nullable RowPositions rows() {
    return values.rows;
  }

  public @Nullable RowPositions withoutRows() {
    return values.withoutRows;
  }

  public List<RowColumn> rowColumns() {
    return values.rowColumns;
  }

  public long offset() {
    return values.offset;
  }

  public long limit() {
    return values.limit;
  }

  public int batchSize() {
    return values.batchSize;
  }

  public long batchBytes() {
    return values.batchBytes;
  }

  public long fetchBytes() {
    return values.fetchBytes;
  }

  public boolean prefetch() {
    return values.prefetch;
  }

  public Executor executor() {
    return values.executor;
  }

  public int threads() {
    return values.threads;
  }

  public boolean filledBatches() {
    return values.filledBatches;
  }

  public Set<String> variantColumns() {
    return values.variantColumns;
  }

  public boolean skipping() {
    return values.skipping;
  }

  public Set<SkippingStep> skippingSteps() {
    return values.skippingSteps;
  }

  /** Whether skipping is on, and with this step. */
  public boolean skipsBy(SkippingStep step) {
    return values.skipping && values.skippingSteps.contains(step);
  }

  public boolean strict() {
    return values.strict;
  }

  public boolean checkCrc() {
    return values.checkCrc;
  }

  public int maxPageBytes() {
    return values.maxPageBytes;
  }

  public @Nullable TimeUnit int96Unit() {
    return values.int96Unit;
  }

  public boolean int96Instants() {
    return values.int96Instants;
  }

  public VectorTypes types() {
    return values.types;
  }

  public boolean secondEncodings() {
    return values.secondEncodings;
  }

  public boolean nativeCodecs() {
    return values.nativeCodecs;
  }

  public @Nullable DecryptionKeys decryption() {
    return values.decryption;
  }

  public @Nullable ReadListener listener() {
    return values.listener;
  }

  @Override
  public String toString() {
    return values.toString();
  }

  private ParquetReadOptions with(Consumer<Values> change) {
    return new ParquetReadOptions(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private List<String> columns;
    private boolean caseInsensitive;
    private List<VariantProjection> variantPaths = List.of();
    private RowFilter filter;
    private DynamicFilter dynamicFilter;
    private List<Integer> rowGroups;
    private RowPositions rows;
    private RowPositions withoutRows;
    private List<RowColumn> rowColumns = List.of();
    private long offset;
    private long limit = Long.MAX_VALUE;
    private int batchSize = 16 * 1024;
    private long batchBytes = 32L << 20;
    private long fetchBytes = 32L << 20;
    private boolean prefetch = true;
    private boolean filledBatches = true;
    private Executor executor = Runnable::run;
    private int threads = 1;
    private Set<String> variantColumns = Set.of();
    private boolean skipping = true;
    private Set<SkippingStep> skippingSteps = Set.of(SkippingStep.values());
    private boolean strict;
    private boolean checkCrc = true;
    private int maxPageBytes = Integer.MAX_VALUE - 16;
    private TimeUnit int96Unit;
    private boolean int96Instants;
    private VectorTypes types = VectorTypes.defaults();
    private boolean secondEncodings = true;
    private boolean nativeCodecs = true;
    private DecryptionKeys decryption;
    private ReadListener listener;

    @Override
    public String toString() {
      StringJoiner text = new StringJoiner(", ", "ParquetReadOptions[", "]");
      try {
        for (Field field : Values.class.getDeclaredFields()) {
          text.add(field.getName() + "=" + field.get(this));
        }
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
      return text.toString();
    }
  }

  /** What proves besides the footer that rows need not be read, in the order of being tried. */
  public enum SkippingStep {
    /** Bounds and null counts of pages. */
    PAGE_INDEXES,
    /** Bloom filters, for equality with single values. */
    BLOOM_FILTERS,
    /** Dictionaries that have every value of a column chunk, for all comparisons. */
    DICTIONARIES,
    /** Decoding the filter's columns first, and others only for the rows that are left. */
    LATE_DECODING
  }
}
