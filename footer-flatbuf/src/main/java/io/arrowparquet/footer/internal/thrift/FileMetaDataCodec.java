// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.STRING;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import java.util.List;

/** Thrift compact codec of {@link FileMetaData}. */
public final class FileMetaDataCodec {
  // Field ids.
  public static final int VERSION = 1;
  public static final int SCHEMA = 2;
  public static final int NUM_ROWS = 3;
  public static final int ROW_GROUPS = 4;
  public static final int KEY_VALUE_METADATA = 5;
  public static final int CREATED_BY = 6;
  public static final int COLUMN_ORDERS = 7;
  public static final int ENCRYPTION_ALGORITHM = 8;
  public static final int FOOTER_SIGNING_KEY_METADATA = 9;

  private static final StructCodec<FileMetaData> CODEC =
      codec(ThriftType.struct(RowGroupCodec::read, RowGroupCodec::write));

  /** Reads all chunks, and keeps none. */
  private static final StructCodec<FileMetaData> CHECK =
      codec(
          RowGroupCodec.codec(
              new ThriftType.ListType<>(RowGroupCodec.COLUMN, FileMetaDataCodec::checkChunks)));

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE = CODEC.shape();

  private FileMetaDataCodec() {}

  private static StructCodec<FileMetaData> codec(ThriftType<RowGroup> rowGroup) {
    return StructCodec.of(
            "FileMetaData",
            f ->
                new FileMetaData(
                    f.get(VERSION),
                    f.get(SCHEMA),
                    f.get(NUM_ROWS),
                    f.get(ROW_GROUPS),
                    f.get(KEY_VALUE_METADATA),
                    f.get(CREATED_BY),
                    f.get(COLUMN_ORDERS),
                    f.get(ENCRYPTION_ALGORITHM),
                    f.get(FOOTER_SIGNING_KEY_METADATA)))
        .required(VERSION, "version", I32, FileMetaData::version)
        .required(
            SCHEMA,
            "schema",
            list(
                ThriftType.struct(
                    SchemaElementCodec.STRUCT::read, SchemaElementCodec.STRUCT::write)),
            FileMetaData::schema)
        .required(NUM_ROWS, "num_rows", I64, FileMetaData::numRows)
        .required(ROW_GROUPS, "row_groups", list(rowGroup), FileMetaData::rowGroups)
        .optional(
            KEY_VALUE_METADATA,
            "key_value_metadata",
            list(ParquetStructs.KEY_VALUE),
            FileMetaData::keyValueMetadata)
        .optional(CREATED_BY, "created_by", STRING, FileMetaData::createdBy)
        .optional(
            COLUMN_ORDERS,
            "column_orders",
            list(ParquetStructs.COLUMN_ORDER),
            FileMetaData::columnOrders)
        .optional(
            ENCRYPTION_ALGORITHM,
            "encryption_algorithm",
            ParquetStructs.ENCRYPTION_ALGORITHM,
            FileMetaData::encryptionAlgorithm)
        .optional(
            FOOTER_SIGNING_KEY_METADATA,
            "footer_signing_key_metadata",
            BINARY,
            FileMetaData::footerSigningKeyMetadata);
  }

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static FileMetaData read(CompactReader in) {
    return CODEC.read(in);
  }

  /**
   * Reads every struct of one footer at the reader's position and keeps next to nothing: for what
   * it throws.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field, in whatever struct
   */
  public static void check(CompactReader in) {
    CHECK.read(in);
  }

  private static List<ColumnChunk> checkChunks(CompactReader in) {
    int count = in.listBegin();
    for (int i = 0; i < count; i++) {
      ColumnChunkCodec.STRUCT.read(in);
    }
    return List.of();
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, FileMetaData value) {
    CODEC.write(out, value);
  }
}
