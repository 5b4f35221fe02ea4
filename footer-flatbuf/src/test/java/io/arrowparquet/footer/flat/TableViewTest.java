// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two tables of one vtable, and one of another:
 *
 * <pre>
 *    4 | vtable: u16 10 | u16 16 | field 0 at 4 | field 1 at 8 | field 2: none |
 *   16 | table: i32 12 | i32 7 | i64 70 |
 *   32 | table: i32 28 | i32 8 | i64 80 |
 *   48 | vtable: u16 6 | u16 8 | field 0 at 4 |
 *   56 | table: i32 8 | i32 9 |
 * </pre>
 */
class TableViewTest {
  private static final int FIRST = 16;
  private static final int SECOND = 32;
  private static final int OTHER = 56;

  private static ByteBuffer tables() {
    ByteBuffer tables = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    tables.putInt(FIRST).putShort((short) 10).putShort((short) 16);
    tables.putShort((short) 4).putShort((short) 8).putShort((short) 0);
    tables.position(FIRST).putInt(12).putInt(7).putLong(70);
    tables.putInt(28).putInt(8).putLong(80);
    tables.putShort((short) 6).putShort((short) 8).putShort((short) 4).putShort((short) 0);
    return tables.putInt(8).putInt(9).flip();
  }

  private static ByteBuffer direct(ByteBuffer heap) {
    return ByteBuffer.allocateDirect(heap.remaining()).put(heap).flip();
  }

  /** Buffers whose array can be read, whose array is hidden, and without one. */
  static Stream<UnaryOperator<ByteBuffer>> kinds() {
    return Stream.of(b -> b, ByteBuffer::asReadOnlyBuffer, TableViewTest::direct);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void a_view_gives_the_fields_of_each_table_it_is_moved_to(UnaryOperator<ByteBuffer> kind) {
    FooterBytes bytes = new FooterBytes(kind.apply(tables()));
    TableView view = new TableView();

    assertFields(view, bytes, FIRST, 7, 70);
    assertFields(view, bytes, SECOND, 8, 80);
    assertFields(view, bytes, OTHER, 9, 0);
    assertFields(view, bytes, SECOND, 8, 80);
    assertFields(view, new FooterBytes(tables()), FIRST, 7, 70);
    assertFields(view, bytes, 0, 0, 0);
  }

  private static void assertFields(
      TableView view, FooterBytes bytes, int table, int number, long wide) {
    view.at(bytes, table);
    assertThat(view.intField(0)).isEqualTo(number);
    assertThat(view.byteField(0)).isEqualTo((byte) number);
    assertThat(view.longField(1)).isEqualTo(wide);
    assertThat(view.field(0)).isEqualTo(table == 0 ? 0 : table + 4);
    assertThat(view.has(1)).isEqualTo(wide != 0);
    assertThat(view.has(2)).isFalse();
    assertThat(view.has(1000)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void a_field_that_is_not_inside_its_table_is_corrupt(UnaryOperator<ByteBuffer> kind) {
    ByteBuffer tables = tables().putShort(10, (short) 9);
    TableView view = new TableView();
    view.at(new FooterBytes(kind.apply(tables)), FIRST);

    assertThat(view.intField(0)).isEqualTo(7);
    assertThatThrownBy(() -> view.longField(1))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("place of a field")
        .hasMessageContaining("at most 8");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void a_table_that_ends_behind_the_buffer_is_corrupt(UnaryOperator<ByteBuffer> kind) {
    FooterBytes bytes = new FooterBytes(kind.apply(tables().putShort(50, (short) 9)));
    TableView view = new TableView();
    view.at(bytes, SECOND);

    assertThatThrownBy(() -> view.at(bytes, OTHER))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("table size");
    assertThat(view.has(0)).isFalse();
    assertFields(view, bytes, FIRST, 7, 70);
  }
}
