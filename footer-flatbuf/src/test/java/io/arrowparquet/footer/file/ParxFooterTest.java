// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher.Paths;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.SchemaPaths;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files with the magic PARX, and footers without {@code path_in_schema}.
 *
 * @see io.arrowparquet.footer.internal.wire.Parx
 * @see SchemaPaths
 */
class ParxFooterTest {
  private static final FooterReader READER = FooterReader.defaults();
  private static final int TAIL = 16;

  @TempDir Path folder;
  private Path original;
  private byte[] originalBytes;
  private Path converted;

  @BeforeEach
  void write() throws IOException {
    original = ParquetJavaFile.write(folder.resolve("original.parquet"));
    originalBytes = Files.readAllBytes(original);
    converted = folder.resolve("converted.parquet");
  }

  private static FooterAttacher to(FooterLayout layout, Paths paths) {
    return FooterAttacher.defaults().withLayout(layout).withPaths(paths).withOverwrite(true);
  }

  private static ParquetFooter read(FooterReader reader, byte[] bytes) throws IOException {
    return reader.read(new BufferByteSource("copy", ByteBuffer.wrap(bytes)));
  }

  private static FileMetaData records(byte[] struct) {
    return FileMetaDataCodec.STRUCT.read(new CompactReader(struct));
  }

