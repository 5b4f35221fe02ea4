// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions.SkippingStep;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageType;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values that bounds say nothing about: even numbers of a wide range in each of three row groups.
 */
class ChunkProbesTest {
  private static final int ROWS = 3000;
  private static final int GROUP = ROWS / 3;
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int64 id;
            required int32 i;
            optional int64 l;
            required int64 u (INTEGER(64,false));
            required float f;
            required double d;
            optional binary s (STRING);
            required fixed_len_byte_array(7) dec (DECIMAL(15,2));
            required int32 tiny (INTEGER(8,true));
          }
          """);
  private static final List<String> COLUMNS = List.of("i", "l", "u", "f", "d", "s", "dec", "tiny");

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;
  private int files;

  private void write(boolean dictionary) throws IOException {
    file = directory.resolve("probes-" + dictionary + "-" + files++ + ".parquet");
    ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file));
    for (String column : dictionary ? List.<String>of() : COLUMNS) {
      builder.withBloomFilterEnabled(column, true).withBloomFilterNDV(column, GROUP);
    }
    try (ParquetWriter<Group> writer =
        builder
            .withType(SCHEMA)
            .withDictionaryEncoding(dictionary)
            .withRowGroupRowCountLimit(GROUP)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        writer.write(group(row));
      }
    }
  }

  private static int number(int row) {
    // A row group has a third of the numbers from 0 to 26, each many times.
    return 6 * (row % GROUP % 5) + 2 * (row / GROUP);
  }

  private static Group group(int row) {
    int number = number(row);
    Group group = new SimpleGroup(SCHEMA);
    group.append("id", (long) row).append("i", number);
    if (row % 7 != 0) {
      group.append("l", (long) number).append("s", "s" + (char) ('a' + number));
    }
    group.append("u", number - 14L).append("f", number / 4f).append("d", number / 4.0);
    byte[] decimal = {0, 0, 0, 0, 0, 0, (byte) number};
    group.append("dec", Binary.fromConstantByteArray(decimal)).append("tiny", number);
    return group;
  }

  /** A comparison of each column with a number that is between the bounds of all row groups. */
  private static Map<String, RowFilter> equal(int number) {
    long unsigned = number - 14L;
    Object u = unsigned < 0 ? new BigInteger(Long.toUnsignedString(unsigned)) : (Long) unsigned;
    return Map.of(
        "i", Operand.column("i").isEqualTo(number),
        "l", Operand.column("l").isEqualTo(number),
        "u", Operand.column("u").isEqualTo(u),
        "f", Operand.column("f").isEqualTo(number / 4f),
        "d", Operand.column("d").isEqualTo(number / 4.0),
        "s", Operand.column("s").isEqualTo("s" + (char) ('a' + number)),
        "dec", Operand.column("dec").isEqualTo(BigDecimal.valueOf(number, 2)));
  }

  private ReadStatistics read(RowFilter filter, SkippingStep... steps) throws IOException {
    Set<SkippingStep> used = EnumSet.noneOf(SkippingStep.class);
    used.addAll(List.of(steps));
    return read(ParquetReadOptions.defaults().withFilter(filter).withSkippingSteps(used), null);
  }

  private ReadStatistics read(ParquetReadOptions options, List<PageIndexDiagnostic> found)
      throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
      if (found != null) {
        found.addAll(reader.diagnostics());
      }
      return reader.statistics();
    }
  }

  @Test
  void bloom_filters_leave_out_row_groups_without_the_value() throws IOException {
    write(false);
    for (int number : new int[] {8, 18, 20}) {
      equal(number)
          .forEach(
              (column, predicate) -> {
                try {
                  ReadStatistics with = read(predicate, SkippingStep.BLOOM_FILTERS);
                  ReadStatistics without = read(predicate);
                  assertThat(with.rowsReturned())
                      .as(column)
                      .isPositive()
                      .isEqualTo(without.rowsReturned());
                  assertThat(with.rowGroupsSkippedByBloomFilters()).as(column).isEqualTo(2);
                  assertThat(with.rowGroupsSkipped()).as(column).isEqualTo(2);
                  assertThat(without.rowGroupsSkipped()).as(column).isZero();
                  assertThat(with.probeBytesRead()).as(column).isBetween(1L, 10_000L);
                  assertThat(with.bytesRead()).isLessThan(without.bytesRead() / 2);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
    }
  }

  @Test
  void bloom_filters_serve_lists_and_joined_comparisons() throws IOException {
    write(false);
    Operand i = Operand.column("i");
    assertThat(skipped(i.isIn(List.of(9, 11, 13)), SkippingStep.BLOOM_FILTERS)).isEqualTo(3);
    assertThat(skipped(i.isIn(List.of(9, 12)), SkippingStep.BLOOM_FILTERS)).isEqualTo(2);
    RowFilter or = i.isEqualTo(9).or(Operand.column("d").isEqualTo(2.75));
    assertThat(skipped(or, SkippingStep.BLOOM_FILTERS)).isEqualTo(3);
    assertThat(skipped(or.and(Operand.column("id").isAtLeast(0L)), SkippingStep.BLOOM_FILTERS))
        .isEqualTo(3);
  }

  private long skipped(RowFilter filter, SkippingStep... steps) throws IOException {
    ReadStatistics found = read(filter, steps);
    assertThat(found.rowsReturned()).isEqualTo(read(filter).rowsReturned());
    return found.rowGroupsSkipped();
  }

  /** Their values of 8 bits are cut off from 32, of which the filter was made. */
  @Test
  void bloom_filters_of_narrow_integers_are_not_used() throws IOException {
    write(false);
    ReadStatistics tiny = read(Operand.column("tiny").isEqualTo(9), SkippingStep.BLOOM_FILTERS);
    assertThat(tiny.rowGroupsSkipped()).isZero();
    assertThat(tiny.probeBytesRead()).isZero();
  }

  @Test
  void bloom_filters_without_a_length_are_read_by_their_header() throws IOException {
    write(false);
    rewrite(metadata -> metadata.unsetBloom_filter_length());
    assertThat(skipped(Operand.column("i").isEqualTo(9), SkippingStep.BLOOM_FILTERS)).isEqualTo(3);
  }

  @Test
  void broken_bloom_filters_are_passed_over_with_a_diagnostic() throws IOException {
    write(false);
    byte[] whole = Files.readAllBytes(file);
    ColumnChunkView chunk = FooterReader.defaults().read(file).footer().chunk(0, 1);
    int offset = (int) chunk.bloomFilterOffset();
    int header = chunk.bloomFilterLength() - bitsetBytes(whole, offset);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("i"))
            .withFilter(Operand.column("i").isEqualTo(12))
            .withSkippingSteps(Set.of(SkippingStep.BLOOM_FILTERS));
    int reported = 0;
    for (int at = offset; at < offset + header; at++) {
      for (int bit = 0; bit < 8; bit += 3) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) (1 << bit);
        Files.write(file, damaged);
        List<PageIndexDiagnostic> found = new ArrayList<>();
        assertThat(read(options, found).rowsReturned()).isEqualTo(GROUP / 5);
        reported += found.size();
        if (!found.isEmpty()) {
          assertThat(found).singleElement().asString().contains("column i, row group 0");
          assertThatThrownBy(() -> read(options.withStrict(true), null))
              .isInstanceOf(CorruptFooterException.class)
              .hasMessageContaining(file.toString());
        }
      }
    }
    assertThat(reported).isGreaterThan(header);
  }

  private static int bitsetBytes(byte[] bytes, int offset) {
    return ParquetStructs.BLOOM_FILTER_HEADER
        .read(new CompactReader(bytes, offset, bytes.length))
        .numBytes();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 3, 1L << 40, Long.MAX_VALUE})
  void bloom_filters_beyond_the_file_are_passed_over(long offset) throws IOException {
    write(false);
    rewrite(metadata -> metadata.setBloom_filter_offset(offset));
    List<PageIndexDiagnostic> found = new ArrayList<>();
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withFilter(Operand.column("i").isEqualTo(12));
    assertThat(read(options, found).rowsReturned()).isEqualTo(GROUP / 5);
    assertThat(found).hasSize(3);
  }

  @Test
  void dictionaries_leave_out_row_groups_without_a_value_that_passes() throws IOException {
    write(true);
    for (int number : new int[] {8, 18, 20}) {
      Map<String, RowFilter> equal = new HashMap<>(equal(number));
      // parquet-java gives fixed-size values of version 1 no dictionary.
      equal.remove("dec");
      for (RowFilter predicate : equal.values()) {
        assertThat(dictionaries(predicate)).as("%s", predicate).isEqualTo(2);
        assertThat(read(predicate, SkippingStep.DICTIONARIES).rowGroupsSkippedByDictionaries())
            .isEqualTo(2);
        assertThat(dictionaries(predicate.not())).as("not %s", predicate).isZero();
      }
    }
    Operand i = Operand.column("i");
    assertThat(dictionaries(i.isIn(List.of(0, 6, 12, 18, 24)).not())).isEqualTo(1);
    assertThat(dictionaries(i.isGreaterThan(18).and(i.isLessThan(20)))).isEqualTo(3);
    assertThat(dictionaries(i.isGreaterThan(18).and(i.isLessThan(21)))).isEqualTo(2);
    Operand text = Operand.column("s");
    assertThat(dictionaries(text.isEqualTo("sb").or(text.isNull()))).isZero();
    assertThat(dictionaries(text.isEqualTo("sb").or(text.isNull().not()).not())).isEqualTo(3);
    assertThat(dictionaries(Operand.column("tiny").isEqualTo(9))).isEqualTo(3);
  }

  /** As parquet-mr before 1.12 writes: the page is where the data pages are said to begin. */
  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1L << 40})
  void dictionaries_are_found_by_their_header_where_the_footer_does_not_say_where_they_are(
      long offset) throws IOException {
    write(true);
    rewrite(
        metadata -> {
          if (metadata.isSetDictionary_page_offset()) {
            metadata.setData_page_offset(metadata.getDictionary_page_offset());
            metadata.setDictionary_page_offset(offset);
            metadata.setDictionary_page_offsetIsSet(offset >= 0);
          }
        });
    for (Map.Entry<String, RowFilter> equal : equal(18).entrySet()) {
      if (!equal.getKey().equals("dec")) {
        ReadStatistics statistics = read(equal.getValue(), SkippingStep.DICTIONARIES);
        assertThat(statistics.rowGroupsSkippedByDictionaries()).as(equal.getKey()).isEqualTo(2);
        assertThat(statistics.rowsReturned()).isBetween(GROUP / 7L, GROUP / 5L);
      }
    }
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      ColumnChunkView chunk = FooterReader.defaults().read(file).footer().chunk(0, 1);
      bytes.seek(chunk.startOffset());
      bytes.write(new byte[] {0x15, 0, 0x15, 0, 0x15, 0, 0}); // a data page without its header
    }
    assertThatThrownBy(() -> read(Operand.column("i").isEqualTo(8), SkippingStep.DICTIONARIES))
        .isInstanceOf(CorruptPageException.class);
  }

  private long dictionaries(RowFilter filter) throws IOException {
    return skipped(filter, SkippingStep.DICTIONARIES);
  }

  @Test
  void dictionaries_that_leave_nothing_out_are_not_read_again() throws IOException {
    write(true);
    RowFilter all = Operand.column("i").isNotEqualTo(13);
    for (List<SkippingStep> others :
        List.of(List.<SkippingStep>of(), List.of(SkippingStep.PAGE_INDEXES))) {
      for (long window : new long[] {ParquetReadOptions.defaults().fetchBytes(), 1}) {
        Set<SkippingStep> used = EnumSet.of(SkippingStep.DICTIONARIES);
        used.addAll(others);
        ParquetReadOptions options =
            ParquetReadOptions.defaults()
                .withColumns(List.of("i"))
                .withFilter(all)
                .withFetchBytes(window);
        ReadStatistics with = read(options.withSkippingSteps(used), null);
        used.remove(SkippingStep.DICTIONARIES);
        ReadStatistics without = read(options.withSkippingSteps(used), null);

        assertThat(with.rowsReturned()).isEqualTo(ROWS);
        assertThat(with.probeBytesRead()).isPositive();
        assertThat(with.bytesRead() + with.probeBytesRead()).isEqualTo(without.bytesRead());
      }
    }
  }

  /** The page index leaves single pages, so that the dictionary is a part of its own. */
  @Test
  void dictionaries_are_not_read_again_beside_single_pages() throws IOException {
    file = directory.resolve("pages.parquet");
    // The dictionary comes first: between two ranges it would be read as their gap.
    MessageType schema =
        MessageTypeParser.parseMessageType("message m { required int32 i; required int64 id; }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(schema)
            .withPageRowCountLimit(GROUP / 10)
            .build()) {
      for (int row = 0; row < GROUP; row++) {
        writer.write(new SimpleGroup(schema).append("i", number(row)).append("id", (long) row));
      }
    }
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("i"))
            .withFilter(
                Operand.column("id")
                    .isLessThan(GROUP / 10L)
                    .and(Operand.column("i").isNotEqualTo(13)));
    Set<SkippingStep> pages = EnumSet.of(SkippingStep.PAGE_INDEXES);
    ReadStatistics without = read(options.withSkippingSteps(pages), null);
    pages.add(SkippingStep.DICTIONARIES);
    ReadStatistics with = read(options.withSkippingSteps(pages), null);

    assertThat(with.rowsReturned()).isEqualTo(GROUP / 10);
    assertThat(with.pagesSkipped()).isPositive().isEqualTo(without.pagesSkipped());
    assertThat(with.probeBytesRead()).isPositive();
    assertThat(with.bytesRead() + with.probeBytesRead()).isEqualTo(without.bytesRead());
  }

  @Test
  void dictionaries_of_shredded_paths_are_asked_where_all_rows_are_shredded() throws IOException {
    file = directory.resolve("variants.parquet");
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < 2 * JsonFile.ROW_GROUP; row++) {
      // One value that is not an integer keeps the second row group.
      String value = row == JsonFile.ROW_GROUP + 3 ? "\"x\"" : "" + row % 20 * 2;
      rows.add("{\"a\":" + value + "}");
    }
    JsonFile.write(file, rows, "struct<a: int>", allocator);
    ArrowType type = ArrowTypeText.parse("x", "bigint").getType();
    Operand path = VariantProjection.of("v", VariantPath.parse("$.a"), "x", type);

    assertThat(dictionaries(path.isEqualTo(7L))).isEqualTo(1);
    assertThat(dictionaries(path.isEqualTo(8L))).isZero();
  }

  @Test
  void dictionaries_of_chunks_with_other_pages_are_not_used() throws IOException {
    write(true);
    RowFilter filter = Operand.column("i").isEqualTo(9);
    assertThat(dictionaries(filter)).isEqualTo(3);
    // Pages that are not counted, and encodings that do not say which pages have them.
    rewrite(metadata -> metadata.unsetEncoding_stats());
    long without = dictionaries(filter);
    rewrite(metadata -> metadata.addToEncodings(Encoding.DELTA_BINARY_PACKED));
    assertThat(dictionaries(filter)).isZero();
    assertThat(without).isBetween(0L, 3L);
    write(true);
    rewrite(
        metadata ->
            metadata.getEncoding_stats().stream()
                .filter(stats -> stats.getPage_type() == PageType.DATA_PAGE)
                .forEach(stats -> stats.setEncoding(Encoding.PLAIN)));
    assertThat(dictionaries(filter)).isZero();
  }

  @Test
  void damaged_dictionaries_are_not_used_and_show_where_rows_are_read() throws IOException {
    write(true);
    byte[] whole = Files.readAllBytes(file);
    ColumnChunkView chunk = FooterReader.defaults().read(file).footer().chunk(0, 1);
    RowFilter filter = Operand.column("i").isEqualTo(12);
    ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter);
    for (long at = chunk.dictionaryPageOffset(); at < chunk.dataPageOffset(); at++) {
      byte[] damaged = whole.clone();
      damaged[(int) at] ^= 0x15;
      Files.write(file, damaged);
      try {
        assertThat(read(options, null).rowsReturned()).isEqualTo(GROUP / 5);
      } catch (CorruptPageException | CorruptFooterException e) {
        assertThat(e).hasMessageContaining(file.toString());
      }
    }
  }

  @Test
  void bloom_filters_of_the_corpus_are_used() throws IOException {
    file = OtherWritersFiles.corpus("data/data_index_bloom_encoding_stats.parquet");
    Operand text = Operand.column("String");
    ReadStatistics there = read(text.isEqualTo("Hello"), SkippingStep.BLOOM_FILTERS);
    assertThat(there.rowsReturned()).isEqualTo(1);
    ReadStatistics absent = read(text.isEqualTo("Hello!"), SkippingStep.BLOOM_FILTERS);
    assertThat(absent.rowGroupsSkippedByBloomFilters()).isEqualTo(1);
    assertThat(absent.bytesRead()).isZero();
  }

  private void rewrite(Consumer<ColumnMetaData> change) throws IOException {
    byte[] changed =
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer ->
                footer
                    .getRow_groups()
                    .forEach(group -> change.accept(group.getColumns().get(1).getMeta_data())));
    Files.write(file, changed);
  }
}
