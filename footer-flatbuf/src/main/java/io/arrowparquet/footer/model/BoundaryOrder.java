// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/** Whether the bounds in a column index are sorted over the pages. */
public enum BoundaryOrder {
  UNORDERED(0),
  ASCENDING(1),
  DESCENDING(2);

  private static final BoundaryOrder[] BY_NUMBER = ByNumber.table(values(), BoundaryOrder::number);

  private final int number;

  BoundaryOrder(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /** The constant with this number; null if there is none today. */
  public static BoundaryOrder forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
