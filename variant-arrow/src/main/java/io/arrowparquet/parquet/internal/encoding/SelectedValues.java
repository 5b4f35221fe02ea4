// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import org.apache.arrow.memory.util.MemoryUtil;

/** Some of the values that are in a row, by their ascending positions. */
final class SelectedValues {
  private SelectedValues() {}

  /**
   * Copies values of a fixed width to where they follow closely.
   *
   * @param from address of the first of the values that {@code positions} count
   * @param to where the first one selected goes; {@code from} too, as positions are ascending
   */
  static void gather(long from, int width, int[] positions, int count, long to) {
    switch (width) {
      case Integer.BYTES -> gather4(from, positions, count, to);
      case Long.BYTES -> gather8(from, positions, count, to);
      default -> {
        for (int i = 0; i < count; i++) {
          MemoryUtil.copyMemory(from + (long) width * positions[i], to + (long) width * i, width);
        }
      }
    }
  }

  private static void gather4(long from, int[] positions, int count, long to) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putInt(to + 4L * i, MemoryUtil.getInt(from + 4L * positions[i]));
    }
  }

  private static void gather8(long from, int[] positions, int count, long to) {
    for (int i = 0; i < count; i++) {
      MemoryUtil.putLong(to + 8L * i, MemoryUtil.getLong(from + 8L * positions[i]));
    }
  }

  /** Index after the run of ascending positions that begins at an index. */
  static int runEnd(int[] positions, int from, int count) {
    int end = from + 1;
    while (end < count && positions[end] == positions[end - 1] + 1) {
      end++;
    }
    return end;
  }
}
