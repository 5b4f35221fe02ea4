// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever happens to the end of an attached file: the Thrift footer or an exception of ours.
 *
 * @see FooterReader
 * @see io.arrowparquet.footer.internal.wire.TailReader
 */
class DamagedTailTest {
  /** Stop byte, footer length and magic. */
  private static final int AFTER_EXTENSION = 9;

  private static final int EXTENSION_TRAILER = 28;

  @TempDir Path folder;
  private byte[] attached;
  private ByteBuffer expected;

  @BeforeEach
  void attach() throws IOException {
    Path plain = ParquetJavaFile.write(folder.resolve("plain.parquet"));
    Path file = folder.resolve("attached.parquet");
    FooterAttacher.defaults().attach(plain, file);
    attached = Files.readAllBytes(file);
    expected = FooterReader.defaults().read(plain).footer().flatbuffer();
  }

  @Test
  void every_truncation_is_a_corrupt_footer() throws IOException {
    for (int cut = 1; cut <= Math.min(2_000, attached.length); cut++) {
      assertThat(outcome(Arrays.copyOf(attached, attached.length - cut)))
          .as(cut + " bytes cut off")
          .isEqualTo("corrupt");
    }
  }

  @Test
  void every_bit_flip_of_the_trailer_leads_to_the_thrift_footer() throws IOException {
    int end = attached.length - AFTER_EXTENSION;
    for (int bit = (end - EXTENSION_TRAILER) * 8; bit < end * 8; bit++) {
      byte[] flipped = attached.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(outcome(flipped)).as("bit " + bit).isEqualTo("thrift");
    }
  }

  @Test
  void every_bit_flip_of_the_last_bytes_is_detected_or_harmless() throws IOException {
    for (int bit = (attached.length - AFTER_EXTENSION) * 8; bit < attached.length * 8; bit++) {
      byte[] flipped = attached.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(outcome(flipped)).as("bit " + bit).isIn(Set.of("corrupt", "thrift", "spec"));
    }
  }

  private String outcome(byte[] file) throws IOException {
    try {
      ParquetFooter read =
          FooterReader.defaults().read(new BufferByteSource("damaged", ByteBuffer.wrap(file)));
      assertThat(read.footer().flatbuffer()).isEqualTo(expected);
      return read.layout() == FooterLayout.SPEC ? "spec" : "thrift";
    } catch (CorruptFooterException e) {
      assertThat(e.source()).isEqualTo("damaged");
      return "corrupt";
    }
  }
}
