// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shaded.parquet.org.apache.thrift.TException;

class CompactSkipperTest {
  private static final int MAX_DEPTH = 64;

  private static int skip(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    return CompactSkipper.struct(bytes, 0, bytes.length, MAX_DEPTH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00", // no field
        "11 12 00", // booleans
        "13 07 14 ffff03 15 8001 16 ffffffffffffffffff01 00", // i8, i16, i32, i64
        "17 0102030405060708 00", // double
        "18 03 616263 00", // binary
        "18 8001" // binary of 128 bytes
            + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
            + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
            + "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
            + "0000000000000000 00",
        "19 25 02 04 00", // list of i32
        "1a 21 01 02 00", // set of booleans
        "19 f5 02 02 04 00", // list with its size in long form
        "19 2c 00 1500 00 00", // list of structs
        "19 29 13 01 23 02 03 00", // list of lists of i8
        "1b 00 00", // map without entries and so without types
        "1b 02 58 02 0161 04 0162 00", // map of i32 to binary
        "1b 01 11 01 02 00", // map of boolean to boolean
        "1c 1c 00 00 00", // structs
        "1d 000102030405060708090a0b0c0d0e0f 00", // UUID
        "05 feff03 02 00", // id in long form
      })
  void every_wire_type_is_stepped_over(String hex) {
    int length = hex.replace(" ", "").length() / 2;
    assertThat(skip(hex)).isEqualTo(length);
    assertThat(skip(hex + "0102030405060708090a0b0c0d0e0f")).isEqualTo(length);
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    for (int end = 0; end < length; end++) {
      int cut = end;
      assertThatThrownBy(() -> CompactSkipper.struct(bytes, 0, cut, MAX_DEPTH))
          .as("cut to %d bytes", cut)
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e 00 00", "1f 00 00", "10 00 00", "19 1e 00 00", "1b 01 e5 02 02 00"})
  void type_that_the_protocol_does_not_have_is_refused(String hex) {
    assertThatThrownBy(() -> skip(hex))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("a type of the compact protocol");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "19 f5 ffffffff07 00",
        "19 fc ffffffff0f 00",
        "19 f1 ffffffff0f 00",
        "1b ffffffff07 55 00",
        "18 ffffffff0f 00",
        "18 ffffffff7f 00"
      })
  void count_or_length_beyond_the_bytes_present_is_refused_at_once(String hex) {
    assertThatThrownBy(() -> skip(hex))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("offset 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x1c, 0x19})
  void nesting_bomb_is_refused_without_a_stack_overflow(int header) {
    byte[] bomb = new byte[1 << 20];
    Arrays.fill(bomb, (byte) header);
    assertThatThrownBy(() -> CompactSkipper.struct(bomb, 0, bomb.length, MAX_DEPTH))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("Thrift nesting");
    CompactReader reader = new CompactReader(bomb);
    reader.enterStruct();
    reader.nextField();
    assertThatThrownBy(reader::skip).hasMessageContaining("Thrift nesting");
  }

  @Test
  void depth_allowed_counts_structs_and_lists() {
    // a struct, in it a list, in it a struct
    byte[] bytes = HexFormat.of().parseHex("191c0000");
    assertThat(CompactSkipper.struct(bytes, 0, bytes.length, 3)).isEqualTo(4);
    assertThatThrownBy(() -> CompactSkipper.struct(bytes, 0, bytes.length, 2))
        .hasMessageContaining("Thrift nesting at offset 2");
  }

  @Property(tries = 2000)
  void column_chunk_skipper_agrees_with_the_general_one(@ForAll long seed, @ForAll boolean damaged)
      throws TException {
    Random random = new Random(seed);
    byte[] chunk = PeerStructs.write(PeerStructs.random(PeerStructs.type("ColumnChunk"), random));
    if (damaged) {
      chunk[random.nextInt(chunk.length)] ^= (byte) (1 << random.nextInt(8));
    }
    int end = chunk.length - (random.nextInt(4) == 0 ? random.nextInt(chunk.length) : 0);
    int depth = 1 + random.nextInt(8);
    assertThat(outcome(() -> ColumnChunkSkipper.skip(chunk, 0, end, depth)))
        .isEqualTo(outcome(() -> CompactSkipper.struct(chunk, 0, end, depth)));
    byte[] roomy = Arrays.copyOf(chunk, chunk.length + 100);
    assertThat(outcome(() -> ColumnChunkSkipper.skip(roomy, 0, roomy.length, depth)))
        .isEqualTo(outcome(() -> CompactSkipper.struct(roomy, 0, roomy.length, depth)));
  }

  /** The position after the struct; null if it was refused. */
  private static Integer outcome(java.util.function.IntSupplier skip) {
    try {
      return skip.getAsInt();
    } catch (CorruptFooterException e) {
      return null;
    }
  }
}
