// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.storage.internal.OptionValues;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.value.VariantPath;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * How a file is written. Immutable; threads may share one. Each {@code with} method gives a changed
 * copy, and says what its option means.
 *
 * <p>Paths are dotted and name the group or column in the file: {@code event}, {@code
 * order.items.list.element}.
 */
public final class ParquetWriteOptions {
  private static final int LEAST_PAGE_BYTES = 1024;

  private final Values values;

  private ParquetWriteOptions(Values values) {
    this.values = values;
  }

  /** Snappy, usual sizes, statistics and checksums; no Bloom filter, no FlatBuffers footer. */
  public static ParquetWriteOptions defaults() {
    return new ParquetWriteOptions(new Values());
  }

  /** How a Variant column is to be shredded. */
  public sealed interface Shredding {
    /** By a schema that is given. */
    record Given(Field schema, ShredMode mode) implements Shredding {}

    /** By a schema that fits the first batch. */
    record Inferred(InferShreddingOptions options) implements Shredding {}

    /** Not at all. */
    record None() implements Shredding {}
  }

  /**
   * Compresses pages so: UNCOMPRESSED, SNAPPY (the default), GZIP, ZSTD, LZ4_RAW, LZ4 or, where
   * brotli4j is on the class path, BROTLI.
   */
  public ParquetWriteOptions withCodec(ParquetCodec codec) {
    return withAllColumns(ColumnOptions.defaults().withCodec(codec));
  }

  /** As {@link ColumnOptions#withCompressionLevel}, of all columns. */
  public ParquetWriteOptions withCompressionLevel(int level) {
    return withAllColumns(ColumnOptions.defaults().withCompressionLevel(level));
  }

  /**
   * How all columns are written that are not named: what is set there changes, the rest stays as it
   * was. By default SNAPPY, dictionaries of up to 1 MiB, bounds of up to 64 bytes, and Bloom
   * filters of FPP 0.01 for columns that have one.
   */
  public ParquetWriteOptions withAllColumns(ColumnOptions options) {
    return with(copy -> copy.allColumns = options.over(copy.allColumns));
  }

  /**
   * How one column is written, or all columns below a group: what is set there changes, the rest
   * stays as it was. Of a column and the groups that it is in, the inner one counts. A path that
   * the file does not have is refused when the file is opened, unless it is in a Variant, whose
   * columns depend on its shredding.
   *
   * @param path in the file: {@code order.items.list.element}; of a shredded Variant {@code
   *     event.typed_value.name.typed_value}
   */
  public ParquetWriteOptions withColumn(String path, ColumnOptions options) {
    ColumnOptions before = values.columns.getOrDefault(path, ColumnOptions.defaults());
    return with(copy -> copy.columns = and(copy.columns, path, options.over(before)));
  }

  /**
   * How the columns are written that a path of a Variant is shredded to, if it is: {@code value}
   * and {@code typed_value} there and below.
   *
   * @param column path of the Variant group
   * @param path such as {@code $.a.b}; any element for those of its array
   */
  public ParquetWriteOptions withColumn(String column, VariantPath path, ColumnOptions options) {
    StringBuilder group = new StringBuilder(column);
    for (VariantPath.Step step : path.steps()) {
      group.append(".typed_value.").append(step.isField() ? step.name() : "list.element");
    }
    return withColumn(group.toString(), options);
  }

  /** Ends a row group when it has about this many bytes, encoded; 128 MiB by default. */
  public ParquetWriteOptions withRowGroupBytes(long bytes) {
    return with(copy -> copy.rowGroupBytes = atLeast1("row group bytes", bytes));
  }

  /** Ends a row group when it has this many rows; unlimited by default. */
  public ParquetWriteOptions withRowGroupRows(long rows) {
    return with(copy -> copy.rowGroupRows = atLeast1("row group rows", rows));
  }

