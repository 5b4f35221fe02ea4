// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.PathHash;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashedColumnsTest {
  private static final int COLUMNS = 100_000;

  /** Both forms of the index, of columns in the order of the schema. */
  private static List<HashedColumns> forms(int[] hashes) {
    int[] order =
        IntStream.range(0, hashes.length)
            .boxed()
            .sorted((a, b) -> Integer.compareUnsigned(hashes[a], hashes[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] sorted = Arrays.stream(order).map(column -> hashes[column]).toArray();
    return List.of(
        HashedColumns.slots(hashes), HashedColumns.sorted(IntTable.of(sorted), IntTable.of(order)));
  }

  @Test
  void columns_of_usual_names_are_found() {
    int[] hashes = IntStream.range(0, COLUMNS).map(i -> PathHash.of("column_" + i)).toArray();
    for (HashedColumns columns : forms(hashes)) {
      for (int column = 0; column < COLUMNS; column++) {
        int place = columns.first(hashes[column]);
        while (columns.column(place) != column) {
          place = columns.next(place, hashes[column]);
        }
      }
    }
  }

  @Test
  void a_search_ends_where_names_were_chosen_to_meet() {
    for (HashedColumns columns : forms(new int[COLUMNS])) {
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
}
