// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/** Small non-negative ints of one section of a page: levels, dictionary indexes, booleans. */
public interface IntDecoder {

  /**
   * Decodes the next values.
   *
   * @param out receives them from index {@code at}
   * @param count how many, within {@code out}
   * @throws io.arrowparquet.parquet.options.CorruptPageException if the section holds fewer
   */
  void read(int[] out, int at, int count);

  /**
   * Passes over the next values.
   *
   * @param scratch for {@code count} numbers, whatever they are
   * @throws io.arrowparquet.parquet.options.CorruptPageException if the section holds fewer
   */
  default void skip(int[] scratch, int count) {
    read(scratch, 0, count);
  }

  /**
   * Takes the next values if they are known to be equal without a look at each.
   *
   * @return the value; -1 if they are not known to be equal, and none was taken
   * @throws io.arrowparquet.parquet.options.CorruptPageException if the section holds fewer
   */
  default int takeEqual(int count) {
    return -1;
  }
}
