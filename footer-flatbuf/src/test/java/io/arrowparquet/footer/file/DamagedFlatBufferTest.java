// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.flat.EveryAccessor;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever happens to the FlatBuffer of an attached file: the right answers or an exception.
 *
 * @see FooterReader
 * @see io.arrowparquet.footer.internal.flat.BlockGate
 */
class DamagedFlatBufferTest {
  /** Bytes after the FlatBuffer: trailer, stop byte, footer length, magic. */
  private static final int AFTER_FLATBUFFER = 37;

  @TempDir Path folder;
  private byte[] attached;
  private int start;
  private int end;
  private ByteBuffer expected;

  @BeforeEach
  void attach() throws IOException {
    Path plain = ParquetJavaFile.write(folder.resolve("plain.parquet"));
    Path file = folder.resolve("attached.parquet");
    FooterAttacher.defaults().attach(plain, file);
    attached = Files.readAllBytes(file);
    ParquetFooter footer = FooterReader.defaults().read(file);
    expected = footer.footer().flatbuffer();
    end = attached.length - AFTER_FLATBUFFER;
    start = end - footer.flatbufferLength();
  }

  private ParquetFooter read(FooterReader reader, byte[] file) throws IOException {
    return reader.read(new BufferByteSource("damaged.parquet", ByteBuffer.wrap(file)));
  }

  private byte[] flip(int bit) {
    byte[] flipped = attached.clone();
    flipped[start + bit / 8] ^= (byte) (1 << (bit % 8));
    return flipped;
  }

  @Test
  void every_bit_flip_leads_to_the_thrift_footer() throws IOException {
    for (int bit = 0; bit < (end - start) * 8; bit++) {
      ParquetFooter footer = read(FooterReader.defaults(), flip(bit));

      assertThat(footer.layout()).as("bit %d", bit).isEqualTo(FooterLayout.THRIFT);
      assertThat(footer.footer().flatbuffer()).as("bit %d", bit).isEqualTo(expected);
      assertThat(footer.diagnostics()).hasSize(1);
    }
  }

  @Test
  void bit_flips_are_exceptions_in_strict_mode() {
    FooterReader strict = FooterReader.defaults().withStrict(true);
    for (int bit = 0; bit < (end - start) * 8; bit += 7) {
      byte[] flipped = flip(bit);
      assertThatThrownBy(() -> read(strict, flipped))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageStartingWith("damaged.parquet: CRC-32 of the FlatBuffers footer at offset ");
    }
  }

  @Test
  void what_is_verified_without_checksum_is_read_without_an_exception() throws IOException {
    FooterReader reader =
        FooterReader.defaults().withCrcCheck(CrcCheck.NONE).withVerification(true);
    int passedOver = 0;
    for (int bit = 0; bit < (end - start) * 8; bit += 7) {
      ParquetFooter footer = read(reader, flip(bit));
      EveryAccessor.call(footer.footer());
      passedOver += footer.layout() == FooterLayout.THRIFT ? 1 : 0;
    }
    assertThat(passedOver).isPositive();
  }

  @Test
  void a_view_that_meets_damaged_bytes_names_the_file_and_the_place_in_it() throws IOException {
    FooterReader reader = FooterReader.defaults().withCrcCheck(CrcCheck.NONE);
    int named = 0;
    for (int bit = 0; bit < (end - start) * 8; bit += 64) {
      ParquetFooter footer = read(reader, flip(bit + 6));
      try {
        EveryAccessor.call(footer.footer());
      } catch (CorruptFooterException e) {
        assertThat(e).hasMessageStartingWith("damaged.parquet: ");
        assertThat(e.offset()).isGreaterThanOrEqualTo(start);
        named++;
      }
    }
    assertThat(named).isPositive();
  }
}
