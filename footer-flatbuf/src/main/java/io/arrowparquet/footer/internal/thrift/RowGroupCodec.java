// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static io.arrowparquet.footer.internal.thrift.ThriftType.I16;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.RowGroup;
import java.util.List;

public final class RowGroupCodec {
  // Field ids.
  public static final int COLUMNS = 1;
  public static final int TOTAL_BYTE_SIZE = 2;
  public static final int NUM_ROWS = 3;
  public static final int SORTING_COLUMNS = 4;
  public static final int FILE_OFFSET = 5;
  public static final int TOTAL_COMPRESSED_SIZE = 6;
  public static final int ORDINAL = 7;

  public static final StructCodec<RowGroup> STRUCT = codec(list(ColumnChunkCodec.STRUCT));

  public static final StructShape SHAPE = STRUCT.shape();

  private RowGroupCodec() {}

  static StructCodec<RowGroup> codec(ThriftType<List<ColumnChunk>> columns) {
    return StructCodec.of(RowGroup.class)
        .required(COLUMNS, "columns", columns)
        .required(TOTAL_BYTE_SIZE, "total_byte_size", I64)
        .required(NUM_ROWS, "num_rows", I64)
        .optional(SORTING_COLUMNS, "sorting_columns", list(ParquetStructs.SORTING_COLUMN))
        .optional(FILE_OFFSET, "file_offset", I64)
        .optional(TOTAL_COMPRESSED_SIZE, "total_compressed_size", I64)
        .optional(ORDINAL, "ordinal", I16);
  }
}
