// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One open file read by many threads, some of which are interrupted.
 *
 * @see PathByteSource
 */
class InterruptedReadersTest {
  private static final int LENGTH = 1 << 20;
  private static final int READERS = 4;
  private static final int READS = 2_000;

  /** A few more than stay open. */
  private static final int FILES_OF_FOOTERS = 18;

  private static final long PAUSE_NANOS = 10_000;
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @TempDir Path folder;
  private Path file;
  private byte[] content;

  @BeforeEach
  void writeFile() throws IOException {
    content = new byte[LENGTH];
    new Random(7).nextBytes(content);
    file = Files.write(folder.resolve("shared"), content);
  }

  @Test
  void interrupted_thread_gets_its_exception_and_keeps_its_flag() throws Exception {
    try (PathByteSource source = PathByteSource.open(file)) {
      FutureTask<Boolean> interrupted =
          run(
              () -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> source.readFully(0, ByteBuffer.allocate(10)))
                    .isInstanceOf(ClosedByInterruptException.class);
                return Thread.currentThread().isInterrupted();
              });

      assertThat(interrupted.get()).isTrue();
      requireContent(source, 5, 100);
    }
  }

  @Test
  void threads_beside_interrupted_ones_read_on() throws Exception {
    AtomicInteger interrupts = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    try (ByteSource source = PathByteSource.open(file)) {
      List<Thread> victims = new ArrayList<>();
      List<FutureTask<Void>> results = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        FutureTask<Void> victim = new FutureTask<>(() -> readInterrupted(source, interrupts, done));
        victims.add(new Thread(victim));
        results.add(victim);
      }
      victims.forEach(Thread::start);
      List<FutureTask<Void>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        int seed = i;
        readers.add(run(() -> read(source, new Random(seed), interrupts)));
      }
      FutureTask<Void> interrupter = run(() -> interrupt(victims, done));
      try {
        for (FutureTask<Void> reader : readers) {
          reader.get();
        }
      } finally {
        done.set(true);
      }
      interrupter.get();
      for (FutureTask<Void> victim : results) {
        victim.get();
      }
      assertThat(interrupts).hasPositiveValue();
    }
    assertThat(openDescriptors()).isEmpty();
  }

  @Test
  void channel_closed_by_an_interrupt_is_opened_again() throws IOException {
    try (PathByteSource source = PathByteSource.open(file)) {
      closeAsAnInterruptDoes(source);

      requireContent(source, 1, 1_000);
      source.requireWhole();
      assertThat(openDescriptors()).hasSize(1);
    }
    assertThat(openDescriptors()).isEmpty();
  }

  @Test
  void files_that_make_room_for_each_other_do_not_wait_for_each_other() throws Exception {
    List<PathByteSource> sources = new ArrayList<>();
    for (int i = 0; i < FILES_OF_FOOTERS; i++) {
      sources.add(PathByteSource.open(file));
      sources.get(i).keep();
    }
    List<FutureTask<Void>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      int seed = i;
      readers.add(
          run(
              () -> {
                Random random = new Random(seed);
                for (int read = 0; read < READS; read++) {
                  PathByteSource source = sources.get(random.nextInt(FILES_OF_FOOTERS));
                  source.release();
                  requireContent(source, read, 10);
                }
                return null;
              }));
    }
    for (FutureTask<Void> reader : readers) {
      reader.get(20, TimeUnit.SECONDS);
    }
    for (PathByteSource source : sources) {
      source.close();
    }
  }

  @Test
  void source_that_was_closed_stays_closed() throws IOException {
    PathByteSource source = PathByteSource.open(file);
    source.close();
    source.close();

    assertThatThrownBy(() -> source.readFully(0, ByteBuffer.allocate(1)))
        .isInstanceOf(ClosedChannelException.class);
    assertThat(openDescriptors()).isEmpty();
  }

  private static void closeAsAnInterruptDoes(PathByteSource source) throws IOException {
    source.channel().close();
  }

  enum Change {
    LENGTH,
    TIME,
    PLACE
  }

  private void change(Change change) throws IOException {
    switch (change) {
      case LENGTH -> {
        FileTime time = Files.getLastModifiedTime(file);
        Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
        Files.setLastModifiedTime(file, time);
      }
      case TIME -> Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
      case PLACE -> {
        Path other = folder.resolve("other");
        Files.copy(file, other, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void file_that_changed_meanwhile_is_not_opened_again(Change change) throws IOException {
    try (PathByteSource source = PathByteSource.open(file)) {
      assumeTrue(
          change != Change.PLACE
              || Files.readAttributes(file, BasicFileAttributes.class).fileKey() != null,
          "the file system tells files apart by more than name, length and time");
      change(change);
      requireContent(source, 1, 1_000);
      closeAsAnInterruptDoes(source);

      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> requireContent(source, 1, 1_000))
            .isInstanceOf(FileSystemException.class)
            .hasMessageStartingWith(file + ": was changed or replaced while it was open: found ")
            .hasMessageContaining(", expected " + LENGTH + " bytes modified at ");
      }
    }
    assertThat(openDescriptors()).isEmpty();
  }

  @Test
  void channel_of_the_caller_is_not_opened_again() throws IOException {
    try (FileChannel channel = FileChannel.open(file);
        PathByteSource source = PathByteSource.over(channel, file)) {
      closeAsAnInterruptDoes(source);

      assertThatThrownBy(() -> requireContent(source, 1, 1_000))
          .isInstanceOf(ClosedChannelException.class);
    }
  }

  private static <T> FutureTask<T> run(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    new Thread(task).start();
    return task;
  }

  private static Void interrupt(List<Thread> victims, AtomicBoolean done) {
    Random random = new Random(3);
    while (!done.get()) {
      victims.get(random.nextInt(victims.size())).interrupt();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return null;
  }

  /** Reads until all others are done; an interrupt ends one read, with its flag set. */
  private Void readInterrupted(ByteSource source, AtomicInteger interrupts, AtomicBoolean done)
      throws IOException {
    Random random = new Random(5);
    while (!done.get()) {
      try {
        requireContent(source, random.nextInt(LENGTH / 2), 1 + random.nextInt(LENGTH / 2));
      } catch (ClosedByInterruptException e) {
        assertThat(Thread.interrupted()).isTrue();
        interrupts.incrementAndGet();
      }
    }
    return null;
  }

  /** Reads often, and until somebody has been interrupted. */
  private Void read(ByteSource source, Random random, AtomicInteger interrupts) throws IOException {
    for (int i = 0; i < READS || interrupts.get() == 0; i++) {
      requireContent(source, random.nextInt(LENGTH / 2), 1 + random.nextInt(1_000));
    }
    return null;
  }

  private void requireContent(ByteSource source, int position, int length) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(length);
    source.readFully(position, target);
    assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(content, position, length));
  }

  private List<String> openDescriptors() throws IOException {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "descriptors are listed in /proc");
    String name = file.toRealPath().toString();
    try (Stream<Path> links = Files.list(DESCRIPTORS)) {
      return links
          .map(InterruptedReadersTest::target)
          .filter(target -> target.startsWith(name))
          .toList();
    }
  }

  /** What a descriptor is of; nothing where it has been closed, as that of the listing is. */
  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
