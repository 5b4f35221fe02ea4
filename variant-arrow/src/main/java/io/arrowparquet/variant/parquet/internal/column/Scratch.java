// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.column;

/**
 * Heap memory that all columns of a reader use in turn: what is in it is lost when the next column
 * decodes, so nothing in it outlives a call. Made when it is first asked for, so that a reader of
 * very many columns has it once. One thread at a time.
 */
final class Scratch {
  private int[] levels;
  private int[] slots;
  private int[] starts;
  private int[] lengths;
  private byte[] staging;

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

  /** Where the values of a window begin, or these values; in use while levels and slots are. */
  int[] starts() {
    if (starts == null) {
      starts = new int[LeafReader.WINDOW];
    }
    return starts;
  }

  /** How long the values of a window are; in use while {@link #starts} is. */
  int[] lengths() {
    if (lengths == null) {
      lengths = new int[LeafReader.WINDOW];
    }
    return lengths;
  }

  /** Bytes of values of a window, side by side; in use while {@link #starts} is. */
  byte[] staging() {
    if (staging == null) {
      staging = new byte[BinaryColumnDecoder.STAGING + BinaryColumnDecoder.WIDE];
    }
    return staging;
  }
}
