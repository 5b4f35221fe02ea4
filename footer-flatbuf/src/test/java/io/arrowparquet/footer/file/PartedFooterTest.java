// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.EveryAccessor;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Footers whose blocks are fetched and checked when they are touched.
 *
 * @see io.arrowparquet.footer.internal.flat.SparseBlocks
 */
class PartedFooterTest {
  private static final FooterReader READER = FooterReader.defaults();
  private static final int AFTER_FLATBUFFER = 37;

  @TempDir private Path folder;

  private static byte[] file(byte[] thrift) {
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    ByteBuffer value = FooterFrame.extension(flatbuffer, FooterLayout.SPEC);
    byte[] extension = new byte[value.remaining()];
    value.get(extension);
    byte[] struct = StructExtension.append(thrift, extension);
    ByteBuffer ending = FooterFrame.thrift(ByteBuffer.wrap(struct));
    byte[] file = new byte[4 + ending.remaining()];
    file[0] = 'P';
    file[1] = 'A';
    file[2] = 'R';
    file[3] = '1';
    ending.get(file, 4, ending.remaining());
    return file;
  }

  private static byte[] wide(int columns, int rowGroups) {
    return file(WideFooter.thrift(columns, rowGroups));
  }

  private static BufferByteSource memory(byte[] file) {
    return new BufferByteSource("memory", ByteBuffer.wrap(file));
  }

  private static List<String> names(int columns, int wanted) {
    return IntStream.range(0, wanted)
        .mapToObj(i -> WideFooter.name((int) ((long) i * (columns - 1) / Math.max(1, wanted - 1))))
        .toList();
  }

