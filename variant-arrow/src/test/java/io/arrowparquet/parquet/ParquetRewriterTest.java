// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.OpenFiles;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.AesGcmV1;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ParquetRewriterTest {
  private static final int ROWS = 1000;

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int64 id;
            optional binary name (STRING);
            optional group s { optional int32 a; optional group t { optional double b; } }
            optional group l (LIST) {
              repeated group list { optional group element { optional int64 x; optional int32 y; } }
            }
            optional double price;
          }
          """);

  private static final ParquetReadOptions STRICT = ParquetReadOptions.defaults().withStrict(true);

  private static final ParquetRewriter REWRITER = ParquetRewriter.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  /** Rows by parquet-java whose ids ascend, in two row groups of many pages. */
  private Path theirs(String name, long from) throws IOException {
    return theirs(name, from, SCHEMA);
  }

  private Path theirs(String name, long from, MessageType schema) throws IOException {
    Path file = folder.resolve(name);
    ExampleParquetWriter.Builder builder =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(schema)
            .withPageRowCountLimit(100)
            .withRowGroupRowCountLimit(ROWS / 2)
            .withWriterVersion(
                from % 2 == 0 ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
            .withBloomFilterEnabled("id", true)
            .withExtraMetaData(Map.of("from", Long.toString(from), "same", "as ever"));
    try (ParquetWriter<Group> writer = builder.build()) {
      for (long id = from; id < from + ROWS; id++) {
        writer.write(row(schema, id));
      }
    }
    return file;
  }

  private static Group row(MessageType schema, long id) {
    Group row = new SimpleGroup(schema);
    // Bloom filters alone know that there are no odd ones.
    row.add(0, 2 * id);
    if (id % 7 != 0) {
      row.add(1, "name " + id % 50);
    }
    if (id % 5 != 0) {
      Group s = row.addGroup(2);
      s.add(0, (int) id);
      s.addGroup(1).add(0, id / 8.0);
    }
    Group list = row.addGroup(3);
    for (int i = 0; i < id % 3; i++) {
      Group element = list.addGroup(0).addGroup(0);
      element.add(0, id + i);
      element.add(1, i);
    }
    row.add(4, id / 16.0);
    return row;
  }

  /** The same rows as of a file, by this library, with a second encoding of the prices. */
  private Path ours(String name, Path rows) throws IOException {
    Path file = folder.resolve(name);
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withPageRows(100)
            .withRowGroupRows(600)
            .withBloomFilter("id")
            .withCreatedBy("another writer version 1.0.0")
            .withDuplicateEncoding("price", ParquetEncoding.ALP);
    try (ParquetArrowReader reader =
            ParquetArrowReader.open(rows, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      writer.write(reader);
      writer.finish();
    }
    return file;
  }

  private Map<String, List<String>> read(Path file) throws IOException {
    return VectorEntries.read(file, STRICT, allocator);
  }

  private Map<String, List<String>> readAll(Path... files) throws IOException {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (Path file : files) {
      read(file)
          .forEach(
              (column, entries) ->
                  all.computeIfAbsent(column, c -> new ArrayList<>()).addAll(entries));
    }
    return all;
  }

  private static FileMetaData footer(Path file) throws IOException {
    try (ByteSource source = ByteSources.path(file)) {
      byte[] struct = FooterReader.defaults().readThrift(source);
      return FileMetaDataCodec.STRUCT.read(new CompactReader(struct));
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void files_of_two_writers_become_one(FooterLayout layout) throws IOException {
    Path first = theirs("a", 0);
    Path second = ours("b", theirs("rows", ROWS));
    Path third = theirs("c", 2 * ROWS + 1);
    FooterAttacher.defaults().attachInPlace(third);
    Path merged = folder.resolve("merged");

    WrittenFile written =
        REWRITER.withFooter(layout).rewrite(List.of(first, second, third), merged, allocator);

    assertThat(written.location()).isEqualTo(merged.toString());
    assertThat(written.length()).isEqualTo(Files.size(merged));
    assertThat(written.rows()).isEqualTo(3L * ROWS);
    assertThat(written.splitOffsets()).hasSize(6).startsWith(4L).isSorted();

    assertThat(read(merged)).isEqualTo(readAll(first, second, third));
    assertThat(FooterReader.defaults().read(merged).layout()).isEqualTo(layout);
    if (layout != FooterLayout.PAR3
        && layout != FooterLayout.PARX) { // which parquet-java does not know
      assertThat(ColumnEntries.read(merged)).isEqualTo(readAll(first, second, third));
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
    REWRITER.rewrite(List.of(theirs("a", 0), theirs("b", ROWS)), merged, allocator);
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
  void writer_statistics_and_sizes_stay_where_the_files_agree() throws IOException {
    Path first = theirs("a", 0);
    Path second = theirs("b", ROWS);
    Path merged = folder.resolve("merged");

    REWRITER.rewrite(List.of(first, second), merged, allocator);

    FileMetaData found = footer(merged);
    assertThat(found.createdBy()).isEqualTo(footer(first).createdBy());
    List<RowGroup> old = new ArrayList<>(footer(first).rowGroups());
    old.addAll(footer(second).rowGroups());
    for (int i = 0; i < old.size(); i++) {
      RowGroup rowGroup = found.rowGroups().get(i);
      assertThat(rowGroup.totalByteSize()).isEqualTo(old.get(i).totalByteSize());
      assertThat(rowGroup.totalCompressedSize()).isEqualTo(old.get(i).totalCompressedSize());
      for (int column = 0; column < rowGroup.columns().size(); column++) {
        ColumnChunk chunk = rowGroup.columns().get(column);
        ColumnChunk before = old.get(i).columns().get(column);
        assertThat(chunk.metaData().statistics()).isEqualTo(before.metaData().statistics());
        assertThat(chunk.metaData().sizeStatistics()).isEqualTo(before.metaData().sizeStatistics());
        assertThat(chunk.columnIndexLength()).isEqualTo(before.columnIndexLength());
      }
    }
  }

  @Test
  void second_encodings_go_with_the_first() throws IOException {
    Path file = ours("a", theirs("rows", 0));
    Path merged = folder.resolve("merged");

    REWRITER.withoutColumn("name").rewrite(List.of(file, file), merged, allocator);

    FlatFooter footer = FooterReader.defaults().read(merged).footer();
    int price = footer.findColumn("price");
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      ColumnChunk second = footer.chunk(rowGroup, price).secondEncoding();
      assertThat(second.metaData().encodings()).contains(ParquetEncoding.ALP);
    }
    Map<String, List<String>> entries = read(merged);
    assertThat(entries)
        .isEqualTo(VectorEntries.read(merged, STRICT.withSecondEncodings(false), allocator));
    assertThat(entries.get("price")).isEqualTo(readAll(file, file).get("price"));
  }

  @Test
  void columns_are_dropped_and_renamed_at_any_depth() throws IOException {
    Path file = ours("a", theirs("rows", 0));
    Map<String, List<String>> before = read(file);
    Path changed = folder.resolve("changed");

    REWRITER
        .withoutColumn("s.a")
        .withoutColumn("l.list.element.y")
        .withoutColumn("name")
        .withName("s", "struct")
        .withName("s.t.b", "deep")
        .withName("l.list.element.x", "id")
        .rewrite(List.of(file), changed, allocator);

    Map<String, List<String>> after = read(changed);
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
        .rewrite(List.of(theirs("a", 0)), changed, allocator);

    assertThat(read(changed).keySet()).containsExactly("id", "name", "price");
    assertThat(ColumnEntries.read(changed).keySet()).containsExactly("id", "name", "price");
  }

  @ParameterizedTest
  @CsvSource({
    "no.such, '', 'column no.such: found no such column or group'",
    "l.list, '', 'column l.list: found a part of what makes a list or map'",
    "l.list.element, '', 'column l.list.element: found a part of what makes a list or map'",
    "l.list.element, item, 'can be renamed alone'",
    "s, price, 'column s: found the new name price, which another child of its group has'",
  })
  void changes_that_make_no_sense_are_refused(String path, String name, String message)
      throws IOException {
    Path file = theirs("a", 0);
    ParquetRewriter rewriter =
        name.isEmpty() ? REWRITER.withoutColumn(path) : REWRITER.withName(path, name);

    assertThatThrownBy(() -> rewriter.rewrite(List.of(file), folder.resolve("b"), allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
    assertThat(names()).noneMatch(other -> other.startsWith("b"));
  }

  @Test
  void a_file_without_columns_is_not_made() throws IOException {
    Path file = theirs("a", 0);
    ParquetRewriter nothing = REWRITER;
    for (String column : List.of("id", "name", "s", "l", "price")) {
      nothing = nothing.withoutColumn(column);
    }
    ParquetRewriter rewriter = nothing;
    assertThatThrownBy(() -> rewriter.rewrite(List.of(file), folder.resolve("b"), allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("none is left");
  }

  @ParameterizedTest
  @CsvSource({
    "required int64 id, optional int64 id, 'column id: found id OPTIONAL INT64, expected id REQUIRED INT64, as in '",
    "required int64 id, required int64 id = 7, 'found id REQUIRED INT64 with field id 7'",
    "required int64 id, required int32 id, 'found id REQUIRED INT32'",
    "optional double price, optional double prize, 'column price: found prize OPTIONAL DOUBLE'",
    "optional double price;, '', 'column price: found no more columns'",
    "name (STRING), name, 'column name: found name OPTIONAL BYTE_ARRAY, expected name OPTIONAL BYTE_ARRAY StringType'",
  })
  void files_of_other_schemas_are_refused_with_the_first_difference(
      String old, String changed, String message) throws IOException {
    Path file = theirs("a", 0);
    MessageType schema =
        MessageTypeParser.parseMessageType(SCHEMA.toString().replace(old, changed));
    Path other = folder.resolve("other");
    ExampleParquetWriter.builder(new LocalOutputFile(other)).withType(schema).build().close();

    assertThatThrownBy(() -> REWRITER.rewrite(List.of(file, other), folder.resolve("b"), allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(other.toString())
        .hasMessageContaining(message);
  }

  @Test
  void key_values_are_merged_and_replaced() throws IOException {
    Path merged = folder.resolve("merged");
    Path first = theirs("a", 0);
    REWRITER
        .withKeyValue("row_groups", "kept, since it is given")
        .withKeyValue("own", "1")
        .rewrite(List.of(first), folder.resolve("x"), allocator);

    REWRITER
        .withKeyValue("own", "2")
        .withKeyValue("same", null)
        .rewrite(List.of(folder.resolve("x"), theirs("b", ROWS)), merged, allocator);

    FlatFooter one = FooterReader.defaults().read(folder.resolve("x")).footer();
    assertThat(one.findValue("from")).isEqualTo("0");
    assertThat(one.findValue("row_groups")).isNotNull();
    FlatFooter two = FooterReader.defaults().read(merged).footer();
    assertThat(two.findValue("from")).as("disputed").isNull();
    assertThat(two.findValue("row_groups")).as("of places").isNull();
    assertThat(two.findValue("same")).as("left out").isNull();
    assertThat(two.findValue("own")).isEqualTo("2");
  }

  @ParameterizedTest
  @EnumSource(
      value = ParquetCodec.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "BROTLI"})
  void pages_get_another_codec_and_stay_what_they_are(ParquetCodec codec) throws IOException {
    List<Path> files =
        List.of(theirs("a", 0), theirs("b", 2 * ROWS + 1), ours("c", theirs("d", 0)));
    Path merged = folder.resolve("merged");
    Path again = folder.resolve("again");

    REWRITER.withCodec(codec).rewrite(files, merged, allocator);
    REWRITER.withCodec(ParquetCodec.UNCOMPRESSED).rewrite(List.of(merged), again, allocator);

    Map<String, List<String>> rows = readAll(files.toArray(Path[]::new));
    assertThat(read(merged)).isEqualTo(rows);
    if (codec != ParquetCodec.BROTLI) { // parquet-java has it from Hadoop alone
      assertThat(ColumnEntries.read(merged)).isEqualTo(rows);
    }
    assertThat(read(again)).isEqualTo(rows);
    footer(merged).rowGroups().stream()
        .flatMap(rowGroup -> rowGroup.columns().stream())
        .forEach(chunk -> assertThat(chunk.metaData().codec()).isEqualTo(codec));
    Operand id = Operand.column("id");
    assertThat(statistics(merged, id.isAtLeast(1200L).and(id.isLessThan(1300L))).pagesSkipped())
        .isPositive();
  }

  @Test
  void codecs_that_are_only_read_are_refused_at_once() {
    assertThatThrownBy(() -> REWRITER.withCodec(ParquetCodec.LZO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LZO");
  }

  @TestFactory
  Stream<DynamicTest> files_of_the_corpus_have_the_same_entries_afterwards() throws IOException {
    ParquetCodec[] codecs = {
      null, ParquetCodec.ZSTD, ParquetCodec.UNCOMPRESSED, ParquetCodec.SNAPPY, ParquetCodec.GZIP
    };
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.walk(corpus(""))) {
      for (Path file : files.filter(ParquetRewriterTest::isReadable).sorted().toList()) {
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

  private static Path corpus(String name) {
    String corpus = System.getenv("PARQUET_TEST_DATA");
    assumeTrue(corpus != null, "PARQUET_TEST_DATA is not set");
    return Path.of(corpus, name);
  }

  /** Data pages of version 2 that say they are not compressed, and are: their writer is known. */
  @Test
  void pages_that_only_their_writer_explains_are_written_anew_beside_others() throws IOException {
    Path odd = corpus("../cases/pages_v2_is_compressed_false.parquet");
    Path right = folder.resolve("right");
    REWRITER.withCodec(ParquetCodec.ZSTD).rewrite(List.of(odd), right, allocator);
    byte[] other =
        FooterRewrite.rewrite(
            Files.readAllBytes(right), footer -> footer.setCreated_by("other version 1.0.0"));
    Files.write(right, other);
    Path merged = folder.resolve("merged");

    REWRITER.rewrite(List.of(odd, right), merged, allocator);

    assertThat(read(merged)).isEqualTo(readAll(odd, right));
    assertThat(footer(merged).createdBy()).startsWith("arrowparquet version ");
  }

  @Test
  void statistics_that_need_the_name_of_their_writer_do_not_lose_it() throws IOException {
    Path right = theirs("a", 0);
    Path wrong = folder.resolve("wrong");
    byte[] polars =
        FooterRewrite.rewrite(Files.readAllBytes(right), footer -> footer.setCreated_by("Polars"));
    Files.write(wrong, polars);
    Path alone = folder.resolve("alone");
    Path merged = folder.resolve("merged");

    REWRITER.rewrite(List.of(wrong), alone, allocator);
    REWRITER.rewrite(List.of(right, wrong), merged, allocator);

    ParquetStatistics before = statistics(right, 0, "name");
    assertThat(before.maxValue()).isNotNull();
    assertThat(before.nullCount()).isEqualTo(72);
    assertThat(statistics(alone, 0, "name")).isEqualTo(before);
    assertThat(statistics(merged, 0, "name")).isEqualTo(before);
    // Polars merges neither null counts nor bounds of texts right; histograms prove other nulls.
    assertThat(statistics(merged, 2, "name")).isNull();
    assertThat(statistics(merged, 2, "s.a")).isEqualTo(statistics(right, 0, "s.a"));
    assertThat(statistics(merged, 2, "id")).isEqualTo(statistics(right, 0, "id"));
    assertThat(statistics(merged, 2, "price")).isNull();
    assertThat(read(merged)).isEqualTo(readAll(right, wrong));
  }

  private static ParquetStatistics statistics(Path file, int rowGroup, String column)
      throws IOException {
    return footer(file).rowGroups().get(rowGroup).columns().stream()
        .map(ColumnChunk::metaData)
        .filter(metaData -> column.equals(metaData.dottedPath()))
        .findFirst()
        .orElseThrow()
        .statistics();
  }

  @Test
  void encrypted_and_signed_files_are_refused() throws IOException {
    byte[] signed =
        FooterRewrite.rewrite(
            Files.readAllBytes(theirs("a", 0)),
            footer ->
                footer.setEncryption_algorithm(EncryptionAlgorithm.AES_GCM_V1(new AesGcmV1())));
    byte[] encrypted = signed.clone();
    encrypted[encrypted.length - 1] = 'E';

    for (byte[] bytes : List.of(signed, encrypted)) {
      Path file = Files.write(folder.resolve("secret"), bytes);
      assertThatThrownBy(() -> REWRITER.rewrite(List.of(file), folder.resolve("b"), allocator))
          .isInstanceOf(EncryptedFooterException.class)
          .hasMessageContaining(file.toString());
      assertThat(names()).containsExactly("a", "secret");
    }
  }

  @Test
  void files_that_are_none_are_refused_and_nothing_is_left() throws IOException {
    Path file = theirs("a", 0);
    Path none = Files.write(folder.resolve("none"), new byte[100]);

    assertThatThrownBy(() -> REWRITER.rewrite(List.of(file, none), folder.resolve("b"), allocator))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining(none.toString());
    assertThatThrownBy(() -> REWRITER.rewrite(List.of(file), file, allocator))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(names()).containsExactly("a", "none");
    OpenFiles.requireClosed(file);
  }

  @Test
  void a_file_grows_in_its_place() throws IOException {
    Path file = theirs("a", 0);
    Path more = theirs("b", ROWS);
    Map<String, List<String>> rows = readAll(file, more);

    REWRITER.withOverwrite(true).rewrite(List.of(file, more), file, allocator);

    assertThat(read(file)).isEqualTo(rows);
  }

  @Test
  void a_source_that_fails_anywhere_leaves_nothing() throws IOException {
    Path first = theirs("a", 0);
    Path second = theirs("b", ROWS);
    int reads = 0;
    for (int at = 1; at == 1 || reads >= at - 1; at++) {
      int[] count = {0};
      int failing = at;
      try (HookedSource source =
              new HookedSource(
                  second,
                  () -> {
                    if (++count[0] == failing) {
                      throw new IOException("read " + failing);
                    }
                  });
          ByteSource other = ByteSources.path(first);
          ByteSink sink = ByteSinks.path(folder.resolve("merged"), true)) {
        assertThatCode(() -> REWRITER.rewrite(List.of(other, source), sink, allocator))
            .satisfies(
                failure -> {
                  if (count[0] >= failing) {
                    assertThat(failure).hasMessage("read " + failing);
                  }
                });
      }
      reads = count[0];
      if (reads >= failing) {
        assertThat(names()).containsExactly("a", "b");
      }
    }
    assertThat(names()).containsExactly("a", "b", "merged");
  }

  @Test
  void a_sink_that_fails_anywhere_is_not_committed() throws IOException {
    Path file = theirs("a", 0);
    int writes = 0;
    do {
      FailingSink sink = new FailingSink(writes);
      try (ByteSource source = ByteSources.path(file)) {
        if (sink.isLast(file, source)) {
          break;
        }
      }
      assertThat(sink.isCommitted).isFalse();
      writes++;
    } while (true);
    assertThat(writes).isGreaterThan(10);
  }

  private final class FailingSink implements ByteSink {
    private int left;
    private boolean isCommitted;

    FailingSink(int writes) {
      this.left = writes;
    }

    /** Whether there were enough writes. */
    boolean isLast(Path file, ByteSource source) {
      try {
        REWRITER.rewrite(Collections.nCopies(20, source), this, allocator);
        return true;
      } catch (IOException e) {
        assertThat(e).as(file.toString()).hasMessage("full");
        return false;
      }
    }

    @Override
    public String name() {
      return "sink";
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      if (left-- == 0) {
        throw new IOException("full");
      }
      bytes.position(bytes.limit());
    }

    @Override
    public void commit() {
      isCommitted = true;
    }

    @Override
    public void close() {}
  }

  @Test
  void every_allocation_may_fail() throws IOException {
    Path file = theirs("a", 0);
    Path other = ours("b", file);
    RemoteFile.Line line = RemoteFile.Line.fast(ReadHints.REMOTE);
    try (FailedAllocations failures = new FailedAllocations()) {
      int count =
          failures.failEach(
              "a rewriter",
              memory -> {
                try (ByteSource near = ByteSources.path(file);
                    ByteSource far = new RemoteFile(other, line);
                    ByteSink sink = ByteSinks.path(folder.resolve("merged"), true)) {
                  REWRITER.withCodec(ParquetCodec.ZSTD).rewrite(List.of(near, far), sink, memory);
                }
              });
      assertThat(count).isGreaterThan(3);
    }
  }

  @Test
  void remote_files_are_read_through_a_window() throws IOException {
    List<Path> files = List.of(theirs("a", 0), theirs("b", ROWS), theirs("c", 2 * ROWS));
    RemoteFile.Line line = RemoteFile.Line.fast(ReadHints.REMOTE);
    List<ByteSource> sources = new ArrayList<>();
    long bytes = 0;
    for (Path file : files) {
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
    assertThat(read(merged).get("id")).hasSize(23 * ROWS);
  }
}
