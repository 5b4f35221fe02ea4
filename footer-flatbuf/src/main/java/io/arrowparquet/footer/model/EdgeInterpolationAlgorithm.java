// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/** How the edges of a GEOGRAPHY value run between its points. */
public enum EdgeInterpolationAlgorithm {
  SPHERICAL(0),
  VINCENTY(1),
  THOMAS(2),
  ANDOYER(3),
  KARNEY(4);

  private static final EdgeInterpolationAlgorithm[] BY_NUMBER =
      ByNumber.table(values(), EdgeInterpolationAlgorithm::number);

  private final int number;

  EdgeInterpolationAlgorithm(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /** The constant with this number; null if there is none today. */
  public static EdgeInterpolationAlgorithm forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
