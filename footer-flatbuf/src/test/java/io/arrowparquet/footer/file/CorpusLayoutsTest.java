// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every footer of the corpus goes through every layout that keeps Thrift, and comes back.
 *
 * @see FooterAttacher
 * @see FooterStripper
 */
class CorpusLayoutsTest {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;

  @Test
  void every_footer_comes_back_from_every_layout() throws IOException {
    int attached = 0;
    for (Map.Entry<String, byte[]> footer : CorpusFooters.all().entrySet()) {
      byte[] original = withoutPages(footer.getValue());
      Path file = Files.write(folder.resolve("file.parquet"), original);
      for (FooterLayout layout :
          List.of(FooterLayout.SPEC, FooterLayout.ARROW_CPP, FooterLayout.INDEX)) {
        try {
          // Forced, for the pages are not there.
          FooterAttacher.defaults().withLayout(layout).withForce(true).attachInPlace(file);
        } catch (EncryptedFooterException signed) {
          continue;
        }
        attached++;
        ParquetFooter read = FooterReader.defaults().withStrict(true).read(file);
        assertThat(read.layout()).as(footer.getKey()).isEqualTo(layout);
        FooterStripper.defaults().stripInPlace(file);
        assertThat(file).as(footer.getKey()).hasBinaryContent(original);
      }
    }
    assertThat(attached).isPositive();
    assertThat(attached % 3).isZero();
  }

  private static byte[] withoutPages(byte[] thrift) {
    return ByteBuffer.allocate(thrift.length + 12)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .put(thrift)
        .putInt(thrift.length)
        .put(MAGIC)
        .array();
  }
}
