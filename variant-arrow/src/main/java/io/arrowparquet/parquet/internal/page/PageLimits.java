// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.parquet.options.ParquetReadOptions;

/**
 * What pages are checked against, and what is not believed of their headers.
 *
 * @param maxPageBytes most bytes a decompressed page may have
 * @param checkCrc whether a page's CRC is checked where it has one
 * @param noCrcWhereZero whether a page whose CRC is 0 has none
 * @param compressesEveryPage whether data pages of version 2 are compressed although they deny it
 */
public record PageLimits(
    int maxPageBytes, boolean checkCrc, boolean noCrcWhereZero, boolean compressesEveryPage) {

  /**
   * Those of a file's pages.
   *
   * @param createdBy as the footer has it; null if it does not say
   */
  public static PageLimits of(ParquetReadOptions options, String createdBy) {
    WriterQuirks writer = WriterQuirks.of(createdBy);
    return new PageLimits(
        options.maxPageBytes(),
        options.checkCrc(),
        writer.hasNoCrcWhereZero(),
        writer.compressesEveryPage());
  }

  /** Whether a page is compared with the CRC of its header, which may be null. */
  boolean checks(Integer crc) {
    return checkCrc && crc != null && !(crc == 0 && noCrcWhereZero);
  }
}
