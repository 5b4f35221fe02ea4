// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static io.arrowparquet.variant.value.TestMemory.bytes;
import static io.arrowparquet.variant.value.TestMemory.dictionary;
import static io.arrowparquet.variant.value.TestMemory.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantMetadataTest {
  @AutoClose private final TestMemory memory = new TestMemory();

  @Test
  void names_are_read_with_offsets_of_every_size() {
    int[][] dictionaries = {
      {0x01, 2, 0, 1, 3, 'a', 'b', 'c'},
      {0x41, 2, 0, 0, 0, 1, 0, 3, 0, 'a', 'b', 'c'},
      {0x81, 2, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 'a', 'b', 'c'},
      {0xC1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 'a', 'b', 'c'},
    };
    for (int[] dictionary : dictionaries) {
      VariantMetadata metadata = memory.metadata(dictionary);
      assertThat(metadata.size()).isEqualTo(2);
      assertThat(metadata.name(0)).isEqualTo("a");
      assertThat(metadata.name(1)).isEqualTo("bc");
      assertThat(metadata.nameLength(1)).isEqualTo(2);
      assertThat(metadata.lengthBytes()).isEqualTo(dictionary.length);
      assertThat(metadata.isSorted()).isFalse();
    }
  }

  @Test
  void bytes_after_the_names_are_not_part_of_the_dictionary() {
    VariantMetadata metadata = memory.metadata(0x01, 1, 0, 1, 'a', 'x', 'y');

    assertThat(metadata.lengthBytes()).isEqualTo(5);
    assertThat(metadata.find(utf8("a"))).isZero();
    assertThat(metadata.find(utf8("axy"))).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void every_name_is_found_and_no_other(boolean sorted) {
    String[] names = {
      "", "a", "aa", "aaaaaaaaaaaa", "aaaaaaaaaaab", "b", "ü", "\uFFFD", "\uD83D\uDE00"
    };
    VariantMetadata metadata = memory.names(sorted, names);

    for (int id = 0; id < names.length; id++) {
      assertThat(metadata.find(utf8(names[id]))).isEqualTo(id);
      assertThat(metadata.nameEquals(id, utf8(names[id]))).isTrue();
      assertThat(metadata.isUniqueAfter(id, utf8(names[id]))).isTrue();
    }
    assertThat(metadata.find(utf8("aaaaaaaaaaac"))).isEqualTo(-1);
    assertThat(metadata.find(utf8("aaaaaaaaaaa"))).isEqualTo(-1);
    assertThat(metadata.find(utf8("zzz"))).isEqualTo(-1);
  }

  @Test
  void the_first_of_several_equal_names_is_found_and_the_others_are_known_of() {
    VariantMetadata metadata = memory.names(false, "b", "a", "b");

    assertThat(metadata.find(utf8("b"))).isZero();
    assertThat(metadata.isUniqueAfter(0, utf8("b"))).isFalse();
    assertThat(metadata.isUniqueAfter(1, utf8("a"))).isTrue();
  }

  @Test
  void order_is_that_of_unsigned_utf8_bytes_not_of_utf16_units() {
    VariantMetadata metadata = memory.names(true, "\uFFFD", "\uD83D\uDE00");

    assertThat(metadata.compareName(0, utf8("\uD83D\uDE00"))).isNegative();
    assertThat(metadata.compareName(1, utf8("\uFFFD"))).isPositive();
    assertThat(metadata.compareName(0, utf8("z"))).isPositive();
    assertThat(metadata.compareName(0, utf8("\uFFFD"))).isZero();
  }

  @Test
  void repeated_bytes_are_recognised_wherever_they_lie() {
    byte[] dictionary = dictionary(true, "id", "name", "when");
    byte[] other = dictionary(true, "id", "name", "whom");
    byte[] longer = dictionary(true, "id", "name", "whence");
    VariantMetadata metadata = new VariantMetadata();

    assertThat(wrap(metadata, dictionary)).isTrue();
    long generation = metadata.generation();
    assertThat(wrap(metadata, dictionary)).isFalse();
    assertThat(metadata.generation()).isEqualTo(generation);
    assertThat(metadata.name(2)).isEqualTo("when");

    assertThat(wrap(metadata, other)).as("same length, other bytes").isTrue();
    assertThat(metadata.generation()).isNotEqualTo(generation);
    assertThat(metadata.name(2)).isEqualTo("whom");
    assertThat(wrap(metadata, longer)).isTrue();
    assertThat(metadata.name(2)).isEqualTo("whence");
  }

  @Test
  void names_are_read_from_the_buffer_wrapped_last_even_if_the_bytes_repeat() {
    byte[] dictionary = dictionary(true, "id");
    VariantMetadata metadata = new VariantMetadata();
    try (ArrowBuf first = memory.allocator().buffer(16)) {
      first.setBytes(0, dictionary);
      metadata.wrap(first, 0, dictionary.length);
    }
    ArrowBuf second = memory.buffer(dictionary);
    assertThat(metadata.wrap(second, 0, dictionary.length)).isFalse();

    assertThat(metadata.nameAddress(0)).isEqualTo(second.memoryAddress() + 4);
  }

  @Test
  void use_before_wrap_or_after_a_failed_one_is_refused() {
    VariantMetadata metadata = new VariantMetadata();
    assertThatThrownBy(metadata::size).isInstanceOf(IllegalStateException.class);

    wrap(metadata, dictionary(true, "id"));
    assertThatThrownBy(() -> wrap(metadata, bytes(0x02, 0, 0)))
        .isInstanceOf(MalformedVariantException.class);
    assertThatThrownBy(() -> metadata.find(utf8("id")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call wrap");
  }

  @Test
  void another_version_is_refused() {
    assertThatThrownBy(() -> memory.metadata(0x02, 0, 0))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage("metadata version at byte 0: found 2, expected 1");
  }

  @Test
  void a_dictionary_size_beyond_the_bytes_is_refused() {
    assertThatThrownBy(() -> memory.metadata(0x01, 3, 0, 1, 1))
        .hasMessageContaining("metadata dictionary_size at byte 1: found 3");
    // 4-byte numbers: a size that would overflow an int when multiplied
    assertThatThrownBy(() -> memory.metadata(0xC1, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("found 4294967295");
  }

  @Test
  void a_last_offset_beyond_the_bytes_is_refused() {
    assertThatThrownBy(() -> memory.metadata(0x01, 1, 0, 2, 'a'))
        .hasMessage(
            "metadata's last name offset at byte 3: found 2, expected at most 1, the bytes that"
                + " follow");
  }

  @Test
  void offsets_of_a_name_that_fall_are_refused_when_the_name_is_asked_for() {
    //                                           header, 2 names, offsets 0, 2, 1
    VariantMetadata metadata = memory.metadata(0x01, 2, 0, 2, 1, 'a', 'b');

    assertThatThrownBy(() -> metadata.name(0))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("offsets of name 0 at byte 2: found 0 to 2");
    assertThatThrownBy(() -> metadata.name(1)).hasMessageContaining("found 2 to 1");
  }

  @Test
  void an_id_that_is_not_in_the_dictionary_is_refused() {
    VariantMetadata metadata = memory.names(true, "a");

    assertThatThrownBy(() -> metadata.nameLength(1))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage("field id: found 1, expected at most 0");
    assertThatThrownBy(() -> memory.names(true).nameLength(0)).hasMessageContaining("empty");
    assertThatThrownBy(() -> metadata.nameLength(-1)).hasMessageContaining("found 4294967295");
  }

  @Test
  void every_prefix_is_refused() {
    byte[] whole = dictionary(true, "id", "name");
    for (int length = 0; length < whole.length; length++) {
      byte[] prefix = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> memory.metadata(prefix))
          .as("%s bytes", length)
          .isInstanceOf(MalformedVariantException.class);
    }
  }

  @Test
  void a_range_outside_the_buffer_or_above_the_limit_is_refused() {
    byte[] dictionary = dictionary(true, "id");
    ArrowBuf buffer = memory.buffer(dictionary);
    VariantMetadata metadata = new VariantMetadata(VariantLimits.defaults().withMaxSizeBytes(5));

    assertThatThrownBy(() -> metadata.wrap(buffer, 0, 7))
        .hasMessageContaining("extent of the metadata: found [0, 7)");
    assertThatThrownBy(() -> metadata.wrap(buffer, -1, 2))
        .isInstanceOf(MalformedVariantException.class);
    assertThatThrownBy(() -> metadata.wrap(buffer, 3, 2))
        .isInstanceOf(MalformedVariantException.class);
    assertThatThrownBy(() -> metadata.wrap(buffer, 0, 6))
        .hasMessageContaining("at most 5 (VariantLimits.maxSizeBytes)");
  }

  private boolean wrap(VariantMetadata metadata, byte[] bytes) {
    return metadata.wrap(memory.buffer(bytes), 0, bytes.length);
  }
}
