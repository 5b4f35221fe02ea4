// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What statistics prove of an operand's values, row group or page by page. {@link
 * TrustedStatistics} makes them for columns.
 */
public sealed interface PruningStatistics {

  /** Which truths rows can have if the operand's values are compared with a set. */
  RangeTruths contains(ValueSet set);

  /** Which truths rows can have if the operand's lists are searched for an element of a set. */
  default RangeTruths listContains(ValueSet set) {
    long[] ends = ranges().stream().mapToLong(Range::end).toArray();
    byte[] truths = new byte[ends.length];
    Arrays.fill(truths, TruthSet.ANY);
    return new RangeTruths(ends, truths);
  }

  /** What is known of the operand's values, for all rows of the row group in order. */
  List<Range> ranges();

  /** Which truths rows can have if the operand is asked whether it has no value. */
  RangeTruths isNull();

  /**
   * What is known of the values of a range of rows.
   *
   * @param end the first row behind the range, which begins where the one before ended
   * @param min no value is less, in the domain of a {@link ValueSet}; null if not known
   * @param max no value is greater; null if and only if {@code min} is
   * @param unbounded whether there may be values that are not between the bounds: NaNs
   * @param someNull whether there may be rows without a value
   * @param allNull whether no row has a value
   */
  record Range(
      long end, Object min, Object max, boolean unbounded, boolean someNull, boolean allNull) {

    /** Nothing is known. */
    public static Range unknown(long end) {
      return new Range(end, null, null, true, true, false);
    }

    private byte contains(ValueSet set) {
      int truths = someNull ? TruthSet.UNKNOWN : 0;
      if (!allNull) {
        if (set.isOfNaN() ? unbounded : min == null || set.meets(min, max)) {
          truths |= TruthSet.TRUE;
        }
        if (min == null || unbounded || !set.holds(min, max)) {
          truths |= TruthSet.FALSE;
        }
      }
      return (byte) truths;
    }

    /** The same of fewer rows. */
    Range endingAt(long newEnd) {
      return newEnd == end ? this : new Range(newEnd, min, max, unbounded, someNull, allNull);
    }

    private byte isNull() {
      return (byte) ((someNull ? TruthSet.TRUE : 0) | (allNull ? 0 : TruthSet.FALSE));
    }
  }

  /**
   * Of a column.
   *
   * @param ranges of all rows of the row group, in order
   */
  record OfColumn(List<Range> ranges) implements PruningStatistics {
    /** Copies the list. */
    public OfColumn {
      ranges = List.copyOf(ranges);
    }

    @Override
    public RangeTruths contains(ValueSet set) {
      byte[] truths = new byte[ranges.size()];
      for (int i = 0; i < truths.length; i++) {
        truths[i] = ranges.get(i).contains(set);
      }
      return new RangeTruths(ends(), truths);
    }

    @Override
    public RangeTruths isNull() {
      byte[] truths = new byte[ranges.size()];
      for (int i = 0; i < truths.length; i++) {
        truths[i] = ranges.get(i).isNull();
      }
      return new RangeTruths(ends(), truths);
    }

    /** Whether no row has a value. */
    public boolean isAllNull() {
      return ranges.stream().allMatch(Range::allNull);
    }

    private long[] ends() {
      return ranges.stream().mapToLong(Range::end).toArray();
    }

    /** {@link TruthSet#TRUE} for ranges without a value, {@link TruthSet#ANY} for others. */
    private RangeTruths withoutValues() {
      byte[] truths = new byte[ranges.size()];
      for (int i = 0; i < truths.length; i++) {
        truths[i] = ranges.get(i).allNull() ? TruthSet.TRUE : TruthSet.ANY;
      }
      return new RangeTruths(ends(), truths);
    }
  }

  /**
   * Of a column of whose values more is known than the statistics say.
   *
   * @param of what the statistics say
   */
  record Narrowed(OfColumn of, ChunkKnowledge knowledge) implements PruningStatistics {
    @Override
    public RangeTruths contains(ValueSet set) {
      return of.contains(set).map(truths -> knowledge.narrow(set, truths));
    }

    @Override
    public RangeTruths isNull() {
      return of.isNull();
    }

    @Override
    public List<Range> ranges() {
      return of.ranges();
    }
  }

  /**
   * Of a list.
   *
   * @param list which of its rows are null
   * @param elements of its elements, as {@link #contains} knows them; null if nothing is known
   */
  record OfList(OfColumn list, PruningStatistics elements) implements PruningStatistics {
    @Override
    public RangeTruths contains(ValueSet set) {
      throw new IllegalStateException("a list has no order");
    }

    /** A list may be empty or null in any row. */
    @Override
    public RangeTruths listContains(ValueSet set) {
      return elements == null
          ? PruningStatistics.super.listContains(set)
          : elements
              .contains(set)
              .map(truths -> (byte) (truths | TruthSet.FALSE | TruthSet.UNKNOWN));
    }

    @Override
    public RangeTruths isNull() {
      return list.isNull();
    }

    @Override
    public List<Range> ranges() {
      return list.ranges();
    }
  }

  /**
   * Of a path in a shredded Variant column: those of its {@code typed_value}, for rows in which its
   * {@code value} has nothing.
   */
  record OfPath(OfColumn value, PruningStatistics typed) implements PruningStatistics {
    @Override
    public RangeTruths contains(ValueSet set) {
      return whereShredded(typed.contains(set));
    }

    @Override
    public RangeTruths isNull() {
      return whereShredded(typed.isNull());
    }

    @Override
    public List<Range> ranges() {
      List<Range> found = new ArrayList<>();
      long rows = typed.ranges().get(typed.ranges().size() - 1).end();
      RangeTruths.of(
          rows,
          List.of(value.ranges(), typed.ranges()),
          (from, ranges) -> {
            Range of = ranges.get(1);
            found.add(ranges.get(0).allNull() ? of : Range.unknown(of.end()));
            return TruthSet.ANY;
          });
      return found;
    }

    private RangeTruths whereShredded(RangeTruths truths) {
      return truths.combine(
          value.withoutValues(),
          (found, shredded) -> shredded == TruthSet.TRUE ? found : TruthSet.ANY);
    }
  }
}
