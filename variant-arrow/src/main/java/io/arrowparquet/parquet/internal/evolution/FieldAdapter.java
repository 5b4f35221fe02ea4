// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import org.apache.arrow.vector.FieldVector;

/**
 * Moves the values of one file's column into the vector of the files' common column. The source is
 * empty afterwards, or holds what was not needed.
 */
@FunctionalInterface
public interface FieldAdapter {
  /**
   * Fills the target.
   *
   * @param source of {@code rows} rows; stays the caller's
   * @param target empty before; stays the caller's
   */
  void adapt(FieldVector source, FieldVector target, int rows);
}
