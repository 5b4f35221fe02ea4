// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/** Compression of the pages of a column chunk. */
public enum ParquetCodec {
  UNCOMPRESSED(0),
  SNAPPY(1),
  GZIP(2),
  LZO(3),
  BROTLI(4),
  /** Deprecated: Hadoop's framing of LZ4, undocumented. */
  LZ4(5),
  ZSTD(6),
  /** The LZ4 block format. */
  LZ4_RAW(7);

  private static final ParquetCodec[] BY_NUMBER = ByNumber.table(values(), ParquetCodec::number);

  private final int number;

  ParquetCodec(int number) {
    this.number = number;
  }

  /** The number in Thrift. */
  public int number() {
    return number;
  }

  /** The constant with this number; null if there is none today. */
  public static @Nullable ParquetCodec forNumber(int number) {
    return ByNumber.get(BY_NUMBER, number);
  }
}
