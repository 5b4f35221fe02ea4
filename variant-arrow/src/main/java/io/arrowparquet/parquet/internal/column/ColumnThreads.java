// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * Which threads decode the columns of a row group.
 *
 * @param executor of the threads beside the calling one; may be busy, reject or drop tasks
 * @param most threads at the same time, the calling one included, at least 1
 */
public record ColumnThreads(Executor executor, int most) {
  /** The calling thread alone. */
  public static final ColumnThreads ONE = new ColumnThreads(Runnable::run, 1);

  /** Checks the number. */
  public ColumnThreads {
    Objects.requireNonNull(executor);
    if (most < 1) {
      throw new IllegalArgumentException(most + " threads: at least 1");
    }
  }
}
