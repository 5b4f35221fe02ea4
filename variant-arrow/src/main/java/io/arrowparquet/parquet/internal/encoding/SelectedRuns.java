// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/** Runs of positions that follow one another. */
public final class SelectedRuns {
  private SelectedRuns() {}

  /** Index behind the run of ascending positions that begins at an index. */
  public static int end(int[] positions, int from, int count) {
    int end = from + 1;
    while (end < count && positions[end] == positions[end - 1] + 1) {
      end++;
    }
    return end;
  }
}
