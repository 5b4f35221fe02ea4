// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.ConversionException;
import org.junit.jupiter.api.Test;

class ByteOutputTest {
  @Test
  void room_for_more_than_a_page_can_have_is_refused_before_it_is_made() {
    ByteOutput out = new ByteOutput();
    out.putInt(1);

    assertThatThrownBy(() -> out.reserve(3L << 30))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining(
            "found 3221225476 bytes of one page, expected at most 1610612736, as pages end with"
                + " rows");
    assertThat(out.array().length).isLessThan(1_000);
  }
}
