// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Values of one width, from one page or dictionary. Asking for more than there are is a {@link
 * io.arrowparquet.parquet.options.CorruptPageException}.
 *
 * <p>Re-targetable: {@link #wrap} points at the values of another page. Closing frees memory for
 * conversions; the decoder can be used again.
 */
public interface FixedValues extends AutoCloseable {
  int WINDOW = 1024;

  /**
   * Points at the values of a page, which the caller keeps in memory as long as they are read.
   *
   * @param start address where the values begin
   * @param end address where they end; {@link io.arrowparquet.parquet.internal.page.Page#SLACK}
   *     bytes behind it may be read
   * @param count values in the page, nulls included: a bound on how many are asked for
   */
  void wrap(long start, long end, int count);

  /**
   * Writes the next values.
   *
   * @param address where the first goes, the others right behind it; the caller owns that memory
   *     and answers for its size
   */
  void read(int count, long address);

  /**
   * Writes some of the next values and passes over the others.
   *
   * @param positions of the values to write, ascending, counted from the next value on
   * @param count how many are written, at least one
   * @param total how many are written or passed over, at most {@link #WINDOW}
   * @param address where the first goes, the others right behind it; with room for {@code total}
   */
  void select(int[] positions, int count, int total, long address);

  /**
   * Passes over the next values.
   *
   * @param scratch memory that {@link #read} could write so many values to
   */
  default void skip(int count, long scratch) {
    read(count, scratch);
  }

  @Override
  default void close() {}

  /**
   * Copies selected values to where they follow closely.
   *
   * @param from address of the first of the values that {@code positions} count
   * @param to where the first one selected goes; may be {@code from}
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
}
