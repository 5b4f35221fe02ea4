// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Chunks say the same in whatever form and order their fields are written. */
class OrderedChunkReaderTest {
  private static final long OFFSET = 1L << 40;
  private static final long SIZE = 123_456;
  private static final byte[] MIN = new byte[100];
  private static final byte[] MAX = new byte[20_000];

  static {
    MAX[0] = 1;
  }

  private static ColumnChunkView convert(Consumer<CompactWriter> chunk) {
    CompactWriter out = new CompactWriter();
    out.structBegin();
    out.i32Field(1, 1);
    out.listField(2, CompactType.STRUCT, 2);
    out.structBegin();
    out.stringField(4, "schema");
    out.i32Field(5, 1);
    out.structEnd();
    out.structBegin();
    out.i32Field(1, 6);
    out.stringField(4, "name");
    out.structEnd();
    out.i64Field(3, 9);
    out.listField(4, CompactType.STRUCT, 1);
    out.structBegin();
    out.listField(1, CompactType.STRUCT, 1);
    chunk.accept(out);
    out.i64Field(2, SIZE);
    out.i64Field(3, 9);
    out.structEnd();
    out.structEnd();
    byte[] thrift = out.toByteArray();
    return FlatFooter.wrap(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer())
        .chunk(0, 0);
  }

  private static void encodings(CompactWriter out) {
    out.listField(2, CompactType.I32, 2);
    out.writeI32(0);
    out.writeI32(3);
  }

  private static void path(CompactWriter out) {
    out.listField(3, CompactType.BINARY, 1);
    out.writeString("name");
  }

  private static void sizes(CompactWriter out) {
    out.i32Field(4, 1);
    out.i64Field(5, 9);
    out.i64Field(6, SIZE);
    out.i64Field(7, SIZE);
    out.i64Field(9, OFFSET);
  }

  private static void statistics(CompactWriter out, byte[] max) {
    out.fieldHeader(12, CompactType.STRUCT);
    out.structBegin();
    out.i64Field(3, Long.MIN_VALUE);
    out.binaryField(5, max, 0, max.length);
    out.binaryField(6, MIN, 0, MIN.length);
    out.boolField(7, true);
    out.structEnd();
  }

  private static void inOrder(CompactWriter out, byte[] max) {
    out.structBegin();
    out.i64Field(2, OFFSET);
    out.fieldHeader(3, CompactType.STRUCT);
    out.structBegin();
    out.i32Field(1, 6);
    encodings(out);
    path(out);
    sizes(out);
    statistics(out, max);
    out.structEnd();
    out.i64Field(4, OFFSET + 1);
    out.i32Field(5, 77);
    out.structEnd();
  }

  private static void assertSays(ColumnChunkView chunk, byte[] max) {
    assertThat(chunk.fileOffset()).isEqualTo(OFFSET);
    assertThat(chunk.dataPageOffset()).isEqualTo(OFFSET);
    assertThat(chunk.totalCompressedSize()).isEqualTo(SIZE);
    assertThat(chunk.totalUncompressedSize()).isEqualTo(SIZE);
    assertThat(chunk.numValues()).isEqualTo(9);
    assertThat(chunk.codecNumber()).isEqualTo(1);
    assertThat(chunk.encodings().count()).isEqualTo(2);
    assertThat(chunk.statistics().nullCount()).isEqualTo(Long.MIN_VALUE);
    assertThat(chunk.statistics().minValue()).isEqualTo(MIN);
    assertThat(chunk.statistics().maxValue()).isEqualTo(max);
    assertThat(chunk.statistics().isMaxValueExact()).isTrue();
    assertThat(chunk.statistics().isMinValueExact()).isNull();
    assertThat(chunk.offsetIndex().offset()).isEqualTo(OFFSET + 1);
    assertThat(chunk.offsetIndex().length()).isEqualTo(77);
  }

  @Test
  void fields_in_order_are_read() {
    assertSays(convert(out -> inOrder(out, MIN)), MIN);
  }

  @Test
  void a_value_too_long_for_the_fast_way_is_read() {
    assertSays(convert(out -> inOrder(out, MAX)), MAX);
  }

  @Test
  void fields_out_of_order_are_read() {
    ColumnChunkView chunk =
        convert(
            out -> {
              out.structBegin();
              out.i32Field(5, 77);
              out.i64Field(4, OFFSET + 1);
              out.fieldHeader(3, CompactType.STRUCT);
              out.structBegin();
              statistics(out, MIN);
              sizes(out);
              path(out);
              encodings(out);
              out.i32Field(1, 6);
              out.structEnd();
              out.i64Field(2, OFFSET);
              out.structEnd();
            });

    assertSays(chunk, MIN);
  }

  @Test
  void fields_that_nobody_knows_are_passed_over() {
    ColumnChunkView chunk =
        convert(
            out -> {
              out.structBegin();
              out.i64Field(2, OFFSET);
              out.fieldHeader(3, CompactType.STRUCT);
              out.structBegin();
              out.i32Field(1, 6);
              encodings(out);
              path(out);
              sizes(out);
              statistics(out, MIN);
              out.stringField(20, "new");
              out.structEnd();
              out.i64Field(4, OFFSET + 1);
              out.i32Field(5, 77);
              out.i32Field(10, 1);
              out.structEnd();
            });

    assertSays(chunk, MIN);
  }
}
