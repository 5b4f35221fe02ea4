// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VariantLimitsTest {
  @Test
  void defaults_are_those_of_the_design() {
    assertThat(VariantLimits.DEFAULT.maxDepth()).isEqualTo(128);
    assertThat(VariantLimits.DEFAULT.maxSizeBytes()).isEqualTo(128 << 20);
    assertThat(VariantLimits.DEFAULT.draftTypeIds()).isFalse();
  }

  @Test
  void each_limit_is_set_apart_from_the_others() {
    VariantLimits limits =
        VariantLimits.DEFAULT.maxDepth(3).maxSizeBytes(100).draftTypeIds(true).maxNameBytes(7);

    assertThat(limits).isEqualTo(new VariantLimits(3, 100, true, 7));
  }

  @Test
  void limits_out_of_range_are_refused() {
    assertThatThrownBy(() -> VariantLimits.DEFAULT.maxDepth(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxDepth is 0, expected 1 to 500");
    assertThatThrownBy(() -> VariantLimits.DEFAULT.maxDepth(501))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> VariantLimits.DEFAULT.maxSizeBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxSizeBytes is 0, expected 1 or more");
    assertThatThrownBy(() -> VariantLimits.DEFAULT.maxNameBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxNameBytes is 0, expected 1 or more");
  }
}
