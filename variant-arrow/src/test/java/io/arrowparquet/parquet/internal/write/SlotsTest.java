// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotsTest {
  @Test
  void entries_belong_to_the_row_that_began_last() {
    Slots rows = new Slots();
    rows.setRows(5, 3, null);
    Slots below = new Slots();
    below.clearFor(rows);
    below.addPresent(10, 0);
    below.addPresent(11, 1);
    below.addAbsent(2, 0);
    below.addPresent(12, 0);
    below.addPresent(13, 1);

    assertThat(IntStream.range(0, 3).map(rows::rowOf)).containsExactly(5, 6, 7);
    assertThat(IntStream.range(0, 5).map(below::rowOf)).containsExactly(5, 5, 6, 7, 7);
    assertThat(IntStream.range(0, 5).map(below::index)).containsExactly(10, 11, Slots.NONE, 12, 13);
    assertThat(below.definition(2)).isEqualTo(2);
    assertThat(below.repetition(4)).isEqualTo(1);
  }

  @Test
  void grows_and_is_empty_when_cleared() {
    Slots rows = new Slots();
    rows.setRows(0, 5_000, null);
    assertThat(rows.count()).isEqualTo(5_000);
    assertThat(rows.index(4_999)).isEqualTo(4_999);
    Slots below = new Slots();
    below.clearFor(rows);
    below.addRun(7, 6_000, 0, 1);
    assertThat(below.index(5_999)).isEqualTo(6_006);
    assertThat(below.repetition(0)).isZero();
    assertThat(below.repetition(5_999)).isEqualTo(1);
    below.clearFor(rows);
    assertThat(below.count()).isZero();
  }

  @Test
  void runs_end_before_the_row_that_there_is_no_room_for() {
    Slots rows = new Slots();
    rows.setRows(5, 100, null);
    assertThat(rows.endOfRows(10, 50, 20)).isEqualTo(30);
    assertThat(rows.endOfRows(10, 15, 20)).isEqualTo(25);
    Slots below = new Slots();
    below.clearFor(rows);
    below.addRun(0, 3, 0, 1);
    below.addRun(3, 2, 0, 1);
    assertThat(below.endOfRows(0, 100, 1)).isEqualTo(3);
    assertThat(below.endOfRows(1, 100, 0)).isEqualTo(3);
    assertThat(below.endOfRows(0, 2, 1)).isEqualTo(2);
    assertThat(below.endOfRows(0, 100, 2)).isEqualTo(5);
  }
}
