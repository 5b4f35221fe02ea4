// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.variant.CorruptPageException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChunkFetcherTest {
  private final RootAllocator allocator = new RootAllocator();
  private final CountingSource source = new CountingSource();

  @AfterEach
  void nothing_leaks() {
    allocator.close();
  }

  @Test
  void neighbours_and_small_gaps_are_one_read() throws IOException {
    List<ChunkRange> ranges =
        List.of(
            new ChunkRange(150, 20),
            new ChunkRange(10, 40),
            new ChunkRange(50, 30),
            new ChunkRange(85, 15),
            new ChunkRange(20, 5));

    List<ChunkBytes> fetched = new ChunkFetcher(source, allocator, 8).fetch(ranges);

    assertThat(source.reads).containsExactly("10+90", "150+20");
    for (int i = 0; i < ranges.size(); i++) {
      byte[] copy = new byte[1];
      fetched.get(i).copy(ranges.get(i).end() - 1, copy, 0, 1);
      assertThat(copy[0]).isEqualTo((byte) (ranges.get(i).end() - 1));
      fetched.get(i).close();
    }
  }

  @Test
  void bytes_outside_of_the_chunk_are_refused() throws IOException {
    ChunkBytes chunk =
        new ChunkFetcher(source, allocator).fetch(List.of(new ChunkRange(10, 20))).get(0);

    assertThatThrownBy(() -> chunk.copy(25, new byte[9], 0, 9))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("9 bytes at offset 25, expected a range in 10 to 30");

    chunk.close();
  }

  @Test
  void a_failing_read_frees_what_was_fetched_before() {
    assertThatThrownBy(
            () ->
                new ChunkFetcher(source, allocator, 0)
                    .fetch(List.of(new ChunkRange(0, 10), new ChunkRange(250, 10))))
        .isInstanceOf(EOFException.class);
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  /** 255 bytes that are their own positions. */
  private static final class CountingSource implements ByteSource {
    private final List<String> reads = new ArrayList<>();

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public long length() {
      return 255;
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      reads.add(position + "+" + target.remaining());
      for (long at = position; target.hasRemaining(); at++) {
        if (at >= length()) {
          throw new EOFException("at " + at);
        }
        target.put((byte) at);
      }
    }

    @Override
    public void close() {}
  }
}
