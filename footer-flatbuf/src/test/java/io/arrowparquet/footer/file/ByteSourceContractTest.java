// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Jimfs;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import io.arrowparquet.storage.hadoop.ParquetInputSource;
import io.arrowparquet.storage.iceberg.IcebergByteSource;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every byte source does, whatever holds its bytes.
 *
 * @see ByteSource
 */
class ByteSourceContractTest {
  private static final byte[] BYTES = {10, 11, 12, 13, 14, 15, 16, 17};

  @TempDir Path folder;

  enum Kind {
    FILE,
    ZIP,
    JIMFS,
    CHANNEL,
    HEAP,
    DIRECT,
    PARQUET_JAVA,
    HADOOP,
    ICEBERG
  }

  private ByteSource open(Kind kind) throws IOException {
    return switch (kind) {
      case FILE -> ByteSources.path(Files.write(folder.resolve("bytes"), BYTES));
      case ZIP -> ByteSources.path(Files.write(zip().getPath("bytes"), BYTES));
      case JIMFS -> ByteSources.path(Files.write(Jimfs.newFileSystem().getPath("bytes"), BYTES));
      case CHANNEL ->
          ByteSources.channel(
              "bytes", Files.newByteChannel(Files.write(folder.resolve("bytes"), BYTES)));
      case PARQUET_JAVA ->
          ParquetInputSource.open(
              new LocalInputFile(Files.write(folder.resolve("bytes"), BYTES)), "bytes");
      case HADOOP ->
          HadoopByteSource.open(
              new org.apache.hadoop.fs.Path(Files.write(folder.resolve("bytes"), BYTES).toUri()),
              new Configuration(false));
      case ICEBERG ->
          IcebergByteSource.open(new IcebergFile(Files.write(folder.resolve("bytes"), BYTES)));
      case HEAP -> ByteSources.memory("bytes", ByteBuffer.wrap(BYTES));
      case DIRECT -> new BufferByteSource("bytes", ByteBuffer.allocateDirect(8).put(BYTES).flip());
    };
  }

  private FileSystem zip() throws IOException {
    return FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"));
  }

  @ParameterizedTest
  @EnumSource
  void gives_its_length_and_last_bytes(Kind kind) throws IOException {
    try (ByteSource source = open(kind)) {
      assertThat(source.readTail(3))
          .isEqualTo(new ByteSource.Tail(8, ByteBuffer.wrap(BYTES, 5, 3)));
      assertThat(source.readTail(100)).isEqualTo(new ByteSource.Tail(8, ByteBuffer.wrap(BYTES)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void reads_ranges_into_memory_of_the_caller(Kind kind) throws IOException {
    try (ByteSource source = open(kind)) {
      List<ByteRange> ranges =
          List.of(
              new ByteRange(5, 2), new ByteRange(0, 8), new ByteRange(8, 0), new ByteRange(6, 3));
      List<ByteBuffer> given = new ArrayList<>();

      List<CompletableFuture<ByteBuffer>> reads =
          source.readRanges(
              ranges,
              size -> {
                given.add(ByteBuffer.allocateDirect(size + 1).limit(size));
                return given.get(given.size() - 1);
              });

      for (int i = 0; i < 3; i++) {
        ByteRange range = ranges.get(i);
        assertThat(reads.get(i).join())
            .isSameAs(given.get(i))
            .isEqualTo(ByteBuffer.wrap(BYTES, (int) range.offset(), range.length()));
      }
      assertThatThrownBy(reads.get(3)::join).hasRootCauseInstanceOf(EOFException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void memory_that_cannot_be_had_is_the_callers_failure(Kind kind) throws IOException {
    try (ByteSource source = open(kind)) {
      List<ByteRange> ranges = List.of(new ByteRange(0, 1), new ByteRange(1, 1));
      assertThatThrownBy(
              () ->
                  source.readRanges(
                      ranges,
                      size -> {
                        throw new IllegalStateException("no memory");
                      }))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  /** A file as Iceberg's FileIO gives it. */
  private record IcebergFile(Path path) implements InputFile {
    @Override
    public long getLength() {
      return path.toFile().length();
    }

    @Override
    public SeekableInputStream newStream() {
      try {
        return new ChannelStream(Files.newByteChannel(path));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String location() {
      return path.toString();
    }

    @Override
    public boolean exists() {
      return true;
    }
  }

  private static final class ChannelStream extends SeekableInputStream {
    private final SeekableByteChannel channel;

    ChannelStream(SeekableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void fills_the_buffer_from_the_position(Kind kind) throws IOException {
    try (ByteSource source = open(kind)) {
      ByteBuffer target = ByteBuffer.allocate(6).position(1).limit(4);

      source.readFully(5, target);

      assertThat(source.length()).isEqualTo(8);
      assertThat(target.position()).isEqualTo(4);
      assertThat(target.array()).containsExactly(0, 15, 16, 17, 0, 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void end_of_the_source_is_an_exception_that_names_it(Kind kind) throws IOException {
    try (ByteSource source = open(kind)) {
      assertThatThrownBy(() -> source.readFully(6, ByteBuffer.allocate(3)))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("bytes");
      assertThatThrownBy(() -> source.readFully(100, ByteBuffer.allocate(1)))
          .isInstanceOf(EOFException.class);
    }
  }
}
