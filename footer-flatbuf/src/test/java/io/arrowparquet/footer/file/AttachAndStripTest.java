// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.ForeignExtensionException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Footers attached to files in each layout, and stripped again.
 *
 * @see FooterAttacher
 * @see FooterStripper
 */
class AttachAndStripTest {
  @TempDir Path folder;
  private Path original;
  private byte[] originalBytes;
  private Path output;

  @BeforeEach
  void writeFile() throws IOException {
    original = ParquetJavaFile.write(folder.resolve("original.parquet"));
    originalBytes = Files.readAllBytes(original);
    output = folder.resolve("output.parquet");
  }

  @ParameterizedTest
  @EnumSource(names = {"SPEC", "SPEC_V1", "ARROW_CPP", "PAR3"})
  void strip_gives_back_the_original_byte_for_byte(FooterLayout layout) throws IOException {
    Path stripped = folder.resolve("stripped.parquet");
    FooterAttacher.defaults().withLayout(layout).attach(original, output);
    FooterStripper.defaults().strip(output, stripped);

    assertThat(FooterReader.defaults().read(output).layout()).isEqualTo(layout);
    assertThat(stripped).hasBinaryContent(originalBytes);
    assertThat(original).hasBinaryContent(originalBytes);
  }

  @Test
  void attaching_in_place_and_stripping_in_place_leave_one_file() throws IOException {
    FooterAttacher.defaults().attachInPlace(original);
    assertThat(FooterReader.defaults().read(original).layout()).isEqualTo(FooterLayout.SPEC);
    FooterStripper.defaults().stripInPlace(original);

    assertThat(original).hasBinaryContent(originalBytes);
    assertThat(names()).containsExactly("original.parquet");
  }

  @ParameterizedTest
  @EnumSource(names = {"SPEC", "ARROW_CPP", "PAR3"})
  void attaching_to_an_open_file_gives_the_bytes_of_a_copy(FooterLayout layout) throws IOException {
    FooterAttacher attacher = FooterAttacher.defaults().withLayout(layout);
    attacher.attach(original, output);

    try (FileChannel file =
        FileChannel.open(original, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      attacher.attach(file, original);
      assertThat(file.isOpen()).isTrue();
    }
    assertThat(original).hasSameBinaryContentAs(output);
  }

  @Test
  void existing_output_is_kept_unless_told_otherwise() throws IOException {
    Files.writeString(output, "precious");

    assertThatThrownBy(() -> FooterAttacher.defaults().attach(original, output))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(output).hasContent("precious");

    FooterAttacher.defaults().withOverwrite(true).attach(original, output);
    assertThat(FooterReader.defaults().read(output).layout()).isEqualTo(FooterLayout.SPEC);
  }

  @Test
  void own_extension_is_replaced_by_one_in_another_layout() throws IOException {
    FooterAttacher.defaults().withLayout(FooterLayout.ARROW_CPP).attach(original, output);
    FooterAttacher.defaults().attachInPlace(output);
    assertThat(FooterReader.defaults().read(output).layout()).isEqualTo(FooterLayout.SPEC);

    FooterStripper.defaults().stripInPlace(output);
    assertThat(output).hasBinaryContent(originalBytes);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"THRIFT", "PHOTON", "AUTO"})
  void both_footers_of_an_attached_file_verify(FooterLayout layout) throws IOException {
    FooterAttacher.defaults().withLayout(layout).attach(original, output);

    assertThat(FooterVerifier.defaults().verify(output).layout()).isEqualTo(layout);
    assertThat(FooterVerifier.defaults().verify(original).layout()).isEqualTo(FooterLayout.THRIFT);
  }

  @Test
  void footer_of_another_file_does_not_verify() throws IOException {
    Path other = ParquetJavaFile.write(folder.resolve("other.parquet"), Map.of("owner", "others"));
    byte[] struct = struct(originalBytes);
    byte[] otherStruct = struct(Files.readAllBytes(other));
    ByteBuffer value =
        FooterFrame.extension(
            ThriftToFlatBuffers.convert(otherStruct, 0, otherStruct.length).flatbuffer(),
            FooterLayout.SPEC);
    byte[] extension = new byte[value.remaining()];
    value.get(extension);
    Path mixed = withStruct("mixed.parquet", StructExtension.append(struct, extension));

    assertThat(FooterReader.defaults().withStrict(true).read(mixed).layout())
        .isEqualTo(FooterLayout.SPEC);
    assertThatThrownBy(() -> FooterVerifier.defaults().verify(mixed))
        .hasMessageStartingWith(
            mixed
                + ": CRC-32 of the Thrift footer that the FlatBuffers footer was made from at"
                + " offset ");
  }

