// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.PathByteSource;
import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.RemoteFile;
import io.arrowparquet.variant.internal.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Columns of a row group decoded by several threads.
 *
 * @see io.arrowparquet.parquet.internal.column.RowGroupAssembler
 */
class ColumnThreadsTest {
  /** With the file's columns enough values for several threads. */
  private static final int ROWS = 1_200;

  /** The same for few columns. */
  private static final int LARGE_ROWS = 6_000;

  private static final int THREADS = 3;

  @TempDir private static Path folder;
  private static Path file;
  private static ExecutorService pool;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  /** Executors that may begin tasks at once, later or never. */
  enum Kind {
    POOL,
    CALLER,
    REJECTING,
    DROPPING;

    Executor executor() {
      return switch (this) {
        case POOL -> pool;
        case CALLER -> Runnable::run;
        case REJECTING ->
            task -> {
              throw new RejectedExecutionException("made up");
            };
        case DROPPING -> task -> {};
      };
    }
  }

  @BeforeAll
  static void writeFile() throws IOException {
    file = folder.resolve("random.parquet");
    RandomFile.write(
        file,
        new RandomFile.Form(WriterVersion.PARQUET_1_0, CompressionCodecName.SNAPPY, true, false),
        ROWS,
        7);
    pool = Executors.newFixedThreadPool(THREADS);
  }

  @AfterAll
  static void endPool() throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  private static ParquetArrowReader open(
      ByteSource source, ParquetReadOptions options, Executor executor, BufferAllocator memory)
      throws IOException {
    ParquetFooter footer = FooterReader.defaults().read(source);
    return ParquetArrowReader.open(source, footer, options.withThreads(executor, THREADS), memory);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batches_are_those_of_one_thread(Kind kind) throws IOException {
    ParquetReadOptions all = ParquetReadOptions.defaults().withBatchSize(900);
    ParquetReadOptions filtered = all.withFilter(Operand.column("ri").isAtLeast(0L));
    ParquetFooter footer = FooterReader.defaults().read(file);
    for (ParquetReadOptions options : List.of(all, filtered)) {
      Map<String, List<String>> expected = VectorEntries.read(file, options, allocator);
      try (ByteSource source = PathByteSource.open(file)) {
        ParquetArrowReader reader = open(source, options, kind.executor(), allocator);
        assertThat(VectorEntries.read(footer, reader, options)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void pieces_of_columns_are_read_by_the_thread_that_decodes(long latencyMillis)
      throws IOException {
    ParquetReadOptions options = ParquetReadOptions.defaults().withFetchBytes(1);
    ParquetFooter footer = FooterReader.defaults().read(file);
    RemoteFile.Line line =
        RemoteFile.Line.fast(
            ReadHints.REMOTE
                .withLatency(Duration.ofMillis(latencyMillis))
                .withBytesPerSecond(1)
                .withLargestRequest(1_000)
                .withConcurrentRequests(4));
    try (ByteSource source = new RemoteFile(file, line)) {
      ParquetArrowReader reader = open(source, options, pool, allocator);
      assertThat(VectorEntries.read(footer, reader, options))
          .isEqualTo(VectorEntries.read(file, ParquetReadOptions.defaults(), allocator));
    }
  }

  @Test
  void several_threads_decode() throws IOException {
    MeetingThreads listener = new MeetingThreads();
    ParquetReadOptions options = ParquetReadOptions.defaults().withListener(listener);
    // Several could meet each other before this one comes.
    ExecutorService one = Executors.newSingleThreadExecutor();
    try (ByteSource source = PathByteSource.open(file);
        ParquetArrowReader reader = open(source, options, one, allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
    } finally {
      one.shutdown();
    }
    assertThat(listener.threads()).hasSizeGreaterThan(1).contains(Thread.currentThread());
  }

  @Test
  void what_is_wrong_is_said_of_the_first_column_that_fails() throws IOException {
    FlatFooter footer = FooterReader.defaults().read(file).footer();
    byte[] bytes = Files.readAllBytes(file);
    for (int column = 3; column < footer.columnCount(); column += 2) {
      // The first byte of the page header.
      bytes[(int) footer.chunk(0, column).startOffset()] = -1;
    }
    Path damaged = folder.resolve("damaged.parquet");
    Files.write(damaged, bytes);
    try (ByteSource source = PathByteSource.open(damaged)) {
      Throwable expected = failure(open(source, ParquetReadOptions.defaults(), Kind.DROPPING));
      for (int i = 0; i < 20; i++) {
        assertThat(failure(open(source, ParquetReadOptions.defaults(), Kind.POOL)))
            .hasSameClassAs(expected)
            .hasMessage(expected.getMessage());
      }
      try (ParquetArrowReader alone =
          ParquetArrowReader.open(source, ParquetReadOptions.defaults(), allocator)) {
        assertThat(catchThrowable(alone::loadNextBatch)).hasMessage(expected.getMessage());
      }
    }
  }

  private ParquetArrowReader open(ByteSource source, ParquetReadOptions options, Kind kind)
      throws IOException {
    return open(source, options, kind.executor(), allocator);
  }

  private static Throwable failure(ParquetArrowReader opened) throws IOException {
    try (ParquetArrowReader reader = opened) {
      return catchThrowable(reader::loadNextBatch);
    }
  }

  @Test
  void every_failed_allocation_is_survived() throws IOException {
    try (FailedAllocations failures = new FailedAllocations();
        ByteSource source = PathByteSource.open(writeLarge())) {
      failures.failEach("columns", memory -> readLarge(source, Runnable::run, memory));
    }
  }

  @Test
  void allocations_that_fail_in_several_threads_leave_nothing() throws IOException {
    try (ByteSource source = PathByteSource.open(writeLarge())) {
      Throwable failure = null;
      for (long limit = 1 << 17; limit == 1 << 17 || failure != null; limit += limit / 8) {
        try (RootAllocator memory = new RootAllocator(limit)) {
          failure = catchThrowable(() -> readLarge(source, pool, memory));
          assertThat(memory.getAllocatedMemory()).isZero();
        }
        if (failure != null) {
          assertThat(failure).isInstanceOf(OutOfMemoryException.class);
        }
      }
    }
  }

  private static Path writeLarge() throws IOException {
    Path large = folder.resolve("large.parquet");
    Files.deleteIfExists(large);
    RandomFile.Form form =
        new RandomFile.Form(WriterVersion.PARQUET_2_0, CompressionCodecName.ZSTD, true, false);
    RandomFile.write(large, form, LARGE_ROWS, 3);
    return large;
  }

  private static void readLarge(ByteSource source, Executor executor, BufferAllocator memory)
      throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("rl", "rs", "l", "m"))
            .withBatchSize(LARGE_ROWS);
    try (ParquetArrowReader reader = open(source, options, executor, memory)) {
      int rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(LARGE_ROWS);
    }
  }

  @Test
  void close_waits_for_the_threads_that_decode() throws Exception {
    Gate gate = new Gate();
    try (RootAllocator waiting = new RootAllocator(gate, Long.MAX_VALUE);
        ByteSource source = PathByteSource.open(file)) {
      ParquetArrowReader reader = open(source, ParquetReadOptions.defaults(), pool, waiting);
      FutureTask<Throwable> load = Gate.start(() -> catchThrowable(reader::loadNextBatch));
      gate.awaitReached();
      FutureTask<Boolean> close =
          Gate.start(
              () -> {
                reader.close();
                return true;
              });
      gate.open();
      assertThat(close.get(1, TimeUnit.MINUTES)).isTrue();
      assertThat(load.get(1, TimeUnit.MINUTES)).isNull();
    }
  }
}
