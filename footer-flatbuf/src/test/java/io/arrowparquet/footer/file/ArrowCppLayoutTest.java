// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.internal.thrift.ExtendedStruct;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Footers of Arrow C++ at both places where they may be, made by hand, and damaged.
 *
 * @see io.arrowparquet.footer.internal.wire.ArrowCppTrailer
 * @see FooterReader
 */
class ArrowCppLayoutTest {
  @TempDir Path folder;
  private byte[] original;
  private byte[] struct;

  /** The value of field 32767. */
  private byte[] extension;

  @BeforeEach
  void write() throws IOException {
    Path plain = ParquetJavaFile.write(folder.resolve("plain.parquet"));
    original = Files.readAllBytes(plain);
    struct = struct(original);
    Path attached = folder.resolve("attached.parquet");
    FooterAttacher.defaults().withLayout(FooterLayout.ARROW_CPP).attach(plain, attached);
    extension = ExtendedStruct.parse(struct(Files.readAllBytes(attached))).last().toByteArray();
  }

  private static byte[] struct(byte[] file) {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    return Arrays.copyOfRange(file, file.length - 8 - length, file.length - 8);
  }

  /** The file with other footer bytes. */
  private Path file(byte[]... footer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(original, 0, original.length - 8 - struct.length);
    int start = bytes.size();
    for (byte[] part : footer) {
      bytes.writeBytes(part);
    }
    int length = bytes.size() - start;
    bytes.writeBytes(
        ByteBuffer.allocate(8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(length)
            .put(original, original.length - 4, 4)
            .array());
    return Files.write(folder.resolve("made.parquet"), bytes.toByteArray());
  }

  /** A struct that is nothing but the extension. */
  private static byte[] alone(byte[] value) {
    return StructExtension.append(new byte[1], value);
  }

  @Test
  void behind_the_stop_byte_it_is_read_verified_and_stripped() throws IOException {
    Path file = file(struct, alone(extension));

    ParquetFooter read = FooterReader.defaults().withStrict(true).read(file);
    assertThat(read.layout()).isEqualTo(FooterLayout.ARROW_CPP);
    assertThat(read.footer().columnCount()).isEqualTo(3);
    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.ARROW_CPP);
    assertThat(FooterReader.defaults().withThriftOnly(true).read(file).footer().columnCount())
        .isEqualTo(3);
    FooterStripper.defaults().stripInPlace(file);
    assertThat(file).hasBinaryContent(original);
  }

  @Test
  void the_spec_extension_may_be_behind_the_stop_byte_too() throws IOException {
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(struct, 0, struct.length).flatbuffer();
    Path file = file(struct, alone(bytes(FooterFrame.extension(flatbuffer, FooterLayout.SPEC))));

    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.SPEC);
    FooterAttacher.defaults().attachInPlace(file);
    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.SPEC);
    FooterStripper.defaults().stripInPlace(file);
    assertThat(file).hasBinaryContent(original);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Test
  void bytes_between_struct_and_extension_are_refused_with_their_offset() throws IOException {
    Path file = file(struct, new byte[] {1, 2, 3}, alone(extension));
    int offset = original.length - 8;

    assertThatThrownBy(() -> FooterStripper.defaults().strip(file, folder.resolve("x")))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("after the Thrift footer's stop byte at offset " + offset);
    assertThatThrownBy(() -> FooterVerifier.defaults().verify(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("at offset " + offset);
    assertThat(FooterReader.defaults().withThriftOnly(true).read(file).footer().columnCount())
        .isEqualTo(3);
  }

  @Test
  void bytes_behind_a_footer_without_extension_are_refused_where_it_is_rewritten()
      throws IOException {
    Path file = file(struct, new byte[28]);

    assertThat(FooterReader.defaults().read(file).layout()).isEqualTo(FooterLayout.THRIFT);
    assertThatThrownBy(() -> FooterVerifier.defaults().verify(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("28 bytes that are no extension");
    assertThatThrownBy(() -> FooterAttacher.defaults().attachInPlace(file))
        .isInstanceOf(CorruptFooterException.class);
  }

  /** The struct ends inside what the trailer says is the extension. */
  @Test
  void extension_that_begins_in_the_struct_and_ends_behind_it_is_refused() throws IOException {
    byte[] inside = StructExtension.append(struct, new byte[] {1, 2, 3});
    Path file = file(inside, Arrays.copyOfRange(extension, 5, extension.length), new byte[1]);

    assertThatThrownBy(() -> FooterVerifier.defaults().verify(file))
        .isInstanceOf(CorruptFooterException.class);
    assertThat(FooterReader.defaults().read(file).footer().columnCount()).isEqualTo(3);
    assertThatThrownBy(() -> FooterStripper.defaults().stripInPlace(file))
        .isInstanceOf(CorruptFooterException.class);
  }

  /** Offsets from the extension's end: id 16, CRC of lengths, raw length, length, CRC of data. */
  @Test
  void lengths_that_lie_are_passed_over_with_a_diagnostic() throws IOException {
    int end = extension.length;
    int data = end - 33;
    for (int raw :
        new int[] {0, 1, data - 1, 100, 100_000, 128 << 20, (128 << 20) + 1, -1, 255 * data}) {
      ByteBuffer lying = ByteBuffer.wrap(extension.clone()).order(ByteOrder.LITTLE_ENDIAN);
      lying.putInt(end - 24, raw);
      CRC32 crc = new CRC32();
      crc.update(lying.array(), end - 28, 8);
      lying.putInt(end - 20, (int) crc.getValue());
      Path file = file(struct, alone(lying.array()));

      ParquetFooter read = FooterReader.defaults().read(file);
      assertThat(read.layout()).as("%d", raw).isEqualTo(FooterLayout.THRIFT);
      assertThat(read.diagnostics()).hasSize(1);
      assertThatThrownBy(() -> FooterReader.defaults().withStrict(true).read(file))
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void a_fact_that_differs_is_named() throws IOException {
    Path other =
        ParquetJavaFile.write(folder.resolve("other.parquet"), java.util.Map.of("owner", "others"));
    byte[] otherStruct = struct(Files.readAllBytes(other));
    Path file = file(otherStruct, alone(extension));

    assertThatThrownBy(() -> FooterVerifier.defaults().verify(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("key_value_metadata of the FlatBuffers footer");
  }
}
