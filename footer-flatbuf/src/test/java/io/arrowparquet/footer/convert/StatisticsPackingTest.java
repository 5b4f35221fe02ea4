// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.flatc.generated.FileMetaData;
import io.arrowparquet.footer.flatc.generated.Statistics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How bounds are packed, as a reader of the proposal sees it through the generated classes.
 *
 * @see StatisticsConverter
 * @see PackedBoundBuilder
 */
class StatisticsPackingTest {
  private FlatFooter footer;

  private static byte[] thrift(
      Type type, int columns, int rowGroups, org.apache.parquet.format.Statistics statistics)
      throws IOException {
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(new SchemaElement("root").setNum_children(columns));
    List<ColumnChunk> chunks = new ArrayList<>();
    for (int column = 0; column < columns; column++) {
      String name = "x" + column;
      schema.add(new SchemaElement(name).setType(type));
      ColumnMetaData metaData =
          new ColumnMetaData(
              type, List.of(Encoding.PLAIN), List.of(name), CompressionCodec.SNAPPY, 1, 2, 3, 4);
      chunks.add(new ColumnChunk(4).setMeta_data(metaData.setStatistics(statistics)));
    }
    RowGroup group = new RowGroup(chunks, 3, 1);
    var model =
        new org.apache.parquet.format.FileMetaData(
            1, schema, rowGroups, Collections.nCopies(rowGroups, group));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(model, out);
    return out.toByteArray();
  }

  private Statistics pack(Type type, org.apache.parquet.format.Statistics statistics)
      throws IOException {
    byte[] thrift = thrift(type, 1, 1, statistics);
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    footer = FlatFooter.wrap(flatbuffer);
    return FileMetaData.getRootAsFileMetaData(flatbuffer)
        .rowGroups(0)
        .columns(0)
        .metadata()
        .statistics();
  }

  private StatisticsView view() {
    return footer.chunk(0, 0).statistics();
  }

  private static org.apache.parquet.format.Statistics bounds(byte[] min, byte[] max) {
    return new org.apache.parquet.format.Statistics().setMin_value(min).setMax_value(max);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void four_bytes_are_little_endian_in_lo4() throws IOException {
    Statistics packed =
        pack(Type.INT32, bounds(hex("04030201"), hex("feffffff")).setIs_min_value_exact(true));

    assertThat(packed.minLo4()).isEqualTo(0x01020304);
    assertThat(packed.minLen()).isEqualTo((byte) 4);
    assertThat(packed.maxLen()).as("not said to be exact").isEqualTo((byte) -4);
    assertThat(packed.maxLo4()).isEqualTo(0xFFFFFFFEL);
    assertThat(packed.prefixLength()).isZero();
    assertThat(view().minInt()).isEqualTo(0x01020304);
    assertThat(view().maxInt()).isEqualTo(-2);
  }

  @Test
  void eight_bytes_are_little_endian_in_lo8() throws IOException {
    Statistics packed = pack(Type.INT64, bounds(hex("0100000000000080"), hex("0000000000000000")));

    assertThat(packed.minLo8()).isEqualTo(0x8000000000000001L);
    assertThat(packed.maxLo8()).isZero();
    assertThat(packed.hasMaxLen()).isTrue();
    assertThat(packed.maxLen()).as("not said to be exact").isEqualTo((byte) -8);
    assertThat(view().maxLong()).isZero();
  }

  @Test
  void int96_is_split_after_four_bytes() throws IOException {
    Statistics packed =
        pack(
            Type.INT96, bounds(hex("01000000 0200000000000000"), hex("ff000000 ee00000000000000")));

    assertThat(packed.minLo4()).isEqualTo(1);
    assertThat(packed.minLo8()).isEqualTo(2);
    assertThat(packed.maxLo4()).isEqualTo(0xFF);
    assertThat(packed.maxLo8()).isEqualTo(0xEE);
    assertThat(packed.maxLen()).as("not said to be exact").isEqualTo((byte) -12);
  }

  @Test
  void strings_share_their_prefix_and_keep_the_rest_big_endian() throws IOException {
    Statistics packed =
        pack(
            Type.BYTE_ARRAY,
            bounds(utf8("parquet-a"), utf8("parquet-bcdefghij"))
                .setIs_min_value_exact(true)
                .setIs_max_value_exact(false));

    assertThat(StandardCharsets.UTF_8.decode(packed.prefixAsByteBuffer()).toString())
        .isEqualTo("parquet-");
    assertThat(packed.minHi8()).isEqualTo(0x6100000000000000L);
    assertThat(packed.minLen()).isEqualTo((byte) 1);
    assertThat(packed.maxHi8()).isEqualTo(0x6263646566676869L);
    assertThat(packed.maxLo8()).isEqualTo(0x6A00000000000000L);
    assertThat(packed.maxLen()).isEqualTo((byte) -9);
    assertThat(view().maxValue()).isEqualTo(utf8("parquet-bcdefghij"));
    assertThat(view().isMinValueExact()).isTrue();
    assertThat(view().isMaxValueExact()).isFalse();
  }

  @Test
  void a_long_minimum_is_cut_and_a_long_maximum_is_counted_up() throws IOException {
    byte[] min = hex("00112233445566778899aabbccddeeff 0102");
    byte[] max = hex("10112233445566778899aabbccddeeff ffff");
    Statistics packed = pack(Type.FIXED_LEN_BYTE_ARRAY, bounds(min, max));

    assertThat(packed.minHi8()).isEqualTo(0x0011223344556677L);
    assertThat(packed.minLo8()).isEqualTo(0x8899AABBCCDDEEFFL);
    assertThat(packed.minLen()).isEqualTo((byte) -16);
    assertThat(packed.maxHi8()).isEqualTo(0x1011223344556677L);
    assertThat(packed.maxLo8()).isEqualTo(0x8899AABBCCDDEF00L);
    assertThat(packed.maxLen()).isEqualTo((byte) -16);
    assertThat(view().minValue()).isEqualTo(min);
    assertThat(view().maxValue()).isEqualTo(max);
    assertThat(view().isMinValueExact()).isNull();
  }

  @Test
  void a_maximum_that_cannot_be_counted_up_is_left_out_and_kept_whole() throws IOException {
    byte[] max = hex("ffffffffffffffffffffffffffffffff 01");
    Statistics packed = pack(Type.BYTE_ARRAY, bounds(utf8("a"), max));

    assertThat(packed.hasMinLen()).isTrue();
    assertThat(packed.hasMaxLen()).isFalse();
    assertThat(view().maxValue()).isEqualTo(max);
  }

  @Test
  void booleans_and_bounds_of_a_wrong_width_are_kept_whole() throws IOException {
    assertThat(pack(Type.BOOLEAN, bounds(hex("00"), hex("01"))).hasMinLen()).isFalse();
    assertThat(view().minValue()).containsExactly(0);
    assertThat(view().maxValue()).containsExactly(1);
    assertThat(pack(Type.INT32, bounds(hex("0102"), hex("01020304"))).hasMinLen()).isFalse();
    assertThat(view().minValue()).containsExactly(1, 2);
    assertThat(view().hasPrimitiveBounds()).isFalse();
  }

  /** Chunks of one type are written alike; a number beyond the types is none of them. */
  @ParameterizedTest
  @EnumSource(
      value = Type.class,
      names = {"BOOLEAN", "INT96"},
      mode = EnumSource.Mode.EXCLUDE)
  void a_type_that_is_not_known_is_not_packed_as_the_column_beside_it(Type type)
      throws IOException {
    int known = Type.values().length;
    for (int number : new int[] {type.getValue() + known, type.getValue() - known}) {
      byte[] thrift = withTypeOfEverySecondColumn(type, number);
      ByteBuffer flatbuffer =
          ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).flatbuffer();
      FileMetaData converted = FileMetaData.getRootAsFileMetaData(flatbuffer);
      for (int group = 0; group < converted.rowGroupsLength(); group++) {
        for (int column = 0; column < 4; column++) {
          Statistics packed = converted.rowGroups(group).columns(column).metadata().statistics();
          assertThat(packed.hasMinLen()).isEqualTo(column % 2 == 0);
          assertThat(packed.hasMaxLen()).isEqualTo(column % 2 == 0);
        }
      }
      assertThat(FlatBuffersToThrift.convert(flatbuffer)).isEqualTo(thrift);
    }
  }