  /**
   * Ends a page when it has about this many bytes, encoded; 1 MiB by default, from 1 KiB to 512
   * MiB.
   */
  public ParquetWriteOptions withPageBytes(int bytes) {
    if (bytes < LEAST_PAGE_BYTES) {
      throw new IllegalArgumentException("page bytes " + bytes + ": at least " + LEAST_PAGE_BYTES);
    }
    return with(copy -> copy.pageBytes = bytes);
  }

  /** Ends a page when it has about this many rows; 20 000 by default. */
  public ParquetWriteOptions withPageRows(int rows) {
    return with(copy -> copy.pageRows = (int) atLeast1("page rows", rows));
  }

  /**
   * Ends pages where their content says too, so that equal rows give equal pages; null, the
   * default, by their size alone. Each column holds 48 KiB for it.
   */
  public ParquetWriteOptions withPageCuts(@Nullable PageCuts cuts) {
    return with(copy -> copy.pageCuts = cuts);
  }

  /** Writes data pages of version 2, with delta encodings; version 1 by default. */
  public ParquetWriteOptions withDataPageV2(boolean use) {
    return with(copy -> copy.dataPageV2 = use);
  }

  /** Whether repeated values may go into dictionaries; they may by default. */
  public ParquetWriteOptions withDictionary(boolean use) {
    return withAllColumns(ColumnOptions.defaults().withDictionary(use));
  }

  /**
   * Where the dictionaries of encoded fields are, filled; null, the default, if there are none.
   * Borrowed as long as a writer of these options is open.
   */
  public ParquetWriteOptions withDictionaries(@Nullable DictionaryProvider provider) {
    return with(copy -> copy.dictionaries = provider);
  }

  /** Whether pages get CRCs; they do by default. */
  public ParquetWriteOptions withPageChecksums(boolean write) {
    return with(copy -> copy.pageChecksums = write);
  }

  /** What is said of the values of all columns; by default counts, and bounds of up to 64 bytes. */
  public ParquetWriteOptions withStatistics(StatisticsMode mode) {
    return withAllColumns(ColumnOptions.defaults().withStatistics(mode));
  }

  /** Keeps at most this many bytes of the bounds of texts and binaries, at least 1. */
  public ParquetWriteOptions withStatisticsBytes(int bytes) {
    return withStatistics(StatisticsMode.truncate(bytes));
  }

  /** Gives one more column a Bloom filter; none has one by default. */
  public ParquetWriteOptions withBloomFilter(String column) {
    return withColumn(column, ColumnOptions.defaults().withBloomFilter(true));
  }

  /**
   * Names the program in the footer; by default it is {@code arrowparquet} and its version. Readers
   * go by it where they know bugs of a program.
   */
  public ParquetWriteOptions withCreatedBy(String program) {
    return with(copy -> copy.createdBy = Objects.requireNonNull(program));
  }

  /** Adds a key and its value to the footer, beside those of the schema's metadata. */
  public ParquetWriteOptions withKeyValue(String key, String value) {
    return with(copy -> copy.keyValues = and(copy.keyValues, key, value));
  }

  /**
   * Whether the footer holds the Arrow schema too, from which readers know large strings, time
   * zones, durations and the fields' metadata again; it does by default.
   */
  public ParquetWriteOptions withArrowSchema(boolean keep) {
    return with(copy -> copy.arrowSchema = keep);
  }

  /** As {@link #withShredding(String, Field, ShredMode)}, in {@link ShredMode#LENIENT}. */
  public ParquetWriteOptions withShredding(String path, Field schema) {
    return withShredding(path, schema, ShredMode.LENIENT);
  }

  /**
   * Shreds a Variant column; by default its form is that of the vectors.
   *
   * @param path of the Variant group
   * @param schema the Arrow type, as {@link io.arrowparquet.variant.kernel.shred.VariantShred}
   *     takes it
   */
  public ParquetWriteOptions withShredding(String path, Field schema, ShredMode mode) {
    return withShredding(path, new Shredding.Given(schema, Objects.requireNonNull(mode)));
  }

