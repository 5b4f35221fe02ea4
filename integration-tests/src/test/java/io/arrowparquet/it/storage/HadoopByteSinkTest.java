// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.hadoop.HadoopByteSink;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HadoopByteSinkTest {
  private final Configuration configuration = new Configuration();
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"plain", "a[b]", "a{b,c}*"})
  void a_lock_that_was_left_behind_holds_nobody_up(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "old");
    Path lock = Files.createFile(folder.resolve("." + name + ".lock.arrowparquet"));
    Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));

    try (ByteSink sink =
        HadoopByteSink.factory(configuration).replace(file.toUri(), version(file.toUri()))) {
      sink.write(ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
      sink.commit();
    }

    assertThat(file).hasContent("new");
    assertThat(lock).doesNotExist();
  }

  @Test
  @Timeout(60)
  void a_lock_that_cannot_be_made_is_not_waited_for() throws IOException {
    Path parent = Files.createDirectory(folder.resolve("parent"));
    URI file = Files.writeString(parent.resolve("file"), "old").toUri();

    try (ByteSink sink = HadoopByteSink.factory(configuration).replace(file, version(file))) {
      sink.write(ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
      Files.move(parent, folder.resolve("moved"));
      Files.createFile(parent);

      assertThatThrownBy(sink::commit)
          .isInstanceOf(FileSystemException.class)
          .hasMessageContainingAll(SourceEntry.name(file), ".file.lock.arrowparquet cannot be made")
          .hasCauseInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(folder.resolve("moved/file")).hasContent("old");
  }

  /** As of a disk without room for what the stream holds. */
  public static final class FullDisk extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("full:///");
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      return new FSDataOutputStream(
          new FilterOutputStream(
              super.create(path, overwrite, bufferSize, replication, blockSize, progress)) {
            @Override
            public void close() throws IOException {
              super.close();
              throw new IOException("no space left");
            }
          },
          null);
    }
  }

  @Test
  void a_sink_whose_stream_cannot_be_closed_leaves_no_file() throws IOException {
    configuration.set("fs.full.impl", FullDisk.class.getName());
    URI file = URI.create("full://" + folder.resolve("file"));

    ByteSink sink = HadoopByteSink.factory(configuration).create(file);
    assertThat(folder.toFile().list()).isNotEmpty();
    assertThatThrownBy(sink::commit).hasMessage("no space left");
    assertThatThrownBy(sink::close).hasMessage("no space left");

    assertThat(folder.toFile().list()).isEmpty();
  }

  private String version(URI uri) throws IOException {
    try (ByteSource source =
        HadoopByteSource.open(new org.apache.hadoop.fs.Path(uri), configuration)) {
      return source.version();
    }
  }
}
