// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.bridge.GeneratedParquetFile;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetInputSourceTest {
  @TempDir Path folder;

  @Test
  void footer_is_read_through_parquet_javas_file() throws IOException {
    Path path = GeneratedParquetFile.write(folder.resolve("a"), WriterVersion.PARQUET_2_0);

    try (ParquetInputSource source = ParquetInputSource.open(new LocalInputFile(path), "a")) {
      ParquetFooter footer = FooterReader.defaults().read(source);

      assertThat(footer.source()).isEqualTo("a");
      assertThat(footer.footer().numRows()).isEqualTo(GeneratedParquetFile.ROWS);
      assertThat(source.length()).isEqualTo(Files.size(path));
    }
  }

  @Test
  void reads_at_any_position_and_not_past_the_end() throws IOException {
    Path path = Files.write(folder.resolve("bytes"), new byte[] {10, 11, 12, 13});
    try (ParquetInputSource source = ParquetInputSource.open(new LocalInputFile(path))) {
      for (int position = 3; position >= 0; position--) {
        ByteBuffer target = ByteBuffer.allocateDirect(1);
        source.readFully(position, target);
        assertThat(target.get(0)).isEqualTo((byte) (10 + position));
      }
      assertThatThrownBy(() -> source.readFully(2, ByteBuffer.allocate(3)))
          .isInstanceOf(EOFException.class);
    }
  }
}
