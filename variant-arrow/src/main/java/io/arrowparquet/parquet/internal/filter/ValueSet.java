// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * The values for which a comparison is true: intervals of one ordered domain, ascending and apart
 * from each other: {@code x < 5} is all integers up to 4, {@code x in (1, 3)} two intervals of one
 * value.
 *
 * <p>Bounds, of row groups and pages, come as Java objects of the domain: Long, Double, BigInteger
 * or byte[]. Immutable; any thread may share one.
 */
public abstract sealed class ValueSet permits LongSet, DoubleSet, DecimalSet, BytesSet {

  /**
   * Finds out which rows have a value of this set.
   *
   * @param vector of the type this set was made for
   * @param truths receives {@link TruthSet#TRUE} or {@link TruthSet#FALSE} per row; rows that are
   *     null get either
   */
  public abstract void test(FieldVector vector, int rows, byte[] truths);

  /** Whether any value from {@code min} to {@code max} is in this set. */
  public final boolean meets(Object min, Object max) {
    return hasInterval(max, min);
  }

  /** Whether all values from {@code min} to {@code max} are in this set. */
  public final boolean holds(Object min, Object max) {
    return hasInterval(min, max);
  }

  private boolean hasInterval(Object beginsUpTo, Object endsFrom) {
    for (int i = 0; i < intervals(); i++) {
      if (beginsUpTo(i, beginsUpTo) && endsFrom(i, endsFrom)) {
        return true;
      }
    }
    return false;
  }

  /** Whether this is the set of the NaNs, which are not between any bounds. */
  public boolean isOfNaN() {
    return false;
  }

  public boolean isEmpty() {
    return intervals() == 0;
  }

  /**
   * The values of this set, in the domain of bounds, where each interval has one value only; null
   * where there are others.
   */
  abstract List<Object> points();

  /** The single values of this set as PLAIN encodes them; null if there are others. */
  public final List<byte[]> encoded(ColumnDomain domain) {
    List<Object> points = domain.hasOneEncoding() ? points() : null;
    return points == null
        ? null
        : points.stream().flatMap(point -> domain.encode(point).stream()).toList();
  }

  abstract int intervals();

  /** Whether the least value of an interval is the bound or less. */
  abstract boolean beginsUpTo(int interval, Object bound);

  /** Whether the greatest value of an interval is the bound or more. */
  abstract boolean endsFrom(int interval, Object bound);

  public static byte truth(boolean value) {
    return value ? TruthSet.TRUE : TruthSet.FALSE;
  }
}
