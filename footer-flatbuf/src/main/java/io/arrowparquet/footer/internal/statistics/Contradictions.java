// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.ColumnIndex.BoundaryOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Facts of one column that exclude each other: the second of the rules of {@link
 * TrustedStatistics}, whose letters are used here.
 *
 * @param countsEveryNull whether null counts are of all entries without a value
 */
public record Contradictions(int maxDefinition, boolean repeated, boolean countsEveryNull) {
  /** Rules 2 a to f, of a chunk or a page. */
  public boolean isIn(Claims claims) {
    if (claims == null) {
      return true;
    }
    long rows = claims.rows();
    Long entries = claims.entries();
    if (rows < 0 || (entries != null && (repeated ? entries < rows : entries != rows))) {
      return true;
    }
    long most = entries == null ? Long.MAX_VALUE : entries;
    if (!areCounts(claims, most) || !isHistogram(claims, most)) {
      return true;
    }
    if (areExchanged(claims.min(), claims.max())) {
      return true;
    }
    boolean someEntries = rows > 0 && most > 0;
    if (someEntries && claims.showNullsOnly() && (claims.showValue() || maxDefinition == 0)) {
      return true;
    }
    return someEntries && claims.nullPage() != null && isWrongNullPage(claims);
  }

  private boolean areCounts(Claims claims, long most) {
    long nulls = Objects.requireNonNullElse(claims.nulls(), 0L);
    if (nulls < 0 || nulls > most || (maxDefinition == 0 && nulls != 0)) {
      return false;
    }
    return isCount(claims.nans(), most - nulls)
        && isCount(claims.distinct(), most - nulls)
        && isCount(claims.bytes(), Long.MAX_VALUE);
  }

  private static boolean isCount(Long count, long most) {
    return count == null || (count >= 0 && count <= most);
  }

  private boolean isHistogram(Claims claims, long most) {
    if (claims.levels() == null) {
      return true;
    }
    boolean areCounts = claims.levels().stream().allMatch(count -> isCount(count, most));
    if (!areCounts || Claims.sum(claims.levels()) != most) {
      return false;
    }
    if (claims.nulls() == null) {
      return true;
    }
    long absent = most - claims.present();
    return countsEveryNull ? claims.nulls() == absent : claims.nulls() <= absent;
  }

  private static boolean isWrongNullPage(Claims page) {
    boolean nullsOnly;
    if (page.levels() != null) {
      nullsOnly = page.present() == 0;
    } else if (page.nulls() != null && page.entries() != null) {
      nullsOnly = page.nulls().equals(page.entries());
    } else {
      return false;
    }
    return nullsOnly != page.nullPage();
  }

  /** Rule 2 g. */
  static boolean isUnordered(ColumnIndex index, List<Claims> pages) {
    BoundaryOrder order = index.boundaryOrder();
    if (order != BoundaryOrder.ASCENDING && order != BoundaryOrder.DESCENDING) {
      return false;
    }
    List<Claims> bounded = new ArrayList<>(pages);
    bounded.removeIf(page -> page.min() == null);
    if (order == BoundaryOrder.DESCENDING) {
      Collections.reverse(bounded);
    }
    for (int page = 1; page < bounded.size(); page++) {
      Claims before = bounded.get(page - 1);
      Claims next = bounded.get(page);
      if (areExchanged(before.min(), next.min()) || areExchanged(before.max(), next.max())) {
        return true;
      }
    }
    return false;
  }

  /** Rules 2 h and i, and d between a chunk and its pages. */
  boolean isBetween(Claims chunk, List<Claims> pages) {
    if (!addsUp(chunk.nulls(), pages, Claims::nulls)
        || !addsUp(chunk.nans(), pages, Claims::nans)
        || !pages.stream().allMatch(page -> isWithin(page, chunk))) {
      return true;
    }
    for (int level = 0; chunk.levels() != null && level <= maxDefinition; level++) {
      int at = level;
      boolean same =
          addsUp(
              chunk.levels().get(at),
              pages,
              page -> page.levels() == null ? null : page.levels().get(at));
      if (!same) {
        return true;
      }
    }
    boolean showsValue = pages.stream().anyMatch(Claims::showValue);
    boolean allNull = !pages.isEmpty() && pages.stream().allMatch(Claims::showNullsOnly);
    return (chunk.showNullsOnly() && showsValue) || (allNull && chunk.showValue());
  }

  private static boolean areExchanged(Object min, Object max) {
    return min != null && max != null && ColumnDomain.compare(min, max) > 0;
  }

  private static boolean isWithin(Claims page, Claims chunk) {
    if (page.min() == null || chunk.min() == null) {
      return true;
    }
    if (page.min() instanceof byte[]) {
      return ColumnDomain.compare(page.min(), chunk.max()) <= 0
          && ColumnDomain.compare(page.max(), chunk.min()) >= 0;
    }
    return ColumnDomain.compare(page.min(), chunk.min()) >= 0
        && ColumnDomain.compare(page.max(), chunk.max()) <= 0;
  }

  private static boolean addsUp(Long whole, List<Claims> pages, Function<Claims, Long> count) {
    if (whole == null) {
      return true;
    }
    long sum = 0;
    for (Claims page : pages) {
      Long part = count.apply(page);
      if (part == null) {
        return true;
      }
      sum += part;
    }
    return sum == whole;
  }

  /**
   * What is said of the entries of a column chunk or of a page. What is not said, and what is not
   * to be used, is null. Immutable.
   *
   * @param entries values, nulls included; null if only a histogram could show them and there is
   *     none
   * @param nullPage whether the column index says that the page has nulls only; null for a chunk
   * @param distinct writers that did not count may say 0
   * @param bytes of the values of a BYTE_ARRAY column
   * @param bounded whether there is a bound, usable or not
   * @param min a value of the column's {@link ColumnDomain}; null if either bound is not usable
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

    /** One of this many histograms, one after another; null if there are none, or not this many. */
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

    boolean showValue() {
      return bounded
          || isPositive(distinct)
          || isPositive(nans)
          || isPositive(bytes)
          || isPositive(present());
    }

    public boolean showNullsOnly() {
      return Boolean.TRUE.equals(nullPage)
          || (nulls != null && nulls.equals(entries))
          || (levels != null && present() == 0);
    }

    static long sum(List<Long> counts) {
      return counts.stream().mapToLong(Long::longValue).sum();
    }

    private static boolean isPositive(Long count) {
      return count != null && count > 0;
    }
  }
}
