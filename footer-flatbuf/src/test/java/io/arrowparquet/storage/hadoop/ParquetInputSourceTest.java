// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.bridge.GeneratedParquetFile;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.ByteRange;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Bytes 0 to 7, the one at 4 of which cannot be read. */
  private record BadByte(boolean isVectored) implements InputFile {
    private static final byte[] BYTES = {0, 1, 2, 3, 4, 5, 6, 7};

    @Override
    public long getLength() {
      return BYTES.length;
    }

    @Override
    public SeekableInputStream newStream() {
      ByteArrayInputStream in = new ByteArrayInputStream(BYTES);
      return new DelegatingSeekableInputStream(in) {
        @Override
        public long getPos() {
          return (long) BYTES.length - in.available();
        }

        @Override
        public void seek(long position) throws IOException {
          if (position == 4) {
            throw new IOException("a bad byte");
          }
          in.reset();
          in.skipNBytes(position);
        }

        @Override
        public boolean readVectoredAvailable(ByteBufferAllocator allocator) {
          return isVectored;
        }

        @Override
        public void readVectored(List<ParquetFileRange> ranges, ByteBufferAllocator allocator) {
          for (ParquetFileRange range : ranges) {
            int start = (int) range.getOffset();
            int length = start == 4 ? 1 : range.getLength();
            range.setDataReadFuture(
                CompletableFuture.completedFuture(ByteBuffer.wrap(BYTES, start, length)));
          }
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_range_that_cannot_be_read_does_not_affect_others(boolean isVectored) throws IOException {
    try (ParquetInputSource source = ParquetInputSource.open(new BadByte(isVectored), "bad")) {
      List<CompletableFuture<ByteBuffer>> reads =
          source.readRanges(
              List.of(new ByteRange(0, 2), new ByteRange(4, 2), new ByteRange(6, 2)),
              ByteBuffer::allocate);

      assertThat(reads.get(0).join().array()).containsExactly(0, 1);
      assertThatThrownBy(() -> reads.get(1).join()).hasCauseInstanceOf(IOException.class);
      assertThat(reads.get(2).join().array()).containsExactly(6, 7);
    }
  }
}
