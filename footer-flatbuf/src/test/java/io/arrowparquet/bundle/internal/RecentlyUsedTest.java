// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentlyUsedTest {
  private final List<String> made = new ArrayList<>();

  private String get(RecentlyUsed<String, String> values, String key) {
    return values.get(
        key,
        () -> {
          made.add(key);
          return "value of " + key;
        });
  }

  @Test
  void the_value_that_was_not_used_for_the_longest_time_makes_room() {
    RecentlyUsed<String, String> values = new RecentlyUsed<>(2);
    assertThat(get(values, "a")).isEqualTo("value of a");
    get(values, "b");
    get(values, "a");
    get(values, "c");

    get(values, "a");
    get(values, "c");
    assertThat(made).containsExactly("a", "b", "c");
    get(values, "b");
    assertThat(made).containsExactly("a", "b", "c", "b");
  }

  @Test
  void values_are_kept_as_long_as_they_are_not_too_heavy_together() {
    RecentlyUsed<String, String> values = new RecentlyUsed<>(6, (key, value) -> key.length());
    get(values, "aa");
    get(values, "bb");
    get(values, "cc");
    get(values, "dddd");

    get(values, "cc");
    assertThat(made).containsExactly("aa", "bb", "cc", "dddd");
    get(values, "bb");
    assertThat(made).containsExactly("aa", "bb", "cc", "dddd", "bb");
  }

  @Test
  void the_last_value_is_kept_however_heavy_it_is() {
    RecentlyUsed<String, String> values = new RecentlyUsed<>(1, (key, value) -> key.length());
    get(values, "heavy");
    get(values, "heavy");
    assertThat(made).containsExactly("heavy");
    get(values, "b");
    get(values, "heavy");
    assertThat(made).containsExactly("heavy", "b", "heavy");
  }
}
