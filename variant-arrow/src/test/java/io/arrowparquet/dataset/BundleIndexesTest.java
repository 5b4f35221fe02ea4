// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.internal.table.ChunkIndex;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.ReadListener;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files elsewhere whose page indexes and Bloom filters are in their bundle.
 *
 * @see BundledFiles
 * @see io.arrowparquet.bundle.internal.plan.PackedFooters
 */
class BundleIndexesTest {
  private static final int FILES = 4;
  private static final int ROWS = 4000;
  private static final URI LAKE = URI.create("http://lake/");
  private static final List<String> COLUMNS = List.of("id", "key", "value");

  @TempDir private Path folder;
  private final Elsewhere sources = new Elsewhere();

  /** Local files as if they were elsewhere; remembers what is asked of them. */
  private final class Elsewhere implements SourceFactory {
    final List<ByteRange> asked = Collections.synchronizedList(new ArrayList<>());

    @Override
    public ByteSource open(SourceEntry entry) throws IOException {
      Path path = folder.resolve(entry.uri().getPath().substring(1));
      String version = Files.getLastModifiedTime(path).toString();
      if (entry.version() != null && !entry.version().equals(version)) {
        throw new ChangedSourceException(path.toString(), "version", version, entry.version());
      }
      return new ForwardingByteSource(ByteSources.path(path)) {
        @Override
        public ReadHints hints() {
          return ReadHints.REMOTE;
        }

        @Override
        public String version() {
          return version;
        }

        @Override
        public void readFully(long position, ByteBuffer target) throws IOException {
          asked.add(new ByteRange(position, target.remaining()));
          super.readFully(position, target);
        }

        @Override
        public ByteSource.Tail readTail(int most) throws IOException {
          ByteSource.Tail tail = super.readTail(most);
          int length = tail.bytes().remaining();
          asked.add(new ByteRange(tail.length() - length, length));
          return tail;
        }

        @Override
        public List<CompletableFuture<ByteBuffer>> readRanges(
            List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
          asked.addAll(ranges);
          return super.readRanges(ranges, memory);
        }
      };
    }

