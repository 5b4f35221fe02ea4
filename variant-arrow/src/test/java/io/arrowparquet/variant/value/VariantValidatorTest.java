// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** One test per rule that only full validation checks. */
class VariantValidatorTest {
  @AutoClose private final TestMemory memory = new TestMemory();
  private final VariantValidator validator = new VariantValidator();
  private final VariantMetadata ab = memory.names(true, "a", "b");

  @Test
  void sound_values_pass() {
    accepted(ab, 0);
    accepted(ab, 2, 2, 0, 1, 0, 1, 2, 0, 0);
    accepted(ab, 3, 0, 0);
    accepted(ab, 2 << 2 | 1, 0xC3, 0xA9);
    accepted(memory.names(false, "b", "a", "b"), 2, 2, 1, 0, 0, 1, 2, 0, 0);
  }

  @Test
  void gaps_and_any_order_of_values_pass() {
    accepted(ab, 3, 2, 3, 0, 5, 0, 0xFF, 0xFF, 3 << 2, 1);
    accepted(ab, 2, 2, 0, 1, 2, 0, 3, 3 << 2, 1, 0);
  }

  @Test
  void name_offsets_start_at_zero() {
    refused(memory.metadata(0x01, 1, 1, 2, 'a', 'b'), 0)
        .hasMessage("metadata's first name offset at byte 2: found 1, expected 0");
  }

  @Test
  void name_offsets_rise() {
    refused(memory.metadata(0x01, 3, 0, 2, 1, 3, 'a', 'b', 'c'), 0)
        .hasMessageContaining("offsets of name 1 at byte 3: found 2 to 1");
  }

  @Test
  void names_are_utf8() {
    refused(memory.metadata(0x01, 2, 0, 1, 2, 'a', 0x80), 0)
        .hasMessage("text of the name 1 in metadata at byte 6: found 0x80, expected UTF-8");
  }

  @Test
  void names_of_a_sorted_dictionary_are_sorted_and_unique() {
    refused(memory.names(true, "b", "a"), 0)
        .hasMessage(
            "names of a sorted dictionary: found 'a' at index 1 after 'b', expected names in the"
                + " order of their bytes, each once");
    refused(memory.names(true, "a", "a"), 0).hasMessageContaining("sorted dictionary");
  }

  @Test
  void names_may_be_in_the_order_of_javas_strings_throughout() {
    accepted(memory.names(true, "\uD83D\uDE00", "\uFFFD"), 0);
    accepted(memory.names(false, "\uD83D\uDE00", "\uFFFD"), 2, 2, 0, 1, 0, 1, 2, 0, 0);
    accepted(memory.names(false, "\uD83D\uDE00", "\uFFFD"), 2, 2, 1, 0, 0, 1, 2, 0, 0);
    refused(memory.names(true, "\uD83D\uDE00", "\uD83D\uDE00", "\uFFFD"), 0)
        .hasMessageContaining("sorted dictionary");
    refused(memory.names(true, "a\uD83D\uDE00", "a\uFFFD", "b\uFFFD", "b\uD83D\uDE00"), 0)
        .hasMessageContaining("sorted dictionary: found 'a\uFFFD' at index 1");
  }

  @Test
  void fields_are_in_the_order_of_their_names() {
    refused(ab, 2, 2, 1, 0, 0, 1, 2, 0, 0)
        .hasMessageContaining("names of an object's fields: found 'a' at index 1 after 'b'");
    refused(memory.names(false, "b", "a"), 2, 2, 0, 1, 0, 1, 2, 0, 0)
        .hasMessageContaining("names of an object's fields");
  }

  @Test
  void fields_are_unique_by_name_whatever_their_ids() {
    refused(ab, 2, 2, 1, 1, 0, 1, 2, 0, 0).hasMessageContaining("found 'b' at index 1 after 'b'");
    refused(memory.names(false, "a", "a"), 2, 2, 0, 1, 0, 1, 2, 0, 0)
        .hasMessageContaining("found 'a' at index 1 after 'a'");
  }

  @Test
  void field_ids_are_in_the_dictionary() {
    refused(ab, 2, 1, 2, 0, 1, 0).hasMessageContaining("field id at byte 2: found 2");
  }

