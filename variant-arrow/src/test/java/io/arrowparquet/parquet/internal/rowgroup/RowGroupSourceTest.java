// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.internal.column.ColumnChunkPages;
import io.arrowparquet.parquet.internal.column.ColumnLanes.ColumnThreads;
import io.arrowparquet.parquet.internal.column.RowGroupAssembler;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.prune.ScanPlanner;
import io.arrowparquet.parquet.internal.prune.ScanPlanner.RowGroupPlan;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowGroupSourceTest {
  private static final int ROWS = 2_000;
  private static final int GROUPS = 3;
  private static final ParquetReadOptions OPTIONS = ParquetReadOptions.defaults();
  private static final ReadHints HINTS = ReadHints.REMOTE.withLatency(Duration.ofMillis(1));

  @TempDir private static Path folder;
  private static Path file;
  private static ParquetFooter footer;

  @BeforeAll
  static void writeFile() throws IOException {
    file = folder.resolve("groups.parquet");
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withDictionary(false)
            .withRowGroupRows(ROWS);
    try (RootAllocator allocator = new RootAllocator();
        BigIntVector id = new BigIntVector("id", allocator);
        BigIntVector square = new BigIntVector("square", allocator)) {
      VectorSchemaRoot root = VectorSchemaRoot.of(id, square);
      for (int row = 0; row < GROUPS * ROWS; row++) {
        id.setSafe(row, row);
        square.setSafe(row, (long) row * row);
      }
      root.setRowCount(GROUPS * ROWS);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, root.getSchema(), options, allocator)) {
        writer.write(root);
        writer.finish();
      }
    }
    footer = FooterReader.defaults().read(file);
  }

  /** A source of both columns of a file elsewhere, and the planner that it works with. */
  private static final class Reading implements AutoCloseable {
    private final RemoteFile.Line line = RemoteFile.Line.fast(HINTS);
    private final RootAllocator allocator = new RootAllocator();
    private final ByteSource bytes;
    private final RowGroupAssembler assembler;
    private final RowGroupSource source;
    private final ScanPlanner planner;
    private final ReadCounts counts = new ReadCounts();

    Reading(Path path, ParquetReadOptions options) throws IOException {
      bytes = new RemoteFile(path, line);
      RawColumns columns = new RawColumns(footer.footer(), options, Set.of());
      List<Integer> leaves = columns.leafColumns();
      assembler =
          new RowGroupAssembler(
              footer.footer(), columns.nodes(), leaves, Map.of(), ColumnThreads.ONE, allocator);
      source =
          new RowGroupSource(
              bytes, footer, leaves, assembler.lanes(), options, true, counts, allocator);
      planner =
          new ScanPlanner(
              footer,
              bytes,
              source.places(),
              columns,
              List.of(),
              new RequestedRows(footer.footer(), options, false),
              options,
              counts,
              allocator);
    }

    RowGroupPlan plan(int rowGroup) throws IOException {
      return planner.plan(rowGroup, source.checkedRows(rowGroup), null);
    }

    @Override
    public void close() throws IOException {
      try (allocator;
          bytes;
          assembler;
          source;
          planner) {
        assertThat(counts.get(Count.COLUMN_CHUNKS_PROVEN_NULL)).isZero();
      }
    }
  }

  private static long bytes(int rowGroup) {
    return footer.footer().chunk(rowGroup, 0).totalCompressedSize()
        + footer.footer().chunk(rowGroup, 1).totalCompressedSize();
  }

  @Test
  void the_pages_of_every_column_are_there_when_a_row_group_is_open() throws IOException {
    try (Reading reading = new Reading(file, OPTIONS)) {
      List<ColumnChunkPages> chunks =
          reading.source.open(reading.plan(1), reading.planner.probes());

      assertThat(chunks).hasSize(2);
      for (ColumnChunkPages chunk : chunks) {
        assertThat(chunk.isWhole()).isTrue();
        assertThat(chunk.numValues()).isEqualTo(ROWS);
        assertThat(chunk.place().rowGroup()).isEqualTo(1);
        int values = 0;
        for (int page = chunk.pages().next(); page >= 0; page = chunk.pages().next()) {
          values += page;
        }
        assertThat(values).isEqualTo(ROWS);
      }
      assertThat(reading.counts.get(Count.COLUMN_CHUNKS_READ)).isEqualTo(2);
      assertThat(reading.counts.get(Count.BYTES_READ)).isBetween(bytes(1), bytes(1) + 64);
    }
  }

  @Test
  void what_was_fetched_ahead_is_not_asked_for_again() throws IOException {
    try (Reading reading = new Reading(file, OPTIONS)) {
      reading.source.open(reading.plan(0), reading.planner.probes());
      final long first = reading.line.requests();
      RowGroupPlan next = reading.plan(1);
      reading.source.fetchAhead(next, reading.planner.probes());
      long both = reading.line.requests();
      assertThat(both).isGreaterThan(first);
      reading.source.open(next, reading.planner.probes());

      assertThat(reading.line.requests()).isEqualTo(both);
    }
  }

  @Test
  void nothing_is_fetched_ahead_beyond_the_bytes_of_the_options() throws IOException {
    try (Reading reading = new Reading(file, OPTIONS.withFetchBytes(bytes(0) + 1))) {
      reading.source.open(reading.plan(0), reading.planner.probes());
      final long first = reading.line.requests();
      reading.source.fetchAhead(reading.plan(1), reading.planner.probes());

      assertThat(reading.line.requests()).isEqualTo(first);
    }
  }

  private static long held(int... rowGroups) throws IOException {
    try (Reading reading = new Reading(file, OPTIONS)) {
      for (int rowGroup : rowGroups) {
        for (ColumnChunkPages chunk :
            reading.source.open(reading.plan(rowGroup), reading.planner.probes())) {
          // Memory of a request that is under way is freed when that ends.
          assertThat(chunk.pages().next()).isPositive();
        }
      }
      return reading.allocator.getAllocatedMemory();
    }
  }

  @Test
  void the_row_group_before_is_freed() throws IOException {
    assertThat(held(0, 1, 2)).isEqualTo(held(2)).isPositive();
  }

  @Test
  void another_file_is_refused_by_its_length() throws IOException {
    Path longer = folder.resolve("longer.parquet");
    byte[] other = Files.readAllBytes(file);
    Files.write(longer, Arrays.copyOf(other, other.length + 1));
    try (Reading reading = new Reading(longer, OPTIONS)) {
      assertThatThrownBy(reading.source::requireFooterOfFile)
          .isInstanceOf(ChangedSourceException.class)
          .hasMessageContaining((other.length + 1) + " bytes");
    }
  }
}