  @Test
  void extension_of_somebody_else_is_only_replaced_by_force() throws IOException {
    Path foreign = foreignExtension();

    assertThatThrownBy(() -> FooterAttacher.defaults().attach(foreign, output))
        .isInstanceOf(ForeignExtensionException.class)
        .hasMessage(
            foreign
                + ": its footer has an extension of 25 bytes that is somebody else's;"
                + " it is only replaced where the caller says so");
    assertThatThrownBy(() -> FooterStripper.defaults().strip(foreign, output))
        .isInstanceOf(ForeignExtensionException.class);
    assertThat(output).doesNotExist();

    FooterAttacher.defaults().withForce(true).attach(foreign, output);
    assertThat(FooterReader.defaults().read(output).layout()).isEqualTo(FooterLayout.SPEC);
  }

  @Test
  void footer_with_an_unknown_extension_is_read_from_thrift() throws IOException {
    Path foreign = foreignExtension();
    for (FooterReader reader :
        List.of(
            FooterReader.defaults(),
            FooterReader.defaults().withStrict(true),
            FooterReader.defaults().withTailGuess(0),
            FooterReader.defaults().withColumns(List.of()))) {
      ParquetFooter read = reader.read(foreign);

      assertThat(read.layout()).isEqualTo(FooterLayout.THRIFT);
      assertThat(read.diagnostics()).hasSize(1);
      FooterDiagnostic found = read.diagnostics().get(0);
      assertThat(found.foreign().length()).isEqualTo(25);
      assertThat(found.foreign().id()).isNotNull();
      // Behind it are the stop byte, the length of the footer and the magic.
      assertThat(found.offset()).isEqualTo(read.fileLength() - 25 - 9);
      assertThat(found)
          .hasToString(
              "extension of somebody else at offset "
                  + found.offset()
                  + ": found 25 bytes with id "
                  + found.foreign().id()
                  + ", expected an id that this version knows");
    }
    assertThat(FooterVerifier.defaults().verify(foreign).diagnostics()).hasSize(1);
  }

  @Test
  void extension_of_few_bytes_or_behind_the_struct_is_somebody_elses_too() throws IOException {
    byte[] struct = struct(originalBytes);
    byte[] few = {1, 2, 3};
    ByteBuffer behind =
        ByteBuffer.allocate(struct.length + 9)
            .put(struct)
            .put(new byte[] {8, (byte) 0xff, (byte) 0xff, 1, 3, 1, 2, 3, 0});
    for (byte[] footer : List.of(StructExtension.append(struct, few), behind.array())) {
      ParquetFooter read = FooterReader.defaults().read(withStruct("few.parquet", footer));

      assertThat(read.diagnostics()).hasSize(1);
      assertThat(read.diagnostics().get(0).foreign())
          .isEqualTo(new FooterDiagnostic.Foreign(null, 3));
    }
  }

  @Test
  void file_without_any_extension_has_no_diagnostics() throws IOException {
    assertThat(FooterReader.defaults().read(original).diagnostics()).isEmpty();
  }

  private Path foreignExtension() throws IOException {
    byte[] extension = "another vendor's 16 bytes".getBytes(StandardCharsets.UTF_8);
    return withStruct("foreign.parquet", StructExtension.append(struct(originalBytes), extension));
  }

  private static byte[] struct(byte[] file) {
    LocatedFooter tail = LocatedFooter.parse(ByteBuffer.wrap(file), file.length);
    int start = (int) tail.thriftOffset();
    return Arrays.copyOfRange(file, start, start + tail.thriftLength());
  }

  /** The original with another Thrift footer. */
  private Path withStruct(String name, byte[] struct) throws IOException {
    int start =
        (int)
            LocatedFooter.parse(ByteBuffer.wrap(originalBytes), originalBytes.length)
                .thriftOffset();
    ByteBuffer ending = FooterFrame.thrift(ByteBuffer.wrap(struct));
    byte[] file = Arrays.copyOf(originalBytes, start + ending.remaining());
    ending.get(file, start, ending.remaining());
    return Files.write(folder.resolve(name), file);
  }

  @Test
  void encrypted_footer_is_not_changed() throws IOException {
    byte[] bytes = originalBytes.clone();
    bytes[bytes.length - 1] = 'E';
    Path encrypted = Files.write(folder.resolve("encrypted.parquet"), bytes);

    assertThatThrownBy(() -> FooterAttacher.defaults().attach(encrypted, output))
        .isInstanceOf(EncryptedFooterException.class)
        .hasMessage(encrypted + ": the footer is encrypted, so it is not changed");
    assertThat(output).doesNotExist();
  }

