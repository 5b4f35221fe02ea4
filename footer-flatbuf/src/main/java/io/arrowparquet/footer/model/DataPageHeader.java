// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * Header of a version 1 data page.
 *
 * @param numValues values in the page, nulls included
 * @param encodingNumber encoding of the values
 * @param definitionLevelEncodingNumber encoding of the definition levels
 * @param repetitionLevelEncodingNumber encoding of the repetition levels
 * @param statistics statistics of the page; null if absent
 */
public record DataPageHeader(
    int numValues,
    int encodingNumber,
    int definitionLevelEncodingNumber,
    int repetitionLevelEncodingNumber,
    ParquetStatistics statistics) {
  /** The constant for {@link #encodingNumber}; null if it is not known. */
  public ParquetEncoding encoding() {
    return ParquetEncoding.forNumber(encodingNumber);
  }

  /** The constant for {@link #definitionLevelEncodingNumber}; null if it is not known. */
  public ParquetEncoding definitionLevelEncoding() {
    return ParquetEncoding.forNumber(definitionLevelEncodingNumber);
  }

  /** The constant for {@link #repetitionLevelEncodingNumber}; null if it is not known. */
  public ParquetEncoding repetitionLevelEncoding() {
    return ParquetEncoding.forNumber(repetitionLevelEncodingNumber);
  }
}
