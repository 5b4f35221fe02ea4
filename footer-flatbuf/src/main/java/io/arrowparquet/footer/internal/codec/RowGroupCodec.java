// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SortingColumn;
import java.util.List;
import java.util.function.Function;

/** Thrift compact codec of {@link RowGroup}. */
public final class RowGroupCodec {
  // Field ids.
  public static final int COLUMNS = 1;
  public static final int TOTAL_BYTE_SIZE = 2;
  public static final int NUM_ROWS = 3;
  public static final int SORTING_COLUMNS = 4;
  public static final int FILE_OFFSET = 5;
  public static final int TOTAL_COMPRESSED_SIZE = 6;
  public static final int ORDINAL = 7;

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("RowGroup")
          .requiredList(COLUMNS, "columns", CompactType.STRUCT)
          .required(TOTAL_BYTE_SIZE, "total_byte_size", CompactType.I64)
          .required(NUM_ROWS, "num_rows", CompactType.I64)
          .optionalList(SORTING_COLUMNS, "sorting_columns", CompactType.STRUCT)
          .optional(FILE_OFFSET, "file_offset", CompactType.I64)
          .optional(TOTAL_COMPRESSED_SIZE, "total_compressed_size", CompactType.I64)
          .optional(ORDINAL, "ordinal", CompactType.I16);

  private RowGroupCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static RowGroup read(CompactReader in) {
    return read(in, columns -> ListCodec.read(columns, ColumnChunkCodec::read));
  }

  /** As {@link #read(CompactReader)}, with another reader of the columns. */
  static RowGroup read(CompactReader in, Function<CompactReader, List<ColumnChunk>> columnsReader) {
    List<ColumnChunk> columns = null;
    long totalByteSize = 0;
    long numRows = 0;
    List<SortingColumn> sortingColumns = null;
    Long fileOffset = null;
    Long totalCompressedSize = null;
    Short ordinal = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case COLUMNS -> columns = columnsReader.apply(in);
        case TOTAL_BYTE_SIZE -> totalByteSize = in.readI64();
        case NUM_ROWS -> numRows = in.readI64();
        case SORTING_COLUMNS -> sortingColumns = ListCodec.read(in, SortingColumnCodec::read);
        case FILE_OFFSET -> fileOffset = in.readI64();
        case TOTAL_COMPRESSED_SIZE -> totalCompressedSize = in.readI64();
        case ORDINAL -> ordinal = in.readI16();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new RowGroup(
        columns, totalByteSize, numRows, sortingColumns, fileOffset, totalCompressedSize, ordinal);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, RowGroup value) {
    out.structBegin();
    ListCodec.writeField(
        out, COLUMNS, CompactType.STRUCT, value.columns(), ColumnChunkCodec::write);
    out.i64Field(TOTAL_BYTE_SIZE, value.totalByteSize());
    out.i64Field(NUM_ROWS, value.numRows());
    ListCodec.writeField(
        out,
        SORTING_COLUMNS,
        CompactType.STRUCT,
        value.sortingColumns(),
        SortingColumnCodec::write);
    out.optionalI64Field(FILE_OFFSET, value.fileOffset());
    out.optionalI64Field(TOTAL_COMPRESSED_SIZE, value.totalCompressedSize());
    if (value.ordinal() != null) {
      out.i16Field(ORDINAL, value.ordinal());
    }
    out.structEnd();
  }
}
