// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.value.VariantCursor;

/** Takes the values of one position row by row. */
public interface RowTarget {
  /** Appends a value. */
  void put(VariantCursor value);

  /** Appends a row that has no value. */
  void putMissing();

  /** Appends a placeholder row masked by a null parent. */
  void putHidden();
}
