// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as pages, and as page indexes: rows come out, or our exceptions, and nothing leaks. */
class PageReaderFuzzTest {
  /** A file to put other pages into. */
  private record Seed(ByteBuffer file, ParquetFooter footer) {}

  private static final List<Seed> SEEDS = readable();

  private static List<Seed> readable() {
    List<Seed> seeds = new ArrayList<>();
    try {
      for (byte[] file : FuzzSeeds.filesWithPages()) {
        try {
          seeds.add(
              new Seed(
                  ByteBuffer.wrap(file), FooterReader.defaults().read(DamagedScan.source(file))));
        } catch (CorruptFooterException | EncryptedFooterException e) {
          // The corpus has files that are not to be read.
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return seeds;
  }

  /** For each file its number and its pages. */
  static List<byte[]> pages() {
    List<byte[]> pages = new ArrayList<>();
    for (int i = 0; i < SEEDS.size(); i++) {
      int length = (int) SEEDS.get(i).footer().footerOffset() - 4;
      pages.add(
          ByteBuffer.allocate(1 + length)
              .put((byte) i)
              .put(SEEDS.get(i).file().array(), 4, length)
              .array());
    }
    return pages;
  }

  @MethodSource("pages")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_readable_pages_or_corrupt(byte[] bytes) throws IOException {
    if (bytes.length < 1) {
      return;
    }
    Seed seed = SEEDS.get(Byte.toUnsignedInt(bytes[0]) % SEEDS.size());
    byte[] file = seed.file().array().clone();
    int length = Math.min(bytes.length - 1, (int) seed.footer().footerOffset() - 4);
    System.arraycopy(bytes, 1, file, 4, length);
    DamagedScan.read(file, seed.footer());
  }
}
