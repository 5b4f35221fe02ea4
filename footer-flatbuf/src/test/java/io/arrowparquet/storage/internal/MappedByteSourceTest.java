// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.file.ParquetJavaFile;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Footers in mapped memory: what is mapped, and until when. */
class MappedByteSourceTest {
  private static final FooterReader READER = FooterReader.defaults();
  private static final int LARGE = 2 * MappedByteSource.LEAST_MAPPED;
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final int MANY = 20;

  @TempDir Path folder;
  private Path small;
  private Path large;

  @BeforeEach
  void writeFiles() throws IOException {
    small = attached("small", FooterLayout.SPEC, 10);
    large = attached("large", FooterLayout.SPEC, LARGE);
  }

  private Path attached(String name, FooterLayout layout, int size) throws IOException {
    Map<String, String> keyValues = Map.of("key", "x".repeat(size));
    Path plain = ParquetJavaFile.write(folder.resolve(name + "-plain.parquet"), keyValues);
    if (layout == FooterLayout.THRIFT) {
      return plain;
    }
    Path file = folder.resolve(name + ".parquet");
    FooterAttacher.defaults().withLayout(layout).attach(plain, file);
    return file;
  }

  /** How often parts of a file are mapped. */
  private static long mappings(Path file) throws IOException {
    assumeTrue(Files.exists(MAPS), "mappings are listed in /proc");
    String name = file.toRealPath().toString();
    try (Stream<String> lines = Files.lines(MAPS)) {
      return lines.filter(line -> line.endsWith(name)).count();
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void mapped_file_gives_the_same_footer(FooterLayout layout) throws IOException {
    Path file = attached("again", layout, LARGE);
    ByteBuffer expected = READER.read(file).footer().flatbuffer();

    for (FooterReader reader :
        List.of(READER, READER.withStrict(true), READER.withCrcCheck(CrcCheck.NONE))) {
      assertThat(reader.withMapping(true).read(file).footer().flatbuffer()).isEqualTo(expected);
      try (MappedByteSource source = MappedByteSource.open(file)) {
        assertThat(reader.read(source).footer().flatbuffer()).isEqualTo(expected);
      }
    }
  }

  @Test
  void large_footers_are_mapped_and_small_ones_read() throws IOException {
    FooterReader mapping = READER.withMapping(true);
    for (CrcCheck check : List.of(CrcCheck.NONE, CrcCheck.WHOLE)) {
      FlatFooter mapped = mapping.withCrcCheck(check).read(large).footer();
      assertThat(mapped.flatbuffer().isDirect()).isTrue();
    }
    assertThat(mapping.read(large).footer().isFetchedInParts()).as("checked by blocks").isTrue();
    try (MappedByteSource source = MappedByteSource.open(large)) {
      assertThat(READER.read(source).footer().flatbuffer().isDirect()).isTrue();
    }
    try (MappedByteSource source = MappedByteSource.open(small)) {
      assertThat(READER.withTailGuess(0).read(source).footer().flatbuffer().isDirect()).isFalse();
    }
  }

  @Test
  void small_footers_use_up_no_mappings() throws IOException {
    List<ParquetFooter> held = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      held.add(READER.withMapping(true).read(small));
    }

    assertThat(mappings(small)).isZero();
    assertThat(held).extracting(ParquetFooter::layout).containsOnly(FooterLayout.SPEC);
  }

  @Test
  void closing_unmaps_at_once() throws IOException {
    assumeTrue(Mappings.Arena.isAvailable(), "Java 22 or later");
    for (int i = 0; i < MANY; i++) {
      MappedByteSource source = MappedByteSource.open(large);
      ParquetFooter footer = READER.read(source);
      assertThat(mappings(large)).isEqualTo(1);
      source.close();
      source.close();

      assertThat(mappings(large)).isZero();
      assertThatThrownBy(() -> footer.footer().findValue("key"))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void footer_outlives_its_source_where_memory_cannot_be_unmapped_safely() throws IOException {
    assumeTrue(!Mappings.Arena.isAvailable(), "Java 21 or older");
    MappedByteSource source = MappedByteSource.open(large);
    ParquetFooter footer = READER.read(source);
    source.close();

    assertThat(footer.footer().findValue("key")).hasSize(LARGE);
  }

  @Test
  void closed_source_reads_and_maps_nothing() throws IOException {
    MappedByteSource source = MappedByteSource.open(large);
    source.close();

    assertThatThrownBy(() -> READER.read(source)).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(() -> source.map(0, MappedByteSource.LEAST_MAPPED))
        .isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void file_that_was_truncated_before_it_is_mapped_is_named() throws IOException {
    try (MappedByteSource source = MappedByteSource.open(large)) {
      long length = source.length();
      try (FileChannel channel = FileChannel.open(large, StandardOpenOption.WRITE)) {
        channel.truncate(length - 1);
      }

      assertThatThrownBy(() -> source.map(length - LARGE, LARGE))
          .isInstanceOf(EOFException.class)
          .hasMessage(
              large
                  + ": was truncated while it was open: found "
                  + (length - 1)
                  + " bytes, expected at least "
                  + length);
    }
  }

  @Test
  void file_is_read_where_no_more_mappings_can_be_had() throws IOException {
    Mappings none =
        new Mappings() {
          @Override
          public ByteBuffer map(FileChannel channel, long position, int size) {
            return null;
          }

          @Override
          public void close() {}
        };
    try (MappedByteSource source = new MappedByteSource(PathByteSource.open(large), none)) {
      ParquetFooter read = READER.read(source);

      assertThat(read.footer().flatbuffer().isDirect()).isFalse();
      assertThat(read.footer().findValue("key")).hasSize(LARGE);
    }
  }
}
