// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.kernel.VariantColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NameOrderTest {
  @AutoClose private final TestMemory memory = new TestMemory();

  /** Names that begin and end with the first and last characters of each length in UTF-8. */
  private static List<String> names() {
    List<String> parts = new ArrayList<>(List.of("", "a", "abcdefgh"));
    for (int c :
        new int[] {0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFF21, 0xFFFF, 0x10000, 0x10FFFF}) {
      parts.add(Character.toString(c));
    }
    List<String> names = new ArrayList<>();
    for (String first : parts) {
      for (String last : parts) {
        names.add(first + last);
      }
    }
    return names.stream().distinct().toList();
  }

  @Test
  void each_order_is_that_of_bytes_or_of_javas_strings() {
    for (String left : names()) {
      ArrowBuf leftBytes = memory.buffer(TestMemory.utf8(left));
      int length = (int) leftBytes.capacity();
      for (String right : names()) {
        byte[] utf8 = TestMemory.utf8(right);
        int byBytes = Integer.signum(Arrays.compareUnsigned(TestMemory.utf8(left), utf8));
        int byUnits = Integer.signum(left.compareTo(right));

        assertThat(NameOrder.UTF8.compare(leftBytes.memoryAddress(), length, utf8))
            .satisfies(order -> assertThat(Integer.signum(order)).isEqualTo(byBytes));
        assertThat(NameOrder.UTF16.compare(leftBytes.memoryAddress(), length, utf8))
            .satisfies(order -> assertThat(Integer.signum(order)).isEqualTo(byUnits));
        if (byBytes != byUnits) {
          assertThat(NameOrder.mayDiffer(utf8)).isTrue();
          assertThat(memory.names(true, left, right).mayDifferInOrder()).isTrue();
        }
      }
    }
    assertThat(memory.names(true, "\uE000", "\uFFFF", "\u00e9").mayDifferInOrder()).isFalse();
    assertThat(memory.names(true, "abcdefghi", "\uD83D\uDE00").mayDifferInOrder()).isFalse();
  }

  @Test
  void all_names_are_found_in_either_order() {
    for (Comparator<String> order :
        List.<Comparator<String>>of(
            Comparator.naturalOrder(),
            (a, b) -> Arrays.compareUnsigned(TestMemory.utf8(a), TestMemory.utf8(b)))) {
      String[] sorted = names().stream().sorted(order).toArray(String[]::new);
      Map<String, Object> fields = new LinkedHashMap<>();
      for (String name : sorted) {
        fields.put(name, 1L);
      }
      HandMadeVariant form =
          new HandMadeVariant(List.of(sorted), true, 2, 2, 1, true, HandMadeVariant.Order.FORWARD);
      VariantMetadata metadata = memory.metadata(form.metadata());
      VariantCursor object = memory.cursor(metadata, form.value(fields));
      new VariantValidator().validate(object);
      for (int id = 0; id < sorted.length; id++) {
        assertThat(metadata.find(TestMemory.utf8(sorted[id]))).isEqualTo(id);
        // The fields are in the order of the specification, whatever that of the dictionary.
        assertThat(object.fieldId(object.findField(TestMemory.utf8(sorted[id])))).isEqualTo(id);
        assertThat(object.fieldId(object.findField(id, -1))).isEqualTo(id);
      }
      assertThat(metadata.find(TestMemory.utf8("\uFFFD"))).isEqualTo(-1);
    }
  }

  @Test
  void fields_are_written_by_bytes_whatever_the_order_of_the_dictionary() {
    Variant theirs = VariantColumns.encode(Map.of("\uD83D\uDE00", 1, "\uFFFD", 2, "a", 3));
    VariantMetadata metadata = memory.metadata(VariantColumns.bytes(theirs.getMetadataBuffer()));
    VariantMetadata sorted = memory.names(true, "a", "\uD83D\uDE00", "\uFFFD");
    try (VariantBuilder builder = new VariantBuilder(memory.allocator()).use(sorted)) {
      builder.append(memory.cursor(metadata, VariantColumns.bytes(theirs.getValueBuffer())));
      VariantCursor copy = memory.cursor(sorted, EncodedValue.value(builder));

      assertThat(List.of(copy.fieldId(0), copy.fieldId(1), copy.fieldId(2)))
          .containsExactly(0, 2, 1);
    }
  }
}
