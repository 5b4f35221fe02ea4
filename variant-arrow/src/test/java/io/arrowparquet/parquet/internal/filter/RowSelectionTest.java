// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.internal.page.RowRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RowSelectionTest {

  @Property(tries = 200)
  void parts_have_all_chosen_rows_in_their_order(
      @ForAll @IntRange(min = 1, max = 200) int rows,
      @ForAll @IntRange(min = 1, max = 6) int gap,
      @ForAll @IntRange(min = 1, max = 50) int step,
      @ForAll long seed) {
    RowSelection selection = selection(rows, gap, new Random(seed));
    RowRanges all = RowRanges.all(rows);
    List<Long> expected = rows(selection.of(all));

    List<Long> found = new ArrayList<>();
    for (int from = 0; from < selection.count(); from += step) {
      int to = Math.min(selection.count(), from + step);
      RowSelection part = selection.part(from, to);
      assertThat(part.count()).isEqualTo(to - from);
      found.addAll(rows(part.of(all)));
    }

    assertThat(found).isEqualTo(expected);
    assertThat(found).hasSize(selection.count());
  }

  @Property(tries = 300)
  void chosen_rows_are_those_that_are_true(
      @ForAll @IntRange(max = 200) int rows,
      @ForAll @IntRange(min = 1, max = 40) int gap,
      @ForAll long seed) {
    Random random = new Random(seed);
    byte[] truths = new byte[rows];
    List<Long> expected = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      byte other = random.nextInt(10) == 0 ? TruthSet.UNKNOWN : TruthSet.FALSE;
      truths[row] = random.nextInt(gap) == 0 ? TruthSet.TRUE : other;
      if (truths[row] == TruthSet.TRUE) {
        expected.add((long) row);
      }
    }
    RowSelection selection = new RowSelection();
    selection.selectTrue(truths, rows);

    assertThat(rows(selection.of(RowRanges.all(rows)))).isEqualTo(expected);
    assertThat(selection.count()).isEqualTo(expected.size());
  }

  @Test
  void rows_chosen_before_are_forgotten() {
    RowSelection selection = selection(100, 1, new Random(1));

    byte[] longer = {TruthSet.UNKNOWN, TruthSet.TRUE, TruthSet.FALSE, TruthSet.TRUE};
    selection.selectTrue(longer, 3);

    assertThat(rows(selection.of(RowRanges.all(3)))).containsExactly(1L);
    assertThat(selection.runs()).isEqualTo(1);
  }

  private static RowSelection selection(int rows, int gap, Random random) {
    byte[] truths = new byte[rows];
    for (int row = 0; row < rows; row++) {
      truths[row] = random.nextInt(gap) == 0 ? TruthSet.TRUE : TruthSet.FALSE;
    }
    RowSelection selection = new RowSelection();
    selection.selectTrue(truths, rows);
    return selection;
  }

  private static List<Long> rows(RowRanges ranges) {
    List<Long> rows = new ArrayList<>();
    for (int range = 0; range < ranges.count(); range++) {
      for (long row = ranges.start(range); row < ranges.end(range); row++) {
        rows.add(row);
      }
    }
    return rows;
  }
}
