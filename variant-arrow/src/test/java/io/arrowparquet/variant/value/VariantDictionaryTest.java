// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static io.arrowparquet.variant.value.TestMemory.dictionary;
import static io.arrowparquet.variant.value.TestMemory.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterProperty;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VariantDictionaryTest {
  private final TestMemory memory = new TestMemory();
  private final VariantDictionary names = new VariantDictionary(memory.allocator());

  @AfterEach
  @AfterProperty
  void close() {
    names.close();
    memory.close();
  }

  @Test
  void a_name_keeps_the_id_it_got_first() {
    assertThat(names.intern("b")).isZero();
    assertThat(names.intern("a")).isEqualTo(1);
    assertThat(names.intern(utf8("b"))).isZero();
    assertThat(names.intern("")).isEqualTo(2);
    assertThat(names.size()).isEqualTo(3);
  }

  @Test
  void metadata_holds_the_names_in_order_of_their_ids() {
    names.intern("b");
    names.intern("a");

    assertThat(metadata()).isEqualTo(dictionary(false, "b", "a"));
  }

  @Test
  void metadata_is_marked_sorted_where_names_came_in_order() {
    names.intern("a");
    names.intern("b");

    assertThat(names.isSorted()).isTrue();
    assertThat(metadata()).isEqualTo(dictionary(true, "a", "b"));
  }

  @Test
  void order_is_that_of_unsigned_bytes() {
    names.intern("\uFFFD");
    names.intern("\uD83D\uDE00");

    assertThat(names.isSorted()).isTrue();
    assertThat(names.compare(1, 0)).isPositive();
    int aNul = names.intern("a\0");
    int a = names.intern("a");
    assertThat(names.compare(a, aNul)).as("equal prefixes, other lengths").isNegative();
    assertThat(names.isSorted()).isFalse();
  }

  @Test
  void a_name_of_any_length_takes_the_place_of_a_forgotten_one_of_any_length() {
    String letters = "abcdefghijklmnopqrstuvwxyz".repeat(4);
    for (int forgotten = 0; forgotten < 20; forgotten++) {
      for (int length = 0; length < 100; length++) {
        names.clear();
        names.intern("0" + "f".repeat(forgotten));
        names.clear();
        names.intern(letters.substring(0, length));

        assertThat(metadata()).isEqualTo(dictionary(true, letters.substring(0, length)));
      }
    }
  }

  @Test
  void thousands_of_names_survive_growing() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 5000; i++) {
        assertThat(names.intern("some longer name " + i)).isEqualTo(i);
      }
    }
    VariantMetadata read = memory.metadata(metadata());
    assertThat(read.size()).isEqualTo(5000);
    assertThat(read.name(4321)).isEqualTo("some longer name 4321");
  }

  @Test
  void clear_forgets_names_and_voids_ids() {
    names.intern("b");
    names.intern("a");
    long generation = names.generation();

    names.clear();

    assertThat(names.generation()).isNotEqualTo(generation);
    assertThat(names.size()).isZero();
    assertThat(names.intern("a")).isZero();
    assertThat(metadata()).isEqualTo(dictionary(true, "a"));
  }

  @Test
  void names_that_come_again_after_a_clear_are_those_of_that_row_only() {
    names.intern("a");
    names.intern("c");
    names.intern("b");
    names.clear();
    assertThat(metadata()).isEqualTo(dictionary(true));

    assertThat(names.internAgain(0)).isTrue();
    assertThat(names.intern("c")).isEqualTo(1);
    assertThat(names.internAgain(0)).isTrue();
    assertThat(names.intern("a")).isZero();
    assertThat(names.isSorted()).isTrue();
    assertThat(metadata()).isEqualTo(dictionary(true, "a", "c"));
    assertThat(names.intern("b")).isEqualTo(2);
    assertThat(metadata()).isEqualTo(dictionary(false, "a", "c", "b"));
  }

  @Test
  void names_that_come_in_another_order_after_a_clear_get_new_ids() {
    names.intern("a");
    names.intern("b");
    names.intern("c");
    names.clear();

    long epoch = names.epoch();
    assertThat(names.internAgain(0)).isTrue();
    assertThat(names.internAgain(2)).as("out of turn").isFalse();
    assertThat(names.epoch()).isEqualTo(epoch);
    assertThat(names.intern("c")).isEqualTo(1);
    assertThat(names.epoch()).isNotEqualTo(epoch);
    assertThat(names.intern("b")).isEqualTo(2);
    assertThat(names.internAgain(3)).as("no such name any more").isFalse();
    assertThat(metadata()).isEqualTo(dictionary(false, "a", "c", "b"));
  }

  @Property(tries = 300)
  void any_rows_get_the_dictionaries_they_would_get_alone(
      @ForAll @Size(max = 6) List<@Size(max = 40) List<@IntRange(max = 60) Integer>> rows) {
    try (VariantDictionary reused = new VariantDictionary(memory.allocator())) {
      Map<String, Integer> remembered = new HashMap<>();
      long epoch = reused.epoch();
      for (List<Integer> row : rows) {
        reused.clear();
        List<String> expected = new ArrayList<>();
        for (int number : row) {
          String name = "n" + number;
          if (!expected.contains(name)) {
            expected.add(name);
          }
          if (epoch != reused.epoch()) {
            epoch = reused.epoch();
            remembered.clear();
          }
          Integer before = remembered.get(name);
          int id = before != null && reused.internAgain(before) ? before : reused.intern(name);
          assertThat(id).isEqualTo(expected.indexOf(name));
          if (epoch == reused.epoch()) {
            remembered.put(name, id);
          }
        }
        boolean sorted = expected.stream().sorted().toList().equals(expected);
        assertThat(EncodedValue.metadata(reused))
            .isEqualTo(dictionary(sorted, expected.toArray(String[]::new)));
      }
    }
  }

  @Test
  void metadata_is_not_written_beyond_a_buffer() {
    names.intern("a");
    ArrowBuf small = memory.buffer(new byte[4]);

    assertThatThrownBy(() -> names.writeMetadata(small, 0))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("5 bytes at 0 of a buffer of 4 bytes");
  }

  private byte[] metadata() {
    byte[] bytes = new byte[names.metadataLength()];
    ArrowBuf target = memory.buffer(bytes);
    names.writeMetadata(target, 0);
    target.getBytes(0, bytes);
    return bytes;
  }
}
