// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

/** Which values {@link VariantShred} puts into typed columns. */
public enum ShredMode {
  /**
   * Those of just the column's type: put together again, the rows are what they were. Of numbers
   * from JSON, each of which has its least width, a column takes those of one width.
   */
  EXACT,
  /**
   * Also integers of other widths and decimals of other sizes, where the number fits: put together
   * again, they have the column's type. What is used where nothing is said.
   */
  LENIENT
}
