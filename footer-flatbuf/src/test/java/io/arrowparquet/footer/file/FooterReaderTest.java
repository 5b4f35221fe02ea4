// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FooterReaderTest {
  private static final FooterReader READER = FooterReader.defaults();

  @TempDir Path folder;
  private Path plain;

  @BeforeEach
  void writeFile() throws IOException {
    plain = ParquetJavaFile.write(folder.resolve("plain.parquet"));
  }

  private Path attached(FooterLayout layout) throws IOException {
    Path file = folder.resolve(layout.label() + ".parquet");
    FooterAttacher.defaults().withLayout(layout).attach(plain, file);
    return file;
  }

  @Test
  void reads_footer_when_extension_is_absent() throws IOException {
    ParquetFooter read = READER.read(plain);

    assertThat(read.layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(read.diagnostics()).isEmpty();
    assertThat(read.footer().columnCount()).isEqualTo(3);
    assertThat(read.footer().findColumn("point.x")).isEqualTo(2);
    assertThat(read.footer().findValue("owner")).isEqualTo("tests");
    assertThat(read.footer().rowGroupCount()).isEqualTo(ParquetJavaFile.ROW_GROUPS);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"THRIFT", "ARROW_CPP", "PHOTON", "AUTO"})
  void every_layout_gives_the_footer_that_thrift_gives(FooterLayout layout) throws IOException {
    ParquetFooter read = READER.withStrict(true).read(attached(layout));

    assertThat(read.layout()).isEqualTo(layout);
    assertThat(read.footer().flatbuffer()).isEqualTo(READER.read(plain).footer().flatbuffer());
  }

  @Test
  void columns_named_are_all_that_is_made_of_a_thrift_footer() throws IOException {
    FooterReader reader = READER.withColumns(List.of("point", "no such column"));
    ParquetFooter some = reader.read(plain);
    ParquetFooter all = reader.read(attached(FooterLayout.SPEC));

    int column = some.footer().findColumn("point.x");
    assertThat(some.layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(some.footer().hasChunks(column)).isTrue();
    assertThat(some.footer().hasChunks(0)).isFalse();
    assertThat(all.footer().hasChunks(0)).isTrue();
    for (int group = 0; group < ParquetJavaFile.ROW_GROUPS; group++) {
      assertThat(some.footer().chunk(group, column).dataPageOffset())
          .isEqualTo(all.footer().chunk(group, column).dataPageOffset());
    }
  }

  @Test
  void extension_is_ignored_on_request() throws IOException {
    Path file = attached(FooterLayout.SPEC);

    assertThat(READER.withThriftOnly(true).read(file).layout()).isEqualTo(FooterLayout.THRIFT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 500, 1 << 20})
  void any_guess_of_the_tail_gives_the_footer_in_at_most_two_reads(int guess) throws IOException {
    Path file = attached(FooterLayout.SPEC);
    CountingSource source = new CountingSource(Files.readAllBytes(file));
    ParquetFooter read = READER.withTailGuess(guess).read(source);

    assertThat(read.footer().flatbuffer()).isEqualTo(READER.read(file).footer().flatbuffer());
    assertThat(source.rounds).isEqualTo(guess < read.flatbufferLength() + 37 ? 2 : 1);
    assertThat(source.bytesRead)
        .isEqualTo(
            Math.min(source.length(), Math.max(Math.max(guess, 42), read.flatbufferLength() + 37)));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void any_layout_takes_one_read_if_it_fits_the_guess_and_two_if_not(FooterLayout layout)
      throws IOException {
    byte[] file = Files.readAllBytes(layout == FooterLayout.THRIFT ? plain : attached(layout));

    for (int guess = 0; guess < file.length + 100; guess += 50) {
      CountingSource source = new CountingSource(file);
      ParquetFooter read = READER.withTailGuess(guess).read(source);
      long footerLength = read.fileLength() - read.footerOffset();

      assertThat(read.layout()).isEqualTo(layout);
      assertThat(source.rounds).isLessThanOrEqualTo(guess < footerLength ? 2 : 1);
      assertThat(source.bytesRead).isLessThanOrEqualTo(Math.max(footerLength, Math.max(guess, 42)));
    }
  }

  @Test
  void large_footer_that_is_checked_whole_takes_a_second_read_of_what_is_missing_only()
      throws IOException {
    Path large =
        ParquetJavaFile.write(folder.resolve("large.parquet"), Map.of("big", "x".repeat(200_000)));
    Path file = folder.resolve("large-attached.parquet");
    FooterAttacher.defaults().attach(large, file);
    CountingSource source = new CountingSource(Files.readAllBytes(file));
    ParquetFooter read = READER.withCrcCheck(CrcCheck.WHOLE).read(source);

    assertThat(read.layout()).isEqualTo(FooterLayout.SPEC);
    assertThat(source.rounds).isEqualTo(2);
    assertThat(source.bytesRead).isEqualTo(read.flatbufferLength() + 37);
    assertThat(read.footer().findValue("big")).hasSize(200_000);
  }

  @Test
  void damaged_flatbuffer_is_passed_over_with_a_diagnostic_that_says_where() throws IOException {
    byte[] bytes = Files.readAllBytes(attached(FooterLayout.SPEC));
    bytes[bytes.length - 100] ^= 1;
    ParquetFooter read = READER.read(new BufferByteSource("x", ByteBuffer.wrap(bytes)));

    assertThat(read.layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(read.diagnostics())
        .singleElement()
        .extracting(FooterDiagnostic::layout, FooterDiagnostic::check, FooterDiagnostic::offset)
        .containsExactly(
            FooterLayout.SPEC, "CRC-32 of the FlatBuffers footer", (long) bytes.length - 37);
    assertThat(read.footer().flatbuffer()).isEqualTo(READER.read(plain).footer().flatbuffer());
  }

  @Test
  void damaged_flatbuffer_is_an_exception_in_strict_mode() throws IOException {
    byte[] bytes = Files.readAllBytes(attached(FooterLayout.SPEC));
    bytes[bytes.length - 100] ^= 1;

    assertThatThrownBy(
            () ->
                READER
                    .withStrict(true)
                    .read(new BufferByteSource("data.parquet", ByteBuffer.wrap(bytes))))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith("data.parquet: CRC-32 of the FlatBuffers footer at offset ");
  }

  @Test
  void footer_larger_than_the_maximum_is_refused() throws IOException {
    Path file = attached(FooterLayout.SPEC);

    assertThatThrownBy(() -> READER.withMaximumFooterSize(50).read(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("expected at most 50");
  }

  @Test
  void file_that_is_not_parquet_is_named_in_the_exception() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "these are only some notes");

    assertThatThrownBy(() -> READER.read(text))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith(
            text + ": not a Parquet file, or one cut short; its last bytes at offset 21")
        .hasMessageContaining("found \"otes\"");
  }

  @Test
  void reader_is_immutable() {
    assertThat(READER.withStrict(true)).isNotSameAs(READER);
    assertThat(List.of(READER.withTailGuess(0), READER)).doesNotHaveDuplicates();
  }
}
