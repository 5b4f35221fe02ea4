// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThriftToFlatBuffersTest {
  private static final int COLUMNS = 300;
  private static final int ROW_GROUPS = 3;
  private static final byte[] THRIFT = WideFooter.thrift(COLUMNS, ROW_GROUPS);

  private static final String[] NAMES = {
    "column_0",
    "column_1",
    "column_999",
    "column_10",
    "column_77",
    "column_1999",
    "column_500",
    "column_3",
    "column_1234",
    "column_88"
  };

  private static FlatFooter convert(byte[] thrift) {
    return FlatFooter.wrap(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
  }

  @Test
  void columns_are_found_by_name() {
    FlatFooter footer = convert(THRIFT);

    assertThat(footer.columnCount()).isEqualTo(COLUMNS);
    for (int column = 0; column < COLUMNS; column++) {
      assertThat(footer.findColumn(WideFooter.name(column))).isEqualTo(column);
      assertThat(footer.columnPath(column)).isEqualTo(WideFooter.name(column));
    }
    assertThat(footer.findColumn("column_")).isEqualTo(-1);
    assertThat(footer.findColumn("")).isEqualTo(-1);
  }

  @Test
  void each_chunk_says_what_thrift_says() {
    FileMetaData expected = FileMetaDataCodec.STRUCT.read(new CompactReader(THRIFT));
    FlatFooter footer = convert(THRIFT);
    ColumnChunkView chunk = new ColumnChunkView();

    for (int group = 0; group < ROW_GROUPS; group++) {
      for (int column = 0; column < COLUMNS; column++) {
        footer.chunk(group, column, chunk);
        assertSame(chunk, expected.rowGroups().get(group).columns().get(column));
      }
    }
  }

  private static void assertSame(ColumnChunkView chunk, ColumnChunk thrift) {
    ColumnMetaData metaData = thrift.metaData();
    StatisticsView statistics = chunk.statistics();
    assertThat(chunk.fileOffset()).isEqualTo(thrift.fileOffset());
    assertThat(chunk.columnIndex().offset()).isEqualTo(thrift.columnIndexOffset());
    assertThat(chunk.columnIndex().length()).isEqualTo(thrift.columnIndexLength());
    assertThat(chunk.offsetIndex().offset()).isEqualTo(thrift.offsetIndexOffset());
    assertThat(chunk.offsetIndex().length()).isEqualTo(thrift.offsetIndexLength());
    assertThat(chunk.dataPageOffset()).isEqualTo(metaData.dataPageOffset());
    assertThat(chunk.startOffset()).isEqualTo(metaData.dataPageOffset());
    assertThat(chunk.numValues()).isEqualTo(metaData.numValues());
    assertThat(chunk.totalCompressedSize()).isEqualTo(metaData.totalCompressedSize());
    assertThat(chunk.totalUncompressedSize()).isEqualTo(metaData.totalUncompressedSize());
    assertThat(chunk.encodings().count()).isEqualTo(metaData.encodings().size());
    assertThat(statistics.nullCount()).isEqualTo(metaData.statistics().nullCount());
    assertThat(statistics.minValue()).isEqualTo(metaData.statistics().minValue().toByteArray());
    assertThat(statistics.maxValue()).isEqualTo(metaData.statistics().maxValue().toByteArray());
    assertThat(statistics.min()).isEqualTo(metaData.statistics().min().toByteArray());
    assertThat(statistics.minDouble())
        .isEqualTo(
            metaData
                .statistics()
                .minValue()
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN)
                .getDouble());
  }

  @ParameterizedTest
  @CsvSource({
    "300, 1, 64",
    "300, 3, 16",
    "300, 10, 4",
    "300, 1000, 1",
    "17000, 10, 32",
    "70000, 1, 128"
  })
  void tiles_are_wider_where_there_would_be_very_many(int columns, int rowGroups, int width) {
    byte[] thrift = WideFooter.thrift(columns, rowGroups);
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    int root = flatbuffer.order(ByteOrder.LITTLE_ENDIAN).getInt(flatbuffer.position());
    var table = new io.arrowparquet.footer.flatc.generated.FileMetaData();
    table.__init(flatbuffer.position() + root, flatbuffer);

    assertThat(table.columnTable().columnsOfTile()).isEqualTo(width);
    FlatFooter footer = FlatFooter.wrap(flatbuffer);
    ColumnChunkView chunk = new ColumnChunkView();
    long end = 4;
    for (int group = 0; group < rowGroups; group++) {
      for (int column = 0; column < columns; column++) {
        footer.chunk(group, column, chunk);
        assertThat(chunk.startOffset()).isEqualTo(end);
        end += chunk.totalCompressedSize();
      }
    }
  }

  @Test
  void checksum_is_that_of_the_bytes_before_the_stop_byte() {
    CRC32 crc = new CRC32();
    crc.update(THRIFT, 0, THRIFT.length - 1);

    assertThat(convert(THRIFT).thriftCrc32()).isEqualTo(crc.getValue());
  }

  @Test
  void checksum_leaves_an_extension_out() {
    byte[] extended = Arrays.copyOf(THRIFT, THRIFT.length + 7);
    byte[] extension = {0x08, (byte) 0xFF, (byte) 0xFF, 0x01, 2, 'h', 'i', 0};
    System.arraycopy(extension, 0, extended, THRIFT.length - 1, extension.length);

    assertThat(convert(extended).thriftCrc32()).isEqualTo(convert(THRIFT).thriftCrc32());
  }

  @Test
  void ten_thousand_columns_take_no_more_than_a_tenth_over_thrift() {
    byte[] thrift = WideFooter.thrift(10_000, 10);

    assertThat(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer().remaining())
        .isLessThanOrEqualTo((int) (1.1 * thrift.length));
  }

  @Test
  void opening_and_reading_ten_columns_allocates_little_whatever_the_width() {
    byte[] thrift = WideFooter.thrift(2_000, 10);
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    readTenColumns(flatbuffer);
    long before = threads.getCurrentThreadAllocatedBytes();
    readTenColumns(flatbuffer);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(6 << 10);
  }

  private static void readTenColumns(ByteBuffer flatbuffer) {
    FlatFooter footer = FlatFooter.wrap(flatbuffer);
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    for (String name : NAMES) {
      int column = footer.findColumn(name);
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        footer.chunk(group, column, chunk);
        chunk.statistics(statistics);
        if (chunk.startOffset() < 0 || statistics.minDouble() > statistics.maxDouble()) {
          throw new AssertionError(name);
        }
      }
    }
  }

  @Test
  void conversion_allocates_at_most_three_times_its_output() {
    byte[] thrift = WideFooter.thrift(2_000, 10);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    ThriftToFlatBuffers.convert(thrift, 0, thrift.length);
    long before = threads.getCurrentThreadAllocatedBytes();
    int size = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer().remaining();

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(3L * size);
  }

  @Test
  void chunks_of_any_mixture_of_fields_are_told_apart() {
    // Scripts of chunks met before must not be followed by chunks that differ.
    FileMetaData random = null;
    for (long seed = 0; seed < 40; seed++) {
      byte[] thrift = RandomFooter.thrift(seed);
      random = FileMetaDataCodec.STRUCT.read(new CompactReader(thrift));
      FlatFooter footer = convert(thrift);
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        for (int column = 0; column < footer.columnCount(); column++) {
          ColumnChunk expected = random.rowGroups().get(group).columns().get(column);
          ColumnChunkView chunk = footer.chunk(group, column);
          assertThat(chunk.hasMetadata()).isEqualTo(expected.metaData() != null);
          if (chunk.hasMetadata()) {
            assertThat(chunk.numValues()).isEqualTo(expected.metaData().numValues());
          }
        }
      }
    }
    assertThat(random).isNotNull();
  }

  @Test
  void fields_that_are_left_out_are_named_for_those_who_ask() {
    byte[] extended = Arrays.copyOf(THRIFT, THRIFT.length + 3);
    // Field 42, an i32, after all others: long header, zig-zag id, value.
    byte[] unknown = {0x05, 84, 2, 0};
    System.arraycopy(unknown, 0, extended, THRIFT.length - 1, unknown.length);

    assertThat(ThriftToFlatBuffers.convertAndReport(extended, 0, extended.length).unknownFields())
        .containsExactly("FileMetaData field 42 (i32)");
    assertThat(ThriftToFlatBuffers.convertAndReport(THRIFT, 0, THRIFT.length).unknownFields())
        .isEmpty();
  }

  @Test
  void every_prefix_is_corrupt() {
    byte[] thrift = WideFooter.thrift(3, 1);
    for (int length = 0; length < thrift.length; length++) {
      int cut = length;
      assertThatThrownBy(() -> ThriftToFlatBuffers.convert(thrift, 0, cut))
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void every_bit_flip_converts_or_is_corrupt() {
    byte[] thrift = WideFooter.thrift(3, 2);
    for (int bit = 0; bit < 8 * thrift.length; bit++) {
      byte[] flipped = thrift.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        convert(flipped);
      } catch (CorruptFooterException expected) {
        assertThat(expected).hasMessageContaining("expected");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // none
        "08 ffff01 02 aabb", // the format's literal header
        "08 feff03 02 aabb", // Thrift's own
        "05 f0ff03 02  78 02 aabb", // id 32760 before it, and 32767 as a difference of 7
        "05 8b8002 02  68 02 aabb", // id -16390 before it, and the literal's -16384 as 6
        "08 ffff01 01 aa  05 ae02 02", // a newer field after it
        "08 ffff01 01 aa  15 02", // one that counts its id from the extension's
      })
  void crc_is_that_of_the_struct_without_its_extension(String fields) {
    byte[] plain = WideFooter.thrift(2, 1);
    byte[] more = HexFormat.of().parseHex(fields.replace(" ", ""));
    byte[] struct = Arrays.copyOf(plain, plain.length + more.length);
    System.arraycopy(more, 0, struct, plain.length - 1, more.length);
    struct[struct.length - 1] = 0;
    byte[] without = StructExtension.remove(struct);
    CRC32 crc = new CRC32();
    crc.update(without, 0, without.length - 1);

    assertThat(crc(struct)).isEqualTo(crc.getValue()).isEqualTo(crc(without));
  }

  @Test
  void extension_before_known_fields_does_not_count_in_the_crc() {
    byte[] plain = WideFooter.thrift(2, 1);
    // Before the first field, whose id is then written in full.
    byte[] extension = HexFormat.of().parseHex("08ffff0102aabb" + "0502");
    byte[] struct = new byte[extension.length + plain.length - 1];
    System.arraycopy(extension, 0, struct, 0, extension.length);
    System.arraycopy(plain, 1, struct, extension.length, plain.length - 1);

    assertThat(StructExtension.find(struct)).isNotNull();
    assertThat(crc(struct)).isEqualTo(crc(plain));
  }

  private static long crc(byte[] struct) {
    return convert(struct).thriftCrc32();
  }
}
