// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * Header of a dictionary page.
 *
 * @param numValues entries in the dictionary
 * @param encodingNumber encoding of the entries
 * @param isSorted whether the entries ascend; null if absent
 */
public record DictionaryPageHeader(int numValues, int encodingNumber, Boolean isSorted) {
  /** The constant for {@link #encodingNumber}; null if it is not known. */
  public ParquetEncoding encoding() {
    return ParquetEncoding.forNumber(encodingNumber);
  }
}
