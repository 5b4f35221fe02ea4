// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.WideFooter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkIndexTest {
  @TempDir private Path folder;

  private static NavigableMap<Long, ByteBuffer> known(SegmentReader segment, int row)
      throws IOException {
    BlockRows groups = segment.wholeRowGroups(segment.schema(0), 0);
    NavigableMap<Long, ByteBuffer> known = new TreeMap<>();
    for (ChunkIndex index : segment.indexes(groups, row)) {
      assertThat(index.column()).isZero();
      Slice packed = segment.read(List.of(index.place())).get(0);
      known.put(index.offset(), segment.unpacked(index, packed, segment.file(0)));
    }
    return known;
  }

  private static void assertIndexed(SegmentReader segment, int row) throws IOException {
    assertThat(known(segment, row))
        .isEqualTo(
            Map.of(
                100L,
                ByteBuffer.wrap(new byte[] {1, 2, 3}),
                200L,
                ByteBuffer.wrap(new byte[] {1, 2, 3}),
                300L,
                ByteBuffer.wrap(new byte[] {1, 2, 3})));
  }

  @Test
  void bytes_of_the_file_come_back_and_are_copied_into_another_segment() throws IOException {
    Map<String, byte[]> footers =
        Map.of("a", WideFooter.thrift(2, 3), "b", WideFooter.thrift(2, 1));
    SegmentReader segment = Segments.open(Segments.writeIndexed(footers, Long.MAX_VALUE));
    segment.verify();
    assertIndexed(segment, 0);
    assertThat(known(segment, 1)).isEmpty();
    assertIndexed(segment, 3);

    BitSet removed = new BitSet();
    removed.set(0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ExecutorService workers = Executors.newSingleThreadExecutor();
    try (SegmentWriter writer = new SegmentWriter(Channels.newChannel(out), 1 << 20, folder)) {
      new SegmentCopier(writer, List.of(segment), List.of(removed)).copy();
      writer.finish(List.of(), workers, 1);
    } finally {
      workers.shutdownNow();
    }
    SegmentReader copied = Segments.open(out.toByteArray());
    copied.verify();
    assertIndexed(copied, 0);
  }

  @Test
  void an_index_is_inside_its_file() {
    ChunkIndex index =
        new ChunkIndex(3, ChunkIndex.Kind.BLOOM_FILTER, 10, new BundlePlace(50, 9, 0));
    index.requireInside(4, 14);
    assertThatThrownBy(() -> index.requireInside(5, 14))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("place of an index in its file")
        .hasMessageContaining("5 bytes at 10");
    for (long offset : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      ChunkIndex outside = new ChunkIndex(3, index.kind(), offset, index.place());
      assertThatThrownBy(() -> outside.requireInside(1, 14))
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void each_number_of_the_list_is_checked() throws IOException {
    SegmentReader segment =
        Segments.open(Segments.writeIndexed(Map.of("a", WideFooter.thrift(1, 1)), 1 << 20));
    BlockRows groups = segment.wholeRowGroups(segment.schema(0), 0);
    List<ChunkIndex> indexes = segment.indexes(groups, 0);
    int refused = 0;
    for (Extremes.Case changed : Extremes.varints("indexes", ChunkIndex.write(indexes))) {
      try {
        ChunkIndex.read(changed.bytes());
      } catch (CorruptFooterException expected) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(20);
  }
}