  /** Shreds a Variant column as fits the rows of the first batch that is written. */
  public ParquetWriteOptions withInferredShredding(String path, InferShreddingOptions options) {
    return withShredding(path, new Shredding.Inferred(Objects.requireNonNull(options)));
  }

  /** Writes a Variant column unshredded, also where its vectors are shredded. */
  public ParquetWriteOptions withUnshredded(String path) {
    return withShredding(path, new Shredding.None());
  }

  private ParquetWriteOptions withShredding(String path, Shredding shredding) {
    return with(copy -> copy.shreddings = and(copy.shreddings, path, shredding));
  }

  /**
   * Stores the pages of a FLOAT or DOUBLE column a second time, in an encoding that not every
   * reader knows: at the start of each row group, where an extension of the column's metadata says
   * they are. Other readers read the column as if they were not there. The values of a row group
   * are held in memory until it is full.
   *
   * @param column dotted path of the column in the file
   * @param encoding only ALP so far
   * @throws IllegalArgumentException if it is another encoding
   */
  public ParquetWriteOptions withDuplicateEncoding(String column, ParquetEncoding encoding) {
    if (encoding != ParquetEncoding.ALP) {
      throw new IllegalArgumentException(
          "duplicate encoding " + encoding + " of column " + column + ": choose ALP");
    }
    return with(copy -> copy.duplicateEncodings = and(copy.duplicateEncodings, column, encoding));
  }

  /**
   * Says in the footer that the rows of each row group are sorted; by default nothing is said.
   *
   * @param columns that a value is compared by, the first one first
   * @param check whether a row that is out of order is refused, also by those of the batch before:
   *     {@link io.arrowparquet.storage.InvalidRequestException}. Otherwise the caller is believed
   */
  public ParquetWriteOptions withSortedBy(List<SortColumn> columns, boolean check) {
    return with(
        copy -> {
          copy.sortedBy = List.copyOf(columns);
          copy.checkedOrder = check;
        });
  }

  /**
   * Has several threads encode the columns of a batch; the one that writes by default. Each holds a
   * page and what it is compressed to, beside what the columns hold.
   *
   * @param helpers whose threads encode beside that one, which waits for columns that they have
   *     begun, and for nothing else; stays the caller's. What it throws ends the writer, but for a
   *     {@link java.util.concurrent.RejectedExecutionException}
   * @param most threads that encode at the same time, at least 1. One encodes what needs not much
   *     time, and the columns of one Variant
   */
  public ParquetWriteOptions withThreads(Executor helpers, int most) {
    Objects.requireNonNull(helpers, "helpers");
    return with(
        copy -> {
          copy.executor = helpers;
          copy.threads = (int) atLeast1("threads", most);
        });
  }

  /** Attaches a FlatBuffers footer of this layout; THRIFT, the default, for none. */
  public ParquetWriteOptions withFooter(FooterLayout layout) {
    return with(copy -> copy.footer = layout.orRefuseReadOnly());
  }

  /**
   * Encrypts the file; null, the default, for none. Encrypted columns have data pages of version 1,
   * as readers disagree about others, and no second encoding; the file has no FlatBuffers footer.
   * What {@code WrittenFile} says of columns is not encrypted.
   */
  public ParquetWriteOptions withEncryption(@Nullable FileEncryption encryption) {
    return with(copy -> copy.encryption = encryption);
  }

  /** Whether a file that exists is replaced; by default that is refused. */
  public ParquetWriteOptions withOverwrite(boolean replace) {
    return with(copy -> copy.overwrite = replace);
  }

  /** Options of columns and groups by path, as they were given. */
  public Map<String, ColumnOptions> columns() {
    return values.columns;
  }

  /** The options of all columns that are not named. */
  public ColumnOptions allColumns() {
    return values.allColumns;
  }

