// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

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
    @Nullable String filePath,
    long fileOffset,
    @Nullable ColumnMetaData metaData,
    @Nullable Long offsetIndexOffset,
    @Nullable Integer offsetIndexLength,
    @Nullable Long columnIndexOffset,
    @Nullable Integer columnIndexLength,
    @Nullable ColumnCryptoMetaData cryptoMetadata,
    @Nullable BinaryValue encryptedColumnMetadata) {
  /** The same with other metadata, in plain text and encrypted. */
  public ColumnChunk withMetaData(
      @Nullable ColumnMetaData plain,
      @Nullable ColumnCryptoMetaData crypto,
      @Nullable BinaryValue encrypted) {
    return new ColumnChunk(
        filePath,
        fileOffset,
        plain,
        offsetIndexOffset,
        offsetIndexLength,
        columnIndexOffset,
        columnIndexLength,
        crypto,
        encrypted);
  }
}
