// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.cli.Main;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.SecondEncodingCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Columns that are stored in ALP too, which an extension of their metadata says.
 *
 * @see SecondEncodingCodec
 * @see io.arrowparquet.parquet.internal.write.ColumnChunkWriter
 */
class SecondEncodingTest {
  private static final List<String> DUPLICATED =
      List.of("first", "price", "ratio", "list.list.element");
  private static final ParquetReadOptions FIRST_ONLY =
      ParquetReadOptions.defaults().withSecondEncodings(false);
  private static final ParquetReadOptions STRICT = ParquetReadOptions.defaults().withStrict(true);

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  private Path write(ParquetWriteOptions options) throws IOException {
    Path file = directory.resolve("duplicated.parquet");
    for (String column : DUPLICATED) {
      options = options.withDuplicateEncoding(column, ParquetEncoding.ALP);
    }
    DuplicatedFile.write(file, options, allocator);
    return file;
  }

  private Path writePlain() throws IOException {
    Path file = directory.resolve("plain.parquet");
    DuplicatedFile.write(file, DuplicatedFile.options(), allocator);
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "false, true, SNAPPY",
    "false, false, ZSTD",
    "true, true, UNCOMPRESSED",
    "true, false, GZIP",
  })
  void both_encodings_have_the_same_rows(boolean v2, boolean dictionary, ParquetCodec codec)
      throws IOException {
    Path plain = writePlain();
    Path file =
        write(
            DuplicatedFile.options()
                .withDataPageV2(v2)
                .withDictionary(dictionary)
                .withCodec(codec));

    Map<String, List<String>> expected =
        VectorEntries.read(plain, ParquetReadOptions.defaults(), allocator);
    assertThat(VectorEntries.read(file, STRICT, allocator)).isEqualTo(expected);
    assertThat(VectorEntries.read(file, FIRST_ONLY, allocator)).isEqualTo(expected);
  }

  static Stream<RowFilter> predicates() {
    Operand price = Operand.column("price");
    return Stream.of(
        price.isAtLeast(2500.0).and(price.isLessThan(2600.0)),
        price.isNull(),
        Operand.column("id").isAtLeast(3990L).and(Operand.column("id").isLessThan(4010L)),
        price.isLessThan(10.0).or(price.isGreaterThan(5900.0)));
  }

  @ParameterizedTest
  @MethodSource("predicates")
  void page_indexes_skip_pages_of_the_second_encoding(RowFilter predicate) throws IOException {
    Path file = write(DuplicatedFile.options());
    ParquetReadOptions options = STRICT.withFilter(predicate);

    Map<String, List<String>> rows = VectorEntries.read(file, options, allocator);
    assertThat(rows)
        .isNotEmpty()
        .isEqualTo(
            VectorEntries.read(
                file, options.withSkipping(false).withSecondEncodings(false), allocator));
    ReadStatistics second = statistics(file, options);
    ReadStatistics first = statistics(file, options.withSecondEncodings(false));
    assertThat(second.pagesSkipped()).isEqualTo(first.pagesSkipped());
    assertThat(second.pagesRead()).isEqualTo(first.pagesRead());
  }

  @Test
  void second_encodings_come_first_and_their_columns_last_but_for_the_first() throws IOException {
    FlatFooter footer = FooterReader.defaults().read(write(DuplicatedFile.options())).footer();

    assertThat(footer.rowGroupCount()).isEqualTo(2);
    long end = 4;
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      for (int column : new int[] {0, 2, 3, 4}) {
        ColumnChunk second = footer.chunk(group, column).secondEncoding();
        assertThat(second.metaData().dataPageOffset()).isEqualTo(end);
        assertThat(second.metaData().encodings()).startsWith(ParquetEncoding.ALP);
        assertThat(second.metaData().numValues())
            .isEqualTo(footer.chunk(group, column).numValues());
        assertThat(second.offsetIndexOffset())
            .isEqualTo(end + second.metaData().totalCompressedSize());
        end = second.offsetIndexOffset() + second.offsetIndexLength();
      }
      assertThat(footer.rowGroup(group).fileOffset()).isEqualTo(end);
      assertThat(footer.chunk(group, 1).secondEncoding()).isNull();
      for (int column : new int[] {0, 1, 2, 3, 4}) {
        ColumnChunkView chunk = footer.chunk(group, column);
        assertThat(chunk.startOffset()).as(footer.columnPath(column)).isEqualTo(end);
        end += chunk.totalCompressedSize();
      }
    }
  }

  @Test
  void other_columns_stand_before_those_with_a_second_encoding() throws IOException {
    Path file = directory.resolve("one.parquet");
    DuplicatedFile.write(
        file,
        DuplicatedFile.options().withDuplicateEncoding("price", ParquetEncoding.ALP),
        allocator);
    FlatFooter footer = FooterReader.defaults().read(file).footer();

    long end = footer.rowGroup(0).fileOffset();
    for (int column : new int[] {0, 1, 3, 4, 2}) {
      ColumnChunkView chunk = footer.chunk(0, column);
      assertThat(chunk.startOffset()).as(footer.columnPath(column)).isEqualTo(end);
      end += chunk.totalCompressedSize();
    }
    assertThat(VectorEntries.read(file, STRICT, allocator))
        .isEqualTo(VectorEntries.read(writePlain(), STRICT, allocator));
  }

  @ParameterizedTest
  @EnumSource(
      value = FooterLayout.class,
      names = {"SPEC", "PAR3"})
  void footers_of_our_schema_keep_them(FooterLayout layout) throws IOException {
    Path plain = write(DuplicatedFile.options());
    Map<String, List<String>> expected = VectorEntries.read(plain, STRICT, allocator);
    byte[] bytes = Files.readAllBytes(plain);
    Path attached = write(DuplicatedFile.options().withFooter(layout));
    FlatFooter footer = FooterReader.defaults().read(attached).footer();

    assertThat(footer.chunk(0, 2).secondEncoding()).isNotNull();
    assertThat(footer.chunk(0, 2).extension().length()).isGreaterThan(28);
    assertThat(VectorEntries.read(attached, STRICT, allocator)).isEqualTo(expected);
    Path stripped = directory.resolve("stripped.parquet");
    FooterStripper.defaults().strip(attached, stripped);
    assertThat(Files.readAllBytes(stripped)).isEqualTo(bytes);
  }

  /** Its schema has no place for them; the Thrift footer keeps them. */
  @Test
  void the_footer_of_arrow_cpp_leads_to_the_first_encodings() throws IOException {
    byte[] bytes = Files.readAllBytes(write(DuplicatedFile.options()));
    Path attached = write(DuplicatedFile.options().withFooter(FooterLayout.ARROW_CPP));

    assertThat(FooterReader.defaults().read(attached).footer().chunk(0, 2).secondEncoding())
        .isNull();
    assertThat(
            FooterReader.defaults()
                .withThriftOnly(true)
                .read(attached)
                .footer()
                .chunk(0, 2)
                .secondEncoding())
        .isNotNull();
    assertThat(VectorEntries.read(attached, STRICT, allocator))
        .isEqualTo(VectorEntries.read(writePlain(), STRICT, allocator));
    Path stripped = directory.resolve("stripped.parquet");
    FooterStripper.defaults().strip(attached, stripped);
    assertThat(Files.readAllBytes(stripped)).isEqualTo(bytes);
  }

  @Test
  void a_name_of_the_program_does_not_lose_them() throws IOException {
    FlatFooter footer =
        FooterReader.defaults()
            .read(write(DuplicatedFile.options().withCreatedBy("someone")))
            .footer();

    assertThat(footer.createdBy()).isEqualTo("someone");
    assertThat(footer.chunk(1, 4).secondEncoding()).isNotNull();
  }

  @Test
  void a_damaged_extension_is_passed_over_and_refused_by_strict_readers() throws IOException {
    Path file = write(DuplicatedFile.options());
    Map<String, List<String>> rows = VectorEntries.read(file, STRICT, allocator);
    byte[] bytes = Files.readAllBytes(file);
    bytes[lastExtension(bytes) - 20] ^= 1;
    Files.write(file, bytes);

    assertThat(VectorEntries.read(file, ParquetReadOptions.defaults(), allocator)).isEqualTo(rows);
    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      while (reader.loadNextBatch()) {
        reader.getVectorSchemaRoot();
      }
      assertThat(reader.diagnostics())
          .singleElement()
          .asString()
          .startsWith("column list.list.element, row group 1: ")
          .contains("of a second encoding");
    }
    assertThatThrownBy(() -> VectorEntries.read(file, STRICT, allocator))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("second encoding");
  }

  /** Where the id of the last extension begins. */
  private static int lastExtension(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    for (int at = file.length - 16; at > 0; at--) {
      if (bytes.getLong(at) == SecondEncodingCodec.ID.getMostSignificantBits()
          && bytes.getLong(at + 8) == SecondEncodingCodec.ID.getLeastSignificantBits()) {
        return at;
      }
    }
    throw new AssertionError("no extension");
  }

  @Test
  void the_second_encoding_is_what_is_read() throws IOException {
    Path file = write(DuplicatedFile.options());
    Map<String, List<String>> rows = VectorEntries.read(file, STRICT, allocator);
    byte[] bytes = Files.readAllBytes(file);
    bytes[200] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> VectorEntries.read(file, ParquetReadOptions.defaults(), allocator))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("column first");
    assertThat(VectorEntries.read(file, FIRST_ONLY, allocator)).isEqualTo(rows);
  }

  @Test
  void a_second_encoding_that_does_not_fit_the_file_is_refused() throws IOException {
    Path file = write(DuplicatedFile.options());
    Path shorter = directory.resolve("shorter.parquet");
    byte[] bytes = Files.readAllBytes(file);
    // The chunks' offsets point beyond where the pages are now.
    int footerStart = (int) FooterReader.defaults().read(file).footerOffset();
    ByteBuffer tail = ByteBuffer.wrap(bytes, footerStart, bytes.length - footerStart);
    Files.write(
        shorter, ByteBuffer.allocate(tail.remaining() + 4).put(bytes, 0, 4).put(tail).array());

    assertThatThrownBy(() -> VectorEntries.read(shorter, STRICT, allocator))
        .isInstanceOf(CorruptFooterException.class);
  }

  /** As other writers store them: the second encodings become the only ones. */
  @Test
  void columns_that_are_in_alp_alone_are_read() throws IOException {
    Path file = write(DuplicatedFile.options());
    Map<String, List<String>> rows = VectorEntries.read(file, STRICT, allocator);
    FlatFooter footer = FooterReader.defaults().read(file).footer();
    byte[] rewritten =
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            metadata -> {
              for (int group = 0; group < footer.rowGroupCount(); group++) {
                for (int column : new int[] {0, 2, 3, 4}) {
                  moveTo(
                      footer.chunk(group, column).secondEncoding(),
                      metadata.getRow_groups().get(group).getColumns().get(column));
                }
              }
            });
    Path alone = Files.write(directory.resolve("alone.parquet"), rewritten);

    assertThat(FooterReader.defaults().read(alone).footer().chunk(0, 2).extension()).isNull();
    assertThat(VectorEntries.read(alone, STRICT, allocator)).isEqualTo(rows);
    ParquetReadOptions some =
        STRICT.withFilter(Operand.column("price").isAtLeast(2500.0)).withBatchSize(77);
    assertThat(VectorEntries.read(alone, some, allocator))
        .isEqualTo(VectorEntries.read(file, some.withSecondEncodings(false), allocator));
    assertThat(statistics(alone, some).pagesSkipped()).isPositive();
  }

  private static void moveTo(ColumnChunk second, org.apache.parquet.format.ColumnChunk chunk) {
    chunk
        .setOffset_index_offset(second.offsetIndexOffset())
        .setOffset_index_length(second.offsetIndexLength());
    chunk.getMeta_data().unsetDictionary_page_offset();
    chunk.getMeta_data().unsetEncoding_stats();
    chunk
        .getMeta_data()
        .setData_page_offset(second.metaData().dataPageOffset())
        .setTotal_compressed_size(second.metaData().totalCompressedSize())
        .setTotal_uncompressed_size(second.metaData().totalUncompressedSize())
        .setCodec(org.apache.parquet.format.CompressionCodec.UNCOMPRESSED);
  }

  @Test
  void inspect_shows_them() throws IOException {
    Path file = write(DuplicatedFile.options());

    assertThat(inspect(file, "--columns", "first,id"))
        .containsPattern("first: DOUBLE SNAPPY.*; second encoding ALP, [0-9]+ bytes at 4")
        .containsPattern("(?m)id: INT64 SNAPPY.*plain\\)$");
    assertThat(inspect(file, "--json", "--columns", "price"))
        .containsPattern("(?s)\"second_encoding\" : .*\"ALP\", \"RLE\".*\"data_page_offset\"");

    byte[] bytes = Files.readAllBytes(file);
    bytes[lastExtension(bytes) - 20] ^= 1;
    Files.write(file, bytes);
    assertThat(inspect(file)).contains("; damaged second encoding: ");
    assertThat(inspect(file, "--json")).contains("\"second_encoding\"", "\"extension\"");
  }

  private static String inspect(Path file, String... options) {
    StringWriter out = new StringWriter();
    List<String> args = new ArrayList<>(List.of("footer", "inspect", file.toString()));
    args.addAll(List.of(options));
    assertThat(
            Main.run(
                new PrintWriter(out),
                new PrintWriter(new StringWriter()),
                args.toArray(String[]::new)))
        .isZero();
    return out.toString();
  }

  @Test
  void columns_that_cannot_have_one_are_refused() {
    assertThatThrownBy(
            () -> write(DuplicatedFile.options().withDuplicateEncoding("id", ParquetEncoding.ALP)))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("column id")
        .hasMessageContaining("INT64");
    assertThatThrownBy(
            () ->
                write(
                    DuplicatedFile.options().withDuplicateEncoding("no.such", ParquetEncoding.ALP)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("no.such");
    assertThatThrownBy(
            () ->
                DuplicatedFile.options()
                    .withDuplicateEncoding("price", ParquetEncoding.BYTE_STREAM_SPLIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose ALP");
  }

  private ReadStatistics statistics(Path file, ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        reader.getVectorSchemaRoot();
      }
      return reader.statistics();
    }
  }
}
