// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges against a set of rows. */
class RowRangesTest {
  private static final int ROWS = 12;

  private static RowRanges ranges(BitSet rows) {
    RowRanges.Builder ranges = new RowRanges.Builder();
    for (int row = 0; row < ROWS; row++) {
      if (rows.get(row)) {
        ranges.add(row, row + 1);
      }
    }
    return ranges.build();
  }

  private static BitSet rows(RowRanges ranges) {
    BitSet rows = new BitSet();
    for (int i = 0; i < ranges.count(); i++) {
      rows.set((int) ranges.start(i), (int) ranges.end(i));
      assertThat(i > 0 && ranges.start(i) <= ranges.end(i - 1)).isFalse();
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 0xfff, 0x800, 0x7fe, 0xa55, 0x333, 0xe07})
  void ranges_are_the_rows_added(long bits) {
    BitSet rows = BitSet.valueOf(new long[] {bits});
    RowRanges ranges = ranges(rows);

    assertThat(rows(ranges)).isEqualTo(rows);
    assertThat(ranges.rows()).isEqualTo(rows.cardinality());
    assertThat(ranges.isEmpty()).isEqualTo(rows.isEmpty());
    assertThat(ranges.isAll(ROWS)).isEqualTo(rows.cardinality() == ROWS);
    for (int start = 0; start <= ROWS; start++) {
      for (int end = start + 1; end <= ROWS; end++) {
        assertThat(ranges.meets(start, end)).isEqualTo(!rows.get(start, end).isEmpty());
      }
      for (int most = 0; most <= ROWS; most++) {
        BitSet expected = new BitSet();
        int next = rows.nextSetBit(start);
        for (int i = 0; i < most && next >= 0; i++, next = rows.nextSetBit(next + 1)) {
          expected.set(next);
        }
        assertThat(rows(ranges.from(start, most))).isEqualTo(expected);
      }
    }
  }

  @Test
  void a_row_group_without_rows_has_all_of_them() {
    assertThat(RowRanges.all(0).isEmpty()).isTrue();
    assertThat(RowRanges.all(0).isAll(0)).isTrue();
    assertThat(RowRanges.all(3).rows()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 0xfff, 0x800, 0x7fe, 0xa55, 0x333, 0xe07})
  void parts_and_common_rows_are_those_of_the_sets(long bits) {
    BitSet rows = BitSet.valueOf(new long[] {bits});
    for (int skipped = 0; skipped <= ROWS; skipped++) {
      for (long most : new long[] {0, 1, 3, ROWS, Long.MAX_VALUE}) {
        BitSet expected = new BitSet();
        rows.stream().skip(skipped).limit(most).forEach(expected::set);
        assertThat(rows(ranges(rows).part(skipped, most))).isEqualTo(expected);
      }
    }
    for (long other : new long[] {0, 0xfff, 0x0f0, 0x5a5, 0x801}) {
      BitSet both = BitSet.valueOf(new long[] {other & bits});
      RowRanges others = ranges(BitSet.valueOf(new long[] {other}));
      assertThat(rows(ranges(rows).and(others))).isEqualTo(both);
      assertThat(rows(others.and(ranges(rows)))).isEqualTo(both);
    }
  }
}
