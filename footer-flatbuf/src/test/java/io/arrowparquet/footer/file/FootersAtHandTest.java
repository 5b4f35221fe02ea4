// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Footers whose bytes a catalog or a cache keeps, and the bytes that files give out for it.
 *
 * @see FooterReader
 * @see ParquetFooter
 */
class FootersAtHandTest {
  private static final FooterReader READER = FooterReader.defaults();

  @TempDir Path folder;
  private Path plain;
  private byte[] thrift;

  @BeforeEach
  void write() throws IOException {
    plain = ParquetJavaFile.write(folder.resolve("plain.parquet"));
    try (ByteSource source = ByteSources.path(plain)) {
      thrift = READER.readThrift(source);
    }
  }

  private Path file(FooterLayout layout) throws IOException {
    if (layout == FooterLayout.THRIFT) {
      return plain;
    }
    Path file = folder.resolve(layout.label() + ".parquet");
    FooterAttacher.defaults().withLossy(true).withLayout(layout).attach(plain, file);
    return file;
  }

  private static SourceEntry entry(Path file) throws IOException {
    return new SourceEntry(file.toUri(), Files.size(file), null);
  }

  @Test
  void thrift_footer_is_the_struct_that_the_file_has() throws IOException {
    byte[] bytes = Files.readAllBytes(plain);
    int begin = bytes.length - 8 - thrift.length;

    assertThat(ByteBuffer.wrap(thrift)).isEqualTo(ByteBuffer.wrap(bytes, begin, thrift.length));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void gives_out_the_thrift_bytes_that_were_there_before_attaching(FooterLayout layout)
      throws IOException {
    try (ByteSource source = ByteSources.path(file(layout))) {
      assertThat(READER.readThrift(source)).isEqualTo(thrift);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ARROW_CPP", "PHOTON", "AUTO"})
  void footer_gives_out_the_thrift_bytes_without_its_file(FooterLayout layout) throws IOException {
    ParquetFooter footer = READER.read(file(layout));

    assertThat(footer.toThrift()).isEqualTo(thrift);
    assertThat(footer.toTail().bytes())
        .isEqualTo(ByteBuffer.wrap(Files.readAllBytes(plain)).position((int) offset()));
  }

  private long offset() throws IOException {
    return READER.read(plain).footerOffset();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void tail_hides_no_page_and_ends_where_the_file_ends_if_that_has_room(FooterLayout layout)
      throws IOException {
    Path file = file(layout);
    FooterReader reader = READER.withThriftOnly(layout == FooterLayout.ARROW_CPP);
    ByteSource.Tail tail = reader.read(file).toTail();

    assertThat(tail.length() - tail.bytes().remaining()).isGreaterThanOrEqualTo(offset());
    if (layout != FooterLayout.PAR3) {
      assertThat(tail.length()).isEqualTo(Files.size(file));
    }
  }

  @Test
  void refuses_thrift_bytes_where_the_footer_lacks_something() throws IOException {
    List<ParquetFooter> partial =
        List.of(
            READER.read(file(FooterLayout.ARROW_CPP)),
            READER.withColumns(List.of("id")).read(plain));

    assertThat(partial)
        .allSatisfy(
            footer ->
                assertThatThrownBy(footer::toThrift)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageStartingWith(footer.source())
                    .hasMessageContaining("does not have all"));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void opens_last_bytes_of_every_layout_as_the_file(FooterLayout layout) throws IOException {
    Path file = file(layout);
    ParquetFooter expected = READER.withStrict(true).read(file);
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    bytes.position((int) expected.footerOffset());

    ParquetFooter opened = READER.withStrict(true).fromTail(entry(file), bytes);

    assertThat(opened.extent()).isEqualTo(expected.extent());
    assertThat(opened.footer().flatbuffer()).isEqualTo(expected.footer().flatbuffer());
    assertThat(bytes.position()).isEqualTo((int) expected.footerOffset());
    assertThat(READER.fromTail(entry(file), bytes.rewind()).extent()).isEqualTo(expected.extent());
  }

  @Test
  void opens_a_thrift_struct_as_the_file() throws IOException {
    ParquetFooter expected = READER.read(plain);

    ParquetFooter opened = READER.fromThrift(entry(plain), ByteBuffer.wrap(thrift));

    assertThat(opened.extent()).isEqualTo(expected.extent());
    assertThat(opened.footer().flatbuffer()).isEqualTo(expected.footer().flatbuffer());
    assertThat(opened.source()).isEqualTo(SourceEntry.name(plain.toUri()));
  }

  @Test
  void opens_a_struct_that_is_shorter_than_a_trailer() {
    // Version 1, a root without children, no rows, no row groups.
    byte[] least = {0x15, 2, 0x19, 0x1C, 0x48, 1, 'r', 0x15, 0, 0, 0x16, 0, 0x19, 0x0C, 0};
    SourceEntry file = new SourceEntry(plain.toUri(), 4 + least.length + 8, null);

    assertThat(READER.fromThrift(file, ByteBuffer.wrap(least)).footer().columnCount()).isZero();
  }

  @Test
  void opens_a_flatbuffer_as_the_footer_that_gave_it() throws IOException {
    ParquetFooter footer = READER.read(file(FooterLayout.SPEC));

    ParquetFooter opened =
        READER.withVerification(true).fromFlatBuffer(entry(plain), footer.footer().flatbuffer());

    assertThat(opened.toThrift()).isEqualTo(thrift);
    assertThat(opened.footerOffset()).isBetween(offset(), Files.size(plain));
  }

  @Test
  void says_that_bytes_at_hand_begin_after_the_footer() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(plain)).position((int) offset() + 1);

    assertThatThrownBy(() -> READER.fromTail(entry(plain), bytes))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining(SourceEntry.name(plain.toUri()))
        .hasMessageContaining("found the last " + bytes.remaining() + " bytes")
        .hasMessageContaining("expected the last " + (bytes.remaining() + 1));
    assertThatThrownBy(() -> READER.fromTail(entry(plain), ByteBuffer.allocate(3)))
        .isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void keeps_to_the_maximum_size() throws IOException {
    FooterReader small = READER.withMaximumFooterSize(thrift.length - 1);

    try (ByteSource source = ByteSources.path(plain)) {
      assertThatThrownBy(() -> small.readThrift(source))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("the maximum this reader was given");
    }
    assertThatThrownBy(() -> small.fromThrift(entry(plain), ByteBuffer.wrap(thrift)))
        .isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void needs_the_length_of_the_file() {
    assertThatThrownBy(
            () -> READER.fromThrift(SourceEntry.of(plain.toUri()), ByteBuffer.wrap(thrift)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs the length");
  }

  @Test
  void damaged_bytes_are_refused_or_readable() throws IOException {
    Random random = new Random(7);
    byte[] flatbuffer = new byte[READER.read(plain).flatbufferLength()];
    READER.read(plain).footer().flatbuffer().get(flatbuffer);
    FooterReader verifying = READER.withVerification(true);
    for (int i = 0; i < 2_000; i++) {
      ByteBuffer struct = damaged(thrift, random);
      ByteBuffer flat = damaged(flatbuffer, random);
      SourceEntry file = entry(plain);
      requireReadable(() -> READER.fromThrift(file, struct));
      requireReadable(() -> verifying.fromFlatBuffer(file, flat));
    }
  }

  private static ByteBuffer damaged(byte[] bytes, Random random) {
    byte[] copy = bytes.clone();
    copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
    return ByteBuffer.wrap(copy, 0, copy.length - random.nextInt(2) * random.nextInt(copy.length));
  }

  private interface Opening {
    ParquetFooter open();
  }

  private static void requireReadable(Opening opening) {
    try {
      ParquetFooter footer = opening.open();
      for (int column = 0; column < footer.footer().columnCount(); column++) {
        assertThat(footer.footer().columnPath(column)).isNotNull();
      }
    } catch (DiagnosedException e) {
      assertThat(e).hasMessageContaining("plain.parquet");
    }
  }
}
