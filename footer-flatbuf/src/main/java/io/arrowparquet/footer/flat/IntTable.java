// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;

/** Numbers by position: a vector of the buffer, or an array where the buffer brings none. */
interface IntTable {
  int size();

  /**
   * The number at a position.
   *
   * @throws IndexOutOfBoundsException if {@code index} is not a position of this table
   */
  int get(int index);

  /** A vector of 32-bit numbers; null for no vector. */
  static IntTable in(FooterBytes bytes, int vector) {
    return vector == 0 ? null : new Stored(bytes, vector, bytes.count(vector, Integer.BYTES));
  }

  /** An array, which must not change any more. */
  static IntTable of(int[] numbers) {
    return new Computed(numbers);
  }

  /** Numbers in the buffer, read when asked for. */
  record Stored(FooterBytes bytes, int vector, int size) implements IntTable {
    @Override
    public int get(int index) {
      if (index < 0 || index >= size) {
        throw new IndexOutOfBoundsException("index " + index + " of " + size);
      }
      return bytes.i32(vector + FooterBytes.REFERENCE + index * Integer.BYTES);
    }
  }

  /** Numbers on the heap. */
  final class Computed implements IntTable {
    private final int[] numbers;

    private Computed(int[] numbers) {
      this.numbers = numbers;
    }

    @Override
    public int size() {
      return numbers.length;
    }

    @Override
    public int get(int index) {
      return numbers[index];
    }
  }
}
