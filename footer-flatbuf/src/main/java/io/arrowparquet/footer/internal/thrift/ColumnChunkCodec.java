// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnMetaData;
import java.util.Arrays;

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
      StructCodec.byHand("ColumnChunk", ColumnChunk.class, ColumnChunkCodec::read, null)
          .optional(FILE_PATH, "file_path", STRING)
          .required(FILE_OFFSET, "file_offset", I64)
          .optional(META_DATA, "meta_data", ColumnMetaDataCodec.STRUCT)
          .optional(OFFSET_INDEX_OFFSET, "offset_index_offset", I64)
          .optional(OFFSET_INDEX_LENGTH, "offset_index_length", I32)
          .optional(COLUMN_INDEX_OFFSET, "column_index_offset", I64)
          .optional(COLUMN_INDEX_LENGTH, "column_index_length", I32)
          .optional(CRYPTO_METADATA, "crypto_metadata", ParquetStructs.COLUMN_CRYPTO_META_DATA)
          .optional(ENCRYPTED_COLUMN_METADATA, "encrypted_column_metadata", BINARY);

  public static final StructShape SHAPE = STRUCT.shape();

  private ColumnChunkCodec() {}

  static ColumnChunk read(CompactReader in) {
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

  /** Writes a chunk whose metadata has an extension, or none if that is null. */
  static void write(CompactWriter out, ColumnChunk chunk, byte[] extension) {
    if (extension == null) {
      STRUCT.write(out, chunk);
      return;
    }
    CompactWriter plain = new CompactWriter();
    STRUCT.write(plain, chunk);
    byte[] extended = extended(plain.toByteArray(), extension);
    out.writeRaw(extended, 0, extended.length);
  }

  /**
   * A new array: the chunk with an extension after the last field of its metadata.
   *
   * @param chunk the bytes of one struct with metadata that has no extension
   */
  public static byte[] extended(byte[] chunk, byte[] extension) {
    CompactReader in = new CompactReader(chunk);
    in.enterStruct();
    while (in.nextField() && in.fieldId() != META_DATA) {
      in.skip();
    }
    int start = in.position();
    in.skip();
    int end = in.position();
    byte[] metaData = StructExtension.append(Arrays.copyOfRange(chunk, start, end), extension);
    CompactWriter out = new CompactWriter(chunk.length + metaData.length);
    out.writeRaw(chunk, 0, start);
    out.writeRaw(metaData, 0, metaData.length);
    out.writeRaw(chunk, end, chunk.length - end);
    return out.toByteArray();
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
}
