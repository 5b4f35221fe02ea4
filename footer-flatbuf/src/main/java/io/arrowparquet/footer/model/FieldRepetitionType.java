// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/** How often a field occurs in its parent. */
public enum FieldRepetitionType {
  /** Exactly once. */
  REQUIRED(0),
  /** Once or not at all. */
  OPTIONAL(1),
  /** Any number of times. */
  REPEATED(2);

  private static final FieldRepetitionType[] BY_NUMBER =
      ByNumber.table(values(), FieldRepetitionType::number);

  private final int number;

  FieldRepetitionType(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /** The constant with this number; null if there is none today. */
  public static @Nullable FieldRepetitionType forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
