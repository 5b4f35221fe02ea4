// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class KnownBytesSourceTest {
  /** The last three bytes are others in the file, which is shorter by one, too. */
  private static final byte[] FILE = {10, 11, 12, 13, 14, -1, -2};

  private static final byte[] SEEN = {10, 11, 12, 13, 14, 15, 16, 17};

  /** Refuses to be asked for what is known. */
  private static class Front extends ForwardingByteSource {
    Front() {
      super(ByteSources.memory("file", ByteBuffer.wrap(FILE)));
    }

    @Override
    public long length() {
      throw new AssertionError("the length is known");
    }

    @Override
    public ByteSource.Tail readTail(int most) {
      throw new AssertionError("the end is known");
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      assertThat(position + target.remaining()).isLessThanOrEqualTo(5);
      super.readFully(position, target);
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      assertThat(ranges).allMatch(range -> range.end() <= 5 && range.length() > 0);
      return super.readRanges(ranges, memory);
    }
  }

  private static ByteSource source(ByteSource front) {
    return ByteSources.withTail(front, new ByteSource.Tail(8, ByteBuffer.wrap(SEEN, 5, 3)));
  }

  @Test
  void answers_length_and_end_from_memory() throws IOException {
    try (ByteSource source = source(new Front())) {
      assertThat(source.length()).isEqualTo(8);
      assertThat(source.readTail(2)).isEqualTo(new ByteSource.Tail(8, ByteBuffer.wrap(SEEN, 6, 2)));
      assertThat(source.readTail(100))
          .isEqualTo(new ByteSource.Tail(8, ByteBuffer.wrap(SEEN, 5, 3)));
    }
  }

  @Test
  void every_range_has_the_bytes_that_are_seen() throws IOException {
    try (ByteSource source = source(new Front())) {
      List<ByteRange> ranges = new ArrayList<>();
      for (int begin = 0; begin <= 8; begin++) {
        for (int end = begin; end <= 8; end++) {
          ByteRange range = new ByteRange(begin, end - begin);
          ranges.add(range);
          ByteBuffer target = ByteBuffer.allocate(range.length() + 2).position(1);
          source.readFully(begin, target.limit(range.length() + 1));

          assertThat(target.position()).isEqualTo(target.limit());
          assertThat(target.position(1)).isEqualTo(ByteBuffer.wrap(SEEN, begin, end - begin));
        }
      }
      List<ByteBuffer> given = new ArrayList<>();
      List<CompletableFuture<ByteBuffer>> reads =
          source.readRanges(
              ranges,
              size -> {
                given.add(ByteBuffer.allocate(size + 2).position(1).limit(size + 1));
                return given.get(given.size() - 1);
              });
      for (int i = 0; i < reads.size(); i++) {
        ByteRange range = ranges.get(i);
        assertThat(reads.get(i).join())
            .isSameAs(given.get(i))
            .isEqualTo(ByteBuffer.wrap(SEEN, (int) range.offset(), range.length()));
      }
    }
  }

  @Test
  void end_of_the_source_is_an_exception_that_names_it() throws IOException {
    try (ByteSource source = source(new Front())) {
      assertThatThrownBy(() -> source.readFully(4, ByteBuffer.allocate(5)))
          .isInstanceOf(EOFException.class)
          .hasMessageStartingWith("file: ");
      assertThatThrownBy(() -> source.readFully(9, ByteBuffer.allocate(0)))
          .isInstanceOf(EOFException.class);
      assertThatThrownBy(
              source.readRanges(List.of(new ByteRange(6, 3)), ByteBuffer::allocate).get(0)::join)
          .hasRootCauseInstanceOf(EOFException.class);
    }
  }

  @Test
  void cancelling_lets_the_other_source_finish_with_the_memory() throws IOException {
    CompletableFuture<ByteBuffer> slow =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterruptIfRunning) {
            return true; // Over a little later.
          }
        };
    ByteSource front =
        new Front() {
          @Override
          public List<CompletableFuture<ByteBuffer>> readRanges(
              List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
            return List.of(slow);
          }
        };
    try (ByteSource source = source(front)) {
      CompletableFuture<ByteBuffer> read =
          source.readRanges(List.of(new ByteRange(3, 4)), ByteBuffer::allocate).get(0);

      assertThat(read.cancel(true)).isTrue();
      assertThat(read).isNotDone();
      slow.completeExceptionally(new CancellationException());
      assertThat(read).isCancelled();
    }
  }

  @Test
  void says_which_bytes_are_in_memory() throws IOException {
    try (ByteSource source = source(new Front())) {
      assertThat(source.known(new ByteRange(5, 3))).isEqualTo(ByteBuffer.wrap(SEEN, 5, 3));
      assertThat(source.known(new ByteRange(6, 1))).isEqualTo(ByteBuffer.wrap(SEEN, 6, 1));
      assertThat(source.known(new ByteRange(4, 2))).isNull();
      assertThat(source.known(new ByteRange(6, 3))).isNull();
    }
  }

  @Test
  void parts_are_answered_from_memory_and_all_else_by_the_other_source() throws IOException {
    NavigableMap<Long, ByteBuffer> parts = new TreeMap<>();
    parts.put(1L, ByteBuffer.wrap(new byte[] {21, 22}));
    parts.put(4L, ByteBuffer.wrap(new byte[] {24}));
    ByteSource file = ByteSources.memory("file", ByteBuffer.wrap(FILE));
    try (ByteSource source = new KnownBytesSource(file, parts)) {
      assertThat(source.length()).isEqualTo(FILE.length);
      assertThat(source.readTail(2).bytes()).isEqualTo(ByteBuffer.wrap(FILE, 5, 2));
      for (int begin = 0; begin <= FILE.length; begin++) {
        for (int end = begin; end <= FILE.length; end++) {
          ByteRange range = new ByteRange(begin, end - begin);
          boolean isPart = begin < end && ((begin >= 1 && end <= 3) || (begin == 4 && end == 5));
          ByteBuffer expected = ByteBuffer.allocate(end - begin);
          for (int i = begin; i < end; i++) {
            expected.put((byte) (isPart ? 20 + i : FILE[i]));
          }
          ByteBuffer target = ByteBuffer.allocate(range.length());
          source.readFully(begin, target);

          assertThat(target.flip()).isEqualTo(expected.flip());
          assertThat(source.readRanges(List.of(range), ByteBuffer::allocate).get(0).join())
              .isEqualTo(expected);
          if (begin < end) {
            assertThat(source.known(range)).isEqualTo(isPart ? expected : null);
          }
        }
      }
      assertThatThrownBy(() -> source.readFully(5, ByteBuffer.allocate(3)))
          .isInstanceOf(EOFException.class);
    }
  }

  @Test
  void refuses_more_bytes_than_the_source_has() {
    ByteSource.Tail tail = new ByteSource.Tail(2, ByteBuffer.allocate(3));

    assertThatThrownBy(() -> ByteSources.withTail(new Front(), tail))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the last 3 bytes of 2");
  }
}
