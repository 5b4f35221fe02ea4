// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import java.util.Arrays;

/**
 * Which fields the objects of a level may have: the fields' validity read 64 objects at a time and
 * turned, so that an object's missing fields cost nothing.
 *
 * <pre>
 *   by field:  one word of 64 objects     by object:  one word of 64 fields
 *     a   1 0 1 ..                          0   1 1 0 ..
 *     b   1 1 0 ..            ->            1   0 1 0 ..
 *     c   0 0 1 ..                          2   1 0 1 ..
 * </pre>
 */
final class PresentFields {
  private static final int NONE = -1;
  private static final int INDEX_BITS = Long.SIZE - 1;
  private static final long LOW_HALF = 0xFFFFFFFFL;

  private final LevelReader[] fields;

  /** The words of the 64 objects at hand, for each 64 fields one after the other. */
  private final long[][] words;

  private final ShortCells cells;
  private int block = NONE;

  PresentFields(LevelReader[] fields) {
    this.fields = fields;
    words = new long[(fields.length + INDEX_BITS) / Long.SIZE][Long.SIZE];
    cells = new ShortCells(fields.length);
  }

  /** The fields' short values; those of an object once its {@link #word} was asked for. */
  ShortCells cells() {
    return cells;
  }

  /** The number of a field's cell. */
  static int cell(int field, int index) {
    return field * ShortCells.ROWS + (index & INDEX_BITS);
  }

  /** Number of words for each object. */
  int wordCount() {
    return words.length;
  }

  /** 64 fields of an object from field {@code 64 * word} on; a field whose bit is 0 is missing. */
  long word(int index, int word) {
    if (index / Long.SIZE != block) {
      read(index / Long.SIZE);
    }
    return words[word][index & INDEX_BITS];
  }

  private void read(int newBlock) {
    for (int i = 0; i < words.length; i++) {
      long[] square = words[i];
      int first = i * Long.SIZE;
      int count = Math.min(Long.SIZE, fields.length - first);
      for (int field = 0; field < count; field++) {
        square[field] = fields[first + field].mayHave(newBlock);
        fields[first + field].gather(newBlock, cells, (first + field) * ShortCells.ROWS);
      }
      Arrays.fill(square, count, Long.SIZE, 0);
      turn(square);
    }
    block = newBlock;
  }

  /** Makes columns of rows: swaps quarters of the square, then of the quarters, down to bits. */
  private static void turn(long[] square) {
    long low = LOW_HALF;
    for (int half = Integer.SIZE; half != 0; half >>= 1) {
      for (int row = 0; row < Long.SIZE; row = (row + half + 1) & ~half) {
        long swapped = ((square[row] >>> half) ^ square[row + half]) & low;
        square[row] ^= swapped << half;
        square[row + half] ^= swapped;
      }
      low ^= low << (half >> 1);
    }
  }
}
