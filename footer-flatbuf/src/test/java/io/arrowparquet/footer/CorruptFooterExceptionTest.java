// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CorruptFooterExceptionTest {
  private final CorruptFooterException bare =
      new CorruptFooterException("footer length", 92, "-5", "0 to 84");

  @Test
  void message_says_where_what_was_found_and_what_was_expected() {
    assertThat(bare).hasMessage("footer length at offset 92: found -5, expected 0 to 84");
  }

  @Test
  void offset_is_left_out_when_there_is_none() {
    assertThat(new CorruptFooterException("magic", "ELF", "PAR1 or PAR3"))
        .hasMessage("magic: found ELF, expected PAR1 or PAR3");
  }

  @Test
  void name_of_the_file_is_added_once_and_keeps_the_facts() {
    CorruptFooterException named = bare.in("part-0.parquet").in("another.parquet");

    assertThat(named)
        .hasMessage("part-0.parquet: footer length at offset 92: found -5, expected 0 to 84")
        .hasCause(bare);
    assertThat(named.source()).isEqualTo("part-0.parquet");
    assertThat(named.problem()).isEqualTo("footer length");
    assertThat(named.offset()).isEqualTo(92);
    assertThat(named.found()).isEqualTo("-5");
    assertThat(named.expected()).isEqualTo("0 to 84");
  }

  @Test
  void offset_moves_with_the_place_the_bytes_came_from() {
    assertThat(bare.shiftedBy(1000).offset()).isEqualTo(1092);
  }
}