  /** The options of a column, with those of groups that it is in and of all columns. */
  public ColumnOptions column(String path) {
    return column(path, ColumnOptions.defaults());
  }

  /**
   * The options of a column.
   *
   * @param ofKind what such columns have where they and their groups are not named
   */
  public ColumnOptions column(String path, ColumnOptions ofKind) {
    ColumnOptions own = ColumnOptions.defaults();
    for (int end = path.length(); end > 0; end = path.lastIndexOf('.', end - 1)) {
      ColumnOptions named = values.columns.get(path.substring(0, end));
      own = named == null ? own : own.or(named);
    }
    return own.or(ofKind).or(values.allColumns);
  }

  public long rowGroupBytes() {
    return values.rowGroupBytes;
  }

  public long rowGroupRows() {
    return values.rowGroupRows;
  }

  public int pageBytes() {
    return values.pageBytes;
  }

  public int pageRows() {
    return values.pageRows;
  }

  /** Null if pages end by their size alone. */
  public @Nullable PageCuts pageCuts() {
    return values.pageCuts;
  }

  public boolean dataPageV2() {
    return values.dataPageV2;
  }

  public @Nullable DictionaryProvider dictionaries() {
    return values.dictionaries;
  }

  public boolean pageChecksums() {
    return values.pageChecksums;
  }

  /** Null for what the writer says of itself. */
  public @Nullable String createdBy() {
    return values.createdBy;
  }

  public Map<String, String> keyValues() {
    return values.keyValues;
  }

  public boolean arrowSchema() {
    return values.arrowSchema;
  }

  public Map<String, Shredding> shreddings() {
    return values.shreddings;
  }

  public Map<String, ParquetEncoding> duplicateEncodings() {
    return values.duplicateEncodings;
  }

  public List<SortColumn> sortedBy() {
    return values.sortedBy;
  }

  /** Whether rows that are out of order are refused. */
  public boolean checkedOrder() {
    return values.checkedOrder;
  }

  public Executor executor() {
    return values.executor;
  }

  public int threads() {
    return values.threads;
  }

  public FooterLayout footer() {
    return values.footer;
  }

  public @Nullable FileEncryption encryption() {
    return values.encryption;
  }

  public boolean overwrite() {
    return values.overwrite;
  }

  private static <V> Map<String, V> and(Map<String, V> map, String key, V value) {
    Map<String, V> more = new LinkedHashMap<>(map);
    more.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
    return Collections.unmodifiableMap(more);
  }

  private ParquetWriteOptions with(Consumer<Values> change) {
    return new ParquetWriteOptions(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private ColumnOptions allColumns =
        ColumnOptions.defaults()
            .withCodec(ParquetCodec.SNAPPY)
            .withDictionary(true)
            .withDictionaryBytes(1 << 20)
            .withStatistics(StatisticsMode.truncate(64))
            .withBloomFilter(false)
            .withBloomFilterFpp(0.01);
    private Map<String, ColumnOptions> columns = Map.of();
    private long rowGroupBytes = 128L << 20;
    private long rowGroupRows = Long.MAX_VALUE;
    private int pageBytes = 1 << 20;
    private int pageRows = 20_000;
    private PageCuts pageCuts;
    private boolean dataPageV2;
    private DictionaryProvider dictionaries;
    private boolean pageChecksums = true;
    private String createdBy;
    private Map<String, String> keyValues = Map.of();
    private boolean arrowSchema = true;
    private Map<String, Shredding> shreddings = Map.of();
    private Map<String, ParquetEncoding> duplicateEncodings = Map.of();
    private List<SortColumn> sortedBy = List.of();
    private boolean checkedOrder;
    private Executor executor = Runnable::run;
    private int threads = 1;
    private FooterLayout footer = FooterLayout.THRIFT;
    private FileEncryption encryption;
    private boolean overwrite;
  }
}
