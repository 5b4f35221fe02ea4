// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What other writers put into files: read entry for entry as parquet-java reads it.
 *
 * @see ParquetArrowReader
 */
class OtherWritersTest {
  private static final int ROWS = 250;

  private static final String TIMES =
      """
      optional int32 time_ms (TIME(MILLIS,true));
      required int64 time_us (TIME(MICROS,false));
      optional int64 time_ns (TIME(NANOS,true));
      required int64 ms (TIMESTAMP(MILLIS,false));
      optional int64 us (TIMESTAMP(MICROS,false));
      optional int64 ns (TIMESTAMP(NANOS,true));
      optional int96 legacy;
      """;

  private static final String NUMBERS =
      """
      optional int32 u8 (INTEGER(8,false));
      required int32 u16 (INTEGER(16,false));
      optional int32 u32 (INTEGER(32,false));
      optional int64 u64 (INTEGER(64,false));
      optional int32 i16 (INTEGER(16,true));
      optional fixed_len_byte_array(2) half (FLOAT16);
      optional int32 d32 (DECIMAL(5,2));
      optional int64 d64 (DECIMAL(12,0));
      required fixed_len_byte_array(4) fixed4 (DECIMAL(9,9));
      optional binary bytes (DECIMAL(38,18));
      """;

  private static final String BYTES =
      """
      optional binary json (JSON);
      required binary bson (BSON);
      optional binary kind (ENUM);
      optional fixed_len_byte_array(12) interval (INTERVAL);
      optional fixed_len_byte_array(16) id (UUID);
      optional binary geometry (GEOMETRY(OGC:CRS84));
      optional binary geography (GEOGRAPHY(OGC:CRS84,SPHERICAL));
      optional int32 nothing (UNKNOWN);
      required fixed_len_byte_array(1) one;
      """;

  /** Null and empty at every level. */
  private static final String NESTED =
      """
      optional group ll (LIST) { repeated group list {
        optional group element (LIST) { repeated group list { optional binary element (STRING); } }
      } }
      optional group lm (LIST) { repeated group list {
        optional group element (MAP) { repeated group key_value {
          required int32 key;
          optional group value (LIST) { repeated group list { optional double element; } }
        } }
      } }
      optional group ls (LIST) { repeated group list {
        optional group element {
          optional int64 a;
          optional group b { required boolean c; optional group d (LIST) {
            repeated group list { optional group element { optional int32 e; } } } }
        }
      } }
      optional group mm (MAP) { repeated group key_value {
        required binary key (STRING);
        optional group value (MAP) { repeated group key_value {
          required binary key (STRING); optional int32 value; } }
      } }
      optional group s { optional group t { optional group u (LIST) {
        repeated group list { optional int32 element; } } repeated group bare { repeated int32 x; } } }
      """;

  /** Lists and maps from before there were rules for them. */
  private static final String LEGACY =
      """
      optional group two (LIST) { repeated int32 element; }
      required group avro (LIST) { repeated group array { optional int32 x; } }
      optional group thrift (LIST) { repeated group thrift_tuple { optional binary x; } }
      optional group pair (LIST) { repeated group p { required int32 x; optional int32 y; } }
      optional group hive (LIST) { repeated group bag { optional int32 array_element; } }
      optional group inner (LIST) { repeated group array (LIST) { repeated int32 array; } }
      optional group old (MAP_KEY_VALUE) { repeated group map {
        required binary key (STRING); optional int32 value; } }
      optional group kv (MAP) { repeated group map (MAP_KEY_VALUE) {
        required binary key (STRING); optional int32 value; } }
      optional group set (MAP) { repeated group key_value { required binary key (STRING); } }
      repeated group bare { optional int32 x; repeated binary y; }
      """;

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void name_the_file() {
    file = directory.resolve("other.parquet");
  }

