// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.internal.OptionValues;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a set of files is written. Immutable; threads may share one. Each {@code with} method gives a
 * changed copy, and says what its option means.
 */
public final class SetWriteOptions {
  static final String PART = "{part}";
  static final String UUID = "{uuid}";

  private final Values values;

  private SetWriteOptions(Values values) {
    this.values = values;
  }

  /** Files of about 512 MiB, without partitions. */
  public static SetWriteOptions defaults() {
    return new SetWriteOptions(new Values());
  }

  /** How each file is written. */
  public SetWriteOptions withFiles(ParquetWriteOptions options) {
    return with(copy -> copy.files = Objects.requireNonNull(options));
  }

  /**
   * Columns of the top level whose values name the folders of files, outermost first, as {@link
   * HivePartitions} reads them; files are without them. Of booleans, integers, decimals, dates,
   * timestamps and texts. None by default.
   */
  public SetWriteOptions withPartitionColumns(List<String> names) {
    return with(copy -> copy.partitionColumns = List.copyOf(names));
  }

  /**
   * Whether the rows of a partition come one after another: then one file is open at a time, and a
   * partition that comes again is refused. By default they come in any order.
   */
  public SetWriteOptions withSortedPartitions(boolean sorted) {
    return with(copy -> copy.sortedPartitions = sorted);
  }

  /** Ends a file when it has about this many bytes, at least 1. */
  public SetWriteOptions withFileBytes(long bytes) {
    return with(copy -> copy.fileBytes = atLeast1("file bytes", bytes));
  }

  /** Files open at a time, at least 1; 64 by default. For one more the largest is ended. */
  public SetWriteOptions withOpenFiles(int most) {
    return with(copy -> copy.openFiles = (int) atLeast1("open files", most));
  }

  /**
   * About how many bytes of row groups are held in memory at most, at least 1; 512 MiB by default.
   * Beyond it the file that holds most is ended.
   */
  public SetWriteOptions withMemory(long bytes) {
    return with(copy -> copy.memory = atLeast1("memory", bytes));
  }

  /**
   * Names of files, where <code>{part}</code> becomes their number in the set, from 0 on, and
   * <code>
   * {uuid}</code> a UUID of the set. By default <code>part-{part}-{uuid}.parquet</code>.
   *
   * @throws IllegalArgumentException if there is no <code>{part}</code>, or a slash
   */
  public SetWriteOptions withNames(String pattern) {
    if (!pattern.contains(PART) || pattern.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "names " + pattern + ": expected " + PART + " among them, and no slash");
    }
    return with(copy -> copy.names = pattern);
  }

  /**
   * Writes a bundle of the footers of all files when they are finished; null, the default, for
   * none.
   *
   * @param bundle where no bundle is yet
   * @param folder what the bundle's paths are relative to; reads the footers
   */
  public SetWriteOptions withBundle(@Nullable BundleWriter bundle, BundleFolder folder) {
    return with(
        copy -> {
          copy.bundle = bundle;
          copy.bundleFolder = Objects.requireNonNull(folder);
        });
  }

  public ParquetWriteOptions files() {
    return values.files;
  }

  public List<String> partitionColumns() {
    return values.partitionColumns;
  }

  public boolean sortedPartitions() {
    return values.sortedPartitions;
  }

  public long fileBytes() {
    return values.fileBytes;
  }

  public int openFiles() {
    return values.openFiles;
  }

  public long memory() {
    return values.memory;
  }

  public String names() {
    return values.names;
  }

  public @Nullable BundleWriter bundle() {
    return values.bundle;
  }

  /** Null if there is no bundle. */
  public @Nullable BundleFolder bundleFolder() {
    return values.bundleFolder;
  }

  private SetWriteOptions with(Consumer<Values> change) {
    return new SetWriteOptions(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private ParquetWriteOptions files = ParquetWriteOptions.defaults();
    private List<String> partitionColumns = List.of();
    private boolean sortedPartitions;
    private long fileBytes = 512L << 20;
    private int openFiles = 64;
    private long memory = 512L << 20;
    private String names = "part-" + PART + "-" + UUID + ".parquet";
    private BundleWriter bundle;
    private BundleFolder bundleFolder;
  }
}
