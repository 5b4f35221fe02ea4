// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of a remote set that are fetched while the ones before are decoded.
 *
 * @see FileSequence
 */
class FilesAheadTest {
  private static final int FILES = 8;
  private static final int ROWS = 50;
  private static final int MOST_REQUESTS = 4;

  /** A row group is one request. */
  private static final ReadHints HINTS =
      ReadHints.REMOTE
          .withLatency(Duration.ofMillis(1))
          .withBytesPerSecond(1)
          .withLargestRequest(1 << 20)
          .withConcurrentRequests(MOST_REQUESTS);

  @TempDir private static Path folder;
  private static List<URI> files;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private final RemoteFile.Line line = RemoteFile.Line.fast(HINTS);

  @BeforeAll
  static void writeFiles() throws IOException {
    files = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator()) {
      for (int file = 0; file < FILES; file++) {
        Path path = folder.resolve(file + ".parquet");
        int first = file * ROWS;
        JsonTable.write(
            path,
            "struct<id: bigint>",
            ParquetWriteOptions.defaults(),
            allocator,
            IntStream.range(first, first + ROWS)
                .mapToObj(row -> "{\"id\": " + row + "}")
                .toArray(String[]::new));
        files.add(path.toUri());
      }
    }
  }

  private ParquetFileSet open() throws IOException {
    return open(entry -> new RemoteFile(Path.of(entry.uri()), line));
  }

  private static ParquetFileSet open(SourceFactory sources) throws IOException {
    return ParquetFileSet.open(files, sources);
  }

  /** Requests for pages when some batches, each of a file, are read. */
  private long requestsAfter(int batches, ParquetReadOptions options) throws IOException {
    ParquetFileSet set = open();
    long before = line.requests();
    try (FileSetReader reader = set.read(options.withFilledBatches(false), allocator)) {
      for (int batch = 0; batch < batches; batch++) {
        assertThat(reader.loadNextBatch()).isTrue();
        assertThat(reader.statistics().requests()).isEqualTo(line.requests() - before);
      }
      return line.requests() - before;
    }
  }

  private static int rows(FileSetReader reader) throws IOException {
    int rows = 0;
    while (reader.loadNextBatch()) {
      BigIntVector id = (BigIntVector) reader.getVectorSchemaRoot().getVector("id");
      for (int i = 0; i < id.getValueCount(); i++) {
        assertThat(id.get(i)).isEqualTo(rows++);
      }
    }
    return rows;
  }

  @Test
  void the_next_files_are_under_way_while_one_is_decoded() throws IOException {
    assertThat(requestsAfter(1, ParquetReadOptions.defaults())).isEqualTo(1 + 2);
    assertThat(requestsAfter(2, ParquetReadOptions.defaults())).isEqualTo(2 + 3);
    assertThat(requestsAfter(3, ParquetReadOptions.defaults())).isEqualTo(3 + MOST_REQUESTS);
    assertThat(requestsAfter(FILES, ParquetReadOptions.defaults())).isEqualTo(FILES);
  }

  @Test
  void nothing_is_fetched_ahead_without_prefetch_with_a_dynamic_filter_or_from_a_local_file()
      throws IOException {
    assertThat(requestsAfter(1, ParquetReadOptions.defaults().withPrefetch(false))).isEqualTo(1);
    DynamicFilter all = new DynamicFilter(List.of(), () -> null);
    assertThat(requestsAfter(1, ParquetReadOptions.defaults().withDynamicFilter(all))).isEqualTo(1);
    ParquetFileSet local = ParquetFileSet.open(List.of(folder));
    try (FileSetReader reader =
        local.read(ParquetReadOptions.defaults().withFilledBatches(false), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.statistics().rowGroupsRead()).isEqualTo(1);
    }
  }

  @Test
  void files_ahead_hold_no_more_bytes_than_the_options_allow() throws IOException {
    ParquetReadOptions little = ParquetReadOptions.defaults().withFetchBytes(1);
    assertThat(requestsAfter(1, little)).isEqualTo(2);
    assertThat(requestsAfter(2, little)).isEqualTo(3);
  }

  @Test
  void rows_are_in_order_and_nothing_is_fetched_twice() throws IOException {
    ParquetFileSet set = open();
    long before = line.requests();
    try (FileSetReader reader = set.read(ParquetReadOptions.defaults(), allocator)) {
      assertThat(rows(reader)).isEqualTo(FILES * ROWS);
      assertThat(line.requests() - before).isEqualTo(FILES);
      assertThat(reader.statistics().requests()).isEqualTo(FILES);
      assertThat(reader.statistics().rowGroupsRead()).isEqualTo(FILES);
    }
  }

  @Test
  void a_file_that_cannot_be_opened_fails_after_the_rows_before_it() throws IOException {
    Set<URI> gone = ConcurrentHashMap.newKeySet();
    ParquetFileSet set =
        open(
            entry -> {
              if (gone.contains(entry.uri())) {
                throw new IOException("no answer of " + entry.uri());
              }
              return new RemoteFile(Path.of(entry.uri()), line);
            });
    gone.add(files.get(2));
    try (FileSetReader reader =
        set.read(ParquetReadOptions.defaults().withFilledBatches(false), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.loadNextBatch()).isTrue();
      assertThatThrownBy(reader::loadNextBatch).hasMessageContaining("no answer");
    }
    // A failure that has passed when the file's turn comes is none.
    try (FileSetReader reader =
        set.read(ParquetReadOptions.defaults().withFilledBatches(false), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      gone.clear();
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.loadNextBatch()).isTrue();
    }
  }

  @Test
  void files_ahead_are_closed_with_the_reader() throws IOException {
    assertThat(requestsAfter(1, ParquetReadOptions.defaults())).isEqualTo(3);
    assertThat(allocator.getAllocatedMemory()).isZero();
  }

  @Test
  void without_memory_for_files_ahead_they_are_read_when_their_turn_comes() throws IOException {
    ParquetFileSet set = open();
    for (long most = 1 << 12; ; most += 1 << 12) {
      try (var little = allocator.newChildAllocator("little", 0, most);
          FileSetReader reader = set.read(ParquetReadOptions.defaults(), little)) {
        assertThat(rows(reader)).isEqualTo(FILES * ROWS);
        return;
      } catch (OutOfMemoryException e) {
        assertThat(most).isLessThan(1 << 20);
      }
    }
  }

  @Test
  void an_error_of_the_jdk_ahead_of_time_ends_the_reader_and_leaves_nothing() throws IOException {
    ParquetFileSet set = open();
    int allocations = 0;
    while (!isReadWithAllocations(set, allocations)) {
      allocations++;
    }
    assertThat(allocations).isGreaterThan(FILES);
  }

  /** Reads the set; whether this many allocations are enough, of which all after them fail. */
  private static boolean isReadWithAllocations(ParquetFileSet set, int most) throws IOException {
    OutOfMemoryError error = new OutOfMemoryError("made up");
    AllocationListener failing =
        new AllocationListener() {
          private int made;

          @Override
          public void onPreAllocation(long size) {
            if (made++ >= most) {
              throw error;
            }
          }
        };
    try (RootAllocator memory = new RootAllocator(failing, Long.MAX_VALUE)) {
      try (FileSetReader reader = set.read(ParquetReadOptions.defaults(), memory)) {
        assertThat(rows(reader)).isEqualTo(FILES * ROWS);
        return true;
      } catch (OutOfMemoryError e) {
        assertThat(e).isSameAs(error);
        assertThat(memory.getAllocatedMemory()).isZero();
        return false;
      }
    }
  }
}