  /** All that one asks of a column. */
  private static List<Object> facts(FlatFooter footer, String name) {
    List<Object> facts = new ArrayList<>();
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    int column = footer.findColumn(name);
    facts.add(column);
    facts.add(footer.columnPath(column));
    facts.add(footer.maxDefinitionLevel(column));
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      footer.chunk(group, column, chunk).statistics(statistics);
      facts.add(chunk.dataPageOffset());
      facts.add(chunk.totalCompressedSize());
      facts.add(chunk.numValues());
      facts.add(chunk.fileOffset());
      facts.add(chunk.type());
      facts.add(chunk.codec());
      facts.add(chunk.isFullyDictionaryEncoded());
      facts.add(chunk.encodings().isPresent());
      facts.add(statistics.nullCount());
      facts.add(statistics.minDouble());
      facts.add(statistics.maxDouble());
    }
    return facts;
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 1, 3",
    "10000, 10, 1",
    "10000, 10, 3",
    "10000, 10, 10",
    "2000, 10, 1000",
    "10, 2000, 3",
    "100000, 1, 3"
  })
  void any_columns_take_three_rounds(int columns, int rowGroups, int wanted) throws IOException {
    byte[] file = wide(columns, rowGroups);
    List<String> names = names(columns, wanted);
    CountingSource source = new CountingSource(file);
    FlatFooter footer = READER.withColumns(names).read(source).footer();
    FlatFooter whole = READER.withCrcCheck(CrcCheck.WHOLE).read(memory(file)).footer();
    for (String name : names) {
      assertThat(facts(footer, name)).isEqualTo(facts(whole, name));
    }

    assertThat(source.rounds).isLessThanOrEqualTo(3);
    if (wanted <= 3 && columns <= 10_000 && rowGroups <= 10) {
      assertThat(source.bytesRead).isLessThan(600_000);
    }
  }

  @Test
  void after_fetch_what_is_about_its_columns_or_all_of_them_reads_nothing() throws IOException {
    byte[] file = wide(5_000, 4);
    CountingSource source = new CountingSource(file);
    FlatFooter footer = READER.read(source).footer();
    assertThat(footer.isFetchedInParts()).isTrue();
    List<String> names = names(5_000, 5);
    footer.fetch(names);
    int fetched = source.rounds;
    for (String name : names) {
      assertThat(facts(footer, name)).isNotEmpty();
      int column = footer.findColumn(name);
      assertThat(footer.schemaElement(footer.columnElement(column)).name()).isEqualTo(name);
      assertThat(footer.columnOrder(column)).isNotNull();
    }
    footer.fetch(names);
    assertThat(footer.numRows()).isPositive();
    assertThat(footer.rowGroup(3).numRows()).isPositive();
    assertThat(footer.columnCount()).isEqualTo(5_000);
    assertThat(source.rounds).isEqualTo(fetched);
    assertThat(READER.withCrcCheck(CrcCheck.WHOLE).read(memory(file)).footer().isFetchedInParts())
        .isFalse();
  }

  @Test
  void columns_may_be_named_later_and_need_not_be_named() throws IOException {
    byte[] file = wide(5_000, 4);
    FlatFooter whole = READER.withCrcCheck(CrcCheck.WHOLE).read(memory(file)).footer();
    CountingSource source = new CountingSource(file);
    FlatFooter footer = READER.read(source).footer();
    int opened = source.rounds;
    footer.fetch(names(5_000, 5));
    for (String name : names(5_000, 5)) {
      assertThat(facts(footer, name)).isEqualTo(facts(whole, name));
    }
    assertThat(opened).isLessThanOrEqualTo(2);
    assertThat(source.rounds).isLessThanOrEqualTo(opened + 2);

    for (String name : names(5_000, 500)) {
      assertThat(facts(footer, name)).isEqualTo(facts(whole, name));
    }
    assertThat(footer.findColumn("no such column")).isEqualTo(-1);
    assertThat(footer.flatbuffer()).isEqualTo(whole.flatbuffer());
    source.close();
    FlatFooter other = READER.read(new CountingSource(file)).footer();
    assertThat(other.findColumn(WideFooter.name(7))).isEqualTo(7);
  }

  @Test
  void chunks_of_a_column_are_fetched_at_once() throws IOException {
    CountingSource source = new CountingSource(wide(5_000, 10));
    FlatFooter footer = READER.withTailGuess(1_000).read(source).footer();
    facts(footer, WideFooter.name(100));
    int before = source.rounds;
    for (String name : names(5_000, 20)) {
      facts(footer, name);
    }
    // Slots of names, places of elements, elements; and the chunks.
    assertThat(source.rounds - before).isLessThanOrEqualTo(4 * 20);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_walk_reads_more_at_once_the_longer_it_is(boolean isBackwards) throws IOException {
    CountingSource source = new CountingSource(wide(5_000, 4));
    FlatFooter footer = READER.read(source).footer();
    int columns = footer.columnCount();
    for (int i = 0; i < columns; i++) {
      assertThat(footer.chunk(3, isBackwards ? columns - 1 - i : i).numValues()).isPositive();
    }
    // There are some eighty tiles.
    assertThat(source.rounds).isLessThan(30);
    assertThat(source.bytesRead).isLessThan(source.length());
  }

  @Test
  void a_source_that_fails_later_is_an_unchecked_exception() throws IOException {
    CountingSource source = new CountingSource(wide(5_000, 4));
    FlatFooter footer = READER.read(source).footer();
    source.close();

    assertThatThrownBy(() -> facts(footer, WideFooter.name(2_500)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void a_local_file_is_opened_again_and_must_be_the_same() throws IOException {
    byte[] bytes = wide(2_000, 3);
    FlatFooter whole = READER.withCrcCheck(CrcCheck.WHOLE).read(memory(bytes)).footer();
    List<Path> files = new ArrayList<>();
    List<FlatFooter> footers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      files.add(Files.write(folder.resolve(i + ".parquet"), bytes));
      footers.add(READER.read(files.get(i)).footer());
    }
    for (FlatFooter footer : footers) {
      String name = WideFooter.name(1_321);
      assertThat(facts(footer, name)).isEqualTo(facts(whole, name));
    }
    Files.write(files.get(0), new byte[100]);

    assertThatThrownBy(() -> facts(footers.get(0), WideFooter.name(1)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("was changed or replaced");
  }

  @Test
  void a_footer_that_is_checked_whole_needs_no_source() throws IOException {
    CountingSource source = new CountingSource(wide(3_000, 2));
    FlatFooter footer = READER.withCrcCheck(CrcCheck.WHOLE).read(source).footer();
    source.close();

    EveryAccessor.call(footer);
  }

  @Test
  void each_damaged_bit_is_found_exactly_where_it_is_touched() throws IOException {
    byte[] thrift = WideFooter.thrift(60, 6);
    byte[] file = file(thrift);
    ParquetFooter sound = READER.read(memory(file));
    int start = file.length - AFTER_FLATBUFFER - sound.flatbufferLength();
    assertThat(start).isPositive();
    String name = WideFooter.name(41);
    List<Object> expected = facts(sound.footer(), name);
    BitSet touched = new BitSet();
    BitSet seen = new BitSet();
    int unseen = 0;
    int checked = 0;
    for (int i = 0; i < sound.flatbufferLength(); i++) {
      checked++;
      byte flip = (byte) (1 << i % 8);
      file[start + i] ^= flip;
      ParquetFooter read = READER.read(memory(file));
      if (read.layout() == FooterLayout.THRIFT) {
        assertThat(read.diagnostics()).hasSize(1);
        touched.set(i >> BlockChecksums.BLOCK_SHIFT);
        file[start + i] ^= flip;
        continue;
      }
      try {
        assertThat(facts(read.footer(), name)).isEqualTo(expected);
        unseen++;
        seen.set(i >> BlockChecksums.BLOCK_SHIFT);
        assertThatThrownBy(() -> read.footer().flatbuffer())
            .isInstanceOf(CorruptFooterException.class)
            .hasMessageContaining("checksum of block " + (i >> BlockChecksums.BLOCK_SHIFT) + " of");
      } catch (CorruptFooterException e) {
        int block = i >> BlockChecksums.BLOCK_SHIFT;
        touched.set(block);
        assertThat(e).hasMessageStartingWith("memory: ");
        assertThat(e.offset()).isEqualTo(start + ((long) block << BlockChecksums.BLOCK_SHIFT));
      }
      file[start + i] ^= flip;
    }
    assertThat(unseen).isPositive();
    // A block is touched or it is not, whatever bit of it is damaged.
    assertThat(touched.cardinality()).isLessThan(BlockChecksums.count(sound.flatbufferLength()));
    assertThat(seen.intersects(touched)).isFalse();
    assertThat(unseen).isLessThan(checked);
  }

  /** Whether a chunk can be read in a footer with a damaged block, by column and row group. */
  private static BitSet readable(
      FlatFooter footer, boolean byRowGroup, boolean isReverse, long at) {
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    int columns = footer.columnCount();
    int count = columns * footer.rowGroupCount();
    BitSet readable = new BitSet();
    for (int i = 0; i < count; i++) {
      int step = isReverse ? count - 1 - i : i;
      int group = byRowGroup ? step / columns : step % footer.rowGroupCount();
      int column = byRowGroup ? step % columns : step / footer.rowGroupCount();
      try {
        footer.chunk(group, column, chunk).statistics(statistics);
        assertThat(chunk.type()).isEqualTo(PhysicalType.DOUBLE);
        assertThat(statistics.minDouble()).isLessThanOrEqualTo(statistics.maxDouble());
        readable.set(column * footer.rowGroupCount() + group);
      } catch (CorruptFooterException e) {
        assertThat(e.offset()).isEqualTo(at);
      }
    }
    return readable;
  }

  @Test
  void a_walk_through_all_chunks_meets_damage_only_where_it_is() throws IOException {
    byte[] file = wide(2_000, 4);
    int length = READER.read(memory(file)).flatbufferLength();
    int start = file.length - AFTER_FLATBUFFER - length;
    Random random = new Random(11);
    int unreadable = 0;
    for (int i = 0; i < 60; i++) {
      int at = random.nextInt(length);
      file[start + at] ^= 1;
      ParquetFooter first = READER.read(memory(file));
      if (first.layout() != FooterLayout.THRIFT) {
        long block = start + (at & -(long) BlockChecksums.BLOCK);
        BitSet readable = readable(first.footer(), true, false, block);
        unreadable += readable.cardinality() < 8_000 ? 1 : 0;
        for (int walk = 1; walk < 6; walk++) {
          ByteSource source = walk < 4 ? memory(file) : new CountingSource(file);
          FlatFooter footer = READER.read(source).footer();
          assertThat(readable(footer, (walk & 1) == 0, (walk & 2) != 0, block)).isEqualTo(readable);
        }
      }
      file[start + at] ^= 1;
    }
    assertThat(unreadable).isGreaterThan(20);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_walk_through_what_is_there_allocates_nothing(boolean isMapped) throws IOException {
    byte[] wide = wide(1_000, 8);
    Path file = Files.write(folder.resolve("wide.parquet"), wide);
    CrcCheck check = isMapped ? CrcCheck.NONE : CrcCheck.LAZY;
    FooterReader reader = READER.withMapping(isMapped).withCrcCheck(check);
    FlatFooter footer = reader.read(file).footer();
    assertThat(footer.isFetchedInParts()).isNotEqualTo(isMapped);
    FlatFooter inMemory = READER.withTailGuess(wide.length).read(memory(wide)).footer();
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long expected = walk(inMemory, chunk, statistics);

    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      assertThat(walk(footer, chunk, statistics) == expected).isTrue();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(8_000);
  }

  /** By row group, and back by column: each change of the column is met once at least. */
  private static long walk(FlatFooter footer, ColumnChunkView chunk, StatisticsView statistics) {
    int groups = footer.rowGroupCount();
    int chunks = groups * footer.columnCount();
    long sum = 0;
    for (int i = 0; i < 2 * chunks; i++) {
      int row = i < chunks ? i / footer.columnCount() : i % groups;
      int column = i < chunks ? i % footer.columnCount() : (2 * chunks - 1 - i) / groups;
      footer.chunk(row, column, chunk).statistics(statistics);
      sum = 31 * sum + chunk.dataPageOffset() + chunk.numValues() + statistics.nullCount();
      sum = 31 * sum + Double.doubleToRawLongBits(statistics.minDouble());
      sum = 31 * sum + Double.doubleToRawLongBits(statistics.maxDouble());
    }
    return sum;
  }

  @Test
  void lenient_reading_passes_over_damage_in_the_columns_that_were_named() throws IOException {
    byte[] file = wide(3_000, 3);
    ParquetFooter sound = READER.read(memory(file));
    int length = sound.flatbufferLength();
    int start = file.length - AFTER_FLATBUFFER - length;
    String name = WideFooter.name(1_234);
    List<Object> expected = facts(sound.footer(), name);
    Random random = new Random(5);
    int thrift = 0;
    for (int i = 0; i < 400; i++) {
      byte[] damaged = file.clone();
      damaged[start + random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
      for (ByteSource source : List.of(memory(damaged), new CountingSource(damaged))) {
        ParquetFooter read = READER.withColumns(List.of(name)).read(source);
        assertThat(facts(read.footer(), name)).isEqualTo(expected);
        thrift += read.layout() == FooterLayout.THRIFT ? 1 : 0;
      }
      FooterReader strict = READER.withStrict(true);
      assertThatThrownBy(() -> strict.read(memory(damaged)))
          .isInstanceOf(CorruptFooterException.class);
    }
    assertThat(thrift).isPositive();
  }

  @Test
  void threads_may_share_a_footer_of_which_nothing_was_touched() throws Exception {
    byte[] file = wide(2_000, 5);
    FlatFooter whole = READER.withCrcCheck(CrcCheck.WHOLE).read(memory(file)).footer();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 10; round++) {
        ByteSource source = round % 2 == 0 ? memory(file) : new CountingSource(file);
        FlatFooter shared = READER.read(source).footer();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
          int seed = thread;
          tasks.add(
              () -> {
                Random random = new Random(seed);
                for (int i = 0; i < 100; i++) {
                  String name = WideFooter.name(random.nextInt(2_000));
                  assertThat(facts(shared, name)).isEqualTo(facts(whole, name));
                }
                return null;
              });
        }
        for (Future<Void> done : threads.invokeAll(tasks)) {
          done.get();
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whole_footers_in_parts_verify_and_say_the_same() throws IOException {
    byte[] file = wide(200, 7);
    FlatFooter parted = READER.read(new CountingSource(file)).footer();
    FlatFooter whole = READER.withCrcCheck(CrcCheck.WHOLE).read(memory(file)).footer();

    EveryAccessor.call(parted);
    for (String name : names(200, 200)) {
      assertThat(facts(parted, name)).isEqualTo(facts(whole, name));
    }
    FlatFooter.verify(parted.flatbuffer());
  }
}
