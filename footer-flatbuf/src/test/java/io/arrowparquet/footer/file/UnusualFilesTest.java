// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Options at their limits, and paths that lead to no Parquet file.
 *
 * @see FooterReader
 * @see FooterAttacher
 */
class UnusualFilesTest {
  private static final FooterReader READER = FooterReader.defaults();

  @TempDir Path folder;

  private Path attached(FooterLayout layout) throws IOException {
    Path plain = ParquetJavaFile.write(folder.resolve("plain.parquet"));
    if (layout == FooterLayout.THRIFT) {
      return plain;
    }
    Path file = folder.resolve("attached.parquet");
    FooterAttacher.defaults().withLayout(layout).attach(plain, file);
    return file;
  }

  private static Stream<FooterReader> readers() {
    return Stream.of(
        READER,
        READER.withStrict(true),
        READER.withCrcCheck(CrcCheck.NONE),
        READER.withVerification(true),
        READER.withCrcCheck(CrcCheck.NONE).withVerification(true).withMapping(true),
        READER.withMapping(true),
        READER.withStrict(true).withMapping(true));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void options_and_guesses_of_the_tail_do_not_change_what_is_read(FooterLayout layout)
      throws IOException {
    Path file = attached(layout);
    int length = (int) Files.size(file);
    // A footer in layout arrow-cpp holds less than the Thrift one.
    Path like = layout == FooterLayout.ARROW_CPP ? file : folder.resolve("plain.parquet");
    ByteBuffer expected = READER.read(like).footer().flatbuffer();
    int[] guesses = {
      Integer.MIN_VALUE,
      0,
      8,
      36,
      37,
      38,
      41,
      42,
      43,
      333,
      length - 1,
      length,
      length + 1,
      Integer.MAX_VALUE
    };

    for (FooterReader reader : readers().toList()) {
      for (int guess : guesses) {
        ParquetFooter read = reader.withTailGuess(guess).read(file);
        assertThat(read.layout()).isEqualTo(layout);
        assertThat(read.diagnostics()).isEmpty();
        assertThat(read.footer().flatbuffer()).as("guess %d", guess).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 7, 8, 11})
  void file_of_less_than_12_bytes_is_corrupt(int length) throws IOException {
    byte[] magic = "PAR1PAR1PAR1".getBytes(StandardCharsets.US_ASCII);
    Path file = Files.write(folder.resolve("short"), Arrays.copyOf(magic, length));

    for (FooterReader reader : readers().toList()) {
      assertThatThrownBy(() -> reader.read(file))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessage(
              file
                  + ": not a Parquet file; its length: found "
                  + length
                  + " bytes, expected at least 12");
    }
    assertThatThrownBy(() -> FooterAttacher.defaults().attachInPlace(file))
        .isInstanceOf(CorruptFooterException.class);
    assertThatThrownBy(() -> FooterStripper.defaults().stripInPlace(file))
        .isInstanceOf(CorruptFooterException.class);
    assertThat(file).hasSize(length);
  }

  @Test
  void directory_is_named() {
    assertThatThrownBy(() -> READER.read(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
    assertThatThrownBy(() -> FooterAttacher.defaults().attachInPlace(folder))
        .hasMessage(folder + ": is a directory");
  }

  @Test
  void missing_file_is_named_and_leaves_no_output() {
    Path absent = folder.resolve("absent");
    Path output = folder.resolve("output");

    assertThatThrownBy(() -> READER.read(absent)).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> FooterAttacher.defaults().attach(absent, output))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(absent.toString());
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void attaching_again_gives_the_same_bytes() throws IOException {
    Path file = attached(FooterLayout.SPEC);
    byte[] once = Files.readAllBytes(file);

    FooterAttacher.defaults().withOverwrite(true).attach(file, file);

    assertThat(file).hasBinaryContent(once);
  }

  @Test
  void link_is_followed_and_stays() throws IOException {
    Path file = attached(FooterLayout.THRIFT);
    Path link = Files.createSymbolicLink(folder.resolve("link"), file.getFileName());

    FooterAttacher.defaults().attachInPlace(link);

    assertThat(link).isSymbolicLink();
    assertThat(READER.read(file).layout()).isEqualTo(FooterLayout.SPEC);
  }

  @Test
  void maximum_size_counts_the_bytes_of_a_compressed_footer_when_they_are_many()
      throws IOException {
    Path file = attached(FooterLayout.ARROW_CPP);
    ParquetFooter read = READER.read(file);
    int uncompressed = read.flatbufferLength();
    assertThat(read.thriftLength()).isGreaterThan(uncompressed);

    assertThat(READER.withMaximumFooterSize(uncompressed).read(file).layout())
        .isEqualTo(FooterLayout.ARROW_CPP);
    assertThatThrownBy(
            () -> READER.withStrict(true).withMaximumFooterSize(uncompressed - 1).read(file))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("found " + uncompressed + " bytes");
  }
}
