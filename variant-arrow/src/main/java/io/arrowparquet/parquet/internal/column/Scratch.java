// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.parquet.internal.encoding.DictionaryWindow;
import io.arrowparquet.parquet.internal.encoding.FixedValues;

/**
 * Heap memory that all columns of a reader use in turn: what is in it is lost when the next column
 * decodes, so nothing in it outlives a call. Made when it is first asked for, so that a reader of
 * very many columns has it once. One thread at a time.
 */
final class Scratch {
  private final DictionaryWindow dictionary = new DictionaryWindow();
  private int[] levels;
  private int[] slots;
  private int[] values;
  private int[] lengths;
  private int[] positions;

  /** What decoders of dictionary encodings need. */
  DictionaryWindow dictionary() {
    return dictionary;
  }

  /** Definition levels of a window of entries. */
  int[] levels() {
    if (levels == null) {
      levels = new int[LeafReader.WINDOW];
    }
    return levels;
  }

  /** Definition levels of a window of slots; in use while {@link #levels} are. */
  int[] slots() {
    if (slots == null) {
      slots = new int[LeafReader.WINDOW];
    }
    return slots;
  }

  /** Values of a window; in use while levels and slots are. */
  int[] values() {
    if (values == null) {
      values = new int[LeafReader.WINDOW];
    }
    return values;
  }

  /** Where selected values are among those of a window; in use while all others are. */
  int[] positions() {
    if (positions == null) {
      positions = new int[FixedValues.WINDOW];
    }
    return positions;
  }

  /** How long the values of a window are; in use while levels and slots are. */
  int[] lengths() {
    if (lengths == null) {
      lengths = new int[LeafReader.WINDOW];
    }
    return lengths;
  }
}