  @Test
  void values_do_not_overlap() {
    refused(ab, 3, 2, 0, 1, 3, 3 << 2, 0, 0)
        .hasMessage(
            "values in a container at byte 6: found a value that starts before byte 7, where the"
                + " one before ends, expected values that do not overlap");
    refused(ab, 2, 2, 0, 1, 0, 0, 1, 0).hasMessageContaining("values in a container at byte 7");
  }

  @Test
  void values_at_every_depth_are_looked_at() {
    refused(ab, 3, 1, 0, 6, 2, 1, 0, 0, 1, 21 << 2).hasMessageContaining("type id at byte 9");
  }

  @Test
  void strings_are_utf8() {
    int[][] malformed = {
      {0x80},
      {0xC0, 0x80},
      {0xC1, 0xBF},
      {0xC2},
      {0xE0, 0x9F, 0x80},
      {0xED, 0xA0, 0x80},
      {0xE2, 0x82},
      {0xF0, 0x8F, 0x80, 0x80},
      {0xF4, 0x90, 0x80, 0x80},
      {0xF5, 0x80, 0x80, 0x80},
      {0xE2, 0x28, 0xA1},
      {0xE2, 0x82, 0x28},
      {0xF0, 0x9F, 0x98, 0x28}
    };
    for (int[] bytes : malformed) {
      int[] value = new int[1 + bytes.length];
      value[0] = bytes.length << 2 | 1;
      System.arraycopy(bytes, 0, value, 1, bytes.length);
      refused(ab, value).hasMessageContaining("text of the string at byte 1: found 0x");
    }
    accepted(ab, 4 << 2 | 1, 0xF4, 0x8F, 0xBF, 0xBF);
    accepted(ab, 3 << 2 | 1, 0xED, 0x9F, 0xBF);
    refused(ab, 10 << 2 | 1, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 0xFF)
        .hasMessageContaining("at byte 10: found 0xFF");
  }

  @Test
  void decimals_have_the_digits_of_their_type() {
    accepted(ab, 8 << 2, 0, 0xFF, 0xC9, 0x9A, 0x3B); // 999 999 999
    refused(ab, 8 << 2, 0, 0, 0xCA, 0x9A, 0x3B) // 1 000 000 000
        .hasMessage("digits of the decimal4 at byte 0: found more than 9, expected at most 9");
    refused(ab, 8 << 2, 0, 0, 0, 0, 0x80).hasMessageContaining("decimal4");
    refused(ab, 9 << 2, 0, 0, 0, 0, 0, 0, 0, 0, 0x80).hasMessageContaining("decimal8");
    refused(ab, 10 << 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80)
        .hasMessageContaining("decimal16");
  }

  @Test
  void times_are_within_a_day() {
    accepted(ab, 17 << 2, 0xFF, 0x5F, 0xD7, 0x1D, 0x14, 0, 0, 0); // 23:59:59.999999
    refused(ab, 17 << 2, 0, 0x60, 0xD7, 0x1D, 0x14, 0, 0, 0)
        .hasMessageContaining("time of day at byte 0: found 86400000000 microseconds");
  }

  @Test
  void nesting_is_limited() {
    VariantCursor array = memory.cursor(ab, 3, 1, 0, 3, 3, 0, 0);
    assertThatThrownBy(
            () -> new VariantValidator(VariantLimits.defaults().withMaxDepth(1)).validate(array))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessage(
            "nesting at byte 4: found more than 1 levels, expected at most 1"
                + " (VariantLimits.maxDepth)");
    new VariantValidator(VariantLimits.defaults().withMaxDepth(2)).validate(array);
  }

  @Test
  void metadata_that_changes_is_checked_again() {
    VariantMetadata metadata = memory.names(true, "a", "b");
    validator.validate(metadata);
    byte[] bad = TestMemory.dictionary(true, "b", "a");
    metadata.wrap(memory.buffer(bad), 0, bad.length);

    assertThatThrownBy(() -> validator.validate(metadata))
        .isInstanceOf(MalformedVariantException.class);
  }

  private void accepted(VariantMetadata metadata, int... value) {
    assertThatCode(() -> validator.validate(memory.cursor(metadata, value)))
        .doesNotThrowAnyException();
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refused(
      VariantMetadata metadata, int... value) {
    return assertThatThrownBy(() -> validator.validate(memory.cursor(metadata, value)))
        .isInstanceOf(MalformedVariantException.class);
  }
}
