// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * Header in front of each page.
 *
 * @param typeNumber what the page holds
 * @param uncompressedPageSize bytes of the page once decompressed, without this header
 * @param compressedPageSize bytes of the page in the file, without this header
 * @param crc CRC-32 of the page's bytes in the file; null if absent
 * @param dataPageHeader set for data pages of version 1; null if absent
 * @param indexPageHeader set for index pages; null if absent
 * @param dictionaryPageHeader set for dictionary pages; null if absent
 * @param dataPageHeaderV2 set for data pages of version 2; null if absent
 */
public record PageHeader(
    int typeNumber,
    int uncompressedPageSize,
    int compressedPageSize,
    Integer crc,
    DataPageHeader dataPageHeader,
    IndexPageHeader indexPageHeader,
    DictionaryPageHeader dictionaryPageHeader,
    DataPageHeaderV2 dataPageHeaderV2) {
  /** The constant for {@link #typeNumber}; null if it is not known. */
  public PageType type() {
    return PageType.forNumber(typeNumber);
  }
}
