// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.statistics.Contradictions.Claims;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.ColumnIndex.BoundaryOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule by itself: facts that go together, and the least change with which they do not. */
class ContradictionsTest {
  private static final Contradictions FLAT = new Contradictions(1, false, true);
  private static final Contradictions REQUIRED = new Contradictions(0, false, true);
  private static final Contradictions ELEMENTS = new Contradictions(3, true, false);

  /** Ten entries in ten rows, nothing else. */
  private static Facts facts() {
    return new Facts();
  }

  /** Claims by name; the others are not known. */
  private static final class Facts {
    private long rows = 10;
    private Long entries = 10L;
    private Boolean nullPage;
    private Long nulls;
    private Long nans;
    private Long distinct;
    private Long bytes;
    private boolean bounded;
    private Object min;
    private Object max;
    private List<Long> levels;

    Facts rows(long count) {
      rows = count;
      return this;
    }

    Facts entries(Long count) {
      entries = count;
      return this;
    }

    Facts nullPage(boolean value) {
      nullPage = value;
      return this;
    }

    Facts nulls(long count) {
      nulls = count;
      return this;
    }

    Facts nans(long count) {
      nans = count;
      return this;
    }

    Facts distinct(long count) {
      distinct = count;
      return this;
    }

    Facts bytes(long count) {
      bytes = count;
      return this;
    }

    Facts bounds(Object newMin, Object newMax) {
      bounded = true;
      min = newMin;
      max = newMax;
      return this;
    }

    Facts levels(Long... counts) {
      levels = List.of(counts);
      return this;
    }

    Claims claims() {
      return new Claims(
          rows, entries, nullPage, nulls, nans, distinct, bytes, bounded, min, max, levels);
    }
  }

  private static void fine(Contradictions rules, Facts facts) {
    assertThat(rules.isIn(facts.claims())).as("%s", facts.claims()).isFalse();
  }

  private static void wrong(Contradictions rules, Facts facts) {
    assertThat(rules.isIn(facts.claims())).as("%s", facts.claims()).isTrue();
  }

  @Test
  void counts_are_from_none_to_all_entries() {
    fine(FLAT, facts());
    fine(FLAT, facts().nulls(0));
    fine(FLAT, facts().nulls(10));
    fine(REQUIRED, facts().nulls(0));
    fine(FLAT, facts().nulls(4).nans(6));
    fine(FLAT, facts().nulls(4).distinct(6));
    wrong(FLAT, facts().nulls(-1));
    wrong(FLAT, facts().nulls(11));
    wrong(REQUIRED, facts().nulls(1));
    wrong(FLAT, facts().nulls(4).nans(7));
    wrong(FLAT, facts().nans(-1));
    wrong(FLAT, facts().nulls(4).distinct(7));
    wrong(FLAT, facts().distinct(-1));
    wrong(FLAT, facts().bytes(-1));
  }

  @Test
  void a_row_has_one_entry_or_in_lists_at_least_one() {
    fine(ELEMENTS, facts().entries(11L));
    fine(ELEMENTS, facts().entries(null));
    wrong(FLAT, facts().entries(11L));
    wrong(FLAT, facts().entries(9L));
    wrong(ELEMENTS, facts().entries(9L));
    wrong(FLAT, facts().rows(-1).entries(-1L));
  }

  @Test
  void histograms_make_up_the_entries_and_agree_with_null_counts() {
    fine(FLAT, facts().levels(3L, 7L));
    fine(FLAT, facts().levels(3L, 7L).nulls(3));
    fine(ELEMENTS, facts().levels(1L, 1L, 1L, 7L).nulls(1));
    wrong(FLAT, facts().levels(3L, 6L));
    wrong(FLAT, facts().levels(-1L, 11L));
    wrong(FLAT, facts().levels(3L, 7L).nulls(2));
    wrong(ELEMENTS, facts().levels(1L, 1L, 1L, 7L).nulls(4));
    wrong(FLAT, facts().levels(Long.MAX_VALUE, Long.MAX_VALUE));
  }

  @Test
  void what_shows_a_value_excludes_nulls_only() {
    fine(FLAT, facts().nulls(10).distinct(0).bytes(0));
    fine(FLAT, facts().nulls(9).bounds(1L, 2L));
    wrong(FLAT, facts().nulls(10).bounds(1L, 2L));
    wrong(FLAT, facts().nulls(10).bounds(null, null));
    wrong(FLAT, facts().nulls(10).bytes(1));
    wrong(FLAT, facts().levels(10L, 0L).bounds(1L, 2L));
    wrong(FLAT, facts().levels(10L, 0L).distinct(1));
    wrong(FLAT, facts().levels(10L, 0L).nans(1));
    wrong(REQUIRED, facts().nullPage(true));
    fine(FLAT, facts().rows(0).entries(0L).nulls(0).bounds(1L, 2L));
  }