  static Stream<Arguments> schemasAndForms() {
    Map<String, UnaryOperator<ExampleParquetWriter.Builder>> forms =
        Map.of(
            "version 1", writer -> writer,
            "version 2, no dictionary",
                writer ->
                    writer
                        .withWriterVersion(WriterVersion.PARQUET_2_0)
                        .withDictionaryEncoding(false)
                        .withCompressionCodec(CompressionCodecName.ZSTD),
            "pages of one row", writer -> writer.withPageRowCountLimit(1));
    return Map.of(
            "times", TIMES, "numbers", NUMBERS, "bytes", BYTES, "nested", NESTED, "legacy", LEGACY)
        .entrySet()
        .stream()
        .flatMap(
            schema ->
                forms.entrySet().stream()
                    .map(
                        form ->
                            Arguments.of(
                                schema.getKey(),
                                form.getKey(),
                                schema.getValue(),
                                form.getValue())));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("schemasAndForms")
  void entries_are_those_that_parquet_java_reads(
      String name, String form, String schema, UnaryOperator<ExampleParquetWriter.Builder> how)
      throws IOException {
    RandomFile.write(file, message(schema), ROWS, 7, how);

    requireEntriesOfParquetJava();
  }

  @Test
  void byte_stream_split_is_read_for_every_type_of_fixed_length() throws IOException {
    String columns =
        """
        required int32 i; optional int64 l; optional float f; required double d;
        optional fixed_len_byte_array(2) half (FLOAT16); required fixed_len_byte_array(5) x;
        optional fixed_len_byte_array(9) dec (DECIMAL(20,3)); optional int32 d32 (DECIMAL(9,2));
        """;
    MessageType schema = message(columns);
    RandomFile.write(
        file,
        schema,
        ROWS,
        7,
        writer -> {
          writer.withDictionaryEncoding(false);
          schema
              .getColumns()
              .forEach(column -> writer.withByteStreamSplitEncoding(column.getPath()[0], true));
          return writer;
        });

    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      assertThat(reader.getRowGroups().get(0).getColumns())
          .allMatch(chunk -> chunk.getEncodings().contains(Encoding.BYTE_STREAM_SPLIT));
    }
    requireEntriesOfParquetJava();
  }

  @Test
  void columns_of_nothing_but_nulls_are_read() throws IOException {
    // Rows from number 80 to 119 are null in every column that can be.
    RandomFile.write(
        file, message(TIMES + NESTED), 120, 7, writer -> writer.withRowGroupRowCountLimit(40));

    requireEntriesOfParquetJava();
  }

  @Test
  void files_without_rows_have_no_batches() throws IOException {
    RandomFile.write(file, message(NUMBERS + NESTED), 0, 7, writer -> writer);

    assertThat(read(ParquetReadOptions.defaults())).isEmpty();
  }

  private void requireEntriesOfParquetJava() throws IOException {
    Map<String, List<String>> expected = ColumnEntries.read(file);
    assertThat(expected).isNotEmpty();
    for (int batchSize : new int[] {1, 64, 5000}) {
      Map<String, List<String>> found =
          read(ParquetReadOptions.defaults().withBatchSize(batchSize));
      expected.forEach(
          (column, entries) ->
              assertThat(found.get(column))
                  .as("%s in batches of %d", column, batchSize)
                  .isEqualTo(entries));
    }
  }

