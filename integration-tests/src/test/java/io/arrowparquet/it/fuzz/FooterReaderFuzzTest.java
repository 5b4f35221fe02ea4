// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a file: a footer comes out of which all can be read, or our exceptions. */
class FooterReaderFuzzTest {
  private static final FooterReader LENIENT = FooterReader.defaults();
  // Without the checksum, for it would keep every change from the code behind it.
  private static final List<FooterReader> READERS =
      List.of(
          LENIENT,
          LENIENT.withStrict(true).withCrcCheck(CrcCheck.NONE),
          LENIENT.withCrcCheck(CrcCheck.NONE).withTailGuess(0),
          LENIENT.withThriftOnly(true));

  static List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>(FuzzSeeds.files());
    seeds.addAll(FuzzSeeds.arrowCppFiles());
    return seeds;
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_a_readable_file_or_corrupt(byte[] bytes) throws IOException {
    for (FooterReader reader : READERS) {
      try (BufferByteSource source = new BufferByteSource("fuzz", ByteBuffer.wrap(bytes))) {
        readAll(reader.read(source));
      } catch (CorruptFooterException | EncryptedFooterException expected) {
        // The answer to most inputs.
      }
    }
  }

  private static void readAll(ParquetFooter footer) {
    FooterWalk.over(footer.footer());
    try {
      ParquetJavaMetadata.of(footer).toParquetMetadata();
    } catch (UnsupportedOperationException expected) {
      // An encoding of the future, say.
    }
  }
}
