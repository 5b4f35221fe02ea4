// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

/**
 * Values of varying length, from one page: gives their positions, and the caller copies them.
 *
 * <p>Re-targetable: {@link #wrap} points at the values of another page.
 */
public interface BinaryValues {

  /** As {@link FixedValues#wrap}. */
  void wrap(byte[] bytes, int start, int endExclusive, int count);

  /**
   * Locates the next values.
   *
   * @param count how many, at most the length of the arrays
   * @param starts receives the index of each value's first byte in {@link #bytes}
   * @param lengths receives the lengths in bytes
   * @throws io.arrowparquet.variant.CorruptPageException if the page holds fewer, or a length
   *     exceeds the page
   */
  void locate(int count, int[] starts, int[] lengths);

  /** The array that holds the values located last; valid until the next call of this object. */
  byte[] bytes();
}
