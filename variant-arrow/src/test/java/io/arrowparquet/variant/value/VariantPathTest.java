// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantPathTest {
  @Test
  void steps_are_read_in_order() {
    VariantPath path = VariantPath.parse("$.items[3]['unit price'][\"a'b\"].é-1_x");

    assertThat(path.steps())
        .containsExactly(
            VariantPath.Step.field("items"),
            VariantPath.Step.element(3),
            VariantPath.Step.field("unit price"),
            VariantPath.Step.field("a'b"),
            VariantPath.Step.field("é-1_x"));
    assertThat(path.steps().get(0).isField()).isTrue();
    assertThat(path.steps().get(0).index()).isEqualTo(-1);
    assertThat(path.steps().get(1).isField()).isFalse();
    assertThat(path.steps().get(1).name()).isNull();
  }

  @Test
  void the_whole_value_has_no_steps() {
    assertThat(VariantPath.parse("$").steps()).isEmpty();
  }

  @Test
  void quoted_names_may_be_empty_and_escape_quotes() {
    assertThat(VariantPath.parse("$['']").steps()).isEqualTo(List.of(VariantPath.Step.field("")));
    assertThat(VariantPath.parse("$['it\\'s a \\\\']").steps())
        .isEqualTo(List.of(VariantPath.Step.field("it's a \\")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$", "$.a", "$['a b'][0]", "$['.']['*']['']", "$.a.b.c[2147483647]"})
  void text_is_kept(String text) {
    assertThat(VariantPath.parse(text)).hasToString(text);
  }

  @Property(tries = 300)
  void any_name_survives_writing_and_reading(@ForAll String name, @ForAll String other) {
    String text =
        "$"
            + VariantPath.Step.field(name)
            + VariantPath.Step.field(other)
            + VariantPath.Step.element(7);
    VariantPath path = VariantPath.parse(text);

    assertThat(path.steps())
        .containsExactly(
            VariantPath.Step.field(name),
            VariantPath.Step.field(other),
            VariantPath.Step.element(7));
    assertThat(VariantPath.parse(path.toString())).isEqualTo(path).hasSameHashCodeAs(path);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "a, 0, `'a'`, '$'",
        "$a, 1, `'a'`, '.' or '['",
        "$., 2, the end of the path, a name",
        "$..a, 2, `'.'`, a name",
        "$.*, 2, `'*'`, a name",
        "$[, 2, the end of the path, an index from 0",
        "$[-1], 2, `'-1'`, an index from 0",
        "$[1, 3, the end of the path, `']'`",
        "$[1x], 3, `'x'`, `']'`",
        "$[2147483648], 2, `'2147483648'`, at most 2147483647",
        "$['a, 4, the end of the path, a closing '",
        "$['a'x], 5, `'x'`, `']'`",
        "$.a b, 3, `' '`, '.' or '['",
      })
  void what_is_no_path_is_refused_at_its_position(
      String text, int position, String found, String expected) {
    assertThatThrownBy(() -> VariantPath.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "path " + text + ": at position " + position + " found " + found + ", expected ")
        .hasMessageContaining(expected);
  }
}
