// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.EncryptedFooter;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.parquet.internal.prune.ChunkPlaces;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A file whose column chunks may be moved to another: all are in it, in plain text or with keys.
 *
 * @param source borrowed
 * @param footer without any extension of its own; chunks have theirs in {@code flat}
 * @param flat the same footer
 * @param end of the pages, where the footer begins
 * @param places of what is encrypted; null if nothing is
 */
record RewriteInput(
    ByteSource source,
    FileMetaData footer,
    FlatFooter flat,
    long end,
    @Nullable ChunkPlaces places) {
  /**
   * @param keys null for none
   * @throws CorruptFooterException if it is not one that readers accept
   * @throws EncryptedFooterException if the file is encrypted or signed, and no keys are given, or
   *     the key of its footer is missing
   * @throws UnsupportedColumnException if a chunk's pages are in another file
   */
  static RewriteInput read(ByteSource source, @Nullable DecryptionKeys keys) throws IOException {
    try {
      RewriteInput decrypted = keys == null ? null : decrypted(source, keys);
      if (decrypted != null) {
        return decrypted;
      }
      RawFooter raw = RawFooter.readStruct(source, true);
      byte[] struct = raw.struct();
      FileMetaData footer = FileMetaDataCodec.STRUCT.read(new CompactReader(struct));
      requirePlain(source.name(), footer.encryptionAlgorithm() == null);
      FlatFooter flat =
          FlatFooter.wrap(ThriftToFlatBuffers.convert(struct, 0, struct.length).flatbuffer());
      FooterChecks.check(flat, raw.offset());
      for (RowGroup rowGroup : footer.rowGroups()) {
        requireOwnChunks(source.name(), flat, rowGroup);
      }
      return new RewriteInput(source, footer, flat, raw.offset(), null);
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }

  /** Null for a file in plain text. */
  private static @Nullable RewriteInput decrypted(ByteSource source, DecryptionKeys keys)
      throws IOException {
    byte[] struct = EncryptedFooter.read(source, keys);
    if (struct == null) {
      return null;
    }
    ParquetFooter file = FooterReader.defaults().withDecryption(keys).read(source);
    FileMetaData footer = FileMetaDataCodec.STRUCT.read(new CompactReader(struct));
    for (RowGroup rowGroup : footer.rowGroups()) {
      for (int column = 0; column < rowGroup.columns().size(); column++) {
        requireOwnPages(file.footer().columnPath(column), rowGroup.columns().get(column));
      }
    }
    ParquetReadOptions options = ParquetReadOptions.defaults().withDecryption(keys);
    ChunkPlaces places = new ChunkPlaces(file, options, codec -> true);
    return new RewriteInput(source, footer, file.footer(), file.footerOffset(), places);
  }

  /**
   * What decrypts a chunk; null for one in plain text.
   *
   * @throws UnsupportedColumnException if the column's key is not to be had
   */
  @Nullable ChunkDecryptor decryptor(int rowGroup, int column) {
    return places == null ? null : places.decryptor(rowGroup, column);
  }

  private static void requireOwnChunks(String source, FlatFooter flat, RowGroup rowGroup) {
    for (int column = 0; column < rowGroup.columns().size(); column++) {
      ColumnChunk chunk = rowGroup.columns().get(column);
      boolean isEncrypted =
          chunk.cryptoMetadata() != null || chunk.encryptedColumnMetadata() != null;
      requirePlain(source, !isEncrypted);
      String path = flat.columnPath(column);
      if (chunk.metaData() == null) {
        throw new CorruptFooterException("meta_data of column " + path, "none", "a struct");
      }
      requireOwnPages(path, chunk);
    }
  }

  private static void requireOwnPages(String path, ColumnChunk chunk) {
    if (chunk.filePath() != null && !chunk.filePath().isEmpty()) {
      throw new UnsupportedColumnException(
          path, "pages in the file " + chunk.filePath(), "pages in this file");
    }
  }

  private static void requirePlain(String source, boolean isPlain) {
    if (!isPlain) {
      throw new EncryptedFooterException(
          source,
          "it is encrypted or signed: what is encrypted is bound to its place in the file, and is"
              + " not moved to another without keys");
    }
  }

  /** Refuses a file that does not have the same columns. */
  void requireSchemaOf(RewriteInput other) {
    SchemaChange.requireSame(
        footer.schema(), source.name(), other.footer.schema(), other.source.name());
  }

  /** The application that wrote the pages; empty if it is not known. */
  String createdBy() {
    return footer.createdBy() == null ? "" : footer.createdBy();
  }
}
