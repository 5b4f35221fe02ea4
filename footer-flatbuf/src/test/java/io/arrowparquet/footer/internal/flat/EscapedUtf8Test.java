// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EscapedUtf8Test {
  @Property
  void any_bytes_come_back(@ForAll byte[] bytes) {
    assertThat(EscapedUtf8.encode(EscapedUtf8.decode(bytes))).isEqualTo(bytes);
  }

  @Property
  void utf8_is_decoded_as_such(@ForAll String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);

    assertThat(EscapedUtf8.decode(utf8)).isEqualTo(new String(utf8, StandardCharsets.UTF_8));
    assertThat(EscapedUtf8.encode(EscapedUtf8.decode(utf8))).isEqualTo(utf8);
  }

  @Test
  void a_byte_of_no_character_becomes_an_unpaired_surrogate() {
    byte[] bytes = {'a', (byte) 0xFF, (byte) 0xC3, (byte) 0xA9, (byte) 0xE2, (byte) 0x82};

    assertThat(EscapedUtf8.decode(bytes)).isEqualTo("a\uDCFF\u00e9\uDCE2\uDC82");
  }
}
