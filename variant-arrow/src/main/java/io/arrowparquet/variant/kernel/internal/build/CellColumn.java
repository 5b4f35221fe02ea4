// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

/**
 * A builder that takes the values of a shredded field 64 rows at a time, as a {@code typed_value}
 * of its type: no value is converted.
 */
public interface CellColumn {
  /**
   * Appends a row for each cell: the value of those that are asked for and fit, null for the
   * others.
   *
   * @param wanted one bit for each cell; of the types that the column holds
   * @param rows 1 to 64
   * @return the cells that were taken
   */
  long appendCells(ShredCells cells, long wanted, int rows);
}
