// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * Unit of a TIME or TIMESTAMP; a union of empty structs in {@code parquet.thrift}, whose member ids
 * the numbers are.
 */
public enum TimeUnit {
  MILLIS(1),
  MICROS(2),
  NANOS(3);

  private static final TimeUnit[] BY_NUMBER = ByNumber.table(values(), TimeUnit::number);

  private final int number;

  TimeUnit(int number) {
    this.number = number;
  }

  /** The id of the union's member. */
  public int number() {
    return number;
  }

  /** The constant with this number; null if there is none today. */
  public static TimeUnit forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
