// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathHashTest {
  @Test
  void is_the_published_fnv_1a() {
    assertThat(PathHash.of("")).isEqualTo(0x811C9DC5);
    assertThat(PathHash.of("a")).isEqualTo(0xE40C292C);
    assertThat(PathHash.of("foobar")).isEqualTo(0xBF9CF968);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a.b", "naïve", "日本語.列", "\uD83D\uDE00", "x\uD83Dy", "\uDE00", "tail\uD83D"})
  void of_a_string_is_that_of_its_utf8_bytes(String path) {
    byte[] utf8 = path.getBytes(StandardCharsets.UTF_8);

    assertThat(PathHash.of(path)).isEqualTo(PathHash.extend(PathHash.EMPTY, utf8, 0, utf8.length));
  }
}
