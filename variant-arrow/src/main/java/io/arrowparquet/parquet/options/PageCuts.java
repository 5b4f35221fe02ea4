// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

/**
 * Pages that end where their content says, so that equal runs of rows give equal pages in two
 * files, also where other rows come before them: content-defined chunking, for storage that keeps
 * equal blocks once.
 *
 * <p>Bytes are those of values and levels before they are encoded. Pages have about as many as a
 * quarter of the way from least to most. Indexes into a dictionary follow the order in which its
 * entries appeared: where rows before them have new values, pages differ.
 *
 * <p>Immutable.
 *
 * @param leastBytes that a page has
 * @param mostBytes after which a page ends at the next row, whatever its content
 * @param level how much more likely ends are, as a power of two: greater for smaller pages of more
 *     equal sizes, which are found again sooner, less for larger ones; -3 to 3 are useful
 */
public record PageCuts(int leastBytes, int mostBytes, int level) {
  private static final int MOST_LEVEL = 8;

  /** Refuses a least number below 1, a largest that is not above it, and a level beyond 8. */
  public PageCuts {
    atLeast1("least bytes", leastBytes);
    if (mostBytes <= leastBytes) {
      throw new IllegalArgumentException(
          "most bytes " + mostBytes + ": expected more than the least, " + leastBytes);
    }
    if (Math.abs(level) > MOST_LEVEL) {
      throw new IllegalArgumentException("level " + level + ": expected -8 to 8");
    }
  }

  /** From 256 KiB to 1 MiB, level 0: the usual numbers of other writers. */
  public static PageCuts defaults() {
    return new PageCuts(256 << 10, 1 << 20, 0);
  }
}