    @Override
    public List<SourceEntry> list(URI below) throws IOException {
      List<SourceEntry> found = new ArrayList<>();
      try (var files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).sorted().toList()) {
          found.add(
              new SourceEntry(
                  LAKE.resolve(file.getFileName().toString()),
                  Files.size(file),
                  Files.getLastModifiedTime(file).toString()));
        }
      }
      return found;
    }
  }

  @BeforeEach
  void writeFiles() throws IOException {
    for (int file = 0; file < FILES; file++) {
      write(file, options().withBloomFilter("key"));
    }
  }

  private static ParquetWriteOptions options() {
    return ParquetWriteOptions.defaults()
        .withDictionary(false)
        .withRowGroupRows(1000)
        .withPageRows(100)
        .withOverwrite(true);
  }

  private Path file(int number) {
    return folder.resolve("f" + number + ".parquet");
  }

  /** Row groups of 1 000 rows, pages of 100; keys are in no order. */
  private void write(int file, ParquetWriteOptions options) throws IOException {
    String[] rows = new String[ROWS];
    for (int row = 0; row < ROWS; row++) {
      long id = (long) ROWS * file + row;
      rows[row] =
          "{\"id\": %d, \"key\": \"%s\", \"value\": %d.5e0}"
              .formatted(id, key(id), id * 7919 % 1000);
    }
    try (RootAllocator allocator = new RootAllocator()) {
      JsonTable.write(
          file(file), "struct<id: int64, key: utf8, value: float64>", options, allocator, rows);
    }
  }

  private static String key(long id) {
    return Long.toHexString(id * 0x9E3779B97F4A7C15L);
  }

  private BundleStore store() throws IOException {
    return BundleStore.of(folder.resolve("lake.bundle"));
  }

  private BundleWriter writer(String... indexes) throws IOException {
    return new BundleWriter(
        store(), BundleOptions.defaults().withJobs(2).withIndexes(List.of(indexes)));
  }

  private BundleFolder lake() {
    return BundleFolder.of(LAKE, sources);
  }

  private List<BundleInput> inputs() throws IOException {
    return sources.list(LAKE).stream().map(entry -> lake().input(entry)).toList();
  }

  private ParquetFileSet open(ParquetReadOptions options) throws IOException {
    try (FooterBundle bundle = FooterBundle.open(store())) {
      return ParquetFileSet.open(bundle, lake(), BundleTrust.CATALOG, options, found -> {});
    }
  }

  private List<String> read(ParquetReadOptions options) throws IOException {
    return read(open(options), options, new ReadStatistics[1]);
  }

  private List<String> read(
      ParquetFileSet set, ParquetReadOptions options, ReadStatistics[] statistics)
      throws IOException {
    sources.asked.clear();
    List<String> rows = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(options, allocator)) {
      while (reader.loadNextBatch()) {
        add(rows, reader.getVectorSchemaRoot());
      }
      statistics[0] = reader.statistics();
    }
    return rows;
  }

  private static void add(List<String> rows, VectorSchemaRoot batch) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      int at = row;
      rows.add(batch.getFieldVectors().stream().map(v -> v.getObject(at)).toList().toString());
    }
  }

  /** Where page indexes and Bloom filters of a file are. */
  private List<ByteRange> indexes(int file) throws IOException {
    FlatFooter footer = FooterReader.defaults().read(file(file)).footer();
    List<ByteRange> ranges = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      for (int column = 0; column < footer.columnCount(); column++) {
        ColumnChunkView chunk = footer.chunk(rowGroup, column);
        ranges.add(new ByteRange(chunk.offsetIndex().offset(), chunk.offsetIndex().length()));
        ranges.add(new ByteRange(chunk.columnIndex().offset(), chunk.columnIndex().length()));
        if (chunk.hasBloomFilterOffset()) {
          ranges.add(new ByteRange(chunk.bloomFilterOffset(), chunk.bloomFilterLength()));
        }
      }
    }
    assertThat(ranges).hasSize(4 * (2 * 3 + 1));
    return ranges;
  }

  private void assertNoIndexAsked(int file) throws IOException {
    for (ByteRange index : indexes(file)) {
      assertThat(sources.asked)
          .noneMatch(range -> range.offset() < index.end() && index.offset() < range.end());
    }
  }

  private static ParquetReadOptions where(RowFilter filter) {
    return ParquetReadOptions.defaults().withFilter(filter);
  }

  private static RowFilter between(long low, long high) {
    Operand id = Operand.column("id");
    return id.isAtLeast(low).and(id.isLessThan(high));
  }

  @Test
  void a_filter_reads_the_pages_that_may_match_and_nothing_else() throws IOException {
    writer("id", "key", "value").write(inputs(), false);
    ParquetReadOptions options = where(between(ROWS + 1250L, ROWS + 1260L));
    List<Long> heard = new ArrayList<>();
    ParquetReadOptions heeded =
        options.withListener(
            new ReadListener() {
              @Override
              public void requested(String file, long offset, long bytes, long nanos) {
                synchronized (heard) {
                  heard.add(offset);
                }
              }
            });
    ReadStatistics[] found = new ReadStatistics[1];

    assertThat(read(open(options), heeded, found)).hasSize(10);
    assertThat(found[0].indexBytesRead() + found[0].probeBytesRead()).isZero();
    assertThat(found[0].pagesRead()).isEqualTo(3);
    assertThat(found[0].requests()).isEqualTo(sources.asked.size()).isPositive();
    assertThat(heard)
        .containsExactlyInAnyOrderElementsOf(
            sources.asked.stream().map(ByteRange::offset).toList());
    assertNoIndexAsked(1);

    writer().write(inputs(), true);
    assertThat(read(open(options), options, found)).hasSize(10);
    assertThat(found[0].indexBytesRead()).isPositive();
    assertThat(found[0].pagesRead()).isEqualTo(3);
  }

  @Test
  void plan_leaves_rows_out_by_pages_without_a_request() throws IOException {
    writer("id").write(inputs(), false);
    ParquetReadOptions options = where(between(ROWS + 1250L, ROWS + 1260L));
    try (FooterBundle bundle = FooterBundle.open(store());
        RootAllocator allocator = new RootAllocator()) {
      sources.asked.clear();
      ParquetScanPlan plan =
          ParquetScanPlan.of(bundle, lake(), null, options)
              .withPageIndexes(sources, Runnable::run, allocator);
      assertThat(plan.files().get(0).rowGroups().get(0).possible())
          .isEqualTo(RowPositions.ofRanges(1200, 1300));
    }
    assertThat(sources.asked).isEmpty();
  }

  @Test
  void bloom_filters_are_asked_without_a_request() throws IOException {
    writer("id", "key", "value").write(inputs(), false);
    ReadStatistics[] found = new ReadStatistics[1];
    RowFilter absent = Operand.column("key").isEqualTo("8000000000000000");
    assertThat(read(open(where(absent)), where(absent), found)).isEmpty();
    assertThat(found[0].rowGroupsSkippedByBloomFilters()).isPositive();
    assertThat(sources.asked).isEmpty();

    RowFilter present = Operand.column("key").isEqualTo(key(2 * ROWS + 77L));
    assertThat(read(open(where(present)), where(present), found)).hasSize(1);
    assertThat(found[0].probeBytesRead() + found[0].indexBytesRead()).isZero();
    assertThat(found[0].rowGroupsSkippedByBloomFilters()).isGreaterThan(5);
    assertNoIndexAsked(2);
  }

  @Test
  void rows_by_number_are_looked_up_without_a_request_for_indexes() throws IOException {
    writer("id", "key", "value").write(inputs().subList(3, 4), false);
    long[] wanted = {5, 1777, 1999, 3210};
    ParquetReadOptions options = ParquetReadOptions.defaults().withRows(RowPositions.of(wanted));
    ReadStatistics[] found = new ReadStatistics[1];

    assertThat(read(open(options), options, found))
        .hasSize(4)
        .allMatch(row -> Arrays.stream(wanted).anyMatch(n -> row.startsWith("[" + (3 * ROWS + n))));
    assertThat(found[0].pagesRead()).isEqualTo(3 * 4);
    assertThat(found[0].indexBytesRead()).isZero();
    assertNoIndexAsked(3);
  }

  @Test
  void random_filters_find_the_rows_that_they_find_without_indexes() throws IOException {
    writer("id", "key").write(inputs(), false);
    List<BundleInput> inputs = inputs();
    BundleStore plain = BundleStore.of(folder.resolve("plain.bundle"));
    new BundleWriter(plain, BundleOptions.defaults()).write(inputs, false);
    Random random = new Random(27);
    for (int i = 0; i < 20; i++) {
      long low = random.nextInt(FILES * ROWS);
      RowFilter filter =
          switch (i % 4) {
            case 0 -> between(low, low + random.nextInt(3000));
            case 1 ->
                Operand.column("key")
                    .isIn(
                        IntStream.range(0, 1 + random.nextInt(5))
                            .mapToObj(n -> key(random.nextInt(2 * FILES * ROWS)))
                            .toList());
            case 2 ->
                between(low, low + 2000).and(Operand.column("value").isLessThan(low % 1000 + 0.0));
            default -> between(low, low + 50).or(Operand.column("key").isEqualTo(key(low / 2)));
          };
      ParquetReadOptions options = where(filter).withColumns(COLUMNS.subList(random.nextInt(3), 3));
      List<String> expected;
      try (FooterBundle bundle = FooterBundle.open(plain)) {
        ParquetFileSet set =
            ParquetFileSet.open(bundle, lake(), BundleTrust.CATALOG, options, stale -> {});
        expected = read(set, options, new ReadStatistics[1]);
      }
      assertThat(read(options)).as(filter.toString()).isEqualTo(expected);
      assertThat(scanned(options)).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private List<String> scanned(ParquetReadOptions options) throws IOException {
    List<String> rows = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (RootAllocator allocator = new RootAllocator();
        ParquetScan scan =
            open(options)
                .scan(
                    ParquetScanOptions.defaults().withRead(options).withThreads(2),
                    threads,
                    allocator)) {
      for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
        try (VectorSchemaRoot root = batch) {
          add(rows, root);
        }
      }
    } finally {
      threads.shutdownNow();
    }
    return rows;
  }

  /** Entries with indexes and without, in several segments and in one. */
  @Test
  void appending_removing_and_compacting_keep_the_indexes() throws IOException {
    writer("id", "key", "value").write(inputs().subList(0, 2), false);
    writer().append(inputs().subList(2, 3), BundleTrust.STAT);
    writer("id", "key", "value").append(inputs().subList(3, 4), BundleTrust.STAT);
    writer().remove(List.of("f0.parquet"));
    for (int segments : new int[] {4, 1}) {
      try (FooterBundle bundle = FooterBundle.open(store())) {
        assertThat(bundle.segmentCount()).isEqualTo(segments);
        bundle.verify();
      }
      for (int file = 0; file < FILES; file++) {
        long low = (long) ROWS * file + 2345;
        ParquetReadOptions options = where(between(low, low + 3));
        ReadStatistics[] found = new ReadStatistics[1];
        assertThat(read(open(options), options, found)).hasSize(file == 0 ? 0 : 3);
        assertThat(found[0].indexBytesRead() > 0).isEqualTo(file == 2);
        if (file != 2) {
          assertNoIndexAsked(file);
        }
      }
      if (segments > 1) {
        assertThat(writer().compact()).isEqualTo(segments);
      }
    }
  }

  @Test
  void footer_and_indexes_take_one_request_or_one_more_where_indexes_are_long() throws IOException {
    writer("id", "key", "value", "none").write(inputs(), false);
    assertThat(sources.asked).hasSize(FILES);

    for (int file = 0; file < FILES; file++) {
      write(file, options().withPageRows(1));
    }
    sources.asked.clear();
    writer("id", "key", "value", "none").write(inputs(), true);
    assertThat(sources.asked).hasSize(2 * FILES);
  }

  @Test
  void damaged_indexes_are_an_error_of_the_bundle() throws IOException {
    writer("id", "key").write(inputs(), false);
    byte[] bundle = Files.readAllBytes(folder.resolve("lake.bundle"));
    SegmentReader segment =
        SegmentReader.open(ByteSources.memory("bundle", ByteBuffer.wrap(bundle)), 1 << 20);
    int filter =
        segment.indexes(segment.wholeRowGroups(segment.schema(0), 0), 5).stream()
            .filter(index -> index.kind() == ChunkIndex.Kind.BLOOM_FILTER)
            .mapToInt(index -> (int) index.place().offset())
            .findFirst()
            .orElseThrow();
    bundle[filter + 70] ^= 4;
    Files.write(folder.resolve("lake.bundle"), bundle);

    RowFilter present = Operand.column("key").isEqualTo(key(ROWS + 2077L));
    assertThatThrownBy(() -> open(where(present)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("lake.bundle")
        .hasMessageContaining("CRC-32");
    assertThatThrownBy(
            () -> {
              try (FooterBundle open = FooterBundle.open(store())) {
                open.verify();
              }
            })
        .isInstanceOf(CorruptFooterException.class);
    // Who does not look for keys needs no Bloom filter.
    assertThat(read(where(between(ROWS + 2000L, ROWS + 2010L)))).hasSize(10);
  }

  @Test
  void indexes_of_a_file_that_changed_are_not_used() throws IOException {
    writer("id", "key", "value").write(inputs(), false);
    ParquetReadOptions options = where(between(ROWS + 10L, ROWS + 20L));
    ParquetFileSet set = open(options);
    Files.setLastModifiedTime(file(1), FileTime.fromMillis(1));

    assertThatThrownBy(() -> read(set, options, new ReadStatistics[1]))
        .isInstanceOf(ChangedSourceException.class);
    List<String> diagnostics = new ArrayList<>();
    try (FooterBundle bundle = FooterBundle.open(store())) {
      ParquetFileSet renewed =
          ParquetFileSet.open(
              bundle,
              lake(),
              BundleTrust.STAT,
              options,
              found -> diagnostics.add(found.toString()));
      ReadStatistics[] found = new ReadStatistics[1];
      assertThat(read(renewed, options, found)).hasSize(10);
      assertThat(found[0].indexBytesRead()).isPositive();
    }
    assertThat(diagnostics).hasSize(1);
  }
}
