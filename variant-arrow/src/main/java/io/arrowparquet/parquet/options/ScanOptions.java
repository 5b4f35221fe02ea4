// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

/**
 * How several threads read a set of files. Immutable; threads may share one. Each {@code with}
 * method gives a changed copy.
 *
 * @param read what to read, and the rows and bytes of a batch
 * @param threads most threads that decode at the same time, at least 1. Those that have no row
 *     group of their own decode columns of others'
 * @param bytesInFlight about how many bytes are held at most for batches that have not been taken
 *     yet, at least 1: fetched pages, batches that are being decoded, and batches that wait. What
 *     the next batch needs is read in any case. A row group holds at most this, divided by the
 *     threads, of pages as they are in the file, and no more than {@code read.fetchBytes()}
 * @param ordered whether batches come in the order of files, row groups and rows; otherwise a row
 *     group's batches come as soon as they are decoded, among those of others
 * @param prefetch whether row groups are fetched while others are decoded, by as many threads more;
 *     of remote files as many as may have requests under way
 */
public record ScanOptions(
    ParquetReadOptions read, int threads, long bytesInFlight, boolean ordered, boolean prefetch) {

  /** Default of {@code bytesInFlight}: 256 MiB. */
  public static final long DEFAULT_BYTES_IN_FLIGHT = 256L << 20;

  /** Checks the numbers. */
  public ScanOptions {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads: at least 1");
    }
    if (bytesInFlight < 1) {
      throw new IllegalArgumentException(bytesInFlight + " bytes in flight: at least 1");
    }
  }

  /** Reads in order, with prefetching, by a thread for each processor of this machine. */
  public static ScanOptions of(ParquetReadOptions read) {
    int processors = Runtime.getRuntime().availableProcessors();
    return new ScanOptions(read, processors, DEFAULT_BYTES_IN_FLIGHT, true, true);
  }

  /** Reads this. */
  public ScanOptions withRead(ParquetReadOptions options) {
    return new ScanOptions(options, threads, bytesInFlight, ordered, prefetch);
  }

  /** Decodes by so many threads at most. */
  public ScanOptions withThreads(int most) {
    return new ScanOptions(read, most, bytesInFlight, ordered, prefetch);
  }

  /** Holds about so many bytes at most. */
  public ScanOptions withBytesInFlight(long most) {
    return new ScanOptions(read, threads, most, ordered, prefetch);
  }

  /** Keeps the order of rows, or not. */
  public ScanOptions withOrdered(boolean keep) {
    return new ScanOptions(read, threads, bytesInFlight, keep, prefetch);
  }

  /** Fetches ahead, or not. */
  public ScanOptions withPrefetch(boolean ahead) {
    return new ScanOptions(read, threads, bytesInFlight, ordered, ahead);
  }
}
