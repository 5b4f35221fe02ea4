// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VariantLimitsTest {
  @Test
  void defaults_are_those_of_the_design() {
    assertThat(VariantLimits.defaults().maxDepth()).isEqualTo(128);
    assertThat(VariantLimits.defaults().maxSizeBytes()).isEqualTo(128 << 20);
    assertThat(VariantLimits.defaults().draftTypeIds()).isFalse();
    assertThat(VariantLimits.defaults().lastFieldWins()).isFalse();
  }

  @Test
  void each_limit_is_set_apart_from_the_others() {
    VariantLimits limits =
        VariantLimits.defaults()
            .withMaxDepth(3)
            .withMaxSizeBytes(100)
            .withDraftTypeIds(true)
            .withMaxNameBytes(7)
            .withLastFieldWins(true);

    assertThat(limits.maxDepth()).isEqualTo(3);
    assertThat(limits.maxSizeBytes()).isEqualTo(100);
    assertThat(limits.draftTypeIds()).isTrue();
    assertThat(limits.maxNameBytes()).isEqualTo(7);
    assertThat(limits.lastFieldWins()).isTrue();
  }

  @Test
  void limits_out_of_range_are_refused() {
    assertThatThrownBy(() -> VariantLimits.defaults().withMaxDepth(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxDepth is 0, expected 1 to 500");
    assertThatThrownBy(() -> VariantLimits.defaults().withMaxDepth(501))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> VariantLimits.defaults().withMaxSizeBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxSizeBytes is 0, expected 1 or more");
    assertThatThrownBy(() -> VariantLimits.defaults().withMaxNameBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxNameBytes is 0, expected 1 or more");
  }
}
