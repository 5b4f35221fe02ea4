// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.PathHash;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashedColumnsTest {
  private static final int COLUMNS = 100_000;

  @Test
  void columns_of_usual_names_are_found() {
    int[] hashes = IntStream.range(0, COLUMNS).map(i -> PathHash.of("column_" + i)).toArray();
    HashedColumns columns = HashedColumns.slots(hashes);
    for (int column = 0; column < COLUMNS; column++) {
      int place = columns.first(hashes[column]);
      while (columns.column(place) != column) {
        place = columns.next(place, hashes[column]);
      }
    }
  }

  @Test
  void a_search_ends_where_names_were_chosen_to_meet() {
    HashedColumns columns = HashedColumns.slots(new int[COLUMNS]);
    int place = columns.first(0);
    int seen = 1;
    try {
      for (; place >= 0; seen++) {
        place = columns.next(place, 0);
      }
    } catch (CorruptFooterException e) {
      assertThat(e).hasMessageContaining("name index").hasMessageContaining("more than 4096");
    }
    assertThat(seen).isBetween(HashedColumns.MOST_PLACES, HashedColumns.MOST_PLACES + 2);
  }
}
