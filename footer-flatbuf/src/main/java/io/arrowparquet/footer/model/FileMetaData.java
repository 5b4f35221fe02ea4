// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The footer.
 *
 * @param version 1 or 2, without a difference
 * @param schema the schema, depth first, from the root
 * @param numRows rows of all row groups
 * @param rowGroups the row groups, in file order
 * @param keyValueMetadata metadata of the writer; null if absent
 * @param createdBy the application that wrote the file; null if absent
 * @param columnOrders order of each leaf column's bounds; null if bounds are undefined
 * @param encryptionAlgorithm set in encrypted files with a plaintext footer; null if absent
 * @param footerSigningKeyMetadata how to get the key that signed the footer; null if absent
 */
public record FileMetaData(
    int version,
    List<SchemaElement> schema,
    long numRows,
    List<RowGroup> rowGroups,
    @Nullable List<KeyValue> keyValueMetadata,
    @Nullable String createdBy,
    @Nullable List<ColumnOrder> columnOrders,
    @Nullable EncryptionAlgorithm encryptionAlgorithm,
    @Nullable BinaryValue footerSigningKeyMetadata) {
  /** Keeps unchangeable copies of the lists. */
  public FileMetaData {
    schema = List.copyOf(schema);
    rowGroups = List.copyOf(rowGroups);
    keyValueMetadata = keyValueMetadata == null ? null : List.copyOf(keyValueMetadata);
    columnOrders = columnOrders == null ? null : List.copyOf(columnOrders);
  }

  /** The same with other row groups. */
  public FileMetaData withRowGroups(List<RowGroup> changed) {
    return new FileMetaData(
        version,
        schema,
        numRows,
        changed,
        keyValueMetadata,
        createdBy,
        columnOrders,
        encryptionAlgorithm,
        footerSigningKeyMetadata);
  }

  /** The same, encrypted in another way or by another key. */
  public FileMetaData withEncryption(
      @Nullable EncryptionAlgorithm algorithm, @Nullable BinaryValue keyMetadata) {
    return new FileMetaData(
        version,
        schema,
        numRows,
        rowGroups,
        keyValueMetadata,
        createdBy,
        columnOrders,
        algorithm,
        keyMetadata);
  }
}
