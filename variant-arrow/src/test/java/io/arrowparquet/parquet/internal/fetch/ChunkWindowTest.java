// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.internal.fetch.ChunkWindow.WindowSize;
import io.arrowparquet.parquet.internal.fetch.RangeReads.RangeRead;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import io.arrowparquet.variant.RemoteFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;

class ChunkWindowTest {
  private static final int LENGTH = 10_000;
  private static final byte[] BYTES = new byte[LENGTH];
  private static Path file;

  @BeforeContainer
  static void writeFile() throws IOException {
    new Random(1).nextBytes(BYTES);
    file = Files.createTempFile("window", null);
    Files.write(file, BYTES);
  }

  @AfterContainer
  static void deleteFile() throws IOException {
    Files.delete(file);
  }

  private static ReadHints hints(boolean local, int largestRequest) {
    return ReadHints.REMOTE
        .withLatency(local ? Duration.ZERO : Duration.ofMillis(1))
        .withBytesPerSecond(1)
        .withLargestRequest(largestRequest)
        .withConcurrentRequests(3);
  }

  private static List<ChunkRange> parts(Random random) {
    List<ChunkRange> parts = new ArrayList<>();
    long offset = random.nextInt(50);
    do {
      long length = Math.min(random.nextInt(random.nextBoolean() ? 40 : 5_000), LENGTH - offset);
      parts.add(new ChunkRange(offset, length));
      offset += length + (random.nextBoolean() ? 0 : random.nextInt(300));
    } while (offset < LENGTH && random.nextInt(5) > 0);
    return parts;
  }

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void bytes_are_those_of_the_file_wherever_pieces_end(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ReadHints hints = hints(random.nextBoolean(), 1 + random.nextInt(500));
    WindowSize size = new WindowSize(1 + random.nextInt(700), 1 + random.nextInt(4));
    List<ChunkRange> parts = parts(random);
    ReadCounts counts = new ReadCounts();
    try (RootAllocator allocator = new RootAllocator();
        RemoteFile source = new RemoteFile(file, RemoteFile.Line.fast(hints));
        RangeReads reads = RangeReads.of(source, counts, Count.BYTES_READ, allocator)) {
      try (ChunkWindow window =
          new ChunkWindow(reads, parts, size, random.nextInt(400), random.nextInt(200))) {
        window.start(Integer.MAX_VALUE);
        for (ChunkRange part : parts) {
          readPages(window, part, random);
        }
      }
    }
  }

  /** Headers and pages of random sizes, some of them passed over. */
  private static void readPages(ChunkWindow window, ChunkRange part, Random random)
      throws IOException {
    for (long offset = part.offset(); offset < part.end(); ) {
      int left = (int) (part.end() - offset);
      byte[] header = new byte[Math.min(left, 1 + random.nextInt(60))];
      long at = offset;
      until(() -> window.copy(at, header, 0, header.length));
      assertThat(header).isEqualTo(expected(offset, header.length));
      offset += random.nextInt(header.length + 1);
      peek(window, offset, random);
      int length = random.nextInt((int) Math.min(2_000, part.end() - offset) + 1);
      if (random.nextBoolean()) {
        long page = offset;
        // A page of another length may be asked for in the end.
        int bytes = random.nextInt(4) > 0 ? length : random.nextInt(length + 1);
        until(() -> window.expect(page, bytes));
      }
      if (random.nextInt(3) > 0) {
        long start = offset;
        byte[] page = new byte[length];
        until(() -> MemoryUtil.copyFromMemory(window.address(start, length), page, 0, length));
        assertThat(page).isEqualTo(expected(offset, length));
        assertThat(window.hasRoom(offset, length + WindowSize.SPARE + LENGTH)).isFalse();
        assertThat(window.hasRoom(offset, length + WindowSize.SPARE) || length == 0).isTrue();
      }
      offset += length;
    }
  }

  private static void peek(ChunkWindow window, long offset, Random random) throws IOException {
    byte[] bytes = new byte[1 + random.nextInt(300)];
    int[] count = new int[1];
    until(() -> count[0] = window.peek(offset, bytes));
    assertThat(Arrays.copyOf(bytes, count[0])).isEqualTo(expected(offset, count[0]));
  }

  /** What a source in another language throws without declaring it. */
  private static final class Trouble extends Exception {
    private static final long serialVersionUID = 1L;
  }

  @SuppressWarnings("unchecked")
  private static <E extends Exception> void throwAny(Exception trouble) throws E {
    throw (E) trouble;
  }

  /** Something that reads. */
  private interface Reading {
    void go() throws IOException;
  }

  /** Goes on after trouble. */
  private static void until(Reading reading) throws IOException {
    while (true) {
      try {
        reading.go();
        return;
      } catch (Exception e) {
        if (!(e instanceof Trouble)) {
          throw e;
        }
      }
    }
  }

  /** Throws a few times, and then has not read. */
  private static final class TroubledSource extends ForwardingByteSource {
    private final Random random;
    private int left = 8;

    TroubledSource(ByteSource source, long seed) {
      super(source);
      this.random = new Random(seed);
    }

