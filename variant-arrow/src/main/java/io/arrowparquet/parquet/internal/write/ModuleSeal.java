// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.crypto.FileEncryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each module of a file becomes before it is written: itself, or what encryption makes of it.
 * Modules are those of Parquet's modular encryption. Row groups, columns and data pages are counted
 * from 0, in the order of the schema and of the file.
 *
 * <p>Threads: modules of different columns are sealed at the same time.
 *
 * @param encryptor null where every module is as it is
 */
record ModuleSeal(@Nullable FileEncryptor encryptor, FooterLayout layout) {
  /** {@code columns}: whose settings an encrypted file may have to change. */
  static ModuleSeal of(ParquetWriteOptions options, List<LeafColumn> columns) {
    if (options.encryption() == null) {
      return new ModuleSeal(null, options.footer());
    }
    if (options.footer() != FooterLayout.THRIFT) {
      throw new InvalidRequestException(
          "layout "
              + options.footer().label()
              + " of an encrypted file: an attached footer would tell what is encrypted, and has no"
              + " place beside a signature",
          null);
    }
    ModuleSeal seal =
        new ModuleSeal(
            new FileEncryptor(
                options.encryption(), columns.stream().map(LeafColumn::path).toList()),
            FooterLayout.THRIFT);
    columns.replaceAll(column -> seal.isSealed(column.ordinal()) ? column.ofSealed() : column);
    return seal;
  }

  /** Whether modules of a column change; {@link #seal} is asked for those alone. */
  boolean isSealed(int column) {
    return encryptor != null && encryptor.isEncrypted(column);
  }

  /**
   * @param page {@code ChunkDecryptor.NO_PAGE} for other modules than data pages and their headers
   */
  byte[] seal(ModuleType module, int rowGroup, int column, int page, byte[] bytes) {
    return encryptor.encrypt(module, rowGroup, column, page, bytes, 0, bytes.length);
  }

  /** The metadata as the footer is to have it. */
  FileMetaData metadata(FileMetaData plain) {
    return encryptor == null ? plain : encryptor.metadata(plain);
  }

  int magic() {
    return encryptor == null ? FooterEnding.magic(layout) : encryptor.magic();
  }

  /**
   * The end of a file whose only footer is Thrift.
   *
   * @param thrift the {@code FileMetaData} struct
   */
  ByteBuffer ending(byte[] thrift) {
    return encryptor == null
        ? FooterFrame.thrift(ByteBuffer.wrap(thrift))
        : encryptor.ending(thrift);
  }
}
