// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BinaryValueTest {
  private final byte[] array = "xabcy".getBytes(StandardCharsets.US_ASCII);
  private final BinaryValue slice = new BinaryValue(array, 1, 3);

  @Test
  void slices_of_the_same_content_are_equal() {
    assertThat(slice)
        .isEqualTo(BinaryValue.ofUtf8("abc"))
        .hasSameHashCodeAs(BinaryValue.ofUtf8("abc"));
    assertThat(slice)
        .isNotEqualTo(BinaryValue.ofUtf8("abd"))
        .isNotEqualTo(BinaryValue.ofUtf8("ab"));
  }

  @Test
  void bytes_are_reached_one_by_one_and_together() {
    assertThat(slice.get(0)).isEqualTo((byte) 'a');
    assertThat(slice.toByteArray()).containsExactly('a', 'b', 'c');
    assertThat(slice.asByteBuffer().remaining()).isEqualTo(3);
    assertThat(slice.asByteBuffer().isReadOnly()).isTrue();
    assertThat(slice.toUtf8()).isEqualTo("abc");
    assertThat(slice).hasToString("616263");
  }

  @Test
  void copy_does_not_see_later_changes_of_the_array() {
    BinaryValue copy = slice.copy();
    array[1] = 'z';
    assertThat(slice.toUtf8()).isEqualTo("zbc");
    assertThat(copy.toUtf8()).isEqualTo("abc");
  }

  @Test
  void bytes_around_the_slice_are_out_of_reach() {
    assertThatThrownBy(() -> slice.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> slice.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new BinaryValue(array, 3, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
