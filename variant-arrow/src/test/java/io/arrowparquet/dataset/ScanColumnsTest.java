// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScanColumnsTest {
  @Test
  void lists_are_split_at_commas_outside_of_brackets_and_quotes() {
    assertThat(ScanColumns.split("a, v.b as decimal(9, 2),v['x,y'] as struct<a: int, b: int>"))
        .containsExactly("a", "v.b as decimal(9, 2)", "v['x,y'] as struct<a: int, b: int>");
  }

  @Test
  void empty_entries_are_refused_with_their_position() {
    assertThatThrownBy(() -> ScanColumns.split("a,,b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("position 2");
  }
}
