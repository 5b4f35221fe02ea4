// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static io.arrowparquet.variant.value.TestMemory.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import org.apache.arrow.memory.ArrowBuf;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One test per rule that a cursor checks; what only full validation sees is not here.
 *
 * @see VariantCursor
 */
class MalformedValueTest {
  @AutoClose private final TestMemory memory = new TestMemory();
  private final VariantMetadata ab = memory.names(true, "a", "b");

  @Test
  void no_bytes_at_all() {
    refused().hasMessage("length of the value at byte 0: found 0 bytes, expected at least 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void a_primitive_without_its_data(int typeId) {
    refused(typeId << 2).hasMessageContaining("at byte 0: found 1 bytes, expected at least ");
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 24, 25, 63})
  void a_type_id_nobody_knows(int typeId) {
    refused(typeId << 2, 0, 0, 0, 0, 0, 0, 0, 0)
        .hasMessageStartingWith("primitive type id at byte 0: found " + typeId);
  }

  @Test
  void a_scale_above_38() {
    refused(8 << 2, 39, 0, 0, 0, 0)
        .hasMessage("decimal scale at byte 1: found 39, expected 0 to 38");
    refused(8 << 2, 0xFF, 0, 0, 0, 0).hasMessageContaining("found 255");
  }

  @Test
  void a_string_longer_than_its_range() {
    refused(3 << 2 | 1, 'a', 'b')
        .hasMessage("length of the string at byte 0: found 3 bytes, expected at least 4");
    refused(16 << 2, 0xFF, 0xFF, 0xFF, 0xFF, 'a')
        .hasMessage("length of the string at byte 0: found 6 bytes, expected at least 4294967300");
    refused(15 << 2, 0, 0, 0, 0x80, 'a').hasMessageContaining("of the binary");
  }

  @Test
  void a_container_without_its_count() {
    refused(3).hasMessage("length of the container at byte 0: found 1 bytes, expected at least 2");
    refused(3 | 1 << 4, 0, 0, 0).hasMessageContaining("expected at least 5");
  }

  @Test
  void more_elements_than_bytes() {
    refused(3, 2, 0, 0)
        .hasMessage(
            "number of elements at byte 1: found 2, expected a number whose ids and offsets fit"
                + " the 2 bytes left");
    // is_large, 4-byte ids and offsets: the product overflows an int
    refused(2 | 0b1_11_11 << 2, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0)
        .hasMessageContaining("found 4294967295");
  }

  @Test
  void elements_that_end_after_their_range() {
    refused(3, 1, 0, 2, 0)
        .hasMessage("end of the elements at byte 3: found 2, expected at most 1, the bytes left");
  }

  @Test
  void an_element_that_starts_after_the_end_of_all() {
    VariantCursor array = memory.cursor(ab, 3, 1, 1, 1, 0);

    assertThatThrownBy(() -> array.element(0, new VariantCursor()))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage(
            "offset of element 0 at byte 2: found 1, expected less than 1, the length of all"
                + " elements");
  }

  @Test
  void an_element_that_ends_after_the_end_of_all() {
    // two elements in 3 bytes; the second starts in the last byte and claims two more
    VariantCursor array = memory.cursor(ab, 3, 2, 0, 2, 3, 3 << 2, 1, 4 << 2, 0, 0);

    assertThatThrownBy(() -> array.element(1, new VariantCursor()))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage("length of the int16 at byte 7: found 1 bytes, expected at least 3");
  }

  @Test
  void a_field_id_that_is_not_in_the_dictionary() {
    VariantCursor object = memory.cursor(ab, 2, 1, 2, 0, 1, 0);

    assertThatThrownBy(() -> object.fieldId(0))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage("field id at byte 2: found 2, expected at most 1");
  }

  @Test
  void a_range_outside_the_buffer_or_above_the_limit() {
    ArrowBuf buffer = memory.buffer(bytes(0, 0, 0));
    VariantCursor cursor = new VariantCursor(VariantLimits.defaults().withMaxSizeBytes(2));

    assertThatThrownBy(() -> cursor.wrap(ab, buffer, 0, 4))
        .hasMessage("extent of the value: found [0, 4), expected a range of the buffer's 3 bytes");
    assertThatThrownBy(() -> cursor.wrap(ab, buffer, -1, 1)).hasMessageContaining("[-1, 1)");
    assertThatThrownBy(() -> cursor.wrap(ab, buffer, 2, 1)).hasMessageContaining("[2, 1)");
    assertThatThrownBy(() -> cursor.wrap(ab, buffer, 0, 3))
        .hasMessageContaining("at most 2 (VariantLimits.maxSizeBytes)");
  }

  @Test
  void a_cursor_whose_wrap_failed_shows_nothing() {
    VariantCursor cursor = memory.cursor(ab, 3, 1, 0, 1, 0);
    ArrowBuf bad = memory.buffer(bytes(3, 1, 0, 2, 0));

    assertThatThrownBy(() -> cursor.wrap(ab, bad, 0, 5))
        .isInstanceOf(MalformedVariantException.class);

    assertThatThrownBy(cursor::typeId).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> cursor.element(0, cursor)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void offsets_in_messages_of_a_child_count_from_the_outermost_value() {
    // an array in an array whose only element has an unknown type
    VariantCursor cursor = memory.cursor(ab, 3, 1, 0, 5, 3, 1, 0, 1, 63 << 2);
    cursor.element(0, cursor);

    assertThatThrownBy(() -> cursor.element(0, cursor))
        .isInstanceOfSatisfying(
            MalformedVariantException.class, e -> assertThat(e.offset()).isEqualTo(8));
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refused(int... value) {
    return assertThatThrownBy(() -> memory.cursor(ab, value))
        .isInstanceOf(MalformedVariantException.class);
  }
}
