// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.parquet.internal.filter.ValueSet;
import java.util.List;

/**
 * What a file says of the entries of a column chunk or of a page. What it does not say, and what is
 * not to be used, is null. Immutable.
 *
 * @param rows how many it has
 * @param entries values, nulls included; null if only a histogram could show them and there is none
 * @param nullPage whether the column index says that the page has nulls only; null for a chunk
 * @param nulls the null count
 * @param nans how many values are NaN
 * @param distinct how many values are distinct; writers that did not count may say 0
 * @param bytes bytes of the values of a BYTE_ARRAY column
 * @param bounded whether there is a bound, usable or not
 * @param min the lower bound, in the domain of a {@link ValueSet}; null if either is not usable
 * @param max the upper bound
 * @param levels how often each definition level occurs
 */
record Claims(
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

  /** Entries at the greatest definition level, which have a value; null if not known. */
  Long present() {
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
  boolean showNullsOnly() {
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
