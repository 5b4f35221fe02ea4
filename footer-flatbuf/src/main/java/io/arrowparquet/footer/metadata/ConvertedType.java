// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.metadata;

/** Annotation of a schema element in old files; {@link LogicalType} took its place. */
public enum ConvertedType {
  UTF8(0),
  MAP(1),
  MAP_KEY_VALUE(2),
  LIST(3),
  ENUM(4),
  DECIMAL(5),
  DATE(6),
  TIME_MILLIS(7),
  TIME_MICROS(8),
  TIMESTAMP_MILLIS(9),
  TIMESTAMP_MICROS(10),
  UINT_8(11),
  UINT_16(12),
  UINT_32(13),
  UINT_64(14),
  INT_8(15),
  INT_16(16),
  INT_32(17),
  INT_64(18),
  JSON(19),
  BSON(20),
  INTERVAL(21);

  private static final ConvertedType[] BY_NUMBER = ByNumber.table(values(), ConvertedType::number);

  private final int number;

  ConvertedType(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /** The constant with this number; null if there is none today. */
  public static ConvertedType forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