  @Test
  void footer_that_may_be_signed_is_not_changed() throws IOException {
    byte[] struct = struct(originalBytes);
    // Before the stop byte, long form: field 8, encryption_algorithm, a struct; in it field 1,
    // AES_GCM_V1, an empty struct; both structs end.
    byte[] algorithm = {0x0C, 0x10, 0x1C, 0x00, 0x00};
    byte[] signed = Arrays.copyOf(struct, struct.length + algorithm.length);
    System.arraycopy(algorithm, 0, signed, struct.length - 1, algorithm.length);
    signed[signed.length - 1] = 0;
    Path file = withStruct("signed.parquet", signed);

    assertThat(FooterReader.defaults().read(file).footer().encryption()).isNotNull();
    assertThatThrownBy(() -> FooterAttacher.defaults().attachInPlace(file))
        .isInstanceOf(EncryptedFooterException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageEndingWith("may be signed, so it is not changed");
    assertThat(struct(Files.readAllBytes(file))).isEqualTo(signed);
    assertThat(names()).containsExactlyInAnyOrder("original.parquet", "signed.parquet");
  }

  @Test
  void file_without_extension_cannot_be_stripped() {
    assertThatThrownBy(() -> FooterStripper.defaults().strip(original, output))
        .hasMessage(original + ": has no FlatBuffers footer to strip");
    assertThat(output).doesNotExist();
  }

  @Test
  void damaged_input_leaves_nothing_behind() throws IOException {
    byte[] bytes = originalBytes.clone();
    int start = (int) LocatedFooter.parse(ByteBuffer.wrap(bytes), bytes.length).thriftOffset();
    Arrays.fill(bytes, start, start + 20, (byte) 0xFF);
    Path damaged = Files.write(folder.resolve("damaged.parquet"), bytes);

    assertThatThrownBy(() -> FooterAttacher.defaults().attach(damaged, output))
        .hasMessageStartingWith(damaged + ": ");
    assertThat(names()).containsExactlyInAnyOrder("original.parquet", "damaged.parquet");
  }

  @Test
  void layout_par3_is_refused_where_the_bytes_could_not_be_given_back() throws IOException {
    byte[] struct = struct(originalBytes);
    // version = 1 as a varint of two bytes: Thrift takes it, nobody here writes it.
    byte[] longer = new byte[struct.length + 1];
    System.arraycopy(struct, 2, longer, 3, struct.length - 2);
    System.arraycopy(new byte[] {0x15, (byte) 0x82, 0}, 0, longer, 0, 3);
    Path file = withStruct("longer.parquet", longer);
    byte[] before = Files.readAllBytes(file);
    FooterAttacher attacher = FooterAttacher.defaults().withLayout(FooterLayout.PAR3);

    assertThatThrownBy(() -> attacher.attachInPlace(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            file + ": layout par3 could not give back the bytes of version, which ");
    assertThat(file).hasBinaryContent(before);

    attacher.withLossy(true).attachInPlace(file);
    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.PAR3);
    assertThatThrownBy(() -> FooterStripper.defaults().stripInPlace(file))
        .hasMessageContaining("cannot be restored byte for byte");
  }

  @Test
  void layout_par3_is_refused_for_fields_that_are_not_known() throws IOException {
    byte[] struct = struct(originalBytes);
    byte[] field = {0x05, (byte) 0xC8, 0x01, 0x02}; // field 100, an i32
    byte[] more = Arrays.copyOf(struct, struct.length + field.length);
    System.arraycopy(field, 0, more, struct.length - 1, field.length);
    Path file = withStruct("newer.parquet", more);
    FooterAttacher attacher = FooterAttacher.defaults().withLayout(FooterLayout.PAR3);

    assertThatThrownBy(() -> attacher.attachInPlace(file))
        .hasMessage(
            file
                + ": layout par3 would lose FileMetaData field 100 (i32),"
                + " which this version does not know");
    attacher.withLossy(true).attachInPlace(file);
    assertThat(FooterReader.defaults().read(file).layout()).isEqualTo(FooterLayout.PAR3);
  }

  @Test
  void layout_par3_is_refused_for_the_empty_list_of_another_writer() throws IOException {
    Path file = OtherWritersFiles.find("par3_fastparquet_bools_0.parquet");
    FooterAttacher attacher = FooterAttacher.defaults().withLayout(FooterLayout.PAR3);

    assertThatThrownBy(() -> attacher.attach(file, output))
        .hasMessageStartingWith(
            file + ": layout par3 could not give back the bytes of row_groups, which ");
    assertThat(output).doesNotExist();
    for (FooterLayout layout : List.of(FooterLayout.SPEC, FooterLayout.ARROW_CPP)) {
      Path attached = folder.resolve(layout + ".parquet");
      FooterAttacher.defaults().withLayout(layout).attach(file, attached);
      FooterStripper.defaults().stripInPlace(attached);
      assertThat(attached).hasSameBinaryContentAs(file);
    }
  }

  @Test
  void errors_of_an_open_file_name_it() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "these are only some notes");
    try (FileChannel file =
        FileChannel.open(text, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      assertThatThrownBy(() -> FooterAttacher.defaults().attach(file, text))
          .hasMessageStartingWith(text + ": not a Parquet file, or one cut short; ");
    }
    assertThat(text).hasContent("these are only some notes");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
