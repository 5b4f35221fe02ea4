// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FieldSorterTest {
  private final FieldSorter sorter = new FieldSorter();

  @Property(tries = 300)
  void sorts_stably_and_only_within_the_range(
      @ForAll @Size(max = 200) List<@IntRange(max = 50) Integer> input) {
    int before = 3;
    int count = input.size();
    int[] ids = new int[before + count + 2];
    int[] offsets = new int[ids.length];
    List<int[]> expected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids[before + i] = input.get(i);
      offsets[before + i] = i;
      expected.add(new int[] {input.get(i), i});
    }
    expected.sort(Comparator.comparingInt(pair -> pair[0]));

    sorter.sort(ids, offsets, before, before + count, Integer::compare);

    for (int i = 0; i < count; i++) {
      assertThat(ids[before + i]).isEqualTo(expected.get(i)[0]);
      assertThat(offsets[before + i]).isEqualTo(expected.get(i)[1]);
    }
    assertThat(ids[before - 1] + ids[before + count]).isZero();
  }
}
