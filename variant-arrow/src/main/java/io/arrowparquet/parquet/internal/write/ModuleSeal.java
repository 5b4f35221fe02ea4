// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ConvertedFooter;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.crypto.FileEncryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.Magic;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
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
public record ModuleSeal(@Nullable FileEncryptor encryptor, FooterLayout layout) {
  /** {@code columns}: whose settings an encrypted file may have to change. */
  static ModuleSeal of(ParquetWriteOptions options, List<LeafColumn> columns) {
    ModuleSeal seal =
        of(options.encryption(), options.footer(), columns.stream().map(LeafColumn::path).toList());
    columns.replaceAll(column -> seal.isSealed(column.ordinal()) ? column.ofSealed() : column);
    return seal;
  }

  /** As options say it; {@code paths} are those of the columns, in their order. */
  public static ModuleSeal of(
      @Nullable FileEncryption encryption, FooterLayout layout, List<List<String>> paths) {
    if (encryption != null && layout != FooterLayout.THRIFT) {
      throw new InvalidRequestException(
          "layout "
              + layout.label()
              + " of an encrypted file: an attached footer would tell what is encrypted, and has no"
              + " place beside a signature",
          null);
    }
    return new ModuleSeal(encryption == null ? null : new FileEncryptor(encryption, paths), layout);
  }

  /** Whether modules of a column change. */
  public boolean isSealed(int column) {
    return encryptor != null && encryptor.isEncrypted(column);
  }

  /**
   * The bytes of a module as they are in the file.
   *
   * @param page {@code ChunkDecryptor.NO_PAGE} for other modules than data pages and their headers
   */
  public byte[] seal(ModuleType module, int rowGroup, int column, int page, byte[] bytes) {
    return isSealed(column) ? encryptor.encrypt(module, rowGroup, column, page, bytes) : bytes;
  }

  /** Writes the beginning of a file. */
  public void begin(SinkOutput out) throws IOException {
    out.write(Magic.bytes(encryptor == null ? FooterEnding.magic(layout) : encryptor.magic()));
  }

  /**
   * Writes the end of a file, whose name exceptions have: indexes and footer.
   *
   * @param metadata of the row groups, before encryption
   * @return the footer as it is in plain text
   */
  public FlatFooter end(
      String name,
      List<WrittenRowGroup> groups,
      Function<List<RowGroup>, FileMetaData> metadata,
      SinkOutput out)
      throws IOException {
    IdentityHashMap<ColumnChunk, byte[]> extensions = new IdentityHashMap<>();
    FileMetaData plain = metadata.apply(WrittenRowGroup.writeIndexes(groups, extensions, out));
    FileMetaData sealed = encryptor == null ? plain : encryptor.metadata(plain);
    byte[] thrift = FileMetaDataCodec.write(sealed, extensions::get);
    if (encryptor != null) {
      out.write(encryptor.ending(thrift));
    } else if (layout == FooterLayout.THRIFT) {
      out.write(FooterFrame.thrift(ByteBuffer.wrap(thrift)));
    } else {
      out.write(new FooterEnding(layout).of(name, thrift, out.position()));
    }
    out.flush();
    ConvertedFooter footer =
        encryptor == null
            ? ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length)
            : ThriftToFlatBuffers.convertDecrypted(
                FileMetaDataCodec.write(plain, extensions::get), null);
    return FlatFooter.wrap(footer.flatbuffer());
  }
}
