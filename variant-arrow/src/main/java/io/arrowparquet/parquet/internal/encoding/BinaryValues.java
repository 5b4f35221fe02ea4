// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.variant.internal.GrowableBuffer;

/**
 * Values of varying length, from one page.
 *
 * <p>Re-targetable: {@link #wrap} points at the values of another page.
 */
public interface BinaryValues {

  /** As {@link FixedValues#wrap}. */
  void wrap(long start, long end, int count);

  /**
   * Appends the next values, one behind the other.
   *
   * @param count how many, at most the length of the array
   * @param lengths receives the lengths in bytes
   * @param data receives the bytes
   * @param most bytes that the caller has use for
   * @return how many bytes the values have; if more than {@code most}, none was appended, and the
   *     decoder must not be used any more
   * @throws io.arrowparquet.parquet.options.CorruptPageException if the page holds fewer values, or
   *     a length exceeds the page
   */
  long append(int count, int[] lengths, GrowableBuffer data, long most);

  /**
   * Appends some of the next values, one behind the other, and passes over the others.
   *
   * @param positions of the values to append, ascending, counted from the next value on
   * @param count how many are appended, at least one
   * @param total how many are appended or passed over, at most {@link FixedValues#WINDOW}
   * @param lengths receives the lengths in bytes of those appended
   * @param scratch for {@code total} numbers, whatever they are
   * @param data receives the bytes
   * @param most bytes that the caller has use for
   * @return how many bytes the values have; if more than {@code most}, the decoder must not be used
   *     any more
   * @throws io.arrowparquet.parquet.options.CorruptPageException as {@link #append}
   */
  default long select(
      int[] positions,
      int count,
      int total,
      int[] lengths,
      int[] scratch,
      GrowableBuffer data,
      long most) {
    long bytes = 0;
    int passed = 0;
    for (int next = 0; next < count; ) {
      int end = SelectedValues.runEnd(positions, next, count);
      skip(positions[next] - passed, scratch);
      bytes += append(end - next, scratch, data, most - bytes);
      if (bytes > most) {
        return bytes;
      }
      System.arraycopy(scratch, 0, lengths, next, end - next);
      passed = positions[end - 1] + 1;
      next = end;
    }
    skip(total - passed, scratch);
    return bytes;
  }

  /**
   * Passes over the next values.
   *
   * @param lengths for {@code count} numbers, whatever they are
   * @throws io.arrowparquet.parquet.options.CorruptPageException as {@link #append}
   */
  void skip(int count, int[] lengths);

  /** DELTA_LENGTH_BYTE_ARRAY: all lengths as deltas, then the values' bytes without a gap. */
  final class DeltaLengthBinary implements BinaryValues {
    private final DeltaInts deltas = new DeltaInts();
    private long position;
    private long end;

    @Override
    public void wrap(long start, long endExclusive, int count) {
      this.end = endExclusive;
      this.position = deltas.wrap(start, endExclusive, count);
    }

    @Override
    public long append(int count, int[] lengths, GrowableBuffer data, long most) {
      long total = readLengths(count, lengths);
      if (total <= most) {
        data.appendAll(position, total);
        position += total;
      }
      return total;
    }

    @Override
    public void skip(int count, int[] lengths) {
      position += readLengths(count, lengths);
    }

    /** Reads the next lengths; their sum, which is in the page. */
    private long readLengths(int count, int[] lengths) {
      deltas.readInts(lengths, 0, count);
      long left = end - position;
      long total = 0;
      for (int i = 0; i < count; i++) {
        int length = lengths[i];
        if (length < 0 || length > left - total) {
          throw new CorruptPageException(
              "length of a byte array",
              Integer.toString(length),
              "0 to " + (left - total) + ", the bytes that follow");
        }
        total += length;
      }
      return total;
    }
  }
}
