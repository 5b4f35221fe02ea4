// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle;

import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * How a bundle is written. Immutable.
 *
 * @param jobs threads that read footers and make blocks
 * @param memory bytes of footers that are collected before they go to a temporary file
 * @param temporaryFolder where that file is
 * @param progress is told how many files are done; called by one thread
 */
public record BundleOptions(int jobs, long memory, Path temporaryFolder, LongConsumer progress) {
  private static final long MOST_MEMORY = 256L << 20;

  /** Checks the components. */
  public BundleOptions {
    if (jobs < 1) {
      throw new IllegalArgumentException("jobs " + jobs + " is below 1");
    }
  }

  /** One thread, a quarter of the heap but at most 256 MiB, the system's temporary folder. */
  public static BundleOptions defaults() {
    long memory = Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / 4);
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    return new BundleOptions(1, memory, folder, files -> {});
  }

  /** The same with another number of threads. */
  public BundleOptions withJobs(int newJobs) {
    return new BundleOptions(newJobs, memory, temporaryFolder, progress);
  }

  /** The same with another bound of the footers in memory. */
  public BundleOptions withMemory(long bytes) {
    return new BundleOptions(jobs, bytes, temporaryFolder, progress);
  }

  /** The same with another observer of the progress. */
  public BundleOptions withProgress(LongConsumer newProgress) {
    return new BundleOptions(jobs, memory, temporaryFolder, newProgress);
  }
}
