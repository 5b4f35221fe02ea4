// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.AllocatedBytes;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.Test;

/**
 * Following a path costs no heap memory, and no comparison of names while metadata repeats.
 *
 * @see VariantPathFinder
 */
class VariantPathGarbageTest {
  private static final int ROWS = 10_000;

  /** {"a": [null, {"b": 7}]}. */
  private static byte[] value(int a, int b) {
    return TestMemory.bytes(2, 1, a, 0, 13, 3, 2, 0, 1, 8, 0, 2, 1, b, 0, 2, 3 << 2, 7);
  }

  private static void requireSum(long sum) {
    if (sum != 7L * ROWS) {
      throw new AssertionError("sum of the values found: " + sum);
    }
  }

  @Test
  void rows_allocate_nothing_whether_or_not_their_metadata_repeats() {
    try (TestMemory memory = new TestMemory()) {
      byte[] first = TestMemory.dictionary(true, "a", "b");
      byte[] second = TestMemory.dictionary(false, "b", "a");
      ArrowBuf[] dictionaries = {memory.buffer(first), memory.buffer(second)};
      ArrowBuf[] values = {memory.buffer(value(0, 1)), memory.buffer(value(1, 0))};
      VariantPathFinder finder = new VariantPathFinder(VariantPath.parse("$.a[1].b"));
      VariantMetadata metadata = new VariantMetadata();
      VariantCursor cursor = new VariantCursor();
      VariantCursor target = new VariantCursor();
      Runnable walk =
          () -> {
            long sum = 0;
            for (int row = 0; row < ROWS; row++) {
              int form = row / 10 % 2;
              metadata.wrap(dictionaries[form], 0, dictionaries[form].capacity());
              cursor.wrap(metadata, values[form], 0, values[form].capacity());
              if (finder.find(cursor, target)) {
                sum += target.getLong();
              }
            }
            requireSum(sum);
          };
      // A byte a row is far less than any object; the rest is what measuring takes.
      assertThat(AllocatedBytes.of(walk, ROWS)).isLessThan(ROWS);
    }
  }

  @Test
  void names_are_not_looked_at_again_while_the_metadata_is_the_same() {
    try (TestMemory memory = new TestMemory()) {
      byte[] names = TestMemory.dictionary(true, "a", "b");
      ArrowBuf dictionary = memory.buffer(names);
      VariantMetadata metadata = new VariantMetadata();
      metadata.wrap(dictionary, 0, names.length);
      VariantCursor cursor = memory.cursor(metadata, value(0, 1));
      VariantPathFinder finder = new VariantPathFinder(VariantPath.parse("$.a[1].b"));
      VariantCursor target = new VariantCursor();
      assertThat(finder.find(cursor, target)).isTrue();

      // Behind the view's back, so that a look at the name does not find it.
      dictionary.setByte(names.length - 2, 'x');
      dictionary.setByte(names.length - 1, 'y');
      assertThat(finder.find(cursor, target)).isTrue();
      assertThat(cursor.findField(TestMemory.utf8("a"))).isEqualTo(-1);
      metadata.wrap(dictionary, 0, names.length);
      assertThat(finder.find(cursor, target)).isFalse();
    }
  }
}
