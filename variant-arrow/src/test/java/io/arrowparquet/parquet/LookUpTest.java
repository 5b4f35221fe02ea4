// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.internal.plan.PackedFooters;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.ReadListener;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Single rows looked up in a file elsewhere: in how many rounds of requests.
 *
 * @see io.arrowparquet.parquet.internal.rowgroup.RowGroupSequence
 */
class LookUpTest {
  private static final int ROWS = 20_000;
  private static final long[] WANTED =
      LongStream.range(0, 20).map(rowGroup -> rowGroup * 1000 + rowGroup * 37 % 1000).toArray();

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("file.parquet");
    try (BigIntVector id = new BigIntVector("id", allocator);
        VarCharVector text = new VarCharVector("text", allocator)) {
      for (int row = 0; row < ROWS; row++) {
        id.setSafe(row, row);
        text.setSafe(row, ("a longer text of row " + row * 31L).getBytes(UTF_8));
      }
      id.setValueCount(ROWS);
      text.setValueCount(ROWS);
      VectorSchemaRoot batch = VectorSchemaRoot.of(id, text);
      ParquetWriteOptions options =
          ParquetWriteOptions.defaults()
              .withDictionary(false)
              .withRowGroupRows(1000)
              .withPageRows(100);
      try (ParquetArrowWriter writer =
          ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
        writer.write(batch);
        writer.finish();
      }
    }
  }

  @Test
  void takes_one_round_with_the_offset_indexes_at_hand() throws IOException {
    ParquetFooter footer = FooterReader.defaults().read(file);
    long start = firstIndex(footer);
    try (CountedRounds rounds = new CountedRounds(ByteSources.path(file))) {
      ByteBuffer end = ByteBuffer.allocate((int) (rounds.length() - start));
      rounds.readFully(start, end);
      ByteSource source =
          ByteSources.withTail(rounds, new ByteSource.Tail(rounds.length(), end.flip()));
      look(source, footer);
      assertThat(rounds.rounds()).isEqualTo(1);
    }
  }

  @Test
  void takes_one_round_with_the_indexes_of_a_bundle() throws IOException {
    Path bundle = directory.resolve("bundle");
    new BundleWriter(
            BundleStore.of(bundle), BundleOptions.defaults().withIndexes(List.of("id", "text")))
        .write(List.of(BundleInput.of(directory, file)), false);
    PackedFooters packed;
    try (FooterBundle open = FooterBundle.open(bundle)) {
      packed = open.pack(List.of(open.find("file.parquet")), null);
      packed.loadIndexes(List.of(IntStream.range(0, 20).boxed().toList()), List.of());
    }
    try (CountedRounds rounds = new CountedRounds(ByteSources.path(file))) {
      look(packed.withIndexes(0, null, rounds), FooterReader.defaults().read(file));
      assertThat(rounds.rounds()).isEqualTo(1);
    }
  }

  @Test
  void what_a_known_tail_answers_is_no_request() throws IOException {
    ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file));
    List<Long> heard = new ArrayList<>();
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withListener(
                new ReadListener() {
                  @Override
                  public void requested(String name, long offset, long bytes, long nanos) {
                    heard.add(offset);
                  }
                });
    try (CountedRounds rounds = new CountedRounds(ByteSources.path(file));
        ByteSource source =
            ByteSources.withTail(rounds, new ByteSource.Tail(whole.remaining(), whole));
        ParquetArrowReader reader = ParquetArrowReader.open(source, options, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
      ReadStatistics found = reader.statistics();
      assertThat(found.rowsReturned()).isEqualTo(ROWS);
      assertThat(found.requests() + found.footerRequests()).isZero();
      assertThat(found.bytesRead() + found.footerBytesRead()).isZero();
      assertThat(heard).isEmpty();
      assertThat(rounds.rounds()).isZero();
    }
  }

  @Test
  void takes_one_round_more_for_the_offset_indexes_of_all_row_groups() throws IOException {
    try (CountedRounds source = new CountedRounds(ByteSources.path(file))) {
      look(source, FooterReader.defaults().read(file));
      assertThat(source.rounds()).isEqualTo(2);
    }
  }

  @Test
  void holds_no_more_bytes_than_the_options_allow() throws IOException {
    try (CountedRounds source = new CountedRounds(ByteSources.path(file));
        ParquetArrowReader reader =
            ParquetArrowReader.open(
                source,
                FooterReader.defaults().read(file),
                ParquetReadOptions.defaults()
                    .withRows(RowPositions.of(WANTED))
                    .withFetchBytes(9_000),
                allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(source.rounds()).isBetween(5, 22);
      assertThat(reader.getVectorSchemaRoot().getRowCount()).isEqualTo(WANTED.length);
    }
  }

  private static long firstIndex(ParquetFooter footer) {
    long first = Long.MAX_VALUE;
    for (int rowGroup = 0; rowGroup < footer.footer().rowGroupCount(); rowGroup++) {
      for (int column = 0; column < 2; column++) {
        first = Math.min(first, footer.footer().chunk(rowGroup, column).offsetIndex().offset());
      }
    }
    return first;
  }

  private void look(ByteSource source, ParquetFooter footer) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withRows(RowPositions.of(WANTED)).withBatchSize(7);
    List<Long> found = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(source, footer, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          found.add(((BigIntVector) root.getVector("id")).get(row));
        }
      }
      assertThat(reader.statistics().rowsDecoded()).isEqualTo(WANTED.length);
      assertThat(reader.statistics().pagesRead()).isEqualTo(2L * WANTED.length);
    }
    assertThat(found).containsExactly(LongStream.of(WANTED).boxed().toArray(Long[]::new));
  }
}
