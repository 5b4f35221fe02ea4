// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.values;

/** Small non-negative ints of one section of a page: levels, dictionary indexes, booleans. */
public interface IntDecoder {

  /**
   * Decodes the next values.
   *
   * @param out receives them from index {@code at}
   * @param count how many, within {@code out}
   * @throws io.arrowparquet.variant.CorruptPageException if the section holds fewer
   */
  void read(int[] out, int at, int count);
}
