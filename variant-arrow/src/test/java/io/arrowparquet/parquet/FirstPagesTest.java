// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a reader waits for a remote row group whose pages are longer than first pieces.
 *
 * @see io.arrowparquet.parquet.internal.fetch.ChunkInputs
 * @see io.arrowparquet.parquet.internal.fetch.ChunkWindow
 */
class FirstPagesTest {
  private static final int COLUMNS = 12;
  private static final int GROUPS = 3;
  private static final int ROWS = 100_000;

  @TempDir private static Path folder;

  private static Path write(int pageRows, boolean dictionary) throws IOException {
    Path file = folder.resolve(pageRows + "-" + dictionary + ".parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withDictionary(dictionary)
            .withRowGroupBytes(1L << 40)
            .withRowGroupRows(ROWS)
            .withPageRows(pageRows)
            .withPageBytes(1 << 30)
            .withOverwrite(true);
    SplittableRandom random = new SplittableRandom(1);
    try (RootAllocator allocator = new RootAllocator()) {
      List<FieldVector> columns = new ArrayList<>();
      for (int column = 0; column < COLUMNS; column++) {
        BigIntVector numbers = new BigIntVector("c" + column, allocator);
        for (int row = 0; row < ROWS; row++) {
          numbers.setSafe(row, dictionary ? random.nextInt(30_000) : random.nextLong());
        }
        columns.add(numbers);
      }
      try (VectorSchemaRoot root = new VectorSchemaRoot(columns)) {
        root.setRowCount(ROWS);
        try (ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
          for (int group = 0; group < GROUPS; group++) {
            writer.write(root);
          }
          writer.finish();
        }
      }
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({"100000, false", "50000, false", "20000, false", "100000, true", "20000, true"})
  void missing_bytes_of_all_columns_are_asked_for_together(int pageRows, boolean dictionary)
      throws IOException {
    Path file = write(pageRows, dictionary);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withFetchBytes(2 << 20)
            .withPrefetch(false)
            .withBatchSize(10_000);
    try (RoundsSource source = new RoundsSource(file);
        RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(
                source, FooterReader.defaults().read(file), options, allocator)) {
      List<Integer> rounds = new ArrayList<>();
      int before = 0;
      for (int rows = 0; rows < GROUPS * ROWS; ) {
        assertThat(reader.loadNextBatch()).isTrue();
        rows += reader.getVectorSchemaRoot().getRowCount();
        if (rows % ROWS == 0) {
          rounds.add(source.rounds() - before);
          before = source.rounds();
        }
      }
      // A wait for each column would make at least as many rounds as there are columns.
      int piecesOfColumn = (ROWS + pageRows - 1) / pageRows;
      assertThat(rounds).allMatch(count -> count <= 2 + piecesOfColumn, rounds.toString());
      if (piecesOfColumn == 1) {
        assertThat(rounds.subList(1, GROUPS)).as("once pages are known").containsOnly(1);
      }
    }
  }

  /** Answers when nothing more is asked for: all requests up to then are one round. */
  private static final class RoundsSource implements ByteSource {
    private static final long QUIET_MILLIS = 60;
    private static final ReadHints HINTS =
        ReadHints.REMOTE
            .withLatency(Duration.ofMillis(1))
            .withBytesPerSecond(1)
            .withLargestRequest(8 << 20)
            .withConcurrentRequests(1_000);

    private final PathByteSource file;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private List<Runnable> asked = new ArrayList<>();
    private long askedAt;
    private int rounds;

    RoundsSource(Path path) throws IOException {
      file = PathByteSource.open(path);
      ScheduledFuture<?> unused =
          clock.scheduleWithFixedDelay(this::answer, 10, 10, TimeUnit.MILLISECONDS);
    }

    private void answer() {
      List<Runnable> answered;
      synchronized (this) {
        if (asked.isEmpty() || System.nanoTime() - askedAt < QUIET_MILLIS * 1_000_000) {
          return;
        }
        rounds++;
        answered = asked;
        asked = new ArrayList<>();
      }
      answered.forEach(Runnable::run);
    }

    synchronized int rounds() {
      return rounds;
    }

    @Override
    public synchronized List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
      List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
      for (int i = 0; i < targets.size(); i++) {
        CompletableFuture<ByteBuffer> read = new CompletableFuture<>();
        long offset = ranges.get(i).offset();
        ByteBuffer target = targets.get(i);
        asked.add(
            () -> {
              try {
                file.readFully(offset, target.duplicate());
                read.complete(target);
              } catch (IOException e) {
                read.completeExceptionally(e);
              }
            });
        reads.add(read);
      }
      askedAt = System.nanoTime();
      return reads;
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long length() {
      return file.length();
    }

    @Override
    public ReadHints hints() {
      return HINTS;
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      file.readFully(position, target);
    }

    @Override
    public void close() throws IOException {
      clock.shutdownNow();
      file.close();
    }
  }
}
