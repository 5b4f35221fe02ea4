// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.SinkFactory;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteSinksTest {
  private final FileSystem memory = Jimfs.newFileSystem(Configuration.unix());
  private final SinkFactory sinks = ByteSinks.defaults();
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(memory.getPath("/folder"));
  }

  @AfterEach
  void close() throws IOException {
    memory.close();
  }

  private URI uri(String name) {
    return folder.resolve(name).toUri();
  }

  private static void write(ByteSink sink, String text) throws IOException {
    try (sink) {
      sink.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
      sink.commit();
    }
  }

  private String version(String name) throws IOException {
    try (ByteSource source = ByteSources.defaults().open(uri(name))) {
      return source.version();
    }
  }

  @Test
  void new_files_are_created_once() throws IOException {
    write(sinks.create(uri("a")), "one");
    assertThat(folder.resolve("a")).hasContent("one");
    assertThatThrownBy(() -> sinks.create(uri("a"))).isInstanceOf(FileAlreadyExistsException.class);
    try (ByteSink given = sinks.create(uri("b"))) {
      given.write(ByteBuffer.allocate(3));
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void versions_are_replaced_if_they_are_still_there() throws IOException {
    write(sinks.replace(uri("a"), null), "one");
    String one = version("a");
    write(sinks.replace(uri("a"), one), "three");
    assertThat(folder.resolve("a")).hasContent("three");
    assertThatThrownBy(() -> write(sinks.replace(uri("a"), one), "two"))
        .isInstanceOf(ChangedSourceException.class)
        .hasMessageContaining(one);
    assertThat(folder.resolve("a")).hasContent("three");
    Files.delete(folder.resolve("a"));
    assertThatThrownBy(() -> write(sinks.replace(uri("a"), one), "two"))
        .isInstanceOf(ChangedSourceException.class);
  }

  @Test
  void of_threads_that_replace_one_version_one_succeeds(@TempDir Path real) throws Exception {
    folder = real;
    write(sinks.replace(uri("a"), null), "one");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 20; round++) {
        String version = version("a");
        CyclicBarrier start = new CyclicBarrier(2);
        String text = "x".repeat(1 << 20 | round);
        Callable<Boolean> writer =
            () -> {
              try (ByteSink sink = sinks.replace(uri("a"), version)) {
                sink.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
                start.await();
                sink.commit();
                return true;
              } catch (ChangedSourceException e) {
                return false;
              }
            };
        Future<Boolean> one = threads.submit(writer);
        Future<Boolean> other = threads.submit(writer);
        assertThat(one.get()).as("round %d", round).isNotEqualTo(other.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void versions_are_copied_and_files_deleted() throws IOException {
    write(sinks.create(uri("a")), "one");
    write(sinks.create(uri("b")), "before");
    sinks.copy(uri("a"), version("a"), uri("b"));
    assertThat(folder.resolve("b")).hasContent("one");
    assertThatThrownBy(() -> sinks.copy(uri("a"), "other", uri("b")))
        .isInstanceOf(ChangedSourceException.class);
    assertThatThrownBy(() -> sinks.copy(uri("none"), "other", uri("b")))
        .isInstanceOf(NoSuchFileException.class);
    sinks.delete(uri("a"));
    sinks.delete(uri("a"));
    assertThat(folder.resolve("a")).doesNotExist();
    assertThat(folder.resolve("b")).hasContent("one");
  }

  @Test
  void files_behind_http_are_not_written() {
    URI uri = URI.create("https://user:secret@host/a?signature=secret");
    for (FailingCall call :
        List.<FailingCall>of(
            () -> sinks.create(uri),
            () -> sinks.replace(uri, null),
            () -> sinks.copy(uri, "1", uri),
            () -> sinks.delete(uri))) {
      assertThatThrownBy(call::run)
          .isInstanceOf(FileSystemException.class)
          .hasMessage(
              "https://host/a: over https: files are only read; write to a path or an s3: URI");
    }
  }

  /** A call that throws. */
  private interface FailingCall {
    void run() throws IOException;
  }

  @Test
  void other_schemes_are_added_and_unknown_ones_refused() throws IOException {
    SinkFactory other = ByteSinks.defaults().with("OTHER", new OtherSinks());
    assertThatThrownBy(() -> other.create(URI.create("other:/a")))
        .isInstanceOf(IOException.class)
        .hasMessage("created");
    assertThatThrownBy(() -> other.copy(URI.create("other://h/a?b"), "1", URI.create("other:/b")))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("other://h/a: cannot be copied");
    assertThatThrownBy(() -> other.delete(URI.create("other://h/a?b")))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("other://h/a: cannot be deleted");
    assertThatThrownBy(() -> sinks.create(URI.create("other:/a")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> sinks.create(URI.create("a/b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no scheme");
  }

  /** Sinks that do no more than they must. */
  private static final class OtherSinks implements SinkFactory {
    @Override
    public ByteSink create(URI uri) throws IOException {
      throw new IOException("created");
    }

    @Override
    public ByteSink replace(URI uri, String version) throws IOException {
      throw new IOException("replaced");
    }
  }

  @Test
  void a_sink_is_written_through_a_channel_and_from_a_source() throws IOException {
    try (ByteSource source = ByteSources.memory("memory", ByteBuffer.allocate(9 << 20));
        ByteSink sink = sinks.create(uri("a"))) {
      WritableByteChannel channel = ByteSinks.channel(sink);
      assertThat(channel.write(ByteBuffer.allocate(3))).isEqualTo(3);
      sink.writeFrom(source, source.length());
      assertThatThrownBy(() -> sink.writeFrom(source, source.length() + 1))
          .isInstanceOf(EOFException.class);
      sink.commit();
      assertThat(channel.isOpen()).isTrue();
      channel.close();
      assertThat(channel.isOpen()).isFalse();
      assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(3)))
          .isInstanceOf(ClosedChannelException.class);
    }
    assertThat(Files.size(folder.resolve("a"))).isBetween(3L + (9 << 20), 3L + (17 << 20));
  }
}
