// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.storage.PlainSource;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What stays in memory of an opened footer, and of opening it.
 *
 * @see FooterReader
 * @see io.arrowparquet.footer.internal.wire.TailReader
 */
class FooterMemoryTest {
  private static final int LARGE = 8 << 20;

  /** What a thread may keep: one piece, and what the reading of small things takes. */
  private static final long MOST_DIRECT = 1 << 20;

  @TempDir Path folder;

  /** Pages in front of the footer, so that the tail is full of what no footer needs. */
  private Path withPages(Path plain) throws IOException {
    byte[] bytes = Files.readAllBytes(plain);
    int footer = (int) FooterReader.defaults().read(plain).footerOffset();
    Path padded = folder.resolve("padded.parquet");
    ByteBuffer out = ByteBuffer.allocate(bytes.length + (1 << 20));
    out.put(bytes, 0, footer)
        .position(footer + (1 << 20))
        .put(bytes, footer, bytes.length - footer);
    return Files.write(padded, out.array());
  }

  private static Stream<Arguments> guesses() {
    return Stream.of(FooterLayout.SPEC, FooterLayout.ARROW_CPP, FooterLayout.PAR3)
        .flatMap(layout -> Stream.of(1 << 16, 1 << 20).map(guess -> Arguments.of(layout, guess)));
  }

  @ParameterizedTest
  @MethodSource("guesses")
  void small_footer_does_not_keep_the_tail_it_was_read_with(FooterLayout layout, int guess)
      throws IOException {
    Path file = folder.resolve("attached.parquet");
    Path plain = withPages(ParquetJavaFile.write(folder.resolve("plain.parquet")));
    FooterAttacher.defaults().withLayout(layout).attach(plain, file);
    try (CapturingSource source = new CapturingSource(file)) {
      ParquetFooter read = FooterReader.defaults().withTailGuess(guess).read(source);

      assertThat(read.layout()).isEqualTo(layout);
      assertThat(source.isSharedWith(read.footer().flatbuffer())).isFalse();
    }
  }

  @Test
  void footer_that_is_most_of_the_tail_is_not_copied() throws IOException {
    Path plain =
        ParquetJavaFile.write(folder.resolve("plain.parquet"), Map.of("big", "x".repeat(10_000)));
    Path file = folder.resolve("attached.parquet");
    FooterAttacher.defaults().withLayout(FooterLayout.PAR3).attach(plain, file);
    try (CapturingSource source = new CapturingSource(file)) {
      ParquetFooter read = FooterReader.defaults().read(source);

      assertThat(source.isSharedWith(read.footer().flatbuffer())).isTrue();
    }
  }

  @Test
  void large_footers_leave_no_direct_buffer_of_their_size() throws Exception {
    Path plain =
        ParquetJavaFile.write(folder.resolve("plain.parquet"), Map.of("big", "x".repeat(LARGE)));
    Path attached = folder.resolve("attached.parquet");

    assertDirectMemory(() -> FooterReader.defaults().read(plain));
    assertDirectMemory(
        () -> {
          FooterAttacher.defaults().attach(plain, attached);
          return null;
        });
    assertDirectMemory(() -> FooterReader.defaults().withTailGuess(LARGE).read(attached));
    assertDirectMemory(
        () -> {
          Path copy = Files.copy(plain, folder.resolve("copy.parquet"));
          try (FileChannel channel =
              FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FooterAttacher.defaults().attach(channel, copy);
          }
          return null;
        });
    assertDirectMemory(
        () -> {
          FooterStripper.defaults().stripInPlace(attached);
          return null;
        });
  }

  /** On a new thread, which has no such buffer yet, and is still alive when it is asked. */
  private static void assertDirectMemory(Callable<?> work) throws Exception {
    FutureTask<Long> task =
        new FutureTask<>(
            () -> {
              long before = directMemory();
              work.call();
              return directMemory() - before;
            });
    new Thread(task).start();
    assertThat(task.get()).isLessThan(MOST_DIRECT);
  }

  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  /** Remembers the buffers that it filled. */
  private static final class CapturingSource extends PlainSource {
    private final List<ByteBuffer> targets = new ArrayList<>();

    CapturingSource(Path file) throws IOException {
      super(PathByteSource.open(file));
    }

    /** Whether bytes change when the buffers do; destroys them. */
    boolean isSharedWith(ByteBuffer bytes) {
      ByteBuffer before = ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
      targets.forEach(target -> target.clear().put(new byte[target.capacity()]));
      return !bytes.equals(before);
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      targets.add(target.duplicate());
      super.readFully(position, target);
    }
  }
}
