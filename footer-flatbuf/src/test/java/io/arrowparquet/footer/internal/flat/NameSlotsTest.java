// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameSlotsTest {
  private static int find(long[] slots, int homes, int hash, int column) {
    int probes = 0;
    for (int at = NameSlots.home(hash, homes); at < slots.length; at++) {
      probes++;
      int found = (int) (slots[at] >>> 32);
      assertThat(found).isNotEqualTo(NameSlots.FREE);
      if (found == column) {
        assertThat((int) slots[at]).isEqualTo(hash);
        return probes;
      }
    }
    throw new AssertionError("column " + column);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 100, 10_000})
  void every_column_is_found_from_its_home_on(int columns) {
    int[] hashes = new Random(columns).ints(columns).toArray();
    long[] slots = NameSlots.place(hashes);
    long probes = 0;
    for (int column = 0; column < columns; column++) {
      probes += find(slots, NameSlots.homes(columns), hashes[column], column);
    }
    assertThat(probes).isLessThanOrEqualTo(4L * columns);
    assertThat(slots.length).isGreaterThanOrEqualTo(NameSlots.homes(columns));
  }

  @Test
  void names_that_differ_in_a_number_are_spread() {
    int[] hashes = new int[100_000];
    Arrays.setAll(hashes, i -> PathHash.of("column_" + i));
    long[] slots = NameSlots.place(hashes);
    int longest = 0;
    for (int column = 0; column < hashes.length; column++) {
      longest =
          Math.max(longest, find(slots, NameSlots.homes(hashes.length), hashes[column], column));
    }
    assertThat(longest).isLessThan(128);
  }

  @Test
  void columns_of_one_hash_are_in_the_order_of_the_schema() {
    int[] hashes = new int[5_000];
    Arrays.fill(hashes, -1);
    long[] slots = NameSlots.place(hashes);
    int home = NameSlots.home(-1, NameSlots.homes(hashes.length));
    for (int column = 0; column < hashes.length; column++) {
      assertThat((int) (slots[home + column] >>> 32)).isEqualTo(column);
    }
  }
}
