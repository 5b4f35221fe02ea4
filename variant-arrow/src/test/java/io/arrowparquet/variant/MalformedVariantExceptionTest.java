// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.storage.DiagnosedException;
import org.junit.jupiter.api.Test;

class MalformedVariantExceptionTest {
  private final MalformedVariantException bare =
      new MalformedVariantException(
          "number of array elements", 57, "4294967041", "at most 20, the bytes that follow");

  @Test
  void message_says_where_what_was_found_and_what_was_expected() {
    assertThat(bare)
        .hasMessage(
            "number of array elements at byte 57: found 4294967041,"
                + " expected at most 20, the bytes that follow");
  }

  @Test
  void row_and_path_are_added_on_the_way_up_and_only_once() {
    DiagnosedException placed = bare.at("$.items").atRow(812).at("$.other").atRow(1);

    assertThat(placed.getMessage()).startsWith("row 812, $.items: number of array elements");
    assertThat(placed.row()).isEqualTo(812);
    assertThat(placed.path()).isEqualTo("$.items");
    assertThat(placed.offset()).isEqualTo(57);
    assertThat(placed.problem()).isEqualTo("number of array elements");
    assertThat(placed.found()).isEqualTo("4294967041");
    assertThat(placed.expected()).startsWith("at most 20");
  }
}
