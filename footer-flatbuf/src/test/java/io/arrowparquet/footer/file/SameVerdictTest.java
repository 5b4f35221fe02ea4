// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attaching and verifying accept a footer if, and only if, readers find nothing corrupt in it.
 *
 * @see FooterVerifier
 * @see io.arrowparquet.footer.internal.statistics.FooterChecks
 */
class SameVerdictTest {
  @TempDir Path folder;
  private Path plain;
  private byte[] bytes;

  @BeforeEach
  void writeFile() throws IOException {
    plain = ParquetJavaFile.write(folder.resolve("plain.parquet"));
    bytes = Files.readAllBytes(plain);
  }

  /** A footer with one thing wrong, and what is said of it. */
  private record Defect(String message, Consumer<FileMetaData> change) {
    @Override
    public String toString() {
      return message;
    }
  }

  private static Stream<Defect> defects() {
    return Stream.of(
        new Defect(
            "type_length of id: found -1, expected 0 or more",
            footer ->
                footer
                    .getSchema()
                    .get(1)
                    .setType(org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY)
                    .setType_length(-1)),
        new Defect(
            "num_rows of row group 1: found -1, expected 0 or more",
            footer -> footer.getRow_groups().get(1).setNum_rows(-1)),
        misplaced(1_000_000_000_000L, 10),
        misplaced(Long.MAX_VALUE, Long.MAX_VALUE),
        misplaced(Long.MIN_VALUE, 10),
        misplaced(-3, 10),
        misplaced(0, 10),
        misplaced(3, 10),
        misplaced(4, 1_000_000_000_000L),
        misplaced(4, Long.MAX_VALUE),
        misplaced(4, -1),
        new Defect(
            "num_values of column id: found -1, expected 0 or more",
            footer -> chunk(footer).getMeta_data().setNum_values(-1)));
  }

  private static Defect misplaced(long offset, long length) {
    return new Defect(
        "place of column id, row group 1: found "
            + (length + " bytes at " + offset)
            + ", expected bytes from 4 on that end before the footer, at ",
        footer -> place(footer, offset, length));
  }

  private static void place(FileMetaData footer, long offset, long length) {
    ColumnMetaData chunk = chunk(footer).getMeta_data();
    chunk.unsetDictionary_page_offset();
    chunk.setData_page_offset(offset).setTotal_compressed_size(length);
  }

  private static ColumnChunk chunk(FileMetaData footer) {
    return footer.getRow_groups().get(1).getColumns().get(0);
  }

  @ParameterizedTest
  @MethodSource("defects")
  void what_readers_find_corrupt_is_neither_attached_nor_in_order(Defect defect)
      throws IOException {
    Path file = changed(defect.change);

    requireRefused(file, file + ": " + defect.message);
    requireRefused(attachedByAnother(file), defect.message);
  }

  /** The last byte of the pages is that of a chunk; the one after it is the footer's. */
  @Test
  void a_chunk_that_reaches_into_the_footer_is_refused() throws IOException {
    long footer = FooterReader.defaults().read(plain).footerOffset();
    for (int more : new int[] {0, 1}) {
      Path file = changed(read -> place(read, footer - 10, 10 + more));
      if (more == 0) {
        FooterVerifier.defaults().verify(file);
      } else {
        String message = "place of column id, row group 1: found 11 bytes at " + (footer - 10);
        requireRefused(file, file + ": " + message);
        requireRefused(attachedByAnother(file), message);
      }
    }
  }

  @Test
  void the_footer_of_a_fuzzer_whose_chunk_reaches_into_it_is_refused() throws IOException {
    Path file = folder.resolve("chunk_overlaps_footer.parquet");
    Files.copy(OtherWritersFiles.find(file.getFileName().toString()), file);

    requireRefused(file, file + ": place of column ");
  }

