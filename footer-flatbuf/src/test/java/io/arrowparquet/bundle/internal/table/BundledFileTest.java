// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.stream.BundledFile;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BundledFileTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901234Z");

  private static BundledFile file(Instant modified, String etag) {
    return new BundledFile("a/b.parquet", 100, modified, etag, 50, -1);
  }

  @Test
  void tags_decide_where_both_have_one() {
    assertThat(file(TIME, "x").isSameVersion(100, null, "x")).isTrue();
    assertThat(file(TIME, "x").isSameVersion(100, TIME, "y")).isFalse();
    assertThat(file(TIME, "x").isSameVersion(101, TIME, "x")).isFalse();
  }

  @Test
  void times_decide_where_a_tag_is_missing() {
    assertThat(file(TIME, "x").isSameVersion(100, TIME, null)).isTrue();
    assertThat(file(TIME, null).isSameVersion(100, TIME.plusNanos(1), "x")).isFalse();
    assertThat(file(null, null).isSameVersion(100, null, null)).isFalse();
  }

  @Test
  void impossible_files_are_refused() {
    assertThatThrownBy(() -> new BundledFile("", 1, null, null, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BundledFile("a", -1, null, null, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BundledFile("a", 1, null, null, -1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
