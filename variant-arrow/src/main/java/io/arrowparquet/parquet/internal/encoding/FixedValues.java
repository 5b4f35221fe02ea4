// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.page.Page;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Values of one width; {@link #wrap} points at those of another page. Asking for more than there
 * are is a {@link io.arrowparquet.parquet.options.CorruptPageException}. After closing, which frees
 * memory for conversions, the decoder can be used again.
 */
public interface FixedValues extends AutoCloseable {
  int WINDOW = 1024;

  /**
   * Points at a page, which the caller keeps in memory, with {@link Page#SLACK} bytes after it. No
   * more than {@code count} values are asked for: those of the page, nulls included.
   */
  void wrap(long start, long end, int count);

  /** Points at the values of a page, of which the decoder may ask for one part after another. */
  default void wrap(Page page, long valuesStart) {
    page.require(valuesStart, page.end());
    wrap(valuesStart, page.end(), page.numValues());
  }

  /** Writes values one after the other; the caller answers for the memory. */
  void read(int count, long address);

  /**
   * Passes over the next values where they are in the page as in the vector, and returns their
   * address; 0 where they have to be read.
   */
  default long take(int count) {
    return 0;
  }

  /**
   * Writes {@code count} of the next {@code total} values, at most {@link #WINDOW}, by their
   * ascending positions, and passes over the others. There has to be room for {@code total}.
   */
  void select(int[] positions, int count, int total, long address);

  /** {@code scratch}: memory that {@link #read} could write this many values to. */
  default void skip(int count, long scratch) {
    read(count, scratch);
  }

  @Override
  default void close() {}

  /** The decoders of one column, by the encodings of its pages. Close it in any case. */
  interface OfColumn extends AutoCloseable {
    /** Bytes of a value. */
    int width();

    void startChunk();

    /** {@code page}: the dictionary, decoded the first time it is needed; null for none. */
    FixedValues decoder(ParquetEncoding encoding, Page page);

    @Override
    void close();
  }

  /** Moves selected values together; {@code to} may be {@code from}. */
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
