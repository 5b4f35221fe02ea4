// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.stream.StreamBundleReader;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;

/**
 * How bundles are written and read. Immutable.
 *
 * @param jobs threads that read footers and make blocks
 * @param memory bytes of footers that are collected before they go to a temporary file
 * @param temporaryFolder where that file is
 * @param progress is told how many files are done; called by one thread
 * @param maximum bytes that one part of a bundle that is read may have, as it is and unpacked: its
 *     root, a definition of a schema, a block, a head of a footer. A larger one is a {@link
 *     io.arrowparquet.footer.CorruptFooterException}. What a part may become is also bounded by its
 *     packed bytes
 * @param unreadable is told of each file that cannot be read, or has no footer, and of the
 *     exception; the file is treated as if it were not named then. Called by one thread. Null where
 *     the first such file fails what is written, which is the default
 */
public record BundleOptions(
    int jobs,
    long memory,
    Path temporaryFolder,
    LongConsumer progress,
    int maximum,
    BiConsumer<BundleInput, Exception> unreadable) {
  /** Checks the components. */
  public BundleOptions {
    if (jobs < 1) {
      throw new IllegalArgumentException("jobs " + jobs + " is below 1");
    }
    if (maximum < 1) {
      throw new IllegalArgumentException("maximum " + maximum + " is below 1");
    }
  }

  /**
   * One thread, the system's temporary folder, and a quarter of the heap but at most 256 MiB for
   * memory and maximum each.
   */
  public static BundleOptions defaults() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    return new BundleOptions(
        1,
        StreamBundleReader.DEFAULT_MAXIMUM,
        folder,
        files -> {},
        StreamBundleReader.DEFAULT_MAXIMUM,
        null);
  }

  /** The same with another number of threads. */
  public BundleOptions withJobs(int newJobs) {
    return new BundleOptions(newJobs, memory, temporaryFolder, progress, maximum, unreadable);
  }

  /** The same with another bound of the footers in memory. */
  public BundleOptions withMemory(long bytes) {
    return new BundleOptions(jobs, bytes, temporaryFolder, progress, maximum, unreadable);
  }

  /** The same with another observer of the progress. */
  public BundleOptions withProgress(LongConsumer newProgress) {
    return new BundleOptions(jobs, memory, temporaryFolder, newProgress, maximum, unreadable);
  }

  /** The same with another bound of the parts that are read. */
  public BundleOptions withMaximum(int bytes) {
    return new BundleOptions(jobs, memory, temporaryFolder, progress, bytes, unreadable);
  }

  /** The same with another observer of files that cannot be read; null to fail because of them. */
  public BundleOptions withUnreadable(BiConsumer<BundleInput, Exception> newUnreadable) {
    return new BundleOptions(jobs, memory, temporaryFolder, progress, maximum, newUnreadable);
  }

  /** Whether a file that cannot be read is passed over. */
  boolean passesOver(BundleInput input, Exception failure) {
    if (unreadable == null || failure instanceof InterruptedIOException) {
      return false;
    }
    unreadable.accept(input, failure);
    return true;
  }
}
