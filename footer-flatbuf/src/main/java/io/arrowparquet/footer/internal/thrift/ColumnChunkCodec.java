// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;

import io.arrowparquet.footer.model.ColumnChunk;

public final class ColumnChunkCodec {
  // Field ids.
  public static final int FILE_PATH = 1;
  public static final int FILE_OFFSET = 2;
  public static final int META_DATA = 3;
  public static final int OFFSET_INDEX_OFFSET = 4;
  public static final int OFFSET_INDEX_LENGTH = 5;
  public static final int COLUMN_INDEX_OFFSET = 6;
  public static final int COLUMN_INDEX_LENGTH = 7;
  public static final int CRYPTO_METADATA = 8;
  public static final int ENCRYPTED_COLUMN_METADATA = 9;

  public static final StructCodec<ColumnChunk> STRUCT =
      StructCodec.of(
              "ColumnChunk",
              f ->
                  new ColumnChunk(
                      f.get(FILE_PATH),
                      f.get(FILE_OFFSET),
                      f.get(META_DATA),
                      f.get(OFFSET_INDEX_OFFSET),
                      f.get(OFFSET_INDEX_LENGTH),
                      f.get(COLUMN_INDEX_OFFSET),
                      f.get(COLUMN_INDEX_LENGTH),
                      f.get(CRYPTO_METADATA),
                      f.get(ENCRYPTED_COLUMN_METADATA)))
          .optional(FILE_PATH, "file_path", STRING, ColumnChunk::filePath)
          .required(FILE_OFFSET, "file_offset", I64, ColumnChunk::fileOffset)
          .optional(META_DATA, "meta_data", ColumnMetaDataCodec.STRUCT, ColumnChunk::metaData)
          .optional(OFFSET_INDEX_OFFSET, "offset_index_offset", I64, ColumnChunk::offsetIndexOffset)
          .optional(OFFSET_INDEX_LENGTH, "offset_index_length", I32, ColumnChunk::offsetIndexLength)
          .optional(COLUMN_INDEX_OFFSET, "column_index_offset", I64, ColumnChunk::columnIndexOffset)
          .optional(COLUMN_INDEX_LENGTH, "column_index_length", I32, ColumnChunk::columnIndexLength)
          .optional(
              CRYPTO_METADATA,
              "crypto_metadata",
              ParquetStructs.COLUMN_CRYPTO_META_DATA,
              ColumnChunk::cryptoMetadata)
          .optional(
              ENCRYPTED_COLUMN_METADATA,
              "encrypted_column_metadata",
              BINARY,
              ColumnChunk::encryptedColumnMetadata);

  public static final StructShape SHAPE = STRUCT.shape();

  private ColumnChunkCodec() {}

  /**
   * Skips {@code count} consecutive structs from the reader's position on, in the fastest way.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such structs
   */
  public static void skip(CompactReader in, int count) {
    in.position(
        ColumnChunkSkipper.skip(in.array(), in.position(), in.end(), in.depthLeft(), count));
  }
}
