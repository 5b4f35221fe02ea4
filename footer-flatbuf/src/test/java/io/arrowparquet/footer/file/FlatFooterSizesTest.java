// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.file.FooterSizes.Part;
import io.arrowparquet.footer.flat.SampleFooter;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

class FlatFooterSizesTest {
  private static ByteBuffer wide(int columns, int rowGroups) {
    byte[] thrift = WideFooter.thrift(columns, rowGroups);
    return ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
  }

  @Test
  void sizes_sum_up_to_the_length_of_the_buffer() {
    for (Map.Entry<String, byte[]> file : CorpusFooters.all().entrySet()) {
      byte[] thrift = file.getValue();
      ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();

      assertThat(FooterSizes.ofFlatBuffer(flatbuffer).total())
          .as(file.getKey())
          .isEqualTo(flatbuffer.remaining());
    }
  }

  @Test
  void wide_footer_is_mostly_about_single_columns() {
    ByteBuffer flatbuffer = wide(500, 4);
    FooterSizes sizes = FooterSizes.ofFlatBuffer(flatbuffer);

    assertThat(sizes.columnCount()).isEqualTo(500);
    assertThat(sizes.total()).isEqualTo(flatbuffer.remaining());
    // Free slots of the hash table, checksums and the places of columns among it.
    assertThat(sizes.bytes(FooterSizes.SHARED)).isLessThan(flatbuffer.remaining() / 50);
    // Hash and column; the tree is not stored for a flat schema.
    assertThat(sizes.bytes(7, Part.NAME_INDEX)).isEqualTo(8);
    // Where the column index and the offset index begin, in four row groups.
    assertThat(sizes.bytes(7, Part.INDEX_LOCATIONS)).isEqualTo(4 * 2 * 4);
    // Two bounds of eight bytes in four row groups, and what goes with them.
    assertThat(sizes.bytes(7, Part.STATISTICS)).isBetween(4 * 16L, 4 * 40L);
    assertThat(sizes.bytes(Part.PATHS)).isZero();
  }

  @Test
  void tables_that_columns_share_are_of_no_column() {
    FooterSizes sizes = FooterSizes.ofFlatBuffer(wide(100, 2));

    // Each chunk has a reference to the encodings it shares with others.
    assertThat(sizes.bytes(3, Part.ENCODINGS)).isLessThanOrEqualTo(2 * 8);
    assertThat(sizes.bytes(FooterSizes.SHARED, Part.ENCODINGS)).isPositive();
  }

  @Test
  void long_bounds_are_their_columns_statistics() {
    SampleFooter footer = new SampleFooter(2).leaf("short", OPTIONAL, Type.BYTE_ARRAY);
    footer.leaf("long", OPTIONAL, Type.BYTE_ARRAY);
    footer.rowGroup(1);
    byte[] bound = "x".repeat(1_000).getBytes(StandardCharsets.UTF_8);
    footer
        .model()
        .getRow_groups()
        .get(0)
        .getColumns()
        .get(1)
        .getMeta_data()
        .setStatistics(new Statistics().setMin_value(bound));
    FooterSizes sizes = FooterSizes.ofFlatBuffer(footer.flatbuffer());

    assertThat(sizes.bytes(0, Part.STATISTICS)).isZero();
    assertThat(sizes.bytes(1, Part.STATISTICS)).isBetween(1_000L, 1_050L);
  }

  @Test
  void buffer_that_does_not_verify_is_refused() {
    ByteBuffer flatbuffer = wide(10, 1);
    flatbuffer.limit(flatbuffer.limit() - 100);

    assertThatThrownBy(() -> FooterSizes.ofFlatBuffer(flatbuffer))
        .isInstanceOf(CorruptFooterException.class);
  }
}
