// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

/**
 * Values of one width, from one page or dictionary.
 *
 * <p>Re-targetable: {@link #wrap} points at the values of another page.
 */
public interface FixedValues {

  /**
   * Points at the values of a page.
   *
   * @param bytes the decompressed page
   * @param start where the values begin
   * @param endExclusive where they end
   * @param count values in the page, nulls included: a bound on how many are asked for
   */
  void wrap(byte[] bytes, int start, int endExclusive, int count);

  /**
   * Writes the next values.
   *
   * @param count how many
   * @param address where the first goes, the others right behind it; the caller owns that memory
   *     and answers for its size
   * @throws io.arrowparquet.variant.CorruptPageException if the page holds fewer
   */
  void read(int count, long address);

  /**
   * Passes over the next values.
   *
   * @param scratch memory that {@link #read} could write so many values to
   * @throws io.arrowparquet.variant.CorruptPageException if the page holds fewer
   */
  default void skip(int count, long scratch) {
    read(count, scratch);
  }
}
