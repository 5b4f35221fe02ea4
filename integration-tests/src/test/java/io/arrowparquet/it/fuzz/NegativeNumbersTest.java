// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterSizes;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.it.examples.EventFile;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.ConversionException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Footers whose sizes, counts and offsets are negative or far too large: Thrift can hold such
 * numbers, so each use checks them.
 */
class NegativeNumbersTest {
  private static final int TAIL = 8;

  @TempDir Path folder;
  private byte[] plain;

  @BeforeEach
  void write() throws IOException {
    plain = Files.readAllBytes(EventFile.write(folder.resolve("events.parquet")));
  }

  static Stream<Map.Entry<String, Consumer<FileMetaData>>> mutations() {
    Map<String, Consumer<FileMetaData>> all = new LinkedHashMap<>();
    for (long value : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      addFile(all, value);
      addRowGroup(all, value);
      addChunk(all, value);
      addMetaData(all, value);
    }
    return all.entrySet().stream();
  }

  /** The number as far as it fits: -1, or the least or the largest of fewer bits. */
  private static int asInt(long value) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
  }

  private static void addFile(Map<String, Consumer<FileMetaData>> all, long value) {
    all.put("version " + value, file -> file.setVersion(asInt(value)));
    all.put("num_rows " + value, file -> file.setNum_rows(value));
    all.put("num_children " + value, file -> leaf(file, 0).setNum_children(asInt(value)));
    all.put("leaf num_children " + value, file -> leaf(file, 1).setNum_children(asInt(value)));
    all.put("type_length " + value, file -> leaf(file, 1).setType_length(asInt(value)));
    all.put("precision " + value, file -> leaf(file, 1).setPrecision(asInt(value)));
    all.put("scale " + value, file -> leaf(file, 1).setScale(asInt(value)));
    all.put("field_id " + value, file -> leaf(file, 1).setField_id(asInt(value)));
  }

  private static SchemaElement leaf(FileMetaData file, int element) {
    return file.getSchema().get(element);
  }

  private static void addRowGroup(Map<String, Consumer<FileMetaData>> all, long value) {
    all.put("total_byte_size " + value, file -> group(file).setTotal_byte_size(value));
    all.put("group num_rows " + value, file -> group(file).setNum_rows(value));
    all.put("group file_offset " + value, file -> group(file).setFile_offset(value));
    all.put("group compressed " + value, file -> group(file).setTotal_compressed_size(value));
    all.put("ordinal " + value, file -> group(file).setOrdinal((short) value));
    all.put(
        "column_idx " + value,
        file -> group(file).addToSorting_columns(new SortingColumn(asInt(value), true, true)));
  }

  private static RowGroup group(FileMetaData file) {
    return file.getRow_groups().get(0);
  }

  private static void addChunk(Map<String, Consumer<FileMetaData>> all, long value) {
    all.put("file_offset " + value, file -> chunk(file).setFile_offset(value));
    all.put("offset index at " + value, file -> chunk(file).setOffset_index_offset(value));
    all.put("offset index of " + value, file -> chunk(file).setOffset_index_length(asInt(value)));
    all.put("column index at " + value, file -> chunk(file).setColumn_index_offset(value));
    all.put("column index of " + value, file -> chunk(file).setColumn_index_length(asInt(value)));
  }

  private static ColumnChunk chunk(FileMetaData file) {
    return group(file).getColumns().get(0);
  }

  private static void addMetaData(Map<String, Consumer<FileMetaData>> all, long value) {
    all.put("num_values " + value, file -> metaData(file).setNum_values(value));
    all.put("uncompressed " + value, file -> metaData(file).setTotal_uncompressed_size(value));
    all.put("compressed " + value, file -> metaData(file).setTotal_compressed_size(value));
    all.put("data page at " + value, file -> metaData(file).setData_page_offset(value));
    all.put("index page at " + value, file -> metaData(file).setIndex_page_offset(value));
    all.put("dictionary at " + value, file -> metaData(file).setDictionary_page_offset(value));
    all.put("bloom filter at " + value, file -> metaData(file).setBloom_filter_offset(value));
    all.put(
        "bloom filter of " + value, file -> metaData(file).setBloom_filter_length(asInt(value)));
    all.put("null_count " + value, file -> statistics(file).setNull_count(value));
    all.put("distinct_count " + value, file -> statistics(file).setDistinct_count(value));
    all.put("page count " + value, file -> pages(file).setCount(asInt(value)));
  }

  private static ColumnMetaData metaData(FileMetaData file) {
    return chunk(file).getMeta_data();
  }

  private static Statistics statistics(FileMetaData file) {
    return metaData(file).getStatistics();
  }

  private static PageEncodingStats pages(FileMetaData file) {
    return metaData(file).getEncoding_stats().get(0);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mutations")
  void every_user_of_the_footer_takes_it_or_says_what_is_wrong(
      Map.Entry<String, Consumer<FileMetaData>> mutation) throws Exception {
    byte[] thrift = mutated(mutation.getValue());
    Path file = folder.resolve("mutated.parquet");
    Files.write(file, asFile(thrift));

    takesOrRefuses(() -> FooterSizes.ofThrift(thrift));
    takesOrRefuses(() -> use(FooterReader.defaults().read(file)));
    takesOrRefuses(() -> readRows(file));
    takesOrRefuses(() -> attachAndStrip(file));
  }

  private void attachAndStrip(Path file) throws Exception {
    Path attached = folder.resolve("attached.parquet");
    Path stripped = folder.resolve("stripped.parquet");
    FooterAttacher.defaults().withOverwrite(true).attach(file, attached);
    FooterVerifier.defaults().verify(attached);
    use(FooterReader.defaults().withStrict(true).read(attached));
    takesOrRefuses(() -> readRows(attached));
    FooterStripper.defaults().withOverwrite(true).strip(attached, stripped);
    assertThat(stripped).hasSameBinaryContentAs(file);
  }

  private static void use(ParquetFooter read) throws Exception {
    FooterWalk.over(read.footer());
    FooterSizes.ofFlatBuffer(read.footer().flatbuffer());
    takesOrRefuses(() -> ArrowSchema.of(read.footer()));
    takesOrRefuses(() -> ParquetJavaMetadata.of(read).toParquetMetadata());
  }

  private static void readRows(Path file) throws Exception {
    try (BufferAllocator allocator = new RootAllocator(64 << 20);
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isNotNegative();
      }
    }
  }

  /** Something that may find the footer wrong. */
  @FunctionalInterface
  private interface Use {
    void run() throws Exception;
  }

  private static void takesOrRefuses(Use use) throws Exception {
    try {
      use.run();
    } catch (CorruptFooterException
        | CorruptPageException
        | ConversionException
        | UnsupportedColumnException e) {
      assertThat(e).hasMessageContaining("expected");
    }
  }

  private byte[] mutated(Consumer<FileMetaData> mutation) throws IOException {
    int end = plain.length - TAIL;
    int start = end - ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    FileMetaData model =
        Util.readFileMetaData(new ByteArrayInputStream(Arrays.copyOfRange(plain, start, end)));
    mutation.accept(model);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(model, out);
    return out.toByteArray();
  }

  private byte[] asFile(byte[] thrift) {
    int end = plain.length - TAIL;
    int pages = end - ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    return ByteBuffer.allocate(pages + thrift.length + TAIL)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(plain, 0, pages)
        .put(thrift)
        .putInt(thrift.length)
        .put("PAR1".getBytes(StandardCharsets.US_ASCII))
        .array();
  }
}
