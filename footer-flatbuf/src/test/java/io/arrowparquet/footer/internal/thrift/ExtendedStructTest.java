// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ExtendedStructTest {
  /** Field 1, i32, 1. */
  private static final byte[] STRUCT = {0x15, 0x02, 0x00};

  private static final byte[] EXTENSION = {7, 8, 9};

  private static byte[] with(byte[] struct, String hex) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(struct);
    bytes.writeBytes(HexFormat.of().parseHex(hex));
    return bytes.toByteArray();
  }

  @Test
  void extension_in_the_struct() {
    ExtendedStruct parts = ExtendedStruct.parse(StructExtension.append(STRUCT, EXTENSION));

    assertThat(parts.struct()).isEqualTo(STRUCT);
    assertThat(parts.inner().toByteArray()).isEqualTo(EXTENSION);
    assertThat(parts.last()).isEqualTo(parts.inner());
    assertThat(parts.outer()).isNull();
    assertThat(parts.requireNoRest()).isSameAs(parts);
  }

  @Test
  void extension_behind_the_stop_byte() {
    ExtendedStruct parts = ExtendedStruct.parse(with(STRUCT, "08ffff01" + "03070809" + "00"));

    assertThat(parts.struct()).isEqualTo(STRUCT);
    assertThat(parts.inner()).isNull();
    assertThat(parts.outer().toByteArray()).isEqualTo(EXTENSION);
    assertThat(parts.last()).isEqualTo(parts.outer());
    assertThat(parts.rest()).isZero();
  }

  @Test
  void extensions_at_both_places() {
    byte[] inner = StructExtension.append(STRUCT, new byte[] {1});
    ExtendedStruct parts = ExtendedStruct.parse(with(inner, "08ffff01" + "03070809" + "00"));

    assertThat(parts.struct()).isEqualTo(STRUCT);
    assertThat(parts.inner().toByteArray()).isEqualTo(new byte[] {1});
    assertThat(parts.last().toByteArray()).isEqualTo(EXTENSION);
  }

  @Test
  void struct_alone() {
    ExtendedStruct parts = ExtendedStruct.parse(STRUCT);

    assertThat(parts.struct()).isEqualTo(STRUCT);
    assertThat(parts.last()).isNull();
    assertThat(parts.rest()).isZero();
  }

  @Test
  void bytes_behind_that_are_no_extension_are_refused_with_their_offset() {
    for (String rest :
        new String[] {
          "00", // another stop byte
          "080809", // cut short
          "08ffff01" + "0407080900", // a length that lies
          "08ffff01" + "03070809" + "0000", // a byte too many
          "08ffff01" + "03070809", // no stop byte
          "1502" + "08ffff01" + "03070809" + "00", // another field before
          "08ffff01" + "03070809" + "1502" + "00", // and after
          "08ffff01" + "03070809" + "08ffff01" + "03070809" + "00", // twice
          "07080900" // the rest of an extension that begins in the struct
        }) {
      ExtendedStruct parts = ExtendedStruct.parse(with(STRUCT, rest));
      assertThat(parts.struct()).as(rest).isEqualTo(STRUCT);
      assertThat(parts.outer()).as(rest).isNull();
      assertThat(parts.rest()).as(rest).isEqualTo(rest.length() / 2);
      assertThatThrownBy(parts::requireNoRest)
          .as(rest)
          .isInstanceOfSatisfying(
              CorruptFooterException.class, e -> assertThat(e.offset()).isEqualTo(STRUCT.length));
    }
  }

  @Test
  void bytes_that_are_no_struct_are_corrupt() {
    assertThatThrownBy(() -> ExtendedStruct.parse(Arrays.copyOf(STRUCT, 2)))
        .isInstanceOf(CorruptFooterException.class);
  }
}
