// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class NameRanksTest {
  private static final int BEFORE = 3;

  private final NameRanks ranks = new NameRanks();

  @Property(tries = 300)
  void sorts_as_comparing_names_does_and_keeps_the_last_of_equal_ones(
      @ForAll @Size(min = 1, max = 200) @UniqueElements List<@IntRange(max = 99_999) Integer> all,
      @ForAll @Size(max = 50) List<@IntRange(max = 1_000) Integer> picks) {
    try (BufferAllocator allocator = new RootAllocator();
        VariantDictionary names = new VariantDictionary(allocator)) {
      all.forEach(name -> names.intern("name" + name));
      prepare(names);
      int[] ids = new int[BEFORE + picks.size() + 1];
      int[] offsets = new int[ids.length];
      for (int i = 0; i < picks.size(); i++) {
        ids[BEFORE + i] = picks.get(i) % all.size();
        offsets[BEFORE + i] = i;
      }
      List<Integer> expectedIds =
          Arrays.stream(ids, BEFORE, BEFORE + picks.size())
              .distinct()
              .boxed()
              .sorted(names::compare)
              .toList();
      List<Integer> expectedOffsets =
          expectedIds.stream()
              .map(
                  id ->
                      IntStream.range(0, picks.size())
                          .filter(i -> picks.get(i) % all.size() == id)
                          .max()
                          .orElseThrow())
              .toList();

      int count = ranks.sort(ids, offsets, BEFORE, BEFORE + picks.size());

      assertThat(part(ids, count)).isEqualTo(expectedIds);
      assertThat(part(offsets, count)).isEqualTo(expectedOffsets);
      if (count < picks.size()) {
        assertThat(picks.stream().filter(pick -> pick % all.size() == ranks.duplicate()))
            .hasSizeGreaterThan(1);
      }
    }
  }

  private static List<Integer> part(int[] numbers, int count) {
    return Arrays.stream(numbers, BEFORE, BEFORE + count).boxed().toList();
  }

  private void prepare(VariantDictionary names) {
    while (!ranks.canSort(names, 10)) {
      // It takes some sorting before ranks are worth making.
    }
  }

  @Test
  void ranks_are_made_anew_once_the_dictionary_has_other_names() {
    try (BufferAllocator allocator = new RootAllocator();
        VariantDictionary names = new VariantDictionary(allocator)) {
      names.intern("b");
      names.intern("a");
      prepare(names);
      assertThat(sorted(0, 1)).containsExactly(1, 0);

      names.intern("0");
      assertThat(ranks.canSort(names, 1)).isFalse();
      prepare(names);
      assertThat(sorted(0, 1, 2)).containsExactly(2, 1, 0);

      // The same names in the same order keep their ids, and so their ranks ...
      names.clear();
      names.intern("b");
      assertThat(ranks.canSort(names, 1)).isTrue();
      // ... others do not.
      names.clear();
      names.intern("x");
      names.intern("y");
      names.intern("z");
      assertThat(ranks.canSort(names, 1)).isFalse();
      prepare(names);
      assertThat(sorted(2, 0, 1)).containsExactly(0, 1, 2);
    }
  }

  @Test
  void fields_in_order_stay_and_of_equal_neighbours_one_goes() {
    try (BufferAllocator allocator = new RootAllocator();
        VariantDictionary names = new VariantDictionary(allocator)) {
      List.of("a", "b", "c").forEach(names::intern);
      prepare(names);
      int[] offsets = {0, 4, 7};

      assertThat(ranks.sort(new int[] {0, 1, 2}, offsets, 0, 3)).isEqualTo(3);
      assertThat(offsets).containsExactly(0, 4, 7);
      assertThat(ranks.sort(new int[] {0, 2, 2}, offsets, 0, 3)).isEqualTo(2);
      assertThat(ranks.duplicate()).isEqualTo(2);
      assertThat(offsets).startsWith(0, 7);
    }
  }

  @Test
  void few_fields_of_very_many_names_are_left_to_comparing() {
    try (BufferAllocator allocator = new RootAllocator();
        VariantDictionary names = new VariantDictionary(allocator)) {
      IntStream.range(0, 5_000).forEach(i -> names.intern("name" + i));
      for (int i = 0; i < 10_000; i++) {
        assertThat(ranks.canSort(names, 10)).isFalse();
      }
      assertThat(ranks.canSort(names, 20_001)).isTrue();
    }
  }

  private int[] sorted(int... ids) {
    int[] result = ids.clone();
    ranks.sort(result, new int[ids.length], 0, ids.length);
    return result;
  }
}
