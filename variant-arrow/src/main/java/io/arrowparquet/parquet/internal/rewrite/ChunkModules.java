// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.parquet.internal.write.ModuleSeal;
import org.jspecify.annotations.Nullable;

/**
 * The modules of a column chunk on their way from one file to another: both encryptions bind them
 * to their place, so that each module is decrypted, and encrypted anew.
 */
final class ChunkModules {
  private final @Nullable ChunkDecryptor from;
  private final ModuleSeal to;
  private final int column;

  /** In the new file. */
  private int rowGroup;

  /**
   * @param from null if the chunk is in plain text
   * @param column number in the new file
   */
  ChunkModules(@Nullable ChunkDecryptor from, ModuleSeal to, int column) {
    this.from = from;
    this.to = to;
    this.column = column;
  }

  /** Before anything is sealed. */
  void startGroup(int number) {
    rowGroup = number;
  }

  @Nullable ChunkDecryptor decryptor() {
    return from;
  }

  boolean isSealed() {
    return to.isSealed(column);
  }

  /** Whether bytes cannot be copied as they are. */
  boolean change() {
    return from != null || isSealed();
  }

  /** Decrypts an index or a Bloom filter; bytes after the module are ignored. */
  byte[] opened(ModuleType type, byte[] bytes) {
    return from == null ? bytes : from.module(type, bytes, 0, bytes.length);
  }

  /** Encrypts such a module for the new file; null for null. */
  byte @Nullable [] sealed(ModuleType type, byte @Nullable [] bytes) {
    return bytes == null ? null : sealed(type, ChunkDecryptor.NO_PAGE, bytes);
  }

  byte[] sealed(ModuleType type, int page, byte[] bytes) {
    return to.seal(type, rowGroup, column, page, bytes);
  }
}