  @Test
  void chunks_of_another_file_and_encrypted_ones_are_not_compared_with_this_file()
      throws IOException {
    Path file =
        changed(
            footer -> {
              chunk(footer).setFile_path("elsewhere.parquet");
              chunk(footer).getMeta_data().setTotal_compressed_size(1_000_000_000_000L);
              footer.getRow_groups().get(0).getColumns().get(1).unsetMeta_data();
            });
    FooterVerifier.defaults().verify(file);
    FooterAttacher.defaults().attachInPlace(file);

    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.SPEC);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"THRIFT", "PHOTON", "AUTO"})
  void logical_type_without_a_required_field_is_refused_in_each_layout(FooterLayout layout)
      throws IOException {
    Path file = withLogicalType("ac 21 00 00"); // INTEGER { isSigned }, no bitWidth

    assertThatThrownBy(
            () -> FooterAttacher.defaults().withLayout(layout).withLossy(true).attachInPlace(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith(file + ": Thrift struct IntType ending at offset ")
        .hasMessageEndingWith(
            "found no field IntType.bitWidth, expected it, with id 1; it is required");
  }

  @Test
  void logical_types_that_no_codec_reads_are_refused_with_the_readers_words() throws IOException {
    for (String union :
        new String[] {
          "ac 21 00 00", // INTEGER { isSigned }, no bitWidth
          "5c 15 04 00 00", // DECIMAL { scale }, no precision
          "1c 00 1c 00 00", // two members
          "00", // no member
        }) {
      Path file = withLogicalType(union);
      CorruptFooterException read =
          catchThrowableOfType(
              CorruptFooterException.class,
              () -> ArrowSchema.of(FooterReader.defaults().read(file).footer()));

      requireRefused(file, file + ": " + read.problem());
      for (CorruptFooterException refusal : refusals(file)) {
        assertThat(refusal.problem()).isEqualTo(read.problem());
        assertThat(refusal.found()).isEqualTo(read.found());
        assertThat(refusal.expected()).isEqualTo(read.expected());
        assertThat(refusal.offset()).isBetween(footerStart(), Files.size(file));
      }
    }
  }

  @Test
  void file_of_another_writer_is_refused_as_scan_refuses_it() throws IOException {
    Path file =
        Files.copy(
            OtherWritersFiles.find("schema_lint16_optional.parquet"),
            folder.resolve("lint.parquet"));
    CorruptFooterException read =
        catchThrowableOfType(
            CorruptFooterException.class,
            () -> ArrowSchema.of(FooterReader.defaults().read(file).footer()));

    for (CorruptFooterException refusal : refusals(file)) {
      assertThat(refusal.problem()).isEqualTo(read.problem());
      assertThat(refusal.found()).isEqualTo(read.found());
    }
  }

  private static CorruptFooterException[] refusals(Path file) {
    return new CorruptFooterException[] {
      catchThrowableOfType(
          CorruptFooterException.class, () -> FooterAttacher.defaults().attachInPlace(file)),
      catchThrowableOfType(
          CorruptFooterException.class, () -> FooterVerifier.defaults().verify(file))
    };
  }

  /** Refused in each way there is, and left as it is. */
  private static void requireRefused(Path file, String message) throws IOException {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> FooterVerifier.defaults().verify(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining(message)
        .hasMessageStartingWith(file + ": ");
    assertThatThrownBy(() -> FooterAttacher.defaults().attachInPlace(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining(message)
        .hasMessageStartingWith(file + ": ");
    try (FileChannel open =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      assertThatThrownBy(() -> FooterAttacher.defaults().attach(open, file))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageStartingWith(file + ": ");
    }
    assertThat(file).hasBinaryContent(before);
  }

  private Path changed(Consumer<FileMetaData> change) throws IOException {
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(struct(bytes)));
    change.accept(footer);
    ByteArrayOutputStream thrift = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, thrift);
    return withStruct(thrift.toByteArray());
  }

  /** Gives the first column a logical type of these bytes. */
  private Path withLogicalType(String union) throws IOException {
    byte[] struct = struct(bytes);
    // The element of "id": type, repetition_type, name; field 10 follows by a difference of 6.
    byte[] element = HexFormat.of().parseHex("1504250018026964");
    int at = indexOf(struct, element) + element.length;
    byte[] field = HexFormat.of().parseHex("6c" + union.replace(" ", ""));
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    changed.write(struct, 0, at);
    changed.writeBytes(field);
    changed.write(struct, at, struct.length - at);
    return withStruct(changed.toByteArray());
  }

  private static int indexOf(byte[] in, byte[] part) {
    int at = 0;
    while (!Arrays.equals(in, at, at + part.length, part, 0, part.length)) {
      at++;
    }
    return at;
  }

  /** As a tool would do it that does not look. */
  private static Path attachedByAnother(Path file) throws IOException {
    byte[] struct = struct(Files.readAllBytes(file));
    FlatFooter footer =
        FlatFooter.wrap(ThriftToFlatBuffers.convert(struct, 0, struct.length).flatbuffer());
    ByteBuffer value = FooterFrame.extension(footer.flatbuffer(), FooterLayout.SPEC);
    byte[] extension = new byte[value.remaining()];
    value.get(extension);
    return replaceStruct(file, StructExtension.append(struct, extension));
  }

  private Path withStruct(byte[] struct) throws IOException {
    return replaceStruct(Files.write(folder.resolve("changed.parquet"), bytes), struct);
  }

  private static Path replaceStruct(Path file, byte[] struct) throws IOException {
    byte[] old = Files.readAllBytes(file);
    int start = (int) LocatedFooter.parse(ByteBuffer.wrap(old), old.length).thriftOffset();
    ByteBuffer ending = FooterFrame.thrift(ByteBuffer.wrap(struct));
    byte[] changed = Arrays.copyOf(old, start + ending.remaining());
    ending.get(changed, start, ending.remaining());
    return Files.write(file, changed);
  }

  private long footerStart() {
    return LocatedFooter.parse(ByteBuffer.wrap(bytes), bytes.length).thriftOffset();
  }

  private static byte[] struct(byte[] file) {
    LocatedFooter tail = LocatedFooter.parse(ByteBuffer.wrap(file), file.length);
    int start = (int) tail.thriftOffset();
    return Arrays.copyOfRange(file, start, start + tail.thriftLength());
  }
}
