// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Row groups of a remote file that are fetched while the ones before are decoded.
 *
 * @see io.arrowparquet.parquet.internal.rowgroup.RowGroupSequence
 */
class PrefetchTest {
  private static final int GROUPS = 5;
  private static final int GROUP_ROWS = 4_000;
  private static final int BATCH = 1_000;

  /** About, as there are two columns of eight bytes that do not compress. */
  private static final long GROUP_BYTES = 16L * GROUP_ROWS;

  /** Gaps are no reason to read on, so that a row group is one request. */
  private static final ReadHints HINTS =
      ReadHints.REMOTE
          .withLatency(Duration.ofMillis(1))
          .withBytesPerSecond(1)
          .withLargestRequest(1 << 20)
          .withConcurrentRequests(8);

  private static final ParquetReadOptions OPTIONS =
      ParquetReadOptions.defaults().withBatchSize(BATCH).withFilledBatches(false);

  @TempDir private static Path folder;
  private static Path file;
  private static ParquetFooter footer;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @BeforeAll
  static void writeFile() throws IOException {
    file = folder.resolve("groups.parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withDictionary(false)
            .withRowGroupRows(GROUP_ROWS)
            .withPageRows(500);
    SplittableRandom random = new SplittableRandom(1);
    try (RootAllocator allocator = new RootAllocator();
        BigIntVector id = new BigIntVector("id", allocator);
        BigIntVector number = new BigIntVector("number", allocator)) {
      VectorSchemaRoot root = VectorSchemaRoot.of(id, number);
      for (int row = 0; row < GROUPS * GROUP_ROWS; row++) {
        id.setSafe(row, row);
        number.setSafe(row, random.nextLong());
      }
      root.setRowCount(GROUPS * GROUP_ROWS);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        writer.write(root);
        writer.finish();
      }
    }
    footer = FooterReader.defaults().read(file);
    assertThat(footer.footer().rowGroupCount()).isEqualTo(GROUPS);
  }

  /** Rows that are in order, from the first; the source is closed too. */
  private static int read(ByteSource source, ParquetReadOptions options, BufferAllocator memory)
      throws IOException {
    int rows = 0;
    try (source;
        ParquetArrowReader reader = ParquetArrowReader.open(source, footer, options, memory)) {
      while (reader.loadNextBatch()) {
        BigIntVector id = (BigIntVector) reader.getVectorSchemaRoot().getVector("id");
        for (int i = 0; i < id.getValueCount(); i++) {
          assertThat(id.get(i)).isEqualTo(rows++);
        }
      }
    }
    return rows;
  }

