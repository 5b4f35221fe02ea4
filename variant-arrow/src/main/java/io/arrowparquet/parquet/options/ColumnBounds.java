// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

/**
 * What a file says of the values of a column in a range of rows, for a {@link
 * RowFilter.BoundsTest}. Only what can be relied on is said. Bounds may be wider than the values.
 *
 * <p>Immutable.
 *
 * @param rows how many rows the range has
 * @param min no value is less; null if not known. Of a class that {@link Operand} lists for the
 *     column's type: Long for integers, BigInteger for unsigned ones of 64 bits, Double,
 *     BigDecimal, Boolean, LocalDate, LocalTime, Duration, LocalDateTime or Instant; but byte[] for
 *     texts too, in UTF-8 that may be cut off inside a character, to be compared unsigned
 * @param max no value is greater; null if and only if {@code min} is
 * @param mayHaveNulls whether rows may lack a value
 * @param hasNullsOnly whether no row has a value
 * @param mayHaveNaN whether values may be NaN, which bounds say nothing about
 */
public record ColumnBounds(
    long rows,
    Object min,
    Object max,
    boolean mayHaveNulls,
    boolean hasNullsOnly,
    boolean mayHaveNaN) {

  /** Whether bounds are known. */
  public boolean hasBounds() {
    return min != null;
  }
}
