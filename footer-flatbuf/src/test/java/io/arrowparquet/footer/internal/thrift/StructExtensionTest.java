// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shaded.parquet.org.apache.thrift.TException;

class StructExtensionTest {
  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  @Test
  void extension_is_appended_under_the_literal_header_of_the_format() {
    assertThat(StructExtension.append(hex("15 02 00"), hex("aabb")))
        .isEqualTo(hex("15 02  08 ffff01  02 aabb  00"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"15 02 08 ffff01 02 aabb 00", "15 02 08 feff03 02 aabb 00"})
  void extension_is_found_under_the_literal_header_and_under_the_one_of_thrift(String struct) {
    assertThat(StructExtension.find(hex(struct))).isEqualTo(BinaryValue.of(hex("aabb")));
    assertThat(StructExtension.remove(hex(struct))).isEqualTo(hex("15 02 00"));
  }

  @Test
  void struct_without_extension_has_none() {
    byte[] struct = hex("15 02 00");
    assertThat(StructExtension.find(struct)).isNull();
    assertThat(StructExtension.remove(struct)).isEqualTo(struct);
  }

  @Test
  void field_behind_a_removed_extension_keeps_its_id() {
    // field 1, extension, field 20 in long form: removing makes its delta too large for short form
    assertThat(StructExtension.remove(hex("15 02 08 ffff01 01 aa 05 28 04 00")))
        .isEqualTo(hex("15 02 05 28 04 00"));
    // field 1, extension, field -16383 by the delta 1, which only the extension made possible
    assertThat(StructExtension.remove(hex("15 02 08 ffff01 01 aa 15 04 00")))
        .isEqualTo(hex("15 02 05 fdff01 04 00"));
  }

  @Test
  void second_extension_is_refused_but_all_of_several_are_removed() {
    byte[] once = StructExtension.append(hex("00"), hex("aa"));
    assertThatThrownBy(() -> StructExtension.append(once, hex("bb")))
        .isInstanceOf(IllegalArgumentException.class);
    byte[] twice = hex("08 ffff01 01 aa 08 ffff01 01 bb 00");
    assertThat(StructExtension.find(twice)).isEqualTo(BinaryValue.of(hex("bb")));
    assertThat(StructExtension.remove(twice)).isEqualTo(hex("00"));
  }

  @Test
  void very_many_extensions_are_removed_in_one_pass() {
    byte[] struct = new byte[5 * 300_000 + 1];
    for (int i = 0; i + 1 < struct.length; i += 5) {
      System.arraycopy(hex("08 ffff01 00"), 0, struct, i, 5);
    }

    byte[] removed =
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> StructExtension.remove(struct));

    assertThat(removed).isEqualTo(hex("00"));
  }

  @Test
  void bytes_that_are_not_one_struct_are_refused() {
    assertThatThrownBy(() -> StructExtension.append(hex("15 02 00 00"), hex("aa")))
        .hasMessage(
            "Thrift struct ending at offset 3: found 1 more bytes, expected the stop byte last");
    assertThatThrownBy(() -> StructExtension.append(hex("15 02"), hex("aa")))
        .isInstanceOf(CorruptFooterException.class);
    assertThatThrownBy(() -> StructExtension.find(new byte[0]))
        .isInstanceOf(CorruptFooterException.class);
  }

  @Property(tries = 300)
  void any_struct_gives_back_extension_and_original(
      @ForAll long seed, @ForAll @Size(max = 300) byte[] extension) throws TException {
    Random random = new Random(seed);
    var codecs = StructCodecs.all();
    String name = codecs.get(random.nextInt(codecs.size())).name();
    byte[] struct = PeerStructs.write(PeerStructs.random(PeerStructs.type(name), random));

    byte[] extended = StructExtension.append(struct, extension);
    assertThat(StructExtension.find(extended)).isEqualTo(BinaryValue.of(extension));
    assertThat(StructExtension.remove(extended)).isEqualTo(struct);
    byte[] empty = StructExtension.append(struct, new byte[0]);
    assertThat(StructExtension.find(empty)).isEqualTo(BinaryValue.of(new byte[0]));
  }

  @Property(tries = 100)
  void parquet_java_reads_an_extended_struct_as_before(@ForAll long seed) throws TException {
    var type = PeerStructs.type("ColumnMetaData");
    Object struct = PeerStructs.random(type, new Random(seed));
    byte[] bytes = PeerStructs.write(PeerStructs.random(type, new Random(seed)));
    Object read = PeerStructs.read(type, StructExtension.append(bytes, new byte[40]));
    assertThat(read).isEqualTo(struct);
  }
}
