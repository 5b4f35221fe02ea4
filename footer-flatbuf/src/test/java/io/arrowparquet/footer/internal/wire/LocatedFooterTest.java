// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.flat.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocatedFooterTest {
  /** Stands for a flatbuffer; CRC-32 of these nine digits is the check value 0xCBF43926. */
  private static final ByteBuffer DIGITS =
      ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII));

  /** A whole file in the extension layout, byte by byte. */
  private static final String SPEC_FILE =
      "50415231" // PAR1
          + "1502" // Thrift: field 1, i32, version 1
          + "08ffff01" // field 32767, binary
          + "25" // ULEB128(9 + 28)
          + "313233343536373839" // the flatbuffer
          + "2639f4cb" // its CRC-32
          + "09000000" // its size
          + "96904c5c" // CRC-32 of the four bytes of the size
          + "55530d0279c14be4b1fab8bdb8614266" // the id
          + "00" // stop
          + "2d000000" // 45 bytes of Thrift
          + "50415231"; // PAR1

  private static final String PAR3_FILE =
      "50415231" // PAR1: files of either magic start so
          + "313233343536373839"
          + "2639f4cb"
          + "09000000"
          + "96904c5c"
          + "50415233"; // PAR3

  private static final String ARROW_CPP_FILE =
      "50415231"
          + "1502"
          + "08ffff01"
          + "2a" // ULEB128(9 + 33)
          + "313233343536373839"
          + "00" // codec: none
          + "499ec400" // CRC-32 of data and codec
          + "09000000" // length of the data
          + "09000000" // length uncompressed
          + "c88b6507" // CRC-32 of both lengths
          + "deadbeefdeadbeefdeadbeefdeadbeef"
          + "00"
          + "32000000" // 50 bytes of Thrift
          + "50415231";

  /** The nine digits as one LZ4 sequence of literals only: token 90, then the digits. */
  private static final String ARROW_CPP_LZ4_FILE =
      "50415231"
          + "1502"
          + "08ffff01"
          + "2b" // ULEB128(10 + 33)
          + "90313233343536373839"
          + "07" // codec: LZ4 raw
          + "2423bacf" // CRC-32 of data and codec
          + "0a000000" // length of the data
          + "09000000" // length uncompressed
          + "2b8cea89" // CRC-32 of both lengths
          + "deadbeefdeadbeefdeadbeefdeadbeef"
          + "00"
          + "33000000" // 51 bytes of Thrift
          + "50415231";

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static String hex(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }

  private static LocatedFooter parse(byte[] file) {
    return LocatedFooter.parse(ByteBuffer.wrap(file), file.length);
  }

  private static ByteBuffer flatbuffer(byte[] file) {
    LocatedFooter tail = parse(file);
    int start = (int) tail.dataOffset();
    ByteBuffer data = ByteBuffer.wrap(file).slice(start, tail.frame().dataLength());
    return tail.frame().flatbuffer(data, start, true);
  }

  @Test
  void spec_layout_is_located_byte_by_byte() {
    byte[] file = bytes(SPEC_FILE);
    LocatedFooter tail = parse(file);

    assertThat(tail.problem()).isNull();
    assertThat(tail.frame().layout()).isEqualTo(FooterLayout.SPEC);
    assertThat(tail.frame().dataLength()).isEqualTo(9);
    assertThat(tail.dataOffset()).isEqualTo(11);
    assertThat(tail.thriftLength()).isEqualTo(45);
    assertThat(tail.thriftOffset()).isEqualTo(4);
    assertThat(flatbuffer(file)).isEqualTo(DIGITS);
  }

  @Test
  void spec_layout_is_written_byte_by_byte() {
    ByteBuffer extension = FooterFrame.extension(DIGITS, FooterLayout.SPEC);

    assertThat(hex(extension)).isEqualTo(SPEC_FILE.substring(22, 22 + 2 * 37));
  }

  @Test
  void second_id_is_the_ratified_version() {
    byte[] file =
        bytes(
            SPEC_FILE.replace(
                "55530d0279c14be4b1fab8bdb8614266", "6985704bf1b146d38257d12b6d2b9590"));

    assertThat(parse(file).frame().layout()).isEqualTo(FooterLayout.SPEC_V1);
    assertThat(flatbuffer(file)).isEqualTo(DIGITS);
  }

  @Test
  void unknown_id_is_some_other_extension() {
    byte[] file =
        bytes(
            SPEC_FILE.replace(
                "55530d0279c14be4b1fab8bdb8614266", "00000000000000000000000000000001"));
    LocatedFooter tail = parse(file);

    assertThat(tail.frame()).isNull();
    assertThat(tail.problem()).isNull();
    assertThat(tail.thriftLength()).isEqualTo(45);
  }

  @Test
  void par3_is_located_and_written_byte_by_byte() {
    byte[] file = bytes(PAR3_FILE);
    LocatedFooter tail = parse(file);

    assertThat(tail.hasThrift()).isFalse();
    assertThat(tail.frame().layout()).isEqualTo(FooterLayout.PAR3);
    assertThat(tail.footerOffset()).isEqualTo(4);
    assertThat(flatbuffer(file)).isEqualTo(DIGITS);
    assertThat(hex(FooterFrame.par3(DIGITS))).isEqualTo(PAR3_FILE.substring(8));
  }

  @Test
  void arrow_cpp_layout_is_located_byte_by_byte() {
    byte[] file = bytes(ARROW_CPP_FILE);
    LocatedFooter tail = parse(file);

    assertThat(tail.problem()).isNull();
    assertThat(tail.frame().layout()).isEqualTo(FooterLayout.ARROW_CPP);
    assertThat(tail.frame().dataLength()).isEqualTo(9);
    assertThat(flatbuffer(file)).isEqualTo(DIGITS);
  }

  @Test
  void compressed_arrow_cpp_layout_is_read_byte_by_byte() {
    byte[] file = bytes(ARROW_CPP_LZ4_FILE);

    assertThat(parse(file).problem()).isNull();
    assertThat(parse(file).frame().dataLength()).isEqualTo(10);
    assertThat(flatbuffer(file)).isEqualTo(DIGITS);
  }

  @Test
  void arrow_cpp_layout_is_written_uncompressed_where_that_is_smaller() {
    ByteBuffer extension = FooterFrame.extension(DIGITS, FooterLayout.ARROW_CPP);

    assertThat(hex(extension)).isEqualTo(ARROW_CPP_FILE.substring(22, 22 + 2 * 42));
  }

  @Test
  void arrow_cpp_layout_is_compressed_and_read_back() {
    byte[] zeros = new byte[10_000];
    ByteBuffer extension = FooterFrame.extension(ByteBuffer.wrap(zeros), FooterLayout.ARROW_CPP);
    assertThat(extension.remaining()).isLessThan(200);
    byte[] file = fileAround(extension);

    assertThat(flatbuffer(file)).isEqualTo(ByteBuffer.wrap(zeros));
  }

  @ParameterizedTest
  @EnumSource(names = {"SPEC", "SPEC_V1", "ARROW_CPP"})
  void every_bit_flip_of_the_trailer_is_noticed(FooterLayout layout) {
    byte[] file = fileAround(FooterFrame.extension(DIGITS, layout));
    int extensionEnd = file.length - 9;
    int dataStart = (int) parse(file).dataOffset();
    for (int bit = dataStart * 8; bit < extensionEnd * 8; bit++) {
      byte[] flipped = file.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(isUsed(flipped)).as("bit " + bit).isFalse();
    }
  }

  private static boolean isUsed(byte[] file) {
    LocatedFooter tail = parse(file);
    if (tail.frame() == null) {
      return false;
    }
    try {
      flatbuffer(file);
      return true;
    } catch (CorruptFooterException e) {
      return false;
    }
  }

  @Test
  void size_larger_than_the_thrift_footer_is_a_problem_of_its_offset() {
    // The size 200 with the right checksum of it.
    byte[] file = bytes(SPEC_FILE.replace("09000000" + "96904c5c", "c8000000" + crcOfSize(200)));
    LocatedFooter tail = parse(file);

    assertThat(tail.frame()).isNull();
    assertThat(tail.problem().toString())
        .isEqualTo(
            "size of the FlatBuffers footer at offset "
                + (file.length - 33)
                + ": found 200, expected at most 11, what fits into the Thrift footer around it");
  }

  private static String crcOfSize(int size) {
    return String.format("%08x", Integer.reverseBytes(Checksum.crc32OfInt(size)));
  }

  @Test
  void arrow_cpp_raw_length_is_bounded_before_anything_is_allocated() {
    byte[] zeros = new byte[1_000];
    byte[] file = fileAround(FooterFrame.extension(ByteBuffer.wrap(zeros), FooterLayout.ARROW_CPP));
    ByteBuffer view = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int size = view.getInt(file.length - 37);
    view.putInt(file.length - 33, 1 << 30);
    CRC32 crc = new CRC32();
    Checksum.updateWithInt(crc, size);
    Checksum.updateWithInt(crc, 1 << 30);
    view.putInt(file.length - 29, (int) crc.getValue());

    assertThat(parse(file).problem().check())
        .isEqualTo("uncompressed size of the FlatBuffers footer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ffffffff", "00000000", "00000080", "2e000000"})
  void footer_length_that_does_not_fit_into_the_file_is_corrupt(String length) {
    byte[] file = bytes(SPEC_FILE.replace("2d000000", length));

    assertThatThrownBy(() -> parse(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith("footer length at offset " + (file.length - 8) + ": found ")
        .hasMessageContaining("expected 1 to 45");
  }

  @Test
  void unknown_magic_is_corrupt() {
    byte[] file = bytes(SPEC_FILE.substring(0, SPEC_FILE.length() - 2) + "39");

    assertThatThrownBy(() -> parse(file))
        .hasMessage(
            "a Parquet file of a kind that is not known here; its last bytes at offset "
                + (file.length - 4)
                + ": found \"PAR9\", expected \"PAR1\", \"PARE\", \"PAR3\" or \"PARX\"");
  }

  @ParameterizedTest
  @CsvSource({"7465730a,tes\\n", "0d0a0d09,\\r\\n\\r\\t", "7061720a,par\\n"})
  void text_is_called_no_parquet_file(String end, String shown) {
    assertThatThrownBy(() -> parse(bytes("2073746f726965732c2073746f72696573" + end)))
        .hasMessageStartingWith("not a Parquet file, or one cut short; its last bytes at offset ")
        .hasMessageContaining(": found \"" + shown + "\", expected ");
  }

  @Test
  void file_that_is_too_short_is_corrupt() {
    assertThatThrownBy(() -> parse(bytes("5041523150415231")))
        .hasMessage("not a Parquet file; its length: found 8 bytes, expected at least 12");
  }

  @Test
  void encrypted_footer_is_recognised() {
    assertThat(parse(bytes("50415245" + "00" + "01000000" + "50415245")).encrypted()).isTrue();
  }

  @Test
  void damaged_par3_trailer_is_corrupt_because_nothing_else_is_there() {
    byte[] file = bytes(PAR3_FILE);
    for (int bit = (file.length - 12) * 8; bit < (file.length - 4) * 8; bit++) {
      byte[] flipped = file.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> parse(flipped)).isInstanceOf(CorruptFooterException.class);
    }
  }

  /** A file that is nothing but magic and a Thrift footer with this extension. */
  private static byte[] fileAround(ByteBuffer extension) {
    int size = extension.remaining();
    ByteBuffer thrift = ByteBuffer.allocate(size + 20);
    thrift.put(bytes("150208ffff01"));
    for (int rest = size; ; rest >>>= 7) {
      thrift.put((byte) (rest < 0x80 ? rest : (rest & 0x7F) | 0x80));
      if (rest < 0x80) {
        break;
      }
    }
    thrift.put(extension.duplicate()).put((byte) 0).flip();
    ByteBuffer end = FooterFrame.thrift(thrift);
    return ByteBuffer.allocate(4 + end.remaining()).put(bytes("50415231")).put(end).array();
  }
}