  private long requestsAfterFirstBatch(ParquetReadOptions options) throws IOException {
    RemoteFile.Line line = RemoteFile.Line.fast(HINTS);
    try (ByteSource source = new RemoteFile(file, line);
        ParquetArrowReader reader = ParquetArrowReader.open(source, footer, options, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      return line.requests();
    }
  }

  @Test
  void the_next_row_group_is_under_way_while_one_is_decoded() throws IOException {
    assertThat(requestsAfterFirstBatch(OPTIONS)).isEqualTo(2);
    assertThat(requestsAfterFirstBatch(OPTIONS.withPrefetch(false))).isEqualTo(1);
    assertThat(requestsAfterFirstBatch(OPTIONS.withRowGroups(List.of(3)))).isEqualTo(1);
  }

  @Test
  void nothing_is_fetched_twice() throws IOException {
    for (boolean ahead : new boolean[] {true, false}) {
      RemoteFile.Line line = RemoteFile.Line.fast(HINTS);
      assertThat(read(new RemoteFile(file, line), OPTIONS.withPrefetch(ahead), allocator))
          .isEqualTo(GROUPS * GROUP_ROWS);
      assertThat(line.requests()).isEqualTo(GROUPS);
    }
  }

  @Test
  void requests_for_the_footer_are_counted_by_the_reader_that_makes_them() throws IOException {
    RemoteFile.Line line = RemoteFile.Line.fast(HINTS);
    try (ByteSource source = new RemoteFile(file, line);
        ParquetArrowReader reader = ParquetArrowReader.open(source, OPTIONS, allocator)) {
      assertThat(reader.statistics().footerRequests()).isEqualTo(line.requests()).isEqualTo(1);
      assertThat(reader.statistics().footerBytesRead()).isEqualTo(line.bytes());
    }
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, OPTIONS, allocator)) {
      assertThat(reader.statistics()).isEqualTo(ReadStatistics.NOTHING);
    }
  }

  @Test
  void what_does_not_fit_beside_the_row_group_is_fetched_when_that_is_decoded() throws IOException {
    // Both are read in pieces, and neither piece nor row group would fit in.
    ParquetReadOptions small = OPTIONS.withFetchBytes(GROUP_BYTES * 3 / 4);
    assertThat(requestsAfterFirstBatch(small)).isEqualTo(1);
    assertThat(read(new RemoteFile(file, RemoteFile.Line.fast(HINTS)), small, allocator))
        .isEqualTo(GROUPS * GROUP_ROWS);
  }

  @Test
  void a_filter_that_depends_on_the_rows_before_is_asked_when_they_are_read() throws IOException {
    List<Long> asked = new ArrayList<>();
    long[] seen = {0};
    DynamicFilter filter =
        new DynamicFilter(
            List.of(Operand.column("id")),
            () -> {
              asked.add(seen[0]);
              return null;
            });
    try (ByteSource source = new RemoteFile(file, RemoteFile.Line.fast(HINTS));
        ParquetArrowReader reader =
            ParquetArrowReader.open(source, footer, OPTIONS.withDynamicFilter(filter), allocator)) {
      while (reader.loadNextBatch()) {
        seen[0] += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    assertThat(asked).containsExactly(0L, 4_000L, 8_000L, 12_000L, 16_000L);
  }

  @Test
  void a_row_group_that_the_filter_leaves_out_is_not_fetched() throws IOException {
    ParquetReadOptions options =
        OPTIONS.withFilter(
            Operand.column("id")
                .isLessThan(100L)
                .or(Operand.column("id").isAtLeast(4L * GROUP_ROWS + 100)));
    RemoteFile.Line line = RemoteFile.Line.fast(HINTS);
    try (ByteSource source = new RemoteFile(file, line);
        ParquetArrowReader reader = ParquetArrowReader.open(source, footer, options, allocator)) {
      int rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(GROUP_ROWS);
      assertThat(reader.statistics().rowGroupsRead()).isEqualTo(2);
      assertThat(reader.statistics().rowGroupsSkipped()).isEqualTo(GROUPS - 2);
      assertThat(reader.statistics().requests()).isEqualTo(line.requests());
    }
    assertThat(line.bytes()).isLessThan(2 * GROUP_BYTES);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, GROUP_BYTES * 3, 1 << 24})
  void closing_at_any_moment_leaves_nothing(long fetchBytes) throws IOException {
    RemoteFile.Line slow =
        new RemoteFile.Line(
            ReadHints.REMOTE
                .withLatency(Duration.ofMillis(5))
                .withBytesPerSecond(1)
                .withLargestRequest(10_000)
                .withConcurrentRequests(3),
            1L << 30);
    for (int batches = 0; batches <= GROUPS * GROUP_ROWS / BATCH; batches += 3) {
      try (ByteSource source = new RemoteFile(file, slow);
          ParquetArrowReader reader =
              ParquetArrowReader.open(
                  source, footer, OPTIONS.withFetchBytes(fetchBytes), allocator)) {
        for (int batch = 0; batch < batches; batch++) {
          assertThat(reader.loadNextBatch()).isTrue();
        }
      }
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
  }

  /** Fails from an offset on. */
  private static final class FailingFile extends ForwardingByteSource {
    private final long from;

    FailingFile(RemoteFile file, long from) {
      super(file);
      this.from = from;
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
      List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
      for (int i = 0; i < ranges.size(); i++) {
        ByteBuffer target = targets.get(i);
        if (ranges.get(i).offset() < from) {
          reads.addAll(source().readRanges(List.of(ranges.get(i)), length -> target));
        } else {
          reads.add(CompletableFuture.failedFuture(new IOException("made up")));
        }
      }
      return reads;
    }
  }

  @Test
  void a_failure_comes_where_its_rows_would_have() throws IOException {
    FlatFooter view = footer.footer();
    for (int group = 1; group < GROUPS; group++) {
      try (ByteSource source =
              new FailingFile(
                  new RemoteFile(file, RemoteFile.Line.fast(HINTS)),
                  view.chunk(group, 0).startOffset());
          ParquetArrowReader reader = ParquetArrowReader.open(source, footer, OPTIONS, allocator)) {
        for (int batch = 0; batch < group * GROUP_ROWS / BATCH; batch++) {
          assertThat(reader.loadNextBatch()).isTrue();
        }
        assertThatThrownBy(reader::loadNextBatch).hasMessageContaining("made up");
        assertThatThrownBy(reader::loadNextBatch).hasMessageContaining("made up");
      }
    }
  }

  @Test
  void damage_in_the_footer_of_a_later_row_group_does_not_hide_the_rows_before()
      throws IOException {
    ParquetReadOptions options = OPTIONS.withColumns(List.of("id")).withRowGroups(List.of(0, 1));
    ParquetFooter truncated =
        new ParquetFooter(
            footer.source(),
            footer.footer(),
            new ParquetFooter.Extent(
                footer.layout(),
                footer.footer().chunk(1, 0).startOffset() + 10,
                1,
                footer.flatbufferLength()),
            List.of());
    RemoteFile whole = new RemoteFile(file, RemoteFile.Line.fast(HINTS));
    try (ByteSource shorter = new ShortenedFile(whole, truncated.fileLength());
        ParquetArrowReader reader =
            ParquetArrowReader.open(shorter, truncated, options, allocator)) {
      for (int batch = 0; batch < GROUP_ROWS / BATCH; batch++) {
        assertThat(reader.loadNextBatch()).isTrue();
      }
      assertThatThrownBy(reader::loadNextBatch)
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("place of column id, row group 1");
    }
  }

  /** The first bytes of a source. */
  private static final class ShortenedFile extends ForwardingByteSource {
    private final long length;

    ShortenedFile(ByteSource source, long length) {
      super(source);
      this.length = length;
    }

    @Override
    public long length() {
      return length;
    }
  }

  @Test
  void less_memory_than_fetching_ahead_needs_is_enough() throws IOException {
    long needed = 0;
    for (boolean ahead : new boolean[] {false, true}) {
      long least = 0;
      Throwable failure = new OutOfMemoryException("not tried");
      for (long limit = 1 << 14; failure != null; limit += 1 << 13) {
        try (RootAllocator memory = new RootAllocator(limit)) {
          RemoteFile source = new RemoteFile(file, RemoteFile.Line.fast(HINTS));
          failure = catchThrowable(() -> read(source, OPTIONS.withPrefetch(ahead), memory));
          assertThat(memory.getAllocatedMemory()).isZero();
        }
        if (failure != null) {
          assertThat(failure).isInstanceOf(OutOfMemoryException.class);
        }
        least = limit;
      }
      needed = ahead ? least - needed : least;
    }
    // Memory for the next row group may be taken before that for a batch is asked for.
    assertThat(needed).isLessThan(2 * GROUP_BYTES);
  }
}
