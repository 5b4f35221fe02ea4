// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CompactWriterTest {
  private final CompactWriter out = new CompactWriter(0);

  private String hex() {
    return HexFormat.of().formatHex(out.toByteArray());
  }

  private void byteField(int id, byte value) {
    out.fieldHeader(id, CompactType.I8);
    out.writeByte(value);
  }

  @Test
  void field_headers_are_short_where_the_delta_allows() {
    out.structBegin();
    byteField(1, (byte) 7);
    byteField(16, (byte) 8);
    byteField(32, (byte) 9);
    byteField(2, (byte) 10);
    out.structEnd();
    assertThat(hex()).isEqualTo("1307" + "f308" + "034009" + "03040a" + "00");
  }

  @Test
  void list_headers_are_short_up_to_fourteen_elements() {
    out.listBegin(CompactType.I32, 14);
    out.listBegin(CompactType.I32, 15);
    out.listBegin(CompactType.I32, 200);
    assertThat(hex()).isEqualTo("e5" + "f50f" + "f5c801");
  }

  @Test
  void field_ids_go_on_after_a_nested_struct() {
    out.structBegin();
    out.fieldHeader(3, CompactType.STRUCT);
    out.structBegin();
    out.boolField(1, true);
    out.structEnd();
    out.boolField(4, false);
    out.structEnd();
    assertThat(hex()).isEqualTo("3c" + "11" + "00" + "12" + "00");
  }

  @Test
  void optional_fields_that_are_null_are_left_out() {
    out.structBegin();
    out.optionalI32Field(2, null);
    out.optionalStructField(7, null, ParquetStructs.KEY_VALUE::write);
    out.structEnd();
    assertThat(hex()).isEqualTo("00");
  }

  @Test
  void ending_a_struct_that_was_not_begun_is_refused() {
    assertThatThrownBy(out::structEnd).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cleared_writer_starts_anew() {
    out.structBegin();
    out.i64Field(5, 1);
    out.clear();
    out.structBegin();
    out.fieldHeader(1, CompactType.DOUBLE);
    out.writeDouble(1.5);
    out.structEnd();
    assertThat(hex()).isEqualTo("17000000000000f83f00");
    assertThat(out.size()).isEqualTo(10);
  }

  @Property(tries = 500)
  void numbers_and_bytes_come_back(
      @ForAll int i32,
      @ForAll long i64,
      @ForAll short i16,
      @ForAll double number,
      @ForAll byte[] binary) {
    CompactWriter writer = new CompactWriter(0);
    writer.writeI32(i32);
    writer.writeI64(i64);
    writer.writeI32(i16);
    writer.writeDouble(number);
    writer.writeBinary(binary, 0, binary.length);
    CompactReader reader = new CompactReader(writer.toByteArray());
    assertThat(reader.readI32()).isEqualTo(i32);
    assertThat(reader.readI64()).isEqualTo(i64);
    assertThat(reader.readI16()).isEqualTo(i16);
    assertThat(reader.readDouble()).isEqualTo(number);
    assertThat(reader.readBinaryValue().toByteArray()).isEqualTo(binary);
    assertThat(reader.position()).isEqualTo(reader.end());
  }
}
