// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.NumericChars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameCodecTest {
  private static byte[] utf8(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] packed(String name, int encoding) {
    BundleBytes out = new BundleBytes(16);
    NameCodec.write(utf8(name), encoding, out);
    assertThat(out.size()).isEqualTo(NameCodec.length(utf8(name), encoding));
    return out.toByteArray();
  }

  private static String unpacked(byte[] bytes, int encoding) {
    ByteCursor in = new ByteCursor(bytes, 0, bytes.length, 0);
    byte[] name = NameCodec.unpack(in, bytes.length, encoding);
    assertThat(in.remaining()).isZero();
    return new String(name, StandardCharsets.UTF_8);
  }

  /** Bytes put together by hand; "strip" is the first bit. */
  @ParameterizedTest
  @CsvSource({
    "list,           1, 2d1298",
    "element,        1, 1164611b30",
    "abc,            1, 0022",
    "abcdef,         1, 0022190a",
    "ab,             1, 8020",
    "aB,             1, 03a1",
    "col_1234,       2, 84717febb6fc00"
  })
  void packed_names_have_the_bytes_of_the_specification(String name, int encoding, String hex) {
    // "ab" has 11 bits, and room for one more code: strip is set.
    byte[] expected = HexFormat.of().parseHex(hex);
    assertThat(packed(name, encoding)).asHexString().isEqualToIgnoringCase(hex);
    assertThat(unpacked(expected, encoding)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "a, 0",
    "ab, 0",
    "abc, 1",
    "a1b, 0",
    "a1bcdef8, 2",
    "HELLO, 2",
    "Name, 0",
    "customerName, 1",
    "a|b, 0",
    "$ref_, 1",
    "été, 0",
    "with space here, 0"
  })
  void the_shortest_encoding_is_chosen(String name, int encoding) {
    assertThat(NameCodec.choose(utf8(name))).isEqualTo(encoding);
  }

  @Property(tries = 100)
  void names_of_letters_come_back(
      @ForAll @NotEmpty @AlphaChars @Chars({'.', '_', '$'}) String name) {
    assertThat(unpacked(packed(name, 1), 1)).isEqualTo(name);
  }

  @Property(tries = 100)
  void names_of_letters_and_digits_come_back(
      @ForAll @NotEmpty @AlphaChars @NumericChars @Chars({'.', '_'}) String name) {
    assertThat(unpacked(packed(name, 2), 2)).isEqualTo(name);
  }

  @Property(tries = 100)
  void any_name_has_an_encoding(
      @ForAll @NotEmpty @CharRange(from = ' ', to = '\u00ff') String name) {
    int encoding = NameCodec.choose(utf8(name));
    if (encoding != NameCodec.UTF_8) {
      assertThat(unpacked(packed(name, encoding), encoding)).isEqualTo(name);
    }
  }

  @Test
  void bytes_that_are_no_name_are_corrupt() {
    // Code 31; an upper-case mark at the end; one before a digit; no code at all.
    for (byte[] bytes :
        new byte[][] {{(byte) 0x7F, (byte) 0xFF}, {0x74}, {0x77, (byte) 0x40}, {(byte) 0x80}}) {
      assertThatThrownBy(() -> unpacked(bytes, NameCodec.ALL_TO_LOWER_SPECIAL))
          .isInstanceOf(CorruptFooterException.class);
    }
  }
}
