// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a whole file: rows come out, or our exceptions, and nothing leaks. */
class FileReaderFuzzTest {
  static List<byte[]> files() throws IOException {
    return FuzzSeeds.filesWithPages();
  }

  @MethodSource("files")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_a_file_with_rows_or_corrupt(byte[] bytes) throws IOException {
    ParquetFooter footer;
    try {
      footer =
          FooterReader.defaults()
              .withCrcCheck(CrcCheck.NONE)
              .withDecryption(DamagedScan.KEYS)
              .read(DamagedScan.source(bytes));
    } catch (CorruptFooterException | EncryptedFooterException expected) {
      return;
    }
    DamagedScan.read(bytes, footer);
  }
}
