// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every bit of the extension of real files, and every length they can be cut to. */
class DamagedExtensionTest {
  /** Stop byte, footer length and magic. */
  private static final int AFTER_EXTENSION = 9;

  private static final FooterReader LENIENT = FooterReader.create();
  private static final FooterReader STRICT = LENIENT.withStrict(true);
  private static final FooterReader WITHOUT_CRC = LENIENT.withCrcCheck(false);
  private static final FooterReader VERIFIED_WITHOUT_CRC = WITHOUT_CRC.withVerification(true);

  /** Files of the corpus whose footers are small and unlike one another. */
  enum Sample {
    NESTED("nulls.snappy.parquet", FooterLayout.SPEC),
    DECIMAL("int32_decimal.parquet", FooterLayout.SPEC_V1),
    KEY_VALUES("column_chunk_key_value_metadata.parquet", FooterLayout.SPEC),
    BLOOM_AND_INDEX("data_index_bloom_encoding_stats.parquet", FooterLayout.SPEC),
    COMPRESSED("map_no_value.parquet", FooterLayout.ARROW_CPP);

    private final String file;
    private final FooterLayout layout;

    Sample(String file, FooterLayout layout) {
      this.file = file;
      this.layout = layout;
    }
  }

  @TempDir Path folder;

  /** An attached file in memory, and what its footer says. */
  @SuppressWarnings("ArrayRecordComponent") // flipped() copies; nobody writes to it
  private record Attached(byte[] bytes, int extension, FooterLayout layout, ByteBuffer expected) {
    byte[] flipped(int bit) {
      byte[] copy = bytes.clone();
      copy[extension + bit / 8] ^= (byte) (1 << (bit % 8));
      return copy;
    }

    int bits() {
      return 8 * (bytes.length - AFTER_EXTENSION - extension);
    }
  }

  private Attached attached(Sample sample) throws IOException {
    String corpus = System.getenv("PARQUET_TEST_DATA");
    Assumptions.assumeTrue(corpus != null, "PARQUET_TEST_DATA does not name the testing corpus");
    Path plain = Path.of(corpus, "data", sample.file);
    Path file = folder.resolve(sample.file);
    FooterAttacher.create().withLayout(sample.layout).attach(plain, file);
    ParquetFooter thrift = LENIENT.read(plain);
    int extension = (int) thrift.footerOffset() + thrift.thriftLength() - 1;
    return new Attached(
        Files.readAllBytes(file), extension, sample.layout, thrift.footer().flatbuffer());
  }

  private static ParquetFooter read(FooterReader reader, byte[] file) throws IOException {
    return reader.read(new BufferByteSource("damaged", ByteBuffer.wrap(file)));
  }

  /** Whether the reader finds a fault; if it does not, it gives the footer to the last field. */
  private static boolean isCorrupt(FooterReader reader, byte[] file) throws IOException {
    try {
      FlatBuffersToThrift.convert(read(reader, file).footer().flatbuffer());
      return false;
    } catch (CorruptFooterException e) {
      return true;
    }
  }

  @ParameterizedTest
  @EnumSource
  void every_bit_flip_is_detected_or_gives_the_same_answers(Sample sample) throws IOException {
    Attached attached = attached(sample);
    // The header of field 32767, which is not looked at to find the extension.
    int header = 8 * headerLength(attached);
    for (int bit = 0; bit < attached.bits(); bit++) {
      byte[] damaged = attached.flipped(bit);
      ParquetFooter read = read(LENIENT, damaged);
      boolean unknownId = read.layout() == FooterLayout.THRIFT && read.diagnostics().isEmpty();

      assertThat(read.footer().flatbuffer()).as("bit %d", bit).isEqualTo(attached.expected());
      if (bit < header) {
        assertThat(read.layout()).as("bit %d", bit).isEqualTo(attached.layout());
      } else if (!unknownId) {
        assertThat(read.diagnostics()).as("bit %d", bit).hasSize(1);
        assertThat(isCorrupt(STRICT, damaged)).as("bit %d", bit).isTrue();
      } else {
        assertThat(bit).isGreaterThanOrEqualTo(attached.bits() - 8 * 16);
      }
    }
  }

  /** Four bytes and the length of the extension as a varint. */
  private static int headerLength(Attached attached) {
    int at = attached.extension() + 4;
    while (attached.bytes()[at] < 0) {
      at++;
    }
    return at + 1 - attached.extension();
  }

  @ParameterizedTest
  @EnumSource
  void without_checksum_every_bit_flip_gives_a_footer_or_is_corrupt(Sample sample)
      throws IOException {
    Attached attached = attached(sample);
    int corrupt = 0;
    for (int bit = 0; bit < attached.bits(); bit++) {
      byte[] damaged = attached.flipped(bit);
      corrupt += isCorrupt(WITHOUT_CRC, damaged) ? 1 : 0;
      // What is verified is sound to the last field, or Thrift was read instead.
      assertThat(isCorrupt(VERIFIED_WITHOUT_CRC, damaged)).as("bit %d", bit).isFalse();
    }
    assertThat(corrupt).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void every_truncation_is_corrupt(Sample sample) throws IOException {
    byte[] bytes = attached(sample).bytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThat(isCorrupt(LENIENT, cut)).as("%d bytes", length).isTrue();
      assertThat(isCorrupt(STRICT, cut)).as("%d bytes", length).isTrue();
      assertThat(isCorrupt(WITHOUT_CRC, cut)).as("%d bytes", length).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NESTED", "BLOOM_AND_INDEX"})
  void without_thrift_every_bit_flip_and_every_truncation_is_corrupt(Sample sample)
      throws IOException {
    attached(sample);
    Path file = folder.resolve("par3.parquet");
    FooterAttacher.create().withLayout(FooterLayout.PAR3).attach(folder.resolve(sample.file), file);
    byte[] bytes = Files.readAllBytes(file);
    int footer = (int) LENIENT.read(file).footerOffset();
    for (int bit = 8 * footer; bit < 8 * bytes.length; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(isCorrupt(LENIENT, damaged)).as("bit %d", bit).isTrue();
      isCorrupt(WITHOUT_CRC, damaged);
    }
    for (int length = 0; length < bytes.length; length++) {
      assertThat(isCorrupt(LENIENT, Arrays.copyOf(bytes, length))).as("%d", length).isTrue();
    }
  }
}
