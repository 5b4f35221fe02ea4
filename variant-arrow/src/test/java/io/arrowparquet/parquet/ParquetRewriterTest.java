// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static io.arrowparquet.parquet.RewriterFiles.ROWS;
import static io.arrowparquet.parquet.RewriterFiles.STRICT;
import static io.arrowparquet.parquet.RewriterFiles.footer;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows, and what skips them, are in the new file as in the old ones. */
class ParquetRewriterTest {
  private static final ParquetRewriter REWRITER = ParquetRewriter.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private RewriterFiles files;

  @BeforeEach
  void in_folder() {
    files = new RewriterFiles(folder, allocator);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void files_of_two_writers_become_one(FooterLayout layout) throws IOException {
    Path first = files.theirs("a", 0);
    Path second = files.ours("b", files.theirs("rows", ROWS));
    Path third = files.theirs("c", 2 * ROWS + 1);
    FooterAttacher.defaults().attachInPlace(third);
    Path merged = folder.resolve("merged");

    WrittenFile written =
        REWRITER.withFooter(layout).rewrite(List.of(first, second, third), merged, allocator);

    assertThat(written.location()).isEqualTo(merged.toString());
    assertThat(written.length()).isEqualTo(Files.size(merged));
    assertThat(written.rows()).isEqualTo(3L * ROWS);
    assertThat(written.splitOffsets()).hasSize(6).startsWith(4L).isSorted();

    assertThat(files.read(merged)).isEqualTo(files.readAll(first, second, third));
    assertThat(FooterReader.defaults().read(merged).layout()).isEqualTo(layout);
    if (layout != FooterLayout.PAR3
        && layout != FooterLayout.PARX) { // which parquet-java does not know
      assertThat(ColumnEntries.read(merged)).isEqualTo(files.readAll(first, second, third));
      assertThat(footer(merged).createdBy()).startsWith("arrowparquet version ");
      assertThat(footer(merged).numRows()).isEqualTo(3L * ROWS);
      List<Short> ordinals = footer(merged).rowGroups().stream().map(RowGroup::ordinal).toList();
      assertThat(ordinals)
          .isEqualTo(List.of((short) 0, (short) 1, (short) 2, (short) 3, (short) 4, (short) 5));
    }
  }

  @Test
  void row_groups_pages_and_filters_are_skipped_as_before() throws IOException {
    Path merged = folder.resolve("merged");
    REWRITER.rewrite(List.of(files.theirs("a", 0), files.theirs("b", ROWS)), merged, allocator);
    Operand id = Operand.column("id");

    ReadStatistics few = statistics(merged, id.isAtLeast(1200L).and(id.isLessThan(1300L)));
    assertThat(few.rowGroupsSkipped()).isEqualTo(3);
    assertThat(few.pagesSkipped()).isPositive();
    assertThat(few.rowsReturned()).isEqualTo(50);
    assertThat(few.rowsDecoded()).isLessThan(ROWS / 2);

    ReadStatistics none = statistics(merged, id.isEqualTo(1201L));
    assertThat(none.rowGroupsSkippedByBloomFilters()).isEqualTo(1);
    assertThat(none.rowGroupsRead()).isZero();
  }

  private ReadStatistics statistics(Path file, RowFilter filter) throws IOException {
    ParquetReadOptions options = STRICT.withFilter(filter);
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        // For what is counted on the way.
      }
      return reader.statistics();
    }
  }

  @Test
  void columns_are_dropped_and_renamed_at_any_depth() throws IOException {
    Path file = files.ours("a", files.theirs("rows", 0));
    Map<String, List<String>> before = files.read(file);
    Path changed = folder.resolve("changed");

    REWRITER
        .withoutColumn("s.a")
        .withoutColumn("l.list.element.y")
        .withoutColumn("name")
        .withName("s", "struct")
        .withName("s.t.b", "deep")
        .withName("l.list.element.x", "id")
        .rewrite(List.of(file), changed, allocator);

    Map<String, List<String>> after = files.read(changed);
    assertThat(after.keySet()).containsExactly("id", "struct.t.deep", "l.list.element.id", "price");
    assertThat(after.get("struct.t.deep")).isEqualTo(before.get("s.t.b"));
    assertThat(after.get("l.list.element.id")).isEqualTo(before.get("l.list.element.x"));
    assertThat(ColumnEntries.read(changed)).isEqualTo(after);
    assertThat(footer(changed).rowGroups().get(0).columns().get(1).metaData().pathInSchema())
        .containsExactly("struct", "t", "deep");
    FlatFooter footer = FooterReader.defaults().read(changed).footer();
    assertThat(ArrowSchema.written(footer)).isNotNull().isEqualTo(ArrowSchema.of(footer));
  }

  @Test
  void a_group_goes_with_its_last_column() throws IOException {
    Path changed = folder.resolve("changed");

    REWRITER
        .withoutColumn("s.t.b")
        .withoutColumn("s.a")
        .withoutColumn("l")
        .rewrite(List.of(files.theirs("a", 0)), changed, allocator);

    assertThat(files.read(changed).keySet()).containsExactly("id", "name", "price");
    assertThat(ColumnEntries.read(changed).keySet()).containsExactly("id", "name", "price");
  }

  @ParameterizedTest
  @EnumSource(
      value = ParquetCodec.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "BROTLI"})
  void pages_get_another_codec_and_stay_what_they_are(ParquetCodec codec) throws IOException {
    List<Path> inputs =
        List.of(
            files.theirs("a", 0),
            files.theirs("b", 2 * ROWS + 1),
            files.ours("c", files.theirs("d", 0)));
    Path merged = folder.resolve("merged");
    Path again = folder.resolve("again");

    REWRITER.withCodec(codec).rewrite(inputs, merged, allocator);
    REWRITER.withCodec(ParquetCodec.UNCOMPRESSED).rewrite(List.of(merged), again, allocator);

    Map<String, List<String>> rows = files.readAll(inputs.toArray(Path[]::new));
    assertThat(files.read(merged)).isEqualTo(rows);
    if (codec != ParquetCodec.BROTLI) { // parquet-java has it from Hadoop alone
      assertThat(ColumnEntries.read(merged)).isEqualTo(rows);
    }
    assertThat(files.read(again)).isEqualTo(rows);
    footer(merged).rowGroups().stream()
        .flatMap(rowGroup -> rowGroup.columns().stream())
        .forEach(chunk -> assertThat(chunk.metaData().codec()).isEqualTo(codec));
    Operand id = Operand.column("id");
    assertThat(statistics(merged, id.isAtLeast(1200L).and(id.isLessThan(1300L))).pagesSkipped())
        .isPositive();
  }

  @TestFactory
  Stream<DynamicTest> files_of_the_corpus_have_the_same_entries_afterwards() throws IOException {
    ParquetCodec[] codecs = {
      null, ParquetCodec.ZSTD, ParquetCodec.UNCOMPRESSED, ParquetCodec.SNAPPY, ParquetCodec.GZIP
    };
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> all = Files.walk(OtherWritersFiles.corpus(""))) {
      for (Path file : all.filter(ParquetRewriterTest::isReadable).sorted().toList()) {
        String name = file.getFileName().toString();
        ParquetCodec codec = codecs[tests.size() % codecs.length];
        tests.add(
            DynamicTest.dynamicTest(
                codec == null ? name : name + " to " + codec, () -> compare(file, codec)));
      }
    }
    return tests.stream();
  }

  private static boolean isReadable(Path file) {
    return file.toString().endsWith(".parquet")
        && !file.toString()
            .matches(".*(bad_data|corrupt-checksum|large_string_map|dict-malformed|case-1[23]7).*");
  }

  private void compare(Path file, ParquetCodec codec) throws IOException {
    Path copy = folder.resolve("copy");
    try (RootAllocator memory = new RootAllocator()) {
      REWRITER.withCodec(codec).withOverwrite(true).rewrite(List.of(file), copy, memory);
      assertThat(VectorEntries.read(copy, STRICT, memory))
          .isEqualTo(VectorEntries.read(file, ParquetReadOptions.defaults(), memory));
    }
    if (!file.toString().contains("hadoop_lz4")) {
      assertThat(ColumnEntries.read(copy)).isEqualTo(ColumnEntries.read(file));
    }
  }

  @Test
  void a_file_grows_in_its_place() throws IOException {
    Path file = files.theirs("a", 0);
    Path more = files.theirs("b", ROWS);
    Map<String, List<String>> rows = files.readAll(file, more);

    REWRITER.withOverwrite(true).rewrite(List.of(file, more), file, allocator);

    assertThat(files.read(file)).isEqualTo(rows);
  }

  @Test
  void remote_files_are_read_through_a_window() throws IOException {
    List<Path> inputs =
        List.of(files.theirs("a", 0), files.theirs("b", ROWS), files.theirs("c", 2 * ROWS));
    RemoteFile.Line line = RemoteFile.Line.fast(ReadHints.REMOTE);
    List<ByteSource> sources = new ArrayList<>();
    long bytes = 0;
    for (Path file : inputs) {
      sources.add(new RemoteFile(file, line));
      bytes += Files.size(file);
    }
    sources.addAll(Collections.nCopies(20, sources.get(0)));
    Path merged = folder.resolve("merged");
    try (ByteSink sink = ByteSinks.path(merged, false);
        RootAllocator memory = new RootAllocator()) {
      REWRITER.withWindowBytes(bytes).rewrite(sources, sink, memory);
      assertThat(memory.getPeakMemoryAllocation()).isLessThan(2 * bytes);
    }
    assertThat(line.requests()).isLessThan(8L * sources.size());
    for (ByteSource source : sources) {
      source.close();
    }
    assertThat(files.read(merged).get("id")).hasSize(23 * ROWS);
  }
}
