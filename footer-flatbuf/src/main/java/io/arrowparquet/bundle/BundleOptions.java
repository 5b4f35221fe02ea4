// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.storage.internal.OptionValues;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How bundles are written and read. Immutable; threads may share one. Each {@code with} method
 * gives a changed copy, and says what its option means.
 */
public final class BundleOptions {
  private final Values values;

  private BundleOptions(Values values) {
    this.values = values;
  }

  /**
   * One thread, the system's temporary folder, and a quarter of the heap but at most 256 MiB for
   * memory and maximum each.
   */
  public static BundleOptions defaults() {
    return new BundleOptions(new Values());
  }

  /** Threads that read footers and make blocks, at least 1. */
  public BundleOptions withJobs(int threads) {
    return with(copy -> copy.jobs = (int) atLeast1("jobs", threads));
  }

  /** Bytes of footers that are collected before they go to a temporary file. */
  public BundleOptions withMemory(long bytes) {
    return with(copy -> copy.memory = bytes);
  }

  /** Where that file is. */
  public BundleOptions withTemporaryFolder(Path folder) {
    return with(copy -> copy.temporaryFolder = folder);
  }

  /** Is told how many files are done; called by one thread. */
  public BundleOptions withProgress(LongConsumer observer) {
    return with(copy -> copy.progress = observer);
  }

  /**
   * Bytes, at least 1, that one part of a bundle that is read may have, as it is and unpacked: its
   * root, a definition of a schema, a block, a head of a footer. A larger one is a {@link
   * io.arrowparquet.footer.CorruptFooterException}. What a part may become is also bounded by its
   * packed bytes.
   */
  public BundleOptions withMaximum(int bytes) {
    return with(copy -> copy.maximum = (int) atLeast1("maximum", bytes));
  }

  /**
   * Is told of each file that cannot be read, or has no footer, and of the exception; the file is
   * treated as if it were not named then. Called by one thread. Null, the default, where the first
   * such file fails what is written.
   */
  public BundleOptions withUnreadable(@Nullable BiConsumer<BundleInput, Exception> observer) {
    return with(copy -> copy.unreadable = observer);
  }

  /**
   * Columns whose page indexes and Bloom filters are kept in the bundle with the footers, at most
   * 32 MiB a file: a set that is opened from the bundle prunes the pages of these columns, and
   * looks rows up in them, without requests for indexes. Writing takes up to 64 MiB a job for it.
   * None by default. Entries that are kept or compacted stay as they are.
   *
   * @param columns dotted paths of columns, or of groups for all columns below; those that a file
   *     does not have are passed over
   */
  public BundleOptions withIndexes(Collection<String> columns) {
    List<String> copied = List.copyOf(columns);
    return with(copy -> copy.indexes = copied);
  }

  public int jobs() {
    return values.jobs;
  }

  public long memory() {
    return values.memory;
  }

  public Path temporaryFolder() {
    return values.temporaryFolder;
  }

  public LongConsumer progress() {
    return values.progress;
  }

  public int maximum() {
    return values.maximum;
  }

  public List<String> indexes() {
    return values.indexes;
  }

  public @Nullable BiConsumer<BundleInput, Exception> unreadable() {
    return values.unreadable;
  }

  boolean passesOver(BundleInput input, Exception failure) {
    if (unreadable() == null || failure instanceof InterruptedIOException) {
      return false;
    }
    unreadable().accept(input, failure);
    return true;
  }

  private BundleOptions with(Consumer<Values> change) {
    return new BundleOptions(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private int jobs = 1;
    private long memory = StreamBundleReader.DEFAULT_MAXIMUM;
    private Path temporaryFolder = Path.of(System.getProperty("java.io.tmpdir"));
    private LongConsumer progress = files -> {};
    private int maximum = StreamBundleReader.DEFAULT_MAXIMUM;
    private BiConsumer<BundleInput, Exception> unreadable;
    private List<String> indexes = List.of();
  }
}
