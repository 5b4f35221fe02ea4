// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.storage.SourceEntry;
import java.net.URI;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FooterEndingTest {
  private static final byte[] STRUCT = WideFooter.thrift(3, 2);

  /** The pages of the footer end before. */
  private static final long OFFSET = 1 << 20;

  private static ParquetFooter read(ByteBuffer ending) {
    SourceEntry file = new SourceEntry(URI.create("mem:f"), OFFSET + ending.remaining(), null);
    return FooterReader.defaults().withStrict(true).fromTail(file, ending);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PHOTON", "AUTO"})
  void every_layout_is_read_back(FooterLayout layout) {
    ByteBuffer ending = new FooterEnding(layout).of("f", STRUCT, OFFSET);

    ParquetFooter footer = read(ending);

    assertThat(footer.layout()).isEqualTo(layout);
    assertThat(footer.footerOffset()).isEqualTo(OFFSET);
    assertThat(footer.footer().columnCount()).isEqualTo(3);
    assertThat(footer.footer().rowGroupCount()).isEqualTo(2);
  }

  /** By columns, row groups and the bytes of the pages. */
  @ParameterizedTest
  @CsvSource({
    "3, 2, 1048576, THRIFT",
    "32, 2, 1048576, THRIFT",
    "32, 2, 1000000000, THRIFT",
    "33, 2, 65536, INDEX",
    "33, 2, 1000000000, SPEC",
    "3, 600, 1048576, INDEX",
    "2000, 2, 1048576, INDEX",
    "2000, 2, 1000000000, SPEC"
  })
  void auto_takes_what_suits_the_footer_and_the_file(
      int columns, int groups, long pages, FooterLayout expected) {
    byte[] struct = WideFooter.thrift(columns, groups);

    // Forced, for pages of these footers are not all before it.
    ByteBuffer ending = new FooterEnding(FooterLayout.AUTO, true, false).of("f", struct, pages);

    assertThat(ending).isEqualTo(new FooterEnding(expected, true, false).of("f", struct, pages));
    SourceEntry file = new SourceEntry(URI.create("mem:f"), pages + ending.remaining(), null);
    assertThat(FooterReader.defaults().fromTail(file, ending).layout()).isEqualTo(expected);
  }

  @Test
  void refuses_what_readers_find_corrupt_unless_it_is_forced() {
    long amongThePages = 100;

    assertThatThrownBy(() -> new FooterEnding(FooterLayout.SPEC).of("f", STRUCT, amongThePages))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("place of column column_0, row group 0");
    assertThat(new FooterEnding(FooterLayout.SPEC, true, false).of("f", STRUCT, amongThePages))
        .matches(ByteBuffer::hasRemaining);
  }

  @Test
  void chunks_have_the_extensions_they_are_given() {
    FileMetaData footer = FileMetaDataCodec.STRUCT.read(new CompactReader(STRUCT));
    ColumnChunk extended = footer.rowGroups().get(1).columns().get(2);
    byte[] extension = {1, 2, 3};

    byte[] struct =
        FileMetaDataCodec.write(footer, chunk -> chunk.equals(extended) ? extension : null);

    ParquetFooter found = read(new FooterEnding(FooterLayout.THRIFT).of("f", struct, OFFSET));
    assertThat(found.footer().chunk(1, 2).extension()).isEqualTo(BinaryValue.of(extension));
    assertThat(found.footer().chunk(0, 2).extension()).isNull();
    assertThat(FileMetaDataCodec.write(footer, chunk -> null)).isEqualTo(STRUCT);
  }
}