  private static byte[] withTypeOfEverySecondColumn(Type type, int number) throws IOException {
    byte[] min = new byte[type == Type.INT32 || type == Type.FLOAT ? 4 : 8];
    byte[] max = min.clone();
    Arrays.fill(min, (byte) 1);
    Arrays.fill(max, (byte) 2);
    ThriftFields footer = ThriftFields.of(thrift(type, 4, 3, bounds(min, max).setNull_count(1)));
    byte[] varint = {(byte) (number << 1 ^ number >> 31)};
    int[] met = new int[2];
    footer.forEachStruct(
        "",
        (path, struct) -> {
          // The first element of the schema is its root.
          boolean isLeaf = path.equals("/2") && met[0]++ > 0 && met[0] % 2 == 1;
          boolean isChunk = path.equals("/4/1/3") && met[1]++ % 2 == 1;
          if (isLeaf || isChunk) {
            struct.fields.get(0).value = varint;
          }
        });
    return footer.toBytes();
  }

  @Test
  void equal_strings_are_all_prefix() throws IOException {
    Statistics packed = pack(Type.BYTE_ARRAY, bounds(utf8("same"), utf8("same")));

    assertThat(packed.prefixLength()).isEqualTo(4);
    assertThat(packed.hasMinLen()).isTrue();
    assertThat(packed.minLen()).isZero();
    assertThat(view().maxValue()).isEqualTo(utf8("same"));
  }

  @Test
  void an_empty_string_is_a_bound() throws IOException {
    pack(Type.BYTE_ARRAY, bounds(new byte[0], utf8("x")));

    assertThat(view().hasMinValue()).isTrue();
    assertThat(view().minValue()).isEmpty();
  }

  @Test
  void deprecated_bounds_are_told_from_the_others() throws IOException {
    pack(
        Type.INT32,
        bounds(hex("01000000"), hex("02000000")).setMin(hex("01000000")).setMax(hex("ff000000")));

    assertThat(view().min()).isEqualTo(hex("01000000"));
    assertThat(view().max()).isEqualTo(hex("ff000000"));
    assertThat(view().maxValue()).isEqualTo(hex("02000000"));
    pack(Type.INT32, new org.apache.parquet.format.Statistics().setMin(hex("01000000")));
    assertThat(view().hasMinValue()).isFalse();
    assertThat(view().min()).isEqualTo(hex("01000000"));
    assertThat(view().max()).isNull();
  }
}
