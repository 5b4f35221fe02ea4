// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

import io.arrowparquet.variant.memory.internal.GrowableBuffer;

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
   * @throws io.arrowparquet.variant.CorruptPageException if the page holds fewer values, or a
   *     length exceeds the page
   */
  long append(int count, int[] lengths, GrowableBuffer data, long most);

  /**
   * Passes over the next values.
   *
   * @param lengths for {@code count} numbers, whatever they are
   * @throws io.arrowparquet.variant.CorruptPageException as {@link #append}
   */
  void skip(int count, int[] lengths);
}
