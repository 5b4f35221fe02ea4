// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.metadata.BinaryValue;
import io.arrowparquet.footer.metadata.ColumnChunk;
import io.arrowparquet.footer.metadata.ColumnCryptoMetaData;
import io.arrowparquet.footer.metadata.ColumnMetaData;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.StructShape;

/** Thrift compact codec of {@link ColumnChunk}. */
public final class ColumnChunkCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("ColumnChunk")
          .optional(1, "file_path", CompactType.BINARY)
          .required(2, "file_offset", CompactType.I64)
          .optional(3, "meta_data", CompactType.STRUCT)
          .optional(4, "offset_index_offset", CompactType.I64)
          .optional(5, "offset_index_length", CompactType.I32)
          .optional(6, "column_index_offset", CompactType.I64)
          .optional(7, "column_index_length", CompactType.I32)
          .optional(8, "crypto_metadata", CompactType.STRUCT)
          .optional(9, "encrypted_column_metadata", CompactType.BINARY);

  private ColumnChunkCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static ColumnChunk read(CompactReader in) {
    return read(in, SHAPE, ColumnMetaDataCodec.SHAPE);
  }

  /** As {@link #read(CompactReader)}, passing over the fields that the shapes leave out. */
  static ColumnChunk read(CompactReader in, StructShape shape, StructShape metaDataShape) {
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
    while (in.nextField(shape)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> filePath = in.readString();
        case 2 -> fileOffset = in.readI64();
        case 3 -> metaData = ColumnMetaDataCodec.read(in, metaDataShape);
        case 4 -> offsetIndexOffset = in.readI64();
        case 5 -> offsetIndexLength = in.readI32();
        case 6 -> columnIndexOffset = in.readI64();
        case 7 -> columnIndexLength = in.readI32();
        case 8 -> cryptoMetadata = ColumnCryptoMetaDataCodec.read(in);
        case 9 -> encryptedColumnMetadata = in.readBinaryValue();
        default -> in.skipUnknown(shape);
      }
    }
    in.leaveStruct(shape, seen);
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
   * Skips so many structs that follow one another from the reader's position on: the fastest way
   * past the chunks of columns that nobody wants.
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
    out.optionalStringField(1, value.filePath());
    out.i64Field(2, value.fileOffset());
    out.optionalStructField(3, value.metaData(), ColumnMetaDataCodec::write);
    out.optionalI64Field(4, value.offsetIndexOffset());
    out.optionalI32Field(5, value.offsetIndexLength());
    out.optionalI64Field(6, value.columnIndexOffset());
    out.optionalI32Field(7, value.columnIndexLength());
    out.optionalStructField(8, value.cryptoMetadata(), ColumnCryptoMetaDataCodec::write);
    out.optionalBinaryField(9, value.encryptedColumnMetadata());
    out.structEnd();
  }
}
