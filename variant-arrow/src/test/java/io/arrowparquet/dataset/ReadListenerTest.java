// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ReadListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a listener and the Flight Recorder hear of a scan is what its statistics count. */
class ReadListenerTest {
  private static final ParquetReadOptions OPTIONS =
      ParquetReadOptions.defaults().withFilter(Operand.column("id").isLessThan(300L));

  @TempDir private Path folder;

  /** Adds up what it is called with. */
  private static final class Counts implements ReadListener {
    private final LongAdder opened = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder pages = new LongAdder();
    private final LongAdder skipped = new LongAdder();

    @Override
    public void opened(String file, long length, int rowGroups) {
      opened.increment();
    }

    @Override
    public void requested(String file, long offset, long length, long nanos) {
      bytes.add(nanos < 0 ? Long.MIN_VALUE : length);
    }

    @Override
    public void decompressed(String file, String column, int rowGroup, int values, long nanos) {
      pages.increment();
    }

    @Override
    public void skipped(String file, int rowGroup, long rows, long all) {
      skipped.increment();
    }
  }

  private ReadStatistics scan(ReadListener listener) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try (RootAllocator allocator = new RootAllocator()) {
      ParquetFileSet set = ParquetFileSet.open(ScanFiles.write(folder, allocator), pool);
      ParquetScanOptions options =
          ParquetScanOptions.defaults().withRead(OPTIONS.withListener(listener));
      try (ParquetScan scan = set.scan(options, pool, allocator)) {
        for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
          batch.close();
        }
        return scan.statistics();
      }
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void listener_is_called_with_what_statistics_count() throws IOException {
    Counts counts = new Counts();
    ReadStatistics statistics = scan(counts);

    assertThat(counts.bytes.sum())
        .isEqualTo(statistics.bytesRead() + statistics.indexBytesRead())
        .isPositive();
    assertThat(counts.pages.sum()).isEqualTo(statistics.pagesRead()).isPositive();
    assertThat(counts.skipped.sum())
        .isGreaterThanOrEqualTo(statistics.rowGroupsSkipped())
        .isPositive();
    assertThat(counts.opened.sum())
        .isEqualTo(statistics.rowGroupsRead() + statistics.rowGroupsSkipped());
  }

  @Test
  void flight_recorder_has_the_same() throws IOException {
    try (Recording recording = new Recording()) {
      for (String name : List.of("Open", "Request", "Page", "Skip")) {
        recording.enable("io.arrowparquet." + name);
      }
      recording.start();
      Counts counts = new Counts();
      ReadStatistics statistics = scan(counts);
      recording.stop();
      Path file = folder.resolve("events.jfr");
      recording.dump(file);
      List<RecordedEvent> events = RecordingFile.readAllEvents(file);
      Map<String, Long> found =
          events.stream()
              .collect(
                  Collectors.groupingBy(
                      event -> event.getEventType().getName(),
                      TreeMap::new,
                      Collectors.counting()));

      assertThat(found)
          .containsEntry("io.arrowparquet.Page", statistics.pagesRead())
          .containsEntry("io.arrowparquet.Open", counts.opened.sum())
          .containsEntry("io.arrowparquet.Skip", counts.skipped.sum());
      assertThat(
              events.stream()
                  .filter(event -> event.getEventType().getName().equals("io.arrowparquet.Request"))
                  .mapToLong(event -> event.getLong("bytes"))
                  .sum())
          .isEqualTo(counts.bytes.sum());
    }
  }
}
