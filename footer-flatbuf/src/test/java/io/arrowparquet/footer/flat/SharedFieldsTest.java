// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Threads share footers without locks, and may come to see one by a race: what decides whether
 * bytes are checked is final, and what is not final does no harm to one who sees it as it is at
 * first, 0 or null.
 *
 * @see FlatFooter
 * @see io.arrowparquet.footer.internal.flat.BlockGate
 */
class SharedFieldsTest {
  /** Guesses, counts, and what is known and need not be found out again. */
  private static final Set<String> HARMLESS =
      Set.of(
          "BlockGate.checkedCount",
          "BlockGate.hasDamage",
          "BlockGate.hasTriedAll",
          "BlockGate.isOpen",
          "BlockScans.newest",
          "FooterBytes.isOpen",
          "FooterBytes.readable",
          "ColumnTypes.asked",
          "ColumnTypes.biased",
          "NameIndex.unremembered",
          "Walk.ahead",
          "Walk.end",
          "Walk.first");

  @Test
  void fields_of_a_footer_are_final_or_volatile_or_harmless_before_they_are_set() {
    Set<Class<?>> seen = new LinkedHashSet<>();
    // That of the root, which is never moved once the footer is made.
    seen.add(TableView.class);
    Set<String> changing = new TreeSet<>();
    Deque<Class<?>> left = new ArrayDeque<>(Set.of(FlatFooter.class));
    while (!left.isEmpty()) {
      Class<?> type = left.remove();
      if (type.isArray()) {
        left.add(type.getComponentType());
      } else if (type.getName().startsWith("io.arrowparquet") && seen.add(type)) {
        left.add(type.getSuperclass() == null ? Object.class : type.getSuperclass());
        for (Field field : type.getDeclaredFields()) {
          int modifiers = field.getModifiers();
          if (!Modifier.isStatic(modifiers)) {
            left.add(field.getType());
            if (!Modifier.isFinal(modifiers) && !Modifier.isVolatile(modifiers)) {
              changing.add(type.getSimpleName() + "." + field.getName());
            }
          }
        }
      }
    }
    assertThat(seen).hasSizeGreaterThan(10);
    assertThat(changing).isEqualTo(new TreeSet<>(HARMLESS));
  }
}