  /** What a scan holds at once is estimated by the sizes in the footer. */
  @Test
  void a_scan_refuses_sizes_that_cannot_be() throws IOException {
    RandomFile.write(file, message(NUMBERS), 60, 7, writer -> writer);
    byte[] bytes =
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer ->
                footer
                    .getRow_groups()
                    .get(0)
                    .getColumns()
                    .forEach(
                        chunk -> chunk.getMeta_data().setTotal_compressed_size(Long.MAX_VALUE)));
    Files.write(file, bytes);
    ParquetScanOptions options = ParquetScanOptions.defaults();
    try (ParquetScan scan =
        ParquetFileSet.open(List.of(file)).scan(options, Runnable::run, allocator)) {
      assertThatThrownBy(scan::next)
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("place of column u8, row group 0");
    }
  }

  @Test
  void row_groups_without_rows_are_passed_over() throws IOException {
    RandomFile.write(file, message(NUMBERS + NESTED), 60, 7, writer -> writer);
    final Map<String, List<String>> expected = read(ParquetReadOptions.defaults());
    byte[] bytes =
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer -> {
              RowGroup empty = new RowGroup(footer.getRow_groups().get(0));
              empty.setNum_rows(0).setTotal_byte_size(0).setTotal_compressed_size(0);
              empty.getColumns().forEach(chunk -> makeEmpty(chunk.getMeta_data()));
              footer.getRow_groups().add(0, empty);
              footer.getRow_groups().add(2, empty);
              footer.getRow_groups().add(empty);
            });
    Files.write(file, bytes);

    assertThat(read(ParquetReadOptions.defaults())).isEqualTo(expected);
    assertThat(read(ParquetReadOptions.defaults().withRowGroups(List.of(0, 2, 4)))).isEmpty();
  }

  private static void makeEmpty(ColumnMetaData chunk) {
    chunk.setNum_values(0).setTotal_compressed_size(0).setTotal_uncompressed_size(0);
  }

  /** The format forbids null keys, whatever the schema says. */
  @Test
  void optional_keys_of_maps_are_read_unless_one_is_null() throws IOException {
    String map =
        "required group m (MAP) { repeated group key_value {"
            + " optional int32 key; required int32 value; } }";
    MessageType schema = message(map);
    for (boolean isNull : new boolean[] {false, true}) {
      try (ParquetWriter<Group> writer =
          ExampleParquetWriter.builder(new LocalOutputFile(file))
              .withType(schema)
              .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
              .build()) {
        for (int row = 0; row < 3; row++) {
          Group group = new SimpleGroup(schema);
          Group entry = group.addGroup("m").addGroup("key_value").append("value", row);
          if (!isNull || row != 1) {
            entry.append("key", 10 * row);
          }
          writer.write(group);
        }
      }
      if (isNull) {
        assertThatThrownBy(() -> read(ParquetReadOptions.defaults()))
            .isInstanceOf(CorruptPageException.class)
            .hasMessageContaining("column m.key_value.key")
            .hasMessageContaining("null");
      } else {
        assertThat(read(ParquetReadOptions.defaults())).isEqualTo(ColumnEntries.read(file));
      }
    }
  }

  /** Compressed, says their header, and there is nothing to decompress. */
  @ParameterizedTest
  @MethodSource("compressingCodecs")
  void pages_without_values_need_not_be_compressed(CompressionCodecName codec) throws IOException {
    try (HandMadeFile made = new HandMadeFile(file, "optional int32 i;")) {
      made.startRowGroup(5);
      made.startColumn(5, codec);
      made.rawPageV2(new int[3], new int[3], BytesInput.empty(), 0, 3);
      made.rawPageV2(new int[0], new int[0], BytesInput.empty(), 0, 0);
      made.rawPageV2(new int[2], new int[2], BytesInput.empty(), 0, 2);
      end(made);
    }

    assertThat(read(ParquetReadOptions.defaults()))
        .containsEntry("i", List.of("0/0", "0/0", "0/0", "0/0", "0/0"));
  }

  static List<CompressionCodecName> compressingCodecs() {
    return List.of(
        CompressionCodecName.SNAPPY,
        CompressionCodecName.GZIP,
        CompressionCodecName.ZSTD,
        CompressionCodecName.LZ4,
        CompressionCodecName.LZ4_RAW,
        CompressionCodecName.BROTLI);
  }

  @Test
  void a_page_may_be_several_gzip_members() throws IOException {
    byte[] plain = HandMadeFile.plain(1, 2, 3, 4);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int start = 0; start < plain.length; start += 5) {
      try (OutputStream member = new GZIPOutputStream(members)) {
        member.write(plain, start, Math.min(5, plain.length - start));
      }
    }
    try (HandMadeFile made = new HandMadeFile(file, "required int32 i;")) {
      made.startRowGroup(4);
      made.startColumn(4, CompressionCodecName.GZIP);
      BytesInput page = BytesInput.from(members.toByteArray());
      made.rawPage(4, plain.length, page, Encoding.PLAIN);
      end(made);
    }

    assertThat(read(ParquetReadOptions.defaults()))
        .containsEntry("i", List.of("0/0=1", "0/0=2", "0/0=3", "0/0=4"));
  }

  @Test
  void delta_lengths_are_read() throws IOException {
    List<String> texts = List.of("", "one", "two or more", "", "three");
    DeltaLengthByteArrayValuesWriter values =
        new DeltaLengthByteArrayValuesWriter(64, 64, HeapByteBufferAllocator.getInstance());
    texts.forEach(text -> values.writeBytes(Binary.fromString(text)));
    BytesInput page = values.getBytes();
    try (HandMadeFile made = new HandMadeFile(file, "required binary s (STRING);")) {
      made.startRowGroup(texts.size());
      made.startColumn(texts.size(), CompressionCodecName.UNCOMPRESSED);
      made.rawPage(texts.size(), (int) page.size(), page, Encoding.DELTA_LENGTH_BYTE_ARRAY);
      end(made);
    }
    values.close();

    assertThat(read(ParquetReadOptions.defaults())).isEqualTo(ColumnEntries.read(file));
    assertThat(read(ParquetReadOptions.defaults()).get("s"))
        .hasSize(texts.size())
        .contains("0/0=" + hex("two or more"));
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(UTF_8));
  }

  private static void end(HandMadeFile made) throws IOException {
    made.endColumn();
    made.endRowGroup();
  }

  private static MessageType message(String fields) {
    return MessageTypeParser.parseMessageType("message m { " + fields + " }");
  }

  private Map<String, List<String>> read(ParquetReadOptions options) throws IOException {
    return VectorEntries.read(file, options, allocator);
  }
}
