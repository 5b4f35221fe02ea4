// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * How many pages of one type have one encoding.
 *
 * @param pageTypeNumber type of the pages
 * @param encodingNumber encoding of the pages
 * @param count how many there are
 */
public record PageEncodingStats(int pageTypeNumber, int encodingNumber, int count) {
  /** The constant for {@link #pageTypeNumber}; null if it is not known. */
  public PageType pageType() {
    return PageType.forNumber(pageTypeNumber);
  }

  /** The constant for {@link #encodingNumber}; null if it is not known. */
  public ParquetEncoding encoding() {
    return ParquetEncoding.forNumber(encodingNumber);
  }
}
