// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * Header of a version 2 data page, whose levels precede its values, uncompressed.
 *
 * @param numValues values in the page, nulls included
 * @param numNulls nulls in the page
 * @param numRows rows in the page
 * @param encodingNumber encoding of the values
 * @param definitionLevelsByteLength bytes of the definition levels
 * @param repetitionLevelsByteLength bytes of the repetition levels
 * @param isCompressed whether the values are compressed; null if absent, which means they are
 * @param statistics statistics of the page; null if absent
 */
public record DataPageHeaderV2(
    int numValues,
    int numNulls,
    int numRows,
    int encodingNumber,
    int definitionLevelsByteLength,
    int repetitionLevelsByteLength,
    Boolean isCompressed,
    ParquetStatistics statistics) {
  /** The constant for {@link #encodingNumber}; null if it is not known. */
  public ParquetEncoding encoding() {
    return ParquetEncoding.forNumber(encodingNumber);
  }

  /** Whether the values are compressed, as the codec of the column chunk says. */
  public boolean areValuesCompressed() {
    return isCompressed == null || isCompressed;
  }
}