  private static List<ColumnMetaData> chunks(byte[] struct) {
    return records(struct).rowGroups().stream()
        .flatMap(group -> group.columns().stream())
        .map(chunk -> chunk.metaData())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"KEPT, 0", "WRITTEN, 0", "OMITTED, 2"})
  void file_begins_and_ends_as_the_draft_says_and_comes_back(Paths paths, int flags)
      throws IOException {
    to(FooterLayout.PARX, paths).attach(original, converted);

    byte[] bytes = Files.readAllBytes(converted);
    assertThat(new String(bytes, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("PARX");
    ByteBuffer tail =
        ByteBuffer.wrap(bytes, bytes.length - TAIL, TAIL).slice().order(ByteOrder.LITTLE_ENDIAN);
    int length = tail.getInt(0);
    assertThat(tail.getInt(4)).isEqualTo(flags);
    CRC32 crc = new CRC32();
    crc.update(bytes, bytes.length - TAIL - length, length + 8);
    assertThat(tail.getInt(8)).isEqualTo((int) crc.getValue());
    assertThat(new String(bytes, bytes.length - 4, 4, StandardCharsets.US_ASCII)).isEqualTo("PARX");
    int start = bytes.length - TAIL - length;
    byte[] struct = Arrays.copyOfRange(bytes, start, start + length);
    assertThat(chunks(struct))
        .allMatch(chunk -> (chunk.pathInSchema() == null) == (paths == Paths.OMITTED));

    ParquetFooter read = READER.withStrict(true).read(converted);
    assertThat(read.layout()).isEqualTo(FooterLayout.PARX);
    assertThat(read.footerOffset()).isEqualTo(start);
    assertThat(read.footer().findColumn("id")).isZero();
    assertThat(read.footer().chunk(0, 0).statistics().maxValue())
        .isEqualTo(READER.read(original).footer().chunk(0, 0).statistics().maxValue());
    assertThat(FooterVerifier.defaults().verify(converted).layout()).isEqualTo(FooterLayout.PARX);

    FooterStripper.defaults().stripInPlace(converted);
    assertThat(converted).hasBinaryContent(originalBytes);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"THRIFT", "PHOTON", "AUTO"})
  void every_layout_becomes_parx_and_back_again(FooterLayout layout) throws IOException {
    to(layout, Paths.KEPT).attach(original, converted);
    byte[] attached = Files.readAllBytes(converted);
    to(FooterLayout.PARX, Paths.OMITTED).attachInPlace(converted);
    assertThat(READER.read(converted).layout()).isEqualTo(FooterLayout.PARX);

    to(layout, Paths.KEPT).attachInPlace(converted);

    if (layout == FooterLayout.PARX) {
      assertThat(chunks(READER.read(converted).toThrift()))
          .allMatch(chunk -> chunk.pathInSchema() == null);
    } else {
      assertThat(converted).hasBinaryContent(attached);
    }
    to(FooterLayout.THRIFT, Paths.WRITTEN).attachInPlace(converted);
    assertThat(converted).hasBinaryContent(originalBytes);
  }

  @Test
  void paths_are_left_out_of_an_ordinary_file_and_put_back() throws IOException {
    to(FooterLayout.THRIFT, Paths.OMITTED).attach(original, converted);

    assertThat(chunks(READER.readThrift(new BufferByteSource("c", mapped(converted)))))
        .allMatch(chunk -> chunk.pathInSchema() == null);
    assertThat(Files.size(converted)).isLessThan(originalBytes.length);
    assertThat(READER.read(converted).layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(READER.read(converted).footer().columnPath(0)).isEqualTo("id");
    FooterVerifier.defaults().verify(converted);

    to(FooterLayout.THRIFT, Paths.KEPT).attachInPlace(converted);
    assertThat(Files.size(converted)).isLessThan(originalBytes.length);
    to(FooterLayout.THRIFT, Paths.WRITTEN).attachInPlace(converted);
    assertThat(converted).hasBinaryContent(originalBytes);
  }

  private static ByteBuffer mapped(Path file) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(file));
  }

  @Test
  void an_open_file_gets_the_magic_too() throws IOException {
    to(FooterLayout.PARX, Paths.KEPT).attach(original, converted);
    Path open = Files.copy(original, folder.resolve("open.parquet"));
    try (FileChannel file =
        FileChannel.open(open, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      to(FooterLayout.PARX, Paths.KEPT).attach(file, open);
    }
    assertThat(open).hasSameBinaryContentAs(converted);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 31})
  void flags_that_are_not_known_are_an_exact_error_for_everybody(int bit) throws IOException {
    to(FooterLayout.PARX, Paths.KEPT).attach(original, converted);
    byte[] bytes = Files.readAllBytes(converted);
    int at = bytes.length - 12;
    bytes[at + bit / 8] |= (byte) (1 << bit % 8);
    Path flagged = Files.write(folder.resolve("flagged.parquet"), bytes);
    String message =
        String.format(
            "%s: feature flags of a PARX file at offset %d: found 0x%08x, expected bits 0",
            flagged, at, 1 << bit);

    for (FooterReader reader : List.of(READER, READER.withStrict(true))) {
      assertThatThrownBy(() -> reader.read(flagged))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageStartingWith(message);
    }
    assertThatThrownBy(() -> FooterVerifier.defaults().verify(flagged))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> FooterStripper.defaults().stripInPlace(flagged))
        .isInstanceOf(CorruptFooterException.class);
    assertThatThrownBy(() -> to(FooterLayout.SPEC, Paths.KEPT).attachInPlace(flagged))
        .isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void an_encrypted_footer_is_named_as_that() throws IOException {
    to(FooterLayout.PARX, Paths.KEPT).attach(original, converted);
    byte[] bytes = Files.readAllBytes(converted);
    bytes[bytes.length - 12] |= 1;
    assertThatThrownBy(() -> read(READER, bytes)).isInstanceOf(EncryptedFooterException.class);
  }

  @Test
  void every_bit_flip_in_the_footer_is_detected() throws IOException {
    to(FooterLayout.PARX, Paths.OMITTED).attach(original, converted);
    byte[] bytes = Files.readAllBytes(converted);
    int start = (int) READER.read(converted).footerOffset();
    for (int bit = 8 * start; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Exception found = null;
      try {
        read(READER, flipped);
      } catch (CorruptFooterException | EncryptedFooterException e) {
        found = e;
      }
      assertThat(found).as("bit %d", bit).isNotNull();
    }
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(READER, cut)).isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void paths_that_do_not_follow_from_the_schema_are_not_left_out() throws IOException {
    byte[] struct = READER.readThrift(new BufferByteSource("o", ByteBuffer.wrap(originalBytes)));
    byte[] other = struct.clone();
    // The path of the first chunk: a list of one text, "id".
    byte[] path = {0x19, 0x18, 2, 'i', 'd'};
    int at = 0;
    while (!Arrays.equals(other, at, at + path.length, path, 0, path.length)) {
      at++;
    }
    other[at + 4] = 'x';
    int start = originalBytes.length - 8 - struct.length;
    byte[] file = originalBytes.clone();
    System.arraycopy(other, 0, file, start, other.length);
    Path lying = Files.write(folder.resolve("lying.parquet"), file);

    assertThatThrownBy(() -> to(FooterLayout.PARX, Paths.OMITTED).attach(lying, converted))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("path_in_schema");
    assertThat(converted).doesNotExist();
    to(FooterLayout.PARX, Paths.KEPT).attach(lying, converted);
    FooterStripper.defaults().stripInPlace(converted);
    assertThat(converted).hasBinaryContent(file);
  }
}
