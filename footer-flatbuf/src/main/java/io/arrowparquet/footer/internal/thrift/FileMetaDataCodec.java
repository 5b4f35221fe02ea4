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
import java.util.function.Function;

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

  public static final StructCodec<FileMetaData> STRUCT = codec(RowGroupCodec.STRUCT);

  /** Reads all chunks, and keeps none. */
  private static final StructCodec<FileMetaData> CHECK =
      codec(RowGroupCodec.codec(new ThriftType.ListType<>(ColumnChunkCodec.STRUCT, false)));

  public static final StructShape SHAPE = STRUCT.shape();

  private FileMetaDataCodec() {}

  private static StructCodec<FileMetaData> codec(ThriftType<RowGroup> rowGroup) {
    return StructCodec.of(FileMetaData.class)
        .required(VERSION, "version", I32)
        .required(SCHEMA, "schema", list(SchemaElementCodec.STRUCT))
        .required(NUM_ROWS, "num_rows", I64)
        .required(ROW_GROUPS, "row_groups", list(rowGroup))
        .optional(KEY_VALUE_METADATA, "key_value_metadata", list(ParquetStructs.KEY_VALUE))
        .optional(CREATED_BY, "created_by", STRING)
        .optional(COLUMN_ORDERS, "column_orders", list(ParquetStructs.COLUMN_ORDER))
        .optional(ENCRYPTION_ALGORITHM, "encryption_algorithm", ParquetStructs.ENCRYPTION_ALGORITHM)
        .optional(FOOTER_SIGNING_KEY_METADATA, "footer_signing_key_metadata", BINARY);
  }

  /**
   * The bytes of a footer whose column chunks have extensions.
   *
   * @param extensions gives the extension of a chunk's {@code ColumnMetaData}; null for none
   */
  public static byte[] write(FileMetaData footer, Function<ColumnChunk, byte[]> extensions) {
    ThriftType<ColumnChunk> chunk =
        ThriftType.struct(
            ColumnChunkCodec::read,
            (out, value) -> ColumnChunkCodec.write(out, value, extensions.apply(value)));
    CompactWriter out = new CompactWriter();
    codec(RowGroupCodec.codec(list(chunk))).write(out, footer);
    return out.toByteArray();
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
}
