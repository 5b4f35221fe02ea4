// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/** Physical type of a column: how its values are stored. */
public enum PhysicalType {
  /** One bit. */
  BOOLEAN(0),
  /** Four bytes, little-endian. */
  INT32(1),
  /** Eight bytes, little-endian. */
  INT64(2),
  /** Twelve bytes, timestamps of old writers; deprecated. */
  INT96(3),
  /** IEEE 754 single precision. */
  FLOAT(4),
  /** IEEE 754 double precision. */
  DOUBLE(5),
  /** Bytes of any length. */
  BYTE_ARRAY(6),
  /** As many bytes as the schema element's {@code type_length} says. */
  FIXED_LEN_BYTE_ARRAY(7);

  private static final PhysicalType[] BY_NUMBER = ByNumber.table(values(), PhysicalType::number);

  private final int number;

  PhysicalType(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /** The constant with this number; null if there is none today. */
  public static @Nullable PhysicalType forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
