// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * One column of one row group.
 *
 * @param filePath file that holds the pages; null for this file
 * @param fileOffset deprecated; 0 from new writers
 * @param metaData metadata of the chunk; null only where it is encrypted
 * @param offsetIndexOffset file offset of the offset index; null if absent
 * @param offsetIndexLength bytes of the offset index; null if absent
 * @param columnIndexOffset file offset of the column index; null if absent
 * @param columnIndexLength bytes of the column index; null if absent
 * @param cryptoMetadata how the column is encrypted; null if absent
 * @param encryptedColumnMetadata the encrypted metadata; null if absent
 */
public record ColumnChunk(
    String filePath,
    long fileOffset,
    ColumnMetaData metaData,
    Long offsetIndexOffset,
    Integer offsetIndexLength,
    Long columnIndexOffset,
    Integer columnIndexLength,
    ColumnCryptoMetaData cryptoMetadata,
    BinaryValue encryptedColumnMetadata) {}
