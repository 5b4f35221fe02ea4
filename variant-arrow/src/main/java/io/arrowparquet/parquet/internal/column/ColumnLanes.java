// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.variant.internal.FirstFailure;
import io.arrowparquet.variant.internal.ParallelLoop;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/**
 * The leaves of a reader in as many lanes as threads may decode. Leaves of one lane share memory
 * and decompressors: one thread at a time decodes them, in their order.
 */
public final class ColumnLanes {
  /** Fewer values are decoded in less time than another thread needs to begin. */
  private static final long LEAST_VALUES = 16 * 1024;

  private final ColumnThreads threads;
  private final int[] lanes;
  private final int count;

  ColumnLanes(FlatFooter footer, List<Integer> columns, ColumnThreads threads) {
    this.threads = threads;
    this.lanes = new int[columns.size()];
    this.count = Math.max(1, Math.min(threads.most(), lanes.length));
    if (count == 1 || footer.rowGroupCount() == 0) {
      return;
    }
    long[] bytes = new long[lanes.length];
    for (int leaf = 0; leaf < bytes.length; leaf++) {
      bytes[leaf] = bytes(footer, columns.get(leaf));
    }
    long[] taken = new long[count];
    IntStream.range(0, bytes.length)
        .boxed()
        .sorted(Comparator.comparingLong(leaf -> -bytes[leaf]))
        .forEach(leaf -> lanes[leaf] = add(bytes[leaf], taken));
  }

  private static long bytes(FlatFooter footer, int column) {
    try {
      return Math.max(1, footer.chunk(0, column).totalUncompressedSize());
    } catch (CorruptFooterException e) {
      // Thrown again, with its place, if the row group is read.
      return 1;
    }
  }

  private static int add(long bytes, long[] taken) {
    int least = 0;
    for (int lane = 1; lane < taken.length; lane++) {
      least = taken[lane] < taken[least] ? lane : least;
    }
    taken[least] += bytes;
    return least;
  }

  public int count() {
    return count;
  }

  public int lane(int leaf) {
    return lanes[leaf];
  }

  @FunctionalInterface
  interface Decoding {
    void decode(int leaf) throws IOException;
  }

  /**
   * Decodes leaves, by several threads where that pays; throws what the first leaf throws that
   * fails.
   */
  void decode(int[] leaves, long rows, Decoding decoding) throws IOException {
    if (count == 1 || leaves.length == 1 || rows * leaves.length < LEAST_VALUES) {
      for (int leaf : leaves) {
        decoding.decode(leaf);
      }
      return;
    }
    Pass pass = new Pass(leaves, decoding);
    ParallelLoop.run(threads.executor(), count - 1, count, pass::decode);
    pass.failure.throwIfSet();
  }

  private final class Pass {
    private final int[] leaves;
    private final Decoding decoding;

    private FirstFailure failure = new FirstFailure();

    private volatile int failed = Integer.MAX_VALUE;

    Pass(int[] leaves, Decoding decoding) {
      this.leaves = leaves;
      this.decoding = decoding;
    }

    /** Leaves before one that has failed are decoded, as they may fail too. */
    void decode(int lane) {
      for (int leaf : leaves) {
        if (leaf > failed) {
          return;
        }
        if (lanes[leaf] == lane) {
          try {
            decoding.decode(leaf);
          } catch (Throwable e) {
            fail(leaf, e);
          }
        }
      }
    }

    /** An error that is not about the column, as of memory, ends all lanes. */
    private synchronized void fail(int leaf, Throwable thrown) {
      int place = thrown instanceof Error ? -1 : leaf;
      if (place < failed) {
        failed = place;
        failure = new FirstFailure();
        failure.set(thrown);
      }
    }
  }

  /**
   * {@code executor} may be busy, reject or drop tasks; {@code most} has the calling thread in it.
   */
  public record ColumnThreads(Executor executor, int most) {
    public static final ColumnThreads ONE = new ColumnThreads(Runnable::run, 1);

    public ColumnThreads {
      Objects.requireNonNull(executor);
      if (most < 1) {
        throw new IllegalArgumentException(most + " threads: at least 1");
      }
    }
  }
}
