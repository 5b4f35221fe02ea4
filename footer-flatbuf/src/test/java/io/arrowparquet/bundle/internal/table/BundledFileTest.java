// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.stream.BundledFile;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BundledFileTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901234Z");

  private static BundledFile.Version version(long length, Instant modified, String etag) {
    return new BundledFile.Version("a/b.parquet", length, modified, etag);
  }

  @Test
  void tags_decide_where_both_have_one() {
    assertThat(version(100, TIME, "x").isSame(version(100, null, "x"))).isTrue();
    assertThat(version(100, TIME, "x").isSame(version(100, TIME, "y"))).isFalse();
    assertThat(version(100, TIME, "x").isSame(version(101, TIME, "x"))).isFalse();
  }

  @Test
  void times_decide_where_a_tag_is_missing() {
    assertThat(version(100, TIME, "x").isSame(version(100, TIME, null))).isTrue();
    assertThat(version(100, TIME, null).isSame(version(100, TIME.plusNanos(1), "x"))).isFalse();
    assertThat(version(100, null, null).isSame(version(100, null, null))).isFalse();
  }

  @Test
  void impossible_files_are_refused() {
    assertThatThrownBy(() -> new BundledFile(BundledFile.Version.of("", 1), 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BundledFile(BundledFile.Version.of("a", -1), 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BundledFile(BundledFile.Version.of("a", 1), -1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
