// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.footer.model.GeospatialStatistics.BoundingBox;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.prune.RangeLogic.RangeTruths;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** What statistics prove of an operand's values, row group or page by page. */
public sealed interface PruningStatistics {

  RangeTruths contains(ValueSet set);

  default RangeTruths listContains(ValueSet set) {
    return RangeTruths.ofEach(ranges(), range -> TruthSet.ANY);
  }

  /** What is known of the operand's values, for all rows of the row group in order. */
  List<Range> ranges();

  RangeTruths isNull();

  /** {@code more}: what is known of the whole chunk besides; null for nothing. */
  record OfColumn(List<Range> ranges, @Nullable ChunkKnowledge more) implements PruningStatistics {
    OfColumn(Range range) {
      this(List.of(range), null);
    }

    @Override
    public RangeTruths contains(ValueSet set) {
      RangeTruths found = RangeTruths.ofEach(ranges, range -> contains(range, set));
      return more == null ? found : found.map(truths -> more.narrow(set, truths));
    }

    @Override
    public RangeTruths isNull() {
      return RangeTruths.ofEach(
          ranges,
          range -> (range.someNull() ? TruthSet.TRUE : 0) | (range.allNull() ? 0 : TruthSet.FALSE));
    }

    private static int contains(Range range, ValueSet set) {
      boolean known = range.min() != null;
      int truths = range.someNull() ? TruthSet.UNKNOWN : 0;
      if (!range.allNull()) {
        if (set.isOfNaN() ? range.unbounded() : !known || set.meets(range.min(), range.max())) {
          truths |= TruthSet.TRUE;
        }
        if (!known || range.unbounded() || !set.holds(range.min(), range.max())) {
          truths |= TruthSet.FALSE;
        }
      }
      return truths;
    }

    private RangeTruths withoutValues() {
      return RangeTruths.ofEach(ranges, range -> range.allNull() ? TruthSet.TRUE : TruthSet.ANY);
    }
  }

  /** {@code elements} as {@link #contains} knows them; null if nothing is known. */
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

  /** Those of a {@code typed_value}, for rows in which the {@code value} beside it has nothing. */
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

  /**
   * What is known of a whole chunk's values, nulls left out, besides bounds. One thread at a time.
   */
  @FunctionalInterface
  interface ChunkKnowledge {

    byte narrow(ValueSet set, byte truths);

    /** All that a dictionary could prove: that no comparison is true, or that none is false. */
    static ChunkKnowledge hopedOfDictionary() {
      return (set, truths) -> TruthSet.UNKNOWN;
    }

    /** All that a Bloom filter could prove: that no comparison with single values is true. */
    static ChunkKnowledge hopedOfBloomFilter(ColumnDomain domain) {
      return (set, truths) -> {
        int hoped = set.encoded(domain) == null ? truths : truths & ~TruthSet.TRUE;
        return hoped == 0 ? TruthSet.UNKNOWN : (byte) hoped;
      };
    }

    /** {@code more}: null for nothing. What is no geometry may be anywhere. */
    static ChunkKnowledge ofBox(BoundingBox box, ChunkKnowledge more) {
      return (set, truths) -> {
        int inBox = set.mayMeet(box) ? truths : (truths & ~TruthSet.TRUE) | TruthSet.UNKNOWN;
        return more == null ? (byte) inBox : more.narrow(set, (byte) inBox);
      };
    }

    static ChunkKnowledge ofBloomFilter(ColumnDomain domain, LongPredicate mayContain) {
      // Asked for each page: the answer is the chunk's.
      IdentityHashMap<ValueSet, Boolean> known = new IdentityHashMap<>();
      return (set, truths) ->
          known.computeIfAbsent(set, asked -> hasNone(asked.encoded(domain), mayContain))
              ? remaining(truths, TruthSet.FALSE)
              : truths;
    }

    private static boolean hasNone(List<byte[]> values, LongPredicate mayContain) {
      return values != null && values.stream().mapToLong(SplitBlock::hash).noneMatch(mayContain);
    }

    /**
     * Has every value of the chunk, of the operand's type, or of one that the set can test in its
     * place.
     */
    static ChunkKnowledge ofDictionary(FieldVector values) {
      IdentityHashMap<ValueSet, Integer> known = new IdentityHashMap<>();
      return (set, truths) ->
          remaining(truths, known.computeIfAbsent(set, asked -> truths(asked, values)));
    }

    private static int truths(ValueSet set, FieldVector values) {
      byte[] found = new byte[values.getValueCount()];
      set.test(values, found.length, found);
      int all = 0;
      for (byte truth : found) {
        all |= truth;
      }
      return all;
    }

    /** Truths of values that two sources agree on; all where they contradict each other. */
    private static byte remaining(byte truths, int ofValues) {
      int values = truths & ~TruthSet.UNKNOWN;
      if (values != 0 && (values & ofValues) == 0) {
        return TruthSet.ANY;
      }
      return (byte) ((truths & TruthSet.UNKNOWN) | (values & ofValues));
    }
  }
}
