// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/** The order by which the bounds of a column are bounds: a union of empty structs. */
public sealed interface ColumnOrder {

  /** The orders of today's {@code parquet.thrift}. */
  enum Known implements ColumnOrder {
    /** The order that the logical type, or else the physical type, defines. */
    TYPE_ORDER(1),
    /** IEEE 754 total order; floating point columns only. */
    IEEE_754_TOTAL_ORDER(2),
    /** Chronological order of INT96 timestamps. */
    INT96_TIMESTAMP_ORDER(3);

    private static final Known[] BY_NUMBER = ByNumber.table(values(), Known::number);

    private final int number;

    Known(int number) {
      this.number = number;
    }

    /** The id of the union's member. */
    public int number() {
      return number;
    }

    /** The constant with this number; null if there is none today. */
    public static @Nullable Known forNumber(int number) {
      return ByNumber.get(BY_NUMBER, number);
    }
  }

  /**
   * An order of the future: bounds of the column must not be used.
   *
   * @param member what the bytes say
   */
  record Unknown(UnionMember member) implements ColumnOrder {}
}
