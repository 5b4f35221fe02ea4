// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where old writers did otherwise than the format says, their files are read all the same.
 *
 * @see io.arrowparquet.footer.internal.statistics.WriterQuirks
 */
class OldWritersTest {
  private static final String OLD = "parquet-mr version 1.2.8 (build 0)";

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void name_the_file() {
    file = directory.resolve("old.parquet");
  }

  /** Thrift has no absent strings in some languages: an empty name is none. */
  @Test
  void an_empty_name_of_a_file_is_this_file() throws IOException {
    writeDictionaryEncoded();
    final Map<String, List<String>> expected = read();

    rewrite(footer -> chunks(footer).forEach(chunk -> chunk.setFile_path("")));

    assertThat(read()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {OLD, "parquet-mr version 1.2.8-SNAPSHOT", "parquet-mr version 1.0.0"})
  void a_chunk_may_be_longer_by_the_header_that_was_not_counted(String writer) throws IOException {
    writeDictionaryEncoded();
    final Map<String, List<String>> expected = read();

    rewrite(footer -> shorten(footer, writer));

    assertThat(read()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parquet-mr version 1.2.9 (build 0)",
        "parquet-mr version 1.18.1",
        "parquet-mr",
        "impala version 1.0",
        ""
      })
  void a_chunk_of_another_writer_is_as_long_as_it_says(String writer) throws IOException {
    writeDictionaryEncoded();

    rewrite(footer -> shorten(footer, writer));

    assertThatThrownBy(this::read).hasMessageContaining("column i, row group 0");
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void deltas_of_byte_arrays_go_on_from_page_to_page(boolean fixed) throws IOException {
    writeDeltas(fixed);
    rewrite(footer -> footer.setCreated_by("parquet-mr version 1.6.0 (build 0)"));

    assertThat(read()).isEqualTo(ColumnEntries.read(file));
    assertThat(read())
        .containsEntry("s", List.of("0/0=616263", "0/0=616264", "0/0=616265", "0/0=616265"));

    rewrite(footer -> footer.setCreated_by("parquet-mr version 1.8.0 (build 0)"));
    assertThatThrownBy(this::read)
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("length of a prefix: found 2, expected 0 to 0");
  }

  /** With and without checksums and content size; a raw block, and one that refers back to it. */
  @ParameterizedTest
  @ValueSource(ints = {0x60, 0x40, 0x5C})
  void lz4_pages_may_be_in_frames_of_lz4(int flags) throws IOException {
    boolean blockChecksum = (flags & 0x10) != 0;
    ByteBuffer frame = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0x184D2204).put((byte) flags).put((byte) 0x40);
    if ((flags & 0x08) != 0) {
      frame.putLong(28);
    }
    frame.put((byte) 0x82);
    frame.putInt(8 | Integer.MIN_VALUE).put(HandMadeFile.plain(1, 2));
    if (blockChecksum) {
      frame.putInt(0);
    }
    // Nothing new and 12 bytes from 8 bytes back; then 8 bytes, and the block is at its end.
    ByteBuffer block = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    block.put((byte) 0x08).putShort((short) 8).put((byte) 0x80).put(HandMadeFile.plain(3, 4));
    frame.putInt(block.capacity()).put(block.array());
    if (blockChecksum) {
      frame.putInt(0);
    }
    frame.putInt(0);
    if ((flags & 0x04) != 0) {
      frame.putInt(0);
    }
    writeLz4(BytesInput.from(frame.flip()), 28);

    assertThat(read().get("i"))
        .containsExactly("0/0=1", "0/0=2", "0/0=1", "0/0=2", "0/0=1", "0/0=3", "0/0=4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "04224d18604082ffffff7f00000000", // a block beyond the input
        "04224d18204082000000000000", // another version
        "04224d186140820000000000000000", // a dictionary
        "04224d186040820400000000010000000000", // a match before the start
        "04224d186040820300000000000000000000", // a match at no distance
        "04224d18604082", // no end
        "04224d1860408206000000ffffffffffff00000000", // endless literals
      })
  void damaged_frames_of_lz4_are_corrupt(String hex) throws IOException {
    writeLz4(BytesInput.from(HexFormat.of().parseHex(hex)), 28);

    assertThatThrownBy(this::read)
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("LZ4 data of a page");
  }

  @Test
  void pages_of_old_arrow_cpp_are_compressed_whatever_they_say() throws IOException {
    RandomFile.write(
        file,
        MessageTypeParser.parseMessageType("message m { required int32 i; optional binary s; }"),
        500,
        7,
        writer ->
            writer
                .withWriterVersion(WriterVersion.PARQUET_2_0)
                .withCompressionCodec(CompressionCodecName.GZIP));
    final Map<String, List<String>> expected = read();
    changeHeaders(
        header -> {
          if (header.isSetData_page_header_v2()) {
            header.getData_page_header_v2().setIs_compressed(false);
          }
        });

    rewrite(footer -> footer.setCreated_by("parquet-cpp version 1.5.1-SNAPSHOT"));
    assertThat(read()).isEqualTo(expected);

    rewrite(footer -> footer.setCreated_by("parquet-cpp version 2.0.0"));
    assertThatThrownBy(this::read)
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("uncompressed_page_size");
  }

  @Test
  void a_crc_of_zero_is_none_where_the_writer_knows_no_other() throws IOException {
    RandomFile.write(
        file,
        MessageTypeParser.parseMessageType("message m { required int32 i; }"),
        500,
        7,
        writer -> writer.withPageWriteChecksumEnabled(true));
    final Map<String, List<String>> expected = read();

    rewrite(footer -> footer.setCreated_by("Parquet.jl 0.6.0"));
    assertThat(read()).isEqualTo(expected);
    changeHeaders(header -> header.setCrc(1));
    assertThatThrownBy(this::read).isInstanceOf(CorruptPageException.class);
    changeHeaders(header -> header.setCrc(0));
    assertThat(read()).isEqualTo(expected);

    rewrite(footer -> footer.setCreated_by("parquet-mr version 1.18.1"));
    assertThatThrownBy(this::read)
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("expected 0x00000000, as its header says");
  }

  @Test
  void files_of_these_writers_are_read() throws IOException {
    file = OtherWritersFiles.find("pages_v2_is_compressed_false.parquet");
    assertThat(read().values()).isNotEmpty().allMatch(column -> column.size() == 5);

    file = OtherWritersFiles.find("parquet_jl_crc_zero.parquet");
    assertThat(read()).isEqualTo(ColumnEntries.read(file));
  }

  /** Changes the header of each page; what that makes it shorter becomes a field of no meaning. */
  private void changeHeaders(Consumer<PageHeader> change) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Consumer<FileMetaData> ofChunks =
        footer ->
            chunks(footer).forEach(chunk -> changeHeaders(bytes, chunk.getMeta_data(), change));
    Files.write(file, FooterRewrite.rewrite(bytes, ofChunks));
  }

