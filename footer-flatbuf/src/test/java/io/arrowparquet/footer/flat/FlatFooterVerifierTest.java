// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.flatc.generated.ColumnChunk;
import io.arrowparquet.footer.flatc.generated.FileMetaData;
import io.arrowparquet.footer.flatc.generated.KeyValue;
import io.arrowparquet.footer.flatc.generated.RowGroup;
import io.arrowparquet.footer.flatc.generated.SchemaElement;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.NameSlots;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class FlatFooterVerifierTest {
  /** Bits to flip are so far apart: each byte is hit, and each bit of the kinds of values. */
  private static final int BIT_STEP = 7;

  /** The last bytes may be the padding of a string, without which all is still there. */
  private static final int MOST_PADDING = 8;

  /** Few columns, but so many schema elements that there is a name index. */
  private static byte[] sample() {
    SampleFooter sample = new SampleFooter(18);
    sample.group("list", REPEATED, 1).leaf("element", OPTIONAL, Type.BYTE_ARRAY).up();
    sample.leaf("c3", OPTIONAL, Type.BYTE_ARRAY).leaf("last", OPTIONAL, Type.BYTE_ARRAY);
    IntStream.range(0, 15).forEach(i -> sample.group("g" + i, OPTIONAL, 0).up());
    Statistics statistics =
        new Statistics()
            .setNull_count(0)
            .setMin_value("a value of many bytes, 1".getBytes(StandardCharsets.UTF_8))
            .setMax_value("a value of many bytes, more than 16".getBytes(StandardCharsets.UTF_8));
    ByteBuffer flatbuffer = sample.statistics(statistics).rowGroup(4).flatbuffer();
    byte[] bytes = new byte[flatbuffer.remaining()];
    flatbuffer.get(bytes);
    return bytes;
  }

  @Test
  void converted_footers_verify() {
    for (Map.Entry<String, byte[]> file : CorpusFooters.all().entrySet()) {
      byte[] thrift = file.getValue();
      FlatFooter.verify(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
    }
  }

  @Test
  void wide_footer_verifies() {
    byte[] thrift = WideFooter.thrift(2_000, 3);

    FlatFooter.verify(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
  }

  @Test
  void whatever_bit_flips_a_verified_buffer_is_read_to_the_end() {
    byte[] bytes = sample();
    int verified = 0;
    for (int bit = 0; bit < 8 * bytes.length; bit += BIT_STEP) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      ByteBuffer buffer = ByteBuffer.wrap(flipped);
      try {
        FlatFooter.verify(buffer);
      } catch (CorruptFooterException expected) {
        continue;
      }
      verified++;
      EveryAccessor.call(FlatFooter.wrap(buffer));
      FlatBuffersToThrift.convert(buffer);
    }
    // Most bits are of values, which may be anything.
    assertThat(verified).isPositive();
  }

  @Test
  void whatever_bit_flips_views_of_an_unverified_buffer_give_values_or_say_it_is_corrupt() {
    byte[] bytes = sample();
    for (int bit = 0; bit < 8 * bytes.length; bit += BIT_STEP) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      EveryAccessor.callOrCorrupt(ByteBuffer.wrap(flipped));
    }
  }

  @Test
  void views_of_any_prefix_give_values_or_say_it_is_corrupt() {
    byte[] bytes = sample();
    for (int length = 0; length < bytes.length - MOST_PADDING; length++) {
      ByteBuffer prefix = ByteBuffer.wrap(bytes, 0, length);
      EveryAccessor.callOrCorrupt(prefix);
      assertThatThrownBy(() -> FlatFooter.verify(prefix))
          .isInstanceOf(CorruptFooterException.class);
    }
  }

  @Test
  void a_column_order_of_the_index_that_is_not_the_schemas_is_found() {
    byte[] bytes = sample();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    FooterBytes footer = new FooterBytes(buffer);
    int table = footer.child(footer.root(), ParquetFbs.FileMetaData.COLUMN_TABLE);
    int slots = footer.child(table, ParquetFbs.ColumnTable.SLOTS);
    int first = usedSlot(buffer, slots + 4);
    int second = usedSlot(buffer, first + ParquetFbs.NameSlot.BYTES);
    int column = buffer.getInt(first + ParquetFbs.NameSlot.COLUMN);
    buffer.putInt(
        first + ParquetFbs.NameSlot.COLUMN, buffer.getInt(second + ParquetFbs.NameSlot.COLUMN));
    buffer.putInt(second + ParquetFbs.NameSlot.COLUMN, column);

    assertThatThrownBy(() -> FlatFooter.verify(buffer))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("name index");
  }

  @Test
  void parents_in_the_index_that_never_end_are_walked_as_far_as_a_schema_is_deep() {
    SampleFooter sample = new SampleFooter(1).group("g", OPTIONAL, 400);
    IntStream.range(0, 400).forEach(i -> sample.leaf("c" + i, OPTIONAL, Type.INT32));
    ByteBuffer buffer = sample.rowGroup(1).flatbuffer();
    FooterBytes bytes = new FooterBytes(buffer);
    int table = bytes.child(bytes.root(), ParquetFbs.FileMetaData.COLUMN_TABLE);
    int parents = bytes.child(table, ParquetFbs.ColumnTable.PARENTS) + FooterBytes.REFERENCE;
    for (int element = 1; element <= 401; element++) {
      buffer.putInt(buffer.position() + parents + Integer.BYTES * element, element - 1);
    }
    FlatFooter footer = FlatFooter.wrap(buffer);

    assertThat(footer.maxDefinitionLevel(254)).isEqualTo(256);
    for (ThrowingCallable walk :
        List.<ThrowingCallable>of(
            () -> footer.columnPath(255),
            () -> footer.maxDefinitionLevel(399),
            () -> footer.elementPath(400),
            () -> FooterChecks.check(footer, 1_000),
            () -> ParquetJavaMetadata.of(footer, "f").toParquetMetadata())) {
      assertThatThrownBy(walk)
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageEndingWith("depth of the schema: found 257, expected at most 256");
    }
    assertThatThrownBy(() -> FlatFooter.verify(buffer)).isInstanceOf(CorruptFooterException.class);
  }

  private static int usedSlot(ByteBuffer buffer, int from) {
    int slot = from;
    while (buffer.getInt(slot + ParquetFbs.NameSlot.COLUMN) == NameSlots.FREE) {
      slot += ParquetFbs.NameSlot.BYTES;
    }
    return slot;
  }

  @Test
  void a_reference_back_is_found() {
    ByteBuffer buffer = ByteBuffer.wrap(sample()).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(0, -4);

    assertThatThrownBy(() -> FlatFooter.verify(buffer))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("reference at offset 0");
  }

  @Test
  void row_groups_that_are_all_the_same_table_take_no_more_time_than_one() {
    byte[] thrift = WideFooter.thrift(200, 600);
    ByteBuffer buffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    FooterBytes footer = new FooterBytes(buffer);
    int groups = footer.child(footer.root(), 3);
    int target = footer.follow(groups + 4);
    int base = buffer.position();
    // Its tiles say where the chunks of each row group are.
    int vtable = footer.vtable(footer.root());
    buffer.putShort(base + vtable + 4 + 2 * ParquetFbs.FileMetaData.COLUMN_TABLE, (short) 0);
    for (int i = 0; i < 600; i++) {
      int at = groups + 4 + 4 * i;
      if (target > at) {
        buffer.putInt(base + at, target - at);
      }
    }

    FlatFooter.verify(buffer);
  }

  @Test
  void more_chunks_than_the_buffer_has_room_for_are_not_walked() {
    ByteBuffer buffer = squareFooter(20_000, "c");

    assertThatThrownBy(() -> FlatFooter.verify(buffer))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("number of column chunks")
        .hasMessageContaining("found 400000000");
  }

  @Test
  void a_long_name_that_all_elements_share_is_not_walked_for_each() {
    ByteBuffer buffer = squareFooter(50_000, "x".repeat(200_000));

    assertThatThrownBy(() -> FlatFooter.wrap(buffer))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("length of all paths");
    assertThatThrownBy(() -> FlatFooter.verify(buffer)).isInstanceOf(CorruptFooterException.class);
  }

  @Test
  void a_value_that_all_key_values_share_is_not_repeated_without_end() {
    FlatBufferBuilder builder = new FlatBufferBuilder(1024).forceDefaults(true);
    int value = builder.createString("x".repeat(1 << 20));
    KeyValue.startKeyValue(builder);
    KeyValue.addKey(builder, value);
    int[] keyValues = new int[10_000];
    Arrays.fill(keyValues, KeyValue.endKeyValue(builder));
    int keyValueVector = FileMetaData.createKvVector(builder, keyValues);
    SchemaElement.startSchemaElement(builder);
    int[] schema = {SchemaElement.endSchemaElement(builder)};
    int schemaVector = FileMetaData.createSchemaVector(builder, schema);
    FileMetaData.startFileMetaData(builder);
    FileMetaData.addSchema(builder, schemaVector);
    FileMetaData.addKv(builder, keyValueVector);
    builder.finish(FileMetaData.endFileMetaData(builder));
    ByteBuffer buffer = builder.dataBuffer();

    FlatFooter.verify(buffer);
    assertThatThrownBy(() -> FlatBuffersToThrift.convert(buffer))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("size of the Thrift struct");
  }

  /** So many columns and row groups, of which there is but one each, referred to many times. */
  private static ByteBuffer squareFooter(int size, String columnName) {
    FlatBufferBuilder builder = new FlatBufferBuilder(1024).forceDefaults(true);
    int name = builder.createString(columnName);
    SchemaElement.startSchemaElement(builder);
    SchemaElement.addName(builder, name);
    SchemaElement.addType(builder, (byte) 0);
    int[] schema = new int[size + 1];
    Arrays.fill(schema, SchemaElement.endSchemaElement(builder));
    SchemaElement.startSchemaElement(builder);
    SchemaElement.addNumChildren(builder, size);
    schema[0] = SchemaElement.endSchemaElement(builder);
    int schemaVector = FileMetaData.createSchemaVector(builder, schema);
    int[] chunks = new int[size];
    ColumnChunk.startColumnChunk(builder);
    Arrays.fill(chunks, ColumnChunk.endColumnChunk(builder));
    int chunkVector = RowGroup.createColumnsVector(builder, chunks);
    RowGroup.startRowGroup(builder);
    RowGroup.addColumns(builder, chunkVector);
    int[] groups = new int[size];
    Arrays.fill(groups, RowGroup.endRowGroup(builder));
    int groupVector = FileMetaData.createRowGroupsVector(builder, groups);
    FileMetaData.startFileMetaData(builder);
    FileMetaData.addSchema(builder, schemaVector);
    FileMetaData.addRowGroups(builder, groupVector);
    builder.finish(FileMetaData.endFileMetaData(builder));
    return builder.dataBuffer();
  }
}
