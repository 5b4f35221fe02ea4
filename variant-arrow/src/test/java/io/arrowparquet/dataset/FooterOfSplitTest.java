// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.ScanSplits.ALL;
import static io.arrowparquet.dataset.ScanSplits.ID;
import static io.arrowparquet.dataset.ScanSplits.READINGS;
import static io.arrowparquet.dataset.ScanSplits.copy;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.ColumnOptions;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.ForwardingByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes with a split, footer and indexes: small, and in place of reading them. */
class FooterOfSplitTest {
  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private ScanSplits files;

  @BeforeEach
  void writeFiles() throws IOException {
    files = ScanSplits.write(folder, allocator);
  }

  @Test
  void footer_of_the_columns_spares_reading_the_footer() throws IOException {
    ParquetReadOptions options = ALL.withColumns(List.of("id")).withRowGroups(List.of(3));
    ParquetSplit without = copy(files.split(0, options));
    ParquetSplit with = copy(without.withFooter(files.footer(0)));
    FooterCounter counter = new FooterCounter();

    try (FileSetReader reader = with.open(counter, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(7);
    }
    assertThat(counter.opened).isEqualTo(1);
    assertThat(counter.tails).isZero();
    try (FileSetReader reader = without.open(counter, allocator)) {
      assertThat(JsonTable.read(reader, allocator)).hasSize(7);
    }
    assertThat(counter.tails).isEqualTo(1);
  }

  @Test
  void footer_of_few_columns_is_small_in_a_wide_file() throws IOException {
    Path wide = folder.resolve("wide.parquet");
    StringBuilder type = new StringBuilder("struct<id: bigint");
    IntStream.range(0, 2000).forEach(i -> type.append(", c").append(i).append(": int"));
    JsonTable.write(
        wide, type + ">", ParquetWriteOptions.defaults(), allocator, "{\"id\":5,\"c77\":6}");
    ParquetFooter footer = FooterReader.defaults().read(wide);

    ParquetSplit split =
        ParquetSplit.of(
                SourceEntry.of(wide.toUri()),
                ALL.withColumns(List.of("c77")).withFilter(ID.isNotNull()))
            .withFooter(footer);

    assertThat(split.toBytes()).hasSizeLessThan(2000);
    assertThat(files.read(copy(split))).containsExactly("{\"c77\":6}");
  }

  @Test
  void bytes_to_fetch_are_those_of_the_columns_with_the_footer_and_without() throws IOException {
    for (ParquetReadOptions options : READINGS) {
      ParquetSplit split = files.split(0, options.withRowGroups(null));
      assertThat(fetchBytes(split.withFooter(files.footer(0))))
          .as(options.toString())
          .isEqualTo(fetchBytes(split));
    }
    assertThat(fetchBytes(files.split(0, ALL))).isPositive();
  }

  private static long fetchBytes(ParquetSplit split) throws IOException {
    SplitFiles files = new SplitFiles(List.of(split), ByteSources.defaults(), null, ALL);
    return new FetchSizes(files, ALL).bytes(files.fragments().get(0));
  }

  /** Ranges of a file that were asked for. */
  private static SourceFactory recording(List<ByteRange> asked) {
    return entry ->
        new ForwardingByteSource(ByteSources.defaults().open(entry)) {
          @Override
          public ReadHints hints() {
            return ReadHints.REMOTE;
          }

          @Override
          public void readFully(long position, ByteBuffer target) throws IOException {
            asked.add(new ByteRange(position, target.remaining()));
            super.readFully(position, target);
          }

          @Override
          public List<CompletableFuture<ByteBuffer>> readRanges(
              List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
            asked.addAll(ranges);
            return super.readRanges(ranges, memory);
          }
        };
  }

  private Path indexed() throws IOException {
    Path path = folder.resolve("indexed.parquet");
    ParquetWriteOptions writing =
        ParquetWriteOptions.defaults()
            .withRowGroupRows(500)
            .withPageRows(20)
            .withColumn("id", ColumnOptions.defaults().withBloomFilter(true));
    JsonTable.write(
        path,
        "struct<id: bigint, s: string>",
        writing,
        allocator,
        IntStream.range(0, 2000)
            .mapToObj(row -> "{\"id\":%d,\"s\":\"text %d\"}".formatted(row * 3 % 2000, row))
            .toArray(String[]::new));
    return path;
  }

  @Test
  void indexes_in_a_split_spare_reading_all_but_pages() throws IOException {
    SourceEntry file = SourceEntry.of(indexed().toUri());
    ParquetFooter footer = FooterReader.defaults().read(Path.of(file.uri()));
    long firstIndex =
        IntStream.range(0, 4)
            .mapToLong(group -> footer.footer().chunk(group, 1).offsetIndex().offset())
            .min()
            .getAsLong();
    List<ParquetReadOptions> readings =
        List.of(
            ALL.withFilter(ID.isIn(List.of(7L, 1500L))),
            ALL.withFilter(Operand.column("s").isAtLeast("text 77")).withColumns(List.of("id")),
            ALL.withRows(RowPositions.of(3, 888, 1999)));
    for (ParquetReadOptions options : readings) {
      ParquetSplit plain = ParquetSplit.of(file, options).withFooter(footer);
      ParquetSplit with;
      try (ByteSource bytes = ByteSources.path(Path.of(file.uri()))) {
        with = copy(plain.withIndexes(bytes, 1 << 20, allocator));
      }
      List<ByteRange> asked = new ArrayList<>();
      try (FileSetReader reader = with.open(recording(asked), allocator)) {
        assertThat(JsonTable.read(reader, allocator)).isNotEmpty().isEqualTo(files.read(plain));
      }
      assertThat(asked)
          .isNotEmpty()
          .allMatch(range -> range.end() <= firstIndex && !isBloomFilter(footer, range));
      List<ByteRange> without = new ArrayList<>();
      try (FileSetReader reader = copy(plain).open(recording(without), allocator)) {
        assertThat(JsonTable.read(reader, allocator)).isNotEmpty();
      }
      assertThat(without).anyMatch(range -> range.end() > firstIndex);
    }
  }

  private static boolean isBloomFilter(ParquetFooter footer, ByteRange range) {
    return IntStream.range(0, 4)
        .mapToObj(group -> footer.footer().chunk(group, 0))
        .anyMatch(
            chunk ->
                range.offset() < chunk.bloomFilterOffset() + chunk.bloomFilterLength()
                    && range.end() > chunk.bloomFilterOffset());
  }

  @Test
  void indexes_in_a_split_keep_within_their_bytes() throws IOException {
    SourceEntry file = SourceEntry.of(indexed().toUri());
    ParquetFooter footer = FooterReader.defaults().read(Path.of(file.uri()));
    ParquetReadOptions options = ALL.withFilter(ID.isEqualTo(1500L));
    ParquetSplit plain = ParquetSplit.of(file, options).withFooter(footer);
    List<String> expected = files.read(plain);
    try (ByteSource bytes = ByteSources.path(Path.of(file.uri()))) {
      for (int most : new int[] {0, 300, 3000, 1 << 20}) {
        ParquetSplit with = copy(plain.withIndexes(bytes, most, allocator));
        int held = with.footer().indexes().stream().mapToInt(index -> index.bytes().length()).sum();
        assertThat(held).isBetween(most == 0 ? 0 : 1, most);
        assertThat(files.read(with)).isEqualTo(expected);
      }
      assertThat(plain.withFooter(null).withIndexes(bytes, 1000, allocator).hasFooter()).isFalse();
      ParquetSplit all = ParquetSplit.of(file, ALL).withFooter(footer);
      assertThat(all.withIndexes(bytes, 1000, allocator)).isSameAs(all);
    }
    ParquetScanPlan plan = ParquetScanPlan.of(file, footer, options);
    for (ParquetSplit split : plan.splits(1, 1 << 20, ByteSources.defaults(), allocator)) {
      assertThat(split.footer().indexes()).hasSize(4);
      assertThat(files.read(copy(split))).isEqualTo(files.read(split));
    }
  }
}