  private static void changeHeaders(
      byte[] file, ColumnMetaData chunk, Consumer<PageHeader> change) {
    long start =
        chunk.isSetDictionary_page_offset()
            ? chunk.getDictionary_page_offset()
            : chunk.getData_page_offset();
    int at = (int) start;
    while (at < start + chunk.getTotal_compressed_size()) {
      ByteArrayInputStream in = new ByteArrayInputStream(file, at, file.length - at);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        PageHeader header = Util.readPageHeader(in);
        change.accept(header);
        Util.writePageHeader(header, out);
        int shorter = file.length - at - in.available() - out.size();
        byte[] changed = Arrays.copyOf(out.toByteArray(), out.size() + shorter);
        if (shorter > 0) { // a binary, 15 ids further, of what is left; then the end of the struct
          changed[out.size() - 1] = (byte) 0xf8;
          changed[out.size()] = (byte) (shorter - 2);
        }
        System.arraycopy(changed, 0, file, at, changed.length);
        at += changed.length + header.getCompressed_page_size();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void writeLz4(BytesInput page, int size) throws IOException {
    try (HandMadeFile made = new HandMadeFile(file, "required int32 i;")) {
      made.startRowGroup(size / Integer.BYTES);
      made.startColumn(size / Integer.BYTES, CompressionCodecName.LZ4);
      made.rawPage(size / Integer.BYTES, size, page, Encoding.PLAIN);
      made.endColumn();
      made.endRowGroup();
    }
  }

  private void writeDictionaryEncoded() throws IOException {
    RandomFile.write(
        file,
        MessageTypeParser.parseMessageType("message m { required int32 i; }"),
        500,
        7,
        writer -> writer.withDictionaryPageSize(1 << 20));
  }

  /** As PARQUET-816 has it, but for the last page, which has to be cut for it to matter. */
  private static void shorten(FileMetaData footer, String writer) {
    footer.setCreated_by(writer);
    chunks(footer)
        .forEach(
            chunk ->
                chunk
                    .getMeta_data()
                    .setTotal_compressed_size(
                        chunk.getMeta_data().getTotal_compressed_size() - 14));
  }

  /** Two pages of two values each: abc abd, abe abe. */
  private void writeDeltas(boolean fixed) throws IOException {
    String type = fixed ? "fixed_len_byte_array(3)" : "binary";
    List<BytesInput> pages =
        List.of(
            deltas("abcd", deltas(0, 2), deltas(3, 1)), deltas("e", deltas(2, 3), deltas(1, 0)));
    try (HandMadeFile made = new HandMadeFile(file, "required " + type + " s;")) {
      made.startRowGroup(4);
      made.startColumn(4, CompressionCodecName.UNCOMPRESSED);
      for (BytesInput page : pages) {
        made.rawPage(2, (int) page.size(), page, Encoding.DELTA_BYTE_ARRAY);
      }
      made.endColumn();
      made.endRowGroup();
    }
  }

  private static BytesInput deltas(String suffixes, BytesInput prefixes, BytesInput lengths) {
    return BytesInput.concat(prefixes, lengths, BytesInput.from(suffixes.getBytes(US_ASCII)));
  }

  private static BytesInput deltas(int... numbers) {
    DeltaBinaryPackingValuesWriterForInteger writer =
        new DeltaBinaryPackingValuesWriterForInteger(64, 64, HeapByteBufferAllocator.getInstance());
    for (int number : numbers) {
      writer.writeInteger(number);
    }
    return writer.getBytes();
  }

  private static List<ColumnChunk> chunks(FileMetaData footer) {
    return footer.getRow_groups().stream().flatMap(group -> group.getColumns().stream()).toList();
  }

  private void rewrite(Consumer<FileMetaData> change) throws IOException {
    Files.write(file, FooterRewrite.rewrite(Files.readAllBytes(file), change));
  }

  private Map<String, List<String>> read() throws IOException {
    return VectorEntries.read(file, ParquetReadOptions.defaults().withBatchSize(3), allocator);
  }
}
