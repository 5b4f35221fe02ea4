// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Five attached files, of every layout. Whichever bit of the FlatBuffer or its trailer flips, and
 * wherever the file ends early: the answers are the right ones, or an exception of ours.
 *
 * @see FooterReader
 */
class DamagedLayoutsTest {
  private static final FooterReader READER = FooterReader.defaults();

  @TempDir Path folder;
  private byte[] file;
  private ParquetFooter intact;

  private void attach(FooterLayout layout, int valueLength) throws IOException {
    Path plain =
        ParquetJavaFile.write(
            folder.resolve("plain.parquet"), Map.of("größe", "x".repeat(valueLength)));
    Path attached = folder.resolve("attached.parquet");
    FooterAttacher.defaults().withLayout(layout).attach(plain, attached);
    file = Files.readAllBytes(attached);
    intact = READER.withStrict(true).read(attached);
    assertThat(intact.layout()).isEqualTo(layout);
  }

  private static ParquetFooter read(FooterReader reader, byte[] bytes) throws IOException {
    return reader.read(new BufferByteSource("damaged", ByteBuffer.wrap(bytes)));
  }

  @ParameterizedTest
  @CsvSource({"SPEC,0", "SPEC,2000", "SPEC_V1,10", "ARROW_CPP,100", "PAR3,1", "INDEX,10"})
  void every_bit_flip_is_detected_or_harmless(FooterLayout layout, int valueLength)
      throws IOException {
    attach(layout, valueLength);
    // The extension, or all of a PAR3 footer; without the magic, which any other one may replace.
    int start = (int) intact.footerOffset();
    // A footer in layout arrow-cpp holds less than the Thrift one.
    ByteBuffer thrift = READER.read(folder.resolve("plain.parquet")).footer().flatbuffer();
    int detected = 0;
    int passedOver = 0;
    // An index has the header of its field checked too, which Thrift then takes for another field.
    int header =
        layout == FooterLayout.INDEX ? StructExtension.headerLength(intact.flatbufferLength()) : 0;
    for (int bit = 8 * (extensionStart(start) + header); bit < 8 * (file.length - 4); bit++) {
      byte[] flipped = file.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        ParquetFooter read = read(READER, flipped);
        assertThat(read.footer().flatbuffer())
            .as("bit %d", bit)
            .isEqualTo(
                read.layout() == FooterLayout.THRIFT ? thrift : intact.footer().flatbuffer());
        passedOver += read.diagnostics().isEmpty() ? 0 : 1;
      } catch (CorruptFooterException e) {
        assertThat(e.source()).isEqualTo("damaged");
        detected++;
      }
    }
    assertThat(layout == FooterLayout.PAR3 ? detected : passedOver)
        .isGreaterThanOrEqualTo(8 * intact.flatbufferLength() / 2);
  }

  /** Where the bytes begin that attaching has added. */
  private int extensionStart(int footerOffset) throws IOException {
    byte[] plain = Files.readAllBytes(folder.resolve("plain.parquet"));
    int thrift = READER.read(folder.resolve("plain.parquet")).thriftLength();
    assertThat(footerOffset).isEqualTo(plain.length - 8 - thrift);
    return intact.thriftLength() == 0 ? footerOffset : footerOffset + thrift - 1;
  }

  @ParameterizedTest
  @CsvSource({"SPEC,0", "SPEC,2000", "SPEC_V1,10", "ARROW_CPP,100", "PAR3,1", "INDEX,10"})
  void every_truncation_is_corrupt(FooterLayout layout, int valueLength) throws IOException {
    attach(layout, valueLength);
    for (int length = 0; length < file.length; length++) {
      byte[] truncated = Arrays.copyOf(file, length);
      CorruptFooterException found = null;
      try {
        read(READER, truncated);
      } catch (CorruptFooterException e) {
        found = e;
      }
      assertThat(found).as("%d bytes", length).isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"SPEC,0", "SPEC_V1,10", "ARROW_CPP,100", "INDEX,10"})
  void a_flip_in_the_data_is_told_with_its_layout_and_is_an_exception_when_strict(
      FooterLayout layout, int valueLength) throws IOException {
    attach(layout, valueLength);
    byte[] flipped = file.clone();
    flipped[extensionStart((int) intact.footerOffset()) + 30] ^= 1;

    assertThat(read(READER, flipped).diagnostics())
        .singleElement()
        .extracting(FooterDiagnostic::layout)
        .isEqualTo(layout);
    CorruptFooterException found = null;
    try {
      read(READER.withStrict(true), flipped);
    } catch (CorruptFooterException e) {
      found = e;
    }
    assertThat(found).isNotNull().hasMessageContaining("CRC-32 of the FlatBuffers footer");
  }
}
