// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

/**
 * How several threads read a set of files. Immutable; threads may share one. Each {@code with}
 * method gives a changed copy, and says what its option means.
 */
public final class ParquetScanOptions {
  private final ParquetReadOptions read;
  private final int threads;
  private final long bytesInFlight;
  private final boolean ordered;
  private final boolean prefetch;

  private ParquetScanOptions(
      ParquetReadOptions read, int threads, long bytesInFlight, boolean ordered, boolean prefetch) {
    this.read = read;
    this.threads = (int) atLeast1("threads", threads);
    this.bytesInFlight = atLeast1("bytes in flight", bytesInFlight);
    this.ordered = ordered;
    this.prefetch = prefetch;
  }

  /** Reads everything in order, by a thread for each processor of this machine. */
  public static ParquetScanOptions defaults() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new ParquetScanOptions(
        ParquetReadOptions.defaults(), processors, 256L << 20, true, true);
  }

  /** What to read, and the rows and bytes of a batch. */
  public ParquetScanOptions withRead(ParquetReadOptions options) {
    return new ParquetScanOptions(options, threads, bytesInFlight, ordered, prefetch);
  }

  /**
   * Most threads that decode at the same time, at least 1. Those that have no row group of their
   * own decode columns of others'.
   */
  public ParquetScanOptions withThreads(int most) {
    return new ParquetScanOptions(read, most, bytesInFlight, ordered, prefetch);
  }

  /**
   * About how many bytes are held at most for batches that have not been taken yet, at least 1; 256
   * MiB by default: fetched pages, batches that are being decoded, and batches that wait. What the
   * next batch needs is read in any case. A row group holds at most this, divided by the threads,
   * of pages as they are in the file, and no more than {@link ParquetReadOptions#fetchBytes}.
   */
  public ParquetScanOptions withBytesInFlight(long most) {
    return new ParquetScanOptions(read, threads, most, ordered, prefetch);
  }

  /**
   * Whether batches come in the order of files, row groups and rows; otherwise a row group's
   * batches come as soon as they are decoded, among those of others.
   */
  public ParquetScanOptions withOrdered(boolean keep) {
    return new ParquetScanOptions(read, threads, bytesInFlight, keep, prefetch);
  }

  /**
   * Whether row groups are fetched while others are decoded, which is the default, by as many
   * threads more; of remote files as many as may have requests under way.
   */
  public ParquetScanOptions withPrefetch(boolean ahead) {
    return new ParquetScanOptions(read, threads, bytesInFlight, ordered, ahead);
  }

  public ParquetReadOptions read() {
    return read;
  }

  public int threads() {
    return threads;
  }

  public long bytesInFlight() {
    return bytesInFlight;
  }

  public boolean ordered() {
    return ordered;
  }

  public boolean prefetch() {
    return prefetch;
  }

  @Override
  public String toString() {
    return "%s by %d threads, %d bytes in flight, ordered %s, prefetch %s"
        .formatted(read, threads, bytesInFlight, ordered, prefetch);
  }
}