  @Test
  void null_pages_count_all_their_rows_and_others_fewer() {
    fine(FLAT, facts().nullPage(true).nulls(10));
    fine(FLAT, facts().nullPage(true));
    fine(FLAT, facts().nullPage(false).nulls(9));
    fine(ELEMENTS, facts().nullPage(true).entries(null).nulls(3));
    wrong(FLAT, facts().nullPage(true).nulls(0));
    wrong(FLAT, facts().nullPage(false).nulls(10));
    wrong(FLAT, facts().nullPage(true).levels(9L, 1L));
    wrong(FLAT, facts().nullPage(false).levels(10L, 0L));
  }

  @Test
  void lower_bounds_are_not_above_upper_ones() {
    fine(FLAT, facts().bounds(1L, 1L));
    fine(FLAT, facts().bounds(0.0, -0.0));
    fine(FLAT, facts().bounds(new byte[] {1}, new byte[] {(byte) 0x80}));
    wrong(FLAT, facts().bounds(2L, 1L));
    wrong(FLAT, facts().bounds(1.5, 1.0));
    wrong(FLAT, facts().bounds(new byte[] {1, 0}, new byte[] {1}));
  }

  @Test
  void bounds_of_pages_are_in_the_order_that_the_index_says() {
    List<Claims> ascending =
        List.of(
            facts().bounds(1L, 5L).claims(),
            facts().nullPage(true).claims(),
            facts().bounds(1L, 6L).claims());
    List<Claims> descending = List.of(ascending.get(2), ascending.get(1), ascending.get(0));

    assertThat(Contradictions.isUnordered(index(BoundaryOrder.ASCENDING), ascending)).isFalse();
    assertThat(Contradictions.isUnordered(index(BoundaryOrder.DESCENDING), descending)).isFalse();
    assertThat(Contradictions.isUnordered(index(BoundaryOrder.UNORDERED), descending)).isFalse();
    assertThat(Contradictions.isUnordered(index(BoundaryOrder.ASCENDING), descending)).isTrue();
    assertThat(Contradictions.isUnordered(index(BoundaryOrder.DESCENDING), ascending)).isTrue();
  }

  private static ColumnIndex index(BoundaryOrder order) {
    return new ColumnIndex(
        List.of(),
        List.of(),
        List.of(),
        List.of(BoundaryOrder.values()).indexOf(order),
        null,
        null,
        null,
        null);
  }

  @Test
  void pages_make_up_their_chunk() {
    Claims chunk =
        facts().rows(20).entries(20L).nulls(5).nans(1).bounds(1L, 9L).levels(5L, 15L).claims();

    fine(chunk, facts().nulls(2).nans(0).bounds(1L, 4L).levels(2L, 8L), part());
    fine(chunk, facts(), facts().nulls(1));
    wrong(chunk, facts().nulls(1), part());
    wrong(chunk, facts().nans(1), part());
    wrong(chunk, facts().levels(3L, 7L), part());
    wrong(chunk, facts().bounds(0L, 4L), part());
    wrong(chunk, facts().bounds(1L, 10L), part());
    wrong(chunk, facts().nullPage(true), facts().nullPage(true));
    Claims nullsOnly = facts().nulls(10).claims();
    wrong(nullsOnly, facts().bounds(1L, 1L));
    Claims text = facts().bounds(new byte[] {5, 5}, new byte[] {6}).claims();
    fine(text, facts().bounds(new byte[] {5}, new byte[] {7}));
    wrong(text, facts().bounds(new byte[] {6, 1}, new byte[] {7}));
  }

  private static Facts part() {
    return facts().nulls(3).nans(1).bounds(9L, 9L).levels(3L, 7L);
  }

  private static void fine(Claims chunk, Facts... pages) {
    assertThat(FLAT.isBetween(chunk, claims(pages))).isFalse();
  }

  private static void wrong(Claims chunk, Facts... pages) {
    assertThat(FLAT.isBetween(chunk, claims(pages))).isTrue();
  }

  private static List<Claims> claims(Facts... pages) {
    return List.of(pages).stream().map(Facts::claims).toList();
  }
}
