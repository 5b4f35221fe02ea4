// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnMetaData;

/** Thrift compact codec of {@link ColumnChunk}. */
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

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("ColumnChunk")
          .optional(FILE_PATH, "file_path", CompactType.BINARY)
          .required(FILE_OFFSET, "file_offset", CompactType.I64)
          .optional(META_DATA, "meta_data", CompactType.STRUCT)
          .optional(OFFSET_INDEX_OFFSET, "offset_index_offset", CompactType.I64)
          .optional(OFFSET_INDEX_LENGTH, "offset_index_length", CompactType.I32)
          .optional(COLUMN_INDEX_OFFSET, "column_index_offset", CompactType.I64)
          .optional(COLUMN_INDEX_LENGTH, "column_index_length", CompactType.I32)
          .optional(CRYPTO_METADATA, "crypto_metadata", CompactType.STRUCT)
          .optional(ENCRYPTED_COLUMN_METADATA, "encrypted_column_metadata", CompactType.BINARY);

  private ColumnChunkCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static ColumnChunk read(CompactReader in) {
    String filePath = null;
    long fileOffset = 0;
    ColumnMetaData metaData = null;
    Long offsetIndexOffset = null;
    Integer offsetIndexLength = null;
    Long columnIndexOffset = null;
    Integer columnIndexLength = null;
    ColumnCryptoMetaData cryptoMetadata = null;
    BinaryValue encryptedColumnMetadata = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case FILE_PATH -> filePath = in.readString();
        case FILE_OFFSET -> fileOffset = in.readI64();
        case META_DATA -> metaData = ColumnMetaDataCodec.read(in);
        case OFFSET_INDEX_OFFSET -> offsetIndexOffset = in.readI64();
        case OFFSET_INDEX_LENGTH -> offsetIndexLength = in.readI32();
        case COLUMN_INDEX_OFFSET -> columnIndexOffset = in.readI64();
        case COLUMN_INDEX_LENGTH -> columnIndexLength = in.readI32();
        case CRYPTO_METADATA -> cryptoMetadata = ParquetStructs.COLUMN_CRYPTO_META_DATA.read(in);
        case ENCRYPTED_COLUMN_METADATA -> encryptedColumnMetadata = in.readBinaryValue();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new ColumnChunk(
        filePath,
        fileOffset,
        metaData,
        offsetIndexOffset,
        offsetIndexLength,
        columnIndexOffset,
        columnIndexLength,
        cryptoMetadata,
        encryptedColumnMetadata);
  }

  /**
   * Skips {@code count} consecutive structs from the reader's position on, in the fastest way.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such structs
   */
  public static void skip(CompactReader in, int count) {
    in.position(
        ColumnChunkSkipper.skip(in.array(), in.position(), in.end(), in.depthLeft(), count));
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, ColumnChunk value) {
    out.structBegin();
    out.optionalStringField(FILE_PATH, value.filePath());
    out.i64Field(FILE_OFFSET, value.fileOffset());
    out.optionalStructField(META_DATA, value.metaData(), ColumnMetaDataCodec::write);
    out.optionalI64Field(OFFSET_INDEX_OFFSET, value.offsetIndexOffset());
    out.optionalI32Field(OFFSET_INDEX_LENGTH, value.offsetIndexLength());
    out.optionalI64Field(COLUMN_INDEX_OFFSET, value.columnIndexOffset());
    out.optionalI32Field(COLUMN_INDEX_LENGTH, value.columnIndexLength());
    out.optionalStructField(
        CRYPTO_METADATA, value.cryptoMetadata(), ParquetStructs.COLUMN_CRYPTO_META_DATA::write);
    out.optionalBinaryField(ENCRYPTED_COLUMN_METADATA, value.encryptedColumnMetadata());
    out.structEnd();
  }
}
