// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.value.TestMemory;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FieldIdsTest {
  @AutoClose private final TestMemory memory = new TestMemory();
  private final VariantMetadata names = memory.names(false, "a", "b", "c");
  private final FieldIds ids = new FieldIds();

  /** An object of nulls with ids of one byte. */
  private VariantCursor object(VariantMetadata metadata, int... fieldIds) {
    int count = fieldIds.length;
    byte[] bytes = new byte[2 + count + count + 1 + count];
    bytes[0] = 0b10;
    bytes[1] = (byte) count;
    for (int i = 0; i < count; i++) {
      bytes[2 + i] = (byte) fieldIds[i];
      bytes[2 + count + i] = (byte) i;
    }
    bytes[2 + 2 * count] = (byte) count;
    return memory.cursor(metadata, bytes);
  }

  @Test
  void an_object_with_the_ids_of_the_one_before_is_recognised() {
    ids.read(object(names, 0, 2));
    ids.read(object(names, 0, 2));

    assertThat(ids.read(object(names, 0, 2))).isTrue();
    assertThat(ids.count()).isEqualTo(2);
    assertThat(ids.id(0)).isZero();
    assertThat(ids.id(1)).isEqualTo(2);
    assertThat(ids.read(object(names, 0, 1))).isFalse();
    assertThat(ids.id(1)).isEqualTo(1);
    assertThat(ids.read(object(names, 0))).isFalse();
    assertThat(ids.read(object(names))).isFalse();
    assertThat(ids.read(object(names))).isTrue();
    assertThat(ids.count()).isZero();
  }

  @Test
  void the_same_ids_in_another_dictionary_are_others() {
    VariantMetadata other = memory.names(false, "b", "a", "c");
    for (int i = 0; i < 3; i++) {
      ids.read(object(names, 0, 1));
    }

    assertThat(ids.read(object(other, 0, 1))).isFalse();
    assertThat(ids.read(object(names, 0, 1))).isFalse();
  }

  @Test
  void what_was_forgotten_is_read_again() {
    for (int i = 0; i < 3; i++) {
      ids.read(object(names, 1));
    }
    ids.forget();

    assertThat(ids.read(object(names, 1))).isFalse();
  }

  @Test
  void an_id_that_the_dictionary_does_not_have_is_malformed_each_time() {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> ids.read(object(names, 0, 3)))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageContaining("field id at byte 3: found 3");
    }
  }

  @Test
  void only_an_object_has_field_ids() {
    assertThatThrownBy(() -> ids.read(memory.cursor(names, 0)))
        .isInstanceOf(IllegalStateException.class);
  }
}
