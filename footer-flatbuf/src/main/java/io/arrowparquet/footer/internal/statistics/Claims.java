// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import java.util.List;

/**
 * What is said of the entries of a column chunk or of a page. What is not said, and what is not to
 * be used, is null. Immutable.
 *
 * @param rows how many it has
 * @param entries values, nulls included; null if only a histogram could show them and there is none
 * @param nullPage whether the column index says that the page has nulls only; null for a chunk
 * @param nulls the null count
 * @param nans how many values are NaN
 * @param distinct how many values are distinct; writers that did not count may say 0
 * @param bytes bytes of the values of a BYTE_ARRAY column
 * @param bounded whether there is a bound, usable or not
 * @param min the lower bound, a value of the column's {@link ColumnDomain}; null if either is not
 *     usable
 * @param max the upper bound
 * @param levels how often each definition level occurs
 */
public record Claims(
    long rows,
    Long entries,
    Boolean nullPage,
    Long nulls,
    Long nans,
    Long distinct,
    Long bytes,
    boolean bounded,
    Object min,
    Object max,
    List<Long> levels) {

  /**
   * One of several histograms of definition levels, one after another; null if there is none.
   *
   * @param histograms null if there are none
   * @param count how many there have to be
   */
  static List<Long> histogram(List<Long> histograms, int number, int count, int maxDefinition) {
    int length = maxDefinition + 1;
    boolean isUsable =
        histograms != null && maxDefinition > 0 && histograms.size() == (long) count * length;
    return isUsable ? histograms.subList(number * length, (number + 1) * length) : null;
  }

  /** Entries at the greatest definition level, which have a value; null if not known. */
  public Long present() {
    return levels == null ? null : levels.get(levels.size() - 1);
  }

  /** Whether a fact says that there is a value. */
  boolean showValue() {
    return bounded
        || isPositive(distinct)
        || isPositive(nans)
        || isPositive(bytes)
        || isPositive(present());
  }

  /** Whether a fact says that there is none. */
  public boolean showNullsOnly() {
    return Boolean.TRUE.equals(nullPage)
        || (nulls != null && nulls.equals(entries))
        || (levels != null && present() == 0);
  }

  /** The sum of counts. */
  static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  private static boolean isPositive(Long count) {
    return count != null && count > 0;
  }
}
