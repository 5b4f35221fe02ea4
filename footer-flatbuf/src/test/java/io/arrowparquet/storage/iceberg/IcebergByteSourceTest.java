// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.junit.jupiter.api.Test;

class IcebergByteSourceTest {
  private static final URI FILE = URI.create("s3://bucket/table/a%20b.parquet");

  private final List<String> asked = new ArrayList<>();

  /** Each file has the bytes of its location. */
  @SuppressWarnings("serial") // never serialized
  private class Files implements FileIO {
    @Override
    public InputFile newInputFile(String location) {
      asked.add(location);
      return file(location);
    }

    @Override
    public InputFile newInputFile(String location, long length) {
      asked.add(location + ", " + length);
      return file(location);
    }

    @Override
    public OutputFile newOutputFile(String location) {
      throw new AssertionError(location);
    }

    @Override
    public void deleteFile(String location) {
      throw new AssertionError(location);
    }
  }

  @SuppressWarnings("serial") // never serialized
  private final class ListedFiles extends Files implements SupportsPrefixOperations {
    @Override
    public Iterable<FileInfo> listPrefix(String prefix) {
      asked.add(prefix);
      return List.of(new FileInfo(prefix + "2", 7, 0), new FileInfo(prefix + "1", 5, 0));
    }

    @Override
    public void deletePrefix(String prefix) {
      throw new AssertionError(prefix);
    }
  }

  private static InputFile file(String location) {
    return new InputFile() {
      @Override
      public long getLength() {
        return location.length();
      }

      @Override
      public SeekableInputStream newStream() {
        return new Bytes(location.getBytes(StandardCharsets.US_ASCII));
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public boolean exists() {
        return true;
      }
    };
  }

  private static class Bytes extends SeekableInputStream {
    private final ByteArrayInputStream in;
    private final int length;

    Bytes(byte[] bytes) {
      this.in = new ByteArrayInputStream(bytes);
      this.length = bytes.length;
    }

    @Override
    public long getPos() {
      return (long) length - in.available();
    }

    @Override
    public void seek(long position) throws IOException {
      in.reset();
      in.skipNBytes(position);
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] target, int offset, int count) {
      return in.read(target, offset, count);
    }
  }

  @Test
  void a_factory_opens_files_by_their_locations_and_asks_for_no_length_that_is_known()
      throws IOException {
    SourceFactory factory = IcebergByteSource.factory(new Files());
    try (ByteSource source = factory.open(FILE);
        ByteSource known = factory.open(new SourceEntry(FILE, 31, null))) {
      ByteBuffer bytes = ByteBuffer.allocate(3);
      source.readFully(20, bytes);

      assertThat(bytes.array()).containsExactly('2', '0', 'b');
      assertThat(source.name()).isEqualTo(known.name()).isEqualTo(FILE.toString());
    }
    assertThat(asked).containsExactly(FILE.toString(), FILE + ", 31");
  }

  @Test
  void a_factory_lists_where_the_file_io_can() throws IOException {
    URI folder = URI.create("s3://b/t/");
    SourceFactory factory = IcebergByteSource.factory(new ListedFiles());

    assertThat(factory.list(folder))
        .containsExactly(
            new SourceEntry(URI.create("s3://b/t/1"), 5, null),
            new SourceEntry(URI.create("s3://b/t/2"), 7, null));
    assertThat(asked).containsExactly("s3://b/t/");
    assertThatThrownBy(() -> IcebergByteSource.factory(new Files()).list(folder))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageStartingWith("s3://b/t/: ");
  }

  /** As Iceberg's own files say, without a checked exception, that they cannot be read. */
  private static InputFile unreadable(RuntimeException failure, boolean isOpened) {
    return new InputFile() {
      @Override
      public long getLength() {
        if (!isOpened) {
          throw failure;
        }
        return 8;
      }

      @Override
      public SeekableInputStream newStream() {
        return new Bytes(new byte[8]) {
          @Override
          public int read(byte[] target, int offset, int count) {
            throw failure;
          }
        };
      }

      @Override
      public String location() {
        return "s3://b/t/1";
      }

      @Override
      public boolean exists() {
        return false;
      }
    };
  }

  @Test
  void what_iceberg_says_without_checked_exceptions_is_said_as_other_sources_do()
      throws IOException {
    RuntimeException gone = new NotFoundException("gone");
    RuntimeException broken = new RuntimeIOException(new IOException("broken"), "as it is");

    assertThatThrownBy(() -> IcebergByteSource.open(unreadable(gone, false)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageStartingWith("s3://b/t/1")
        .hasCause(gone);
    assertThatThrownBy(() -> IcebergByteSource.open(unreadable(broken, false)))
        .isInstanceOf(IOException.class)
        .hasMessage("s3://b/t/1: as it is");
    try (ByteSource source = IcebergByteSource.open(unreadable(gone, true))) {
      assertThatThrownBy(() -> source.readFully(0, ByteBuffer.allocate(1)))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageStartingWith("s3://b/t/1");
    }
  }
}
