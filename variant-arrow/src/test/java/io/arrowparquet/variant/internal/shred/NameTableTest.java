// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.value.TestMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NameTableTest {
  @AutoClose private final TestMemory memory = new TestMemory();
  private final NameTable table = new NameTable();

  private List<Integer> bind(boolean addNew, String... names) {
    table.bind(memory.names(false, names), addNew);
    List<Integer> numbers = new ArrayList<>();
    for (int id = 0; id < names.length; id++) {
      numbers.add(table.ofId()[id]);
    }
    return numbers;
  }

  /** Names whose first or last bytes are alike, up to and beyond the eight of a word. */
  private static String[] similarNames() {
    List<String> names = new ArrayList<>();
    for (String letter : List.of("a", "b", "\u0000")) {
      for (int length = 1; length < 40; length++) {
        names.add("x".repeat(length - 1) + letter);
        names.add(letter + "y".repeat(length));
      }
    }
    names.add("");
    return names.toArray(new String[0]);
  }

  @Test
  void names_are_told_apart_whatever_their_length() {
    String[] names = similarNames();
    for (int i = 0; i < names.length; i++) {
      assertThat(table.add(names[i])).isEqualTo(i);
      assertThat(table.add(names[i])).isEqualTo(i);
    }

    for (int i = 0; i < names.length; i++) {
      int next = (i + 1) % names.length;
      assertThat(bind(false, names[i], names[next], "other")).containsExactly(i, next, -1);
      assertThat(table.name(i)).isEqualTo(names[i]);
    }
  }

  @Test
  void a_name_in_a_tiny_dictionary_is_found() {
    assertThat(table.add("a")).isZero();

    assertThat(bind(false, "a")).containsExactly(0);
    assertThat(bind(false, "b", "a")).containsExactly(NameTable.UNKNOWN, 0);
  }

  @Test
  void names_met_before_stay_unknown_until_they_are_added() {
    assertThat(bind(false, "a", "b")).containsOnly(NameTable.UNKNOWN);
    assertThat(bind(false, "b", "a")).containsOnly(NameTable.UNKNOWN);
    assertThat(table.size()).isZero();

    assertThat(table.add("b")).isZero();
    assertThat(bind(false, "a", "b")).containsExactly(NameTable.UNKNOWN, 0);
    assertThat(bind(true, "c", "a", "b")).containsExactly(1, 2, 0);
    assertThat(table.name(2)).isEqualTo("a");
  }

  @Test
  void ever_new_names_are_not_remembered_for_ever() {
    table.add("wanted");
    for (int round = 0; round < 200; round++) {
      String[] names = new String[20];
      for (int i = 0; i < names.length; i++) {
        names[i] = "n" + (20 * round + i);
      }
      names[10] = "wanted";
      List<Integer> numbers = bind(false, names);
      assertThat(numbers.get(10)).isZero();
      assertThat(numbers.stream().filter(number -> number >= 0)).hasSize(1);
    }
    assertThat(table.size()).isEqualTo(1);
  }

  @Test
  void offsets_that_fall_or_pass_the_end_are_malformed() {
    int[][] dictionaries = {
      {0x01, 2, 0, 3, 2, 'a', 'b', 'c'}, {0x41, 2, 0, 0, 0, 9, 0, 3, 0, 'a', 'b', 'c'}
    };
    for (int[] dictionary : dictionaries) {
      assertThatThrownBy(() -> table.bind(memory.metadata(dictionary), true))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageContaining("metadata's offsets of name ");
    }
  }
}
