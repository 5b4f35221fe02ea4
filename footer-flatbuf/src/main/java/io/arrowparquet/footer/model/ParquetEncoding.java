// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/** How the values, levels or dictionary indices of a page are encoded. Number 1 was withdrawn. */
public enum ParquetEncoding {
  PLAIN(0),
  /** Deprecated name of a dictionary page, or of {@link #RLE_DICTIONARY}. */
  PLAIN_DICTIONARY(2),
  /** Run lengths and bit packing mixed. */
  RLE(3),
  /** Deprecated, levels only. */
  BIT_PACKED(4),
  DELTA_BINARY_PACKED(5),
  DELTA_LENGTH_BYTE_ARRAY(6),
  DELTA_BYTE_ARRAY(7),
  /** Dictionary indices in {@link #RLE}. */
  RLE_DICTIONARY(8),
  BYTE_STREAM_SPLIT(9),
  ALP(10);

  private static final ParquetEncoding[] BY_NUMBER =
      ByNumber.table(values(), ParquetEncoding::number);

  private final int number;

  ParquetEncoding(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /** Whether it is that of indices into a dictionary. */
  public boolean isDictionary() {
    return this == RLE_DICTIONARY || this == PLAIN_DICTIONARY;
  }

  /** The constant with this number; null if there is none today. */
  public static @Nullable ParquetEncoding forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
