// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.junit.jupiter.api.Test;

class ValidityBitsTest {
  private static final int MOST_ROWS = 3 * Long.SIZE;

  @Test
  void words_hold_the_rows_there_are_and_no_more() {
    Random random = new Random(1);
    try (BufferAllocator allocator = new RootAllocator()) {
      for (int rows = 0; rows <= MOST_ROWS; rows++) {
        try (IntVector vector = new IntVector("v", allocator)) {
          vector.allocateNew(2 * MOST_ROWS); // with set bits after the last row
          vector.getValidityBuffer().setOne(0, vector.getValidityBuffer().capacity());
          for (int row = 0; row < rows; row++) {
            if (random.nextInt(3) == 0) {
              vector.setNull(row);
            }
          }
          vector.setValueCount(rows);
          assertWords(vector);
        }
      }
    }
  }

  private static void assertWords(IntVector vector) {
    ValidityBits bits = ValidityBits.of(vector);
    for (int word = 0; word <= MOST_ROWS / Long.SIZE; word++) {
      long expected = 0;
      for (int bit = 0; bit < Long.SIZE; bit++) {
        int row = word * Long.SIZE + bit;
        if (row < vector.getValueCount() && !vector.isNull(row)) {
          expected |= 1L << bit;
        }
      }
      assertThat(bits.word(word))
          .as("word %s of %s rows", word, vector.getValueCount())
          .isEqualTo(expected);
    }
  }
}
