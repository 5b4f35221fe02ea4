// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.filter;

import io.arrowparquet.parquet.options.Operand;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** One side of a comparison, and its position in the text of the filter. */
sealed interface FilterSide {
  int position();

  /**
   * A column or a path.
   *
   * @param type of its values; null for a Variant
   */
  record Column(Operand operand, ArrowType type, int position) implements FilterSide {}

  /**
   * A value as it is written. The type of what it is compared with says what it is.
   *
   * @param text without quotes
   */
  record Value(Kind kind, String text, int position) implements FilterSide {}

  /** How a value is written. */
  enum Kind {
    NULL,
    BOOLEAN,
    NUMBER,
    TEXT,
    /** {@code X'00ff'}. */
    BYTES,
    /** {@code DATE '2026-01-31'}. */
    DATE,
    /** {@code TIME '12:30:00'}. */
    TIME,
    /** {@code TIMESTAMP '2026-01-31 12:30:00'}. */
    TIMESTAMP,
    /** {@code UUID '...'}. */
    UUID
  }
}