    private void maybeThrow() {
      if (left > 0 && random.nextInt(4) == 0) {
        left--;
        ChunkWindowTest.<RuntimeException>throwAny(new Trouble());
      }
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      maybeThrow();
      super.readFully(position, target);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      maybeThrow();
      return super.readRanges(ranges, memory);
    }
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void bytes_are_those_of_the_file_after_a_source_has_thrown_anything(@ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    ReadHints hints = hints(random.nextBoolean(), 1 + random.nextInt(500));
    WindowSize size = new WindowSize(1 + random.nextInt(700), 1 + random.nextInt(4));
    List<ChunkRange> parts = parts(random);
    ReadCounts counts = new ReadCounts();
    try (RootAllocator allocator = new RootAllocator();
        RemoteFile good = new RemoteFile(file, RemoteFile.Line.fast(hints));
        TroubledSource source = new TroubledSource(good, seed);
        RangeReads reads = RangeReads.of(source, counts, Count.BYTES_READ, allocator)) {
      try (ChunkWindow window =
          new ChunkWindow(reads, parts, size, random.nextInt(400), random.nextInt(200))) {
        until(() -> window.start(Integer.MAX_VALUE));
        for (ChunkRange part : parts) {
          readPages(window, part, random);
        }
      }
      // Bytes that were never asked for would count as under way, and stop all requests.
      try (RangeRead all = started(reads)) {
        until(() -> all.await());
      }
    }
  }

  private static RangeRead started(RangeReads reads) throws IOException {
    RangeRead[] started = new RangeRead[1];
    until(() -> started[0] = reads.start(0, LENGTH, 0, 0));
    return started[0];
  }

  private static byte[] expected(long offset, int length) {
    return Arrays.copyOfRange(BYTES, (int) offset, (int) offset + length);
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void a_window_closed_at_any_time_leaves_nothing(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ReadHints hints =
        ReadHints.REMOTE
            .withLatency(Duration.ofMillis(2))
            .withBytesPerSecond(1)
            .withLargestRequest(100)
            .withConcurrentRequests(3);
    ReadCounts counts = new ReadCounts();
    try (RootAllocator allocator = new RootAllocator();
        RemoteFile source = new RemoteFile(file, new RemoteFile.Line(hints, 1L << 30));
        RangeReads reads = RangeReads.of(source, counts, Count.BYTES_READ, allocator)) {
      List<ChunkRange> parts = List.of(new ChunkRange(0, LENGTH));
      WindowSize size = new WindowSize(300, 4);
      try (ChunkWindow window = new ChunkWindow(reads, parts, size, 0, 0)) {
        window.start(Integer.MAX_VALUE);
        for (long at = random.nextInt(1000); at < LENGTH; at += random.nextInt(6_000)) {
          window.address(at, (int) Math.min(LENGTH - at, random.nextInt(1000)));
        }
      }
    }
  }

  @Property(tries = 2)
  void memory_is_that_of_the_pieces_and_bytes_passed_over_are_not_read(@ForAll boolean local)
      throws IOException {
    RemoteFile.Line line = RemoteFile.Line.fast(hints(local, 100_000));
    ReadCounts counts = new ReadCounts();
    try (RootAllocator allocator = new RootAllocator();
        RemoteFile source = new RemoteFile(file, line);
        RangeReads reads = RangeReads.of(source, counts, Count.BYTES_READ, allocator)) {
      List<ChunkRange> parts = List.of(new ChunkRange(0, LENGTH));
      WindowSize size = new WindowSize(256 - WindowSize.SPARE, local ? 1 : 2);
      try (ChunkWindow window = new ChunkWindow(reads, parts, size, 0, 0)) {
        window.address(0, 100);
        for (int at = 5_000; at < LENGTH; at += 50) {
          window.address(at, 50);
        }
        assertThat(line.bytes()).isBetween(5_100L, 5_500L);
        assertThat(counts.get(Count.BYTES_READ)).isEqualTo(line.bytes());
        assertThat(counts.get(Count.REQUESTS)).isEqualTo(line.requests());
        assertThat(allocator.getPeakMemoryAllocation()).isLessThanOrEqualTo(4 * 256);
      }
    }
  }

  @Property(tries = 2)
  void places_before_those_asked_for_and_between_parts_are_errors(@ForAll boolean local)
      throws IOException {
    RemoteFile.Line line = RemoteFile.Line.fast(hints(local, 100_000));
    ReadCounts counts = new ReadCounts();
    try (RootAllocator allocator = new RootAllocator();
        RemoteFile source = new RemoteFile(file, line);
        RangeReads reads = RangeReads.of(source, counts, Count.BYTES_READ, allocator)) {
      List<ChunkRange> parts = List.of(new ChunkRange(100, 300), new ChunkRange(5_000, 300));
      for (long asked : new long[] {5_000, 5_100}) {
        try (ChunkWindow window = new ChunkWindow(reads, parts, new WindowSize(200, 2), 0, 0)) {
          window.address(asked, 50);
          for (long wrong : new long[] {100, 350, 1_000}) {
            assertThatThrownBy(() -> window.address(wrong, 50))
                .isInstanceOf(CorruptPageException.class);
            assertThatThrownBy(() -> window.copy(wrong, new byte[50], 0, 50))
                .isInstanceOf(CorruptPageException.class);
          }
        }
      }
    }
  }

  @Property(tries = 2)
  void wrong_places_and_files_that_end_are_errors(@ForAll boolean local) throws IOException {
    ReadCounts counts = new ReadCounts();
    try (RootAllocator allocator = new RootAllocator();
        RemoteFile source = new RemoteFile(file, RemoteFile.Line.fast(hints(local, 100)));
        RangeReads reads = RangeReads.of(source, counts, Count.BYTES_READ, allocator)) {
      List<ChunkRange> parts = List.of(new ChunkRange(9_900, 500));
      try (ChunkWindow window = new ChunkWindow(reads, parts, new WindowSize(200, 2), 0, 0)) {
        assertThatThrownBy(() -> window.address(10_300, 101))
            .isInstanceOf(CorruptPageException.class)
            .hasMessageContaining("101 bytes at offset 10300, expected a range in 9900 to 10400");
        assertThatThrownBy(() -> window.address(9_800, 10))
            .isInstanceOf(CorruptPageException.class);
        assertThatThrownBy(() -> window.address(9_950, 300)).isInstanceOf(EOFException.class);
      }
    }
  }
}
