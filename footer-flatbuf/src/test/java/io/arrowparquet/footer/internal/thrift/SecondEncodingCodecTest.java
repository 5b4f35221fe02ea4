// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class SecondEncodingCodecTest {
  private static final ColumnChunk CHUNK =
      new ColumnChunk(
          null,
          0,
          new ColumnMetaData(
              PhysicalType.DOUBLE.number(),
              List.of(ParquetEncoding.ALP.number()),
              null,
              ParquetCodec.UNCOMPRESSED.number(),
              5,
              40,
              40,
              null,
              4,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null),
          44L,
          10,
          null,
          null,
          null,
          null);

  /** Made by hand from the specification of Thrift's compact protocol. */
  private static final String THRIFT =
      "26 00" // file_offset, 0
          + "1c" // meta_data
          + "15 0a" // type, 5
          + "19 15 14" // encodings, one: 10
          + "25 00" // codec, 0
          + "16 0a 16 50 16 50" // num_values and both sizes
          + "26 08" // data_page_offset, 4
          + "00"
          + "16 58" // offset_index_offset, 44
          + "15 14" // offset_index_length, 10
          + "00";

  @Test
  void writes_the_chunk_its_checksums_and_the_id() {
    byte[] thrift = HexFormat.of().parseHex(THRIFT.replace(" ", ""));

    assertThat(HexFormat.of().formatHex(SecondEncodingCodec.write(CHUNK)))
        .isEqualTo(
            HexFormat.of().formatHex(thrift)
                + crc(thrift)
                + "18000000"
                + crc(new byte[] {0x18, 0, 0, 0})
                + SecondEncodingCodec.ID.toString().replace("-", ""));
  }

  private static String crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return String.format("%08x", Integer.reverseBytes((int) crc.getValue()));
  }

  @Test
  void reads_what_it_wrote() {
    assertThat(SecondEncodingCodec.read(value(SecondEncodingCodec.write(CHUNK)))).isEqualTo(CHUNK);
  }

  @Test
  void extensions_of_others_are_none() {
    assertThat(SecondEncodingCodec.read(null)).isNull();
    assertThat(SecondEncodingCodec.read(value(new byte[0]))).isNull();
    assertThat(
            SecondEncodingCodec.read(
                value("an extension of somebody else".getBytes(StandardCharsets.US_ASCII))))
        .isNull();
  }

  @Test
  void every_changed_bit_is_found() {
    byte[] extension = SecondEncodingCodec.write(CHUNK);
    for (int bit = 0; bit < (extension.length - 16) * 8; bit++) {
      byte[] changed = extension.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> SecondEncodingCodec.read(value(changed)))
          .as("bit " + bit)
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("second encoding");
    }
  }

  @Test
  void extensions_that_are_too_short_are_refused() {
    byte[] extension = SecondEncodingCodec.write(CHUNK);
    byte[] end = Arrays.copyOfRange(extension, extension.length - 20, extension.length);

    assertThatThrownBy(() -> SecondEncodingCodec.read(value(end)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("length of a second encoding");
  }

  private static BinaryValue value(byte[] bytes) {
    return new BinaryValue(bytes, 0, bytes.length);
  }
}
