// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which key an encrypted column is encrypted with: a union. */
public sealed interface ColumnCryptoMetaData {

  /** The footer's key. */
  record EncryptionWithFooterKey() implements ColumnCryptoMetaData {}

  /**
   * A key of the column's own.
   *
   * @param pathInSchema names from below the root down to the leaf
   * @param keyMetadata how to get the key; null if absent
   */
  record EncryptionWithColumnKey(List<String> pathInSchema, @Nullable BinaryValue keyMetadata)
      implements ColumnCryptoMetaData {
    /** Keeps an unchangeable copy of the list. */
    public EncryptionWithColumnKey {
      pathInSchema = List.copyOf(pathInSchema);
    }
  }

  /**
   * A member of the future.
   *
   * @param member what the bytes say
   */
  record Unknown(UnionMember member) implements ColumnCryptoMetaData {}
}
