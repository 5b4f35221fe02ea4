// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.metadata.ColumnChunk;
import io.arrowparquet.footer.metadata.RowGroup;
import io.arrowparquet.footer.metadata.SortingColumn;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.CompactType;
import io.arrowparquet.footer.thrift.CompactWriter;
import io.arrowparquet.footer.thrift.StructShape;
import java.util.List;
import java.util.function.Function;

/** Thrift compact codec of {@link RowGroup}. */
public final class RowGroupCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("RowGroup")
          .requiredList(1, "columns", CompactType.STRUCT)
          .required(2, "total_byte_size", CompactType.I64)
          .required(3, "num_rows", CompactType.I64)
          .optionalList(4, "sorting_columns", CompactType.STRUCT)
          .optional(5, "file_offset", CompactType.I64)
          .optional(6, "total_compressed_size", CompactType.I64)
          .optional(7, "ordinal", CompactType.I16);

  private RowGroupCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static RowGroup read(CompactReader in) {
    return read(in, SHAPE, columns -> ListCodec.read(columns, ColumnChunkCodec::read));
  }

  /** As {@link #read(CompactReader)}, with another reader of the columns. */
  static RowGroup read(
      CompactReader in,
      StructShape shape,
      Function<CompactReader, List<ColumnChunk>> columnsReader) {
    List<ColumnChunk> columns = null;
    long totalByteSize = 0;
    long numRows = 0;
    List<SortingColumn> sortingColumns = null;
    Long fileOffset = null;
    Long totalCompressedSize = null;
    Short ordinal = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(shape)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> columns = columnsReader.apply(in);
        case 2 -> totalByteSize = in.readI64();
        case 3 -> numRows = in.readI64();
        case 4 -> sortingColumns = ListCodec.read(in, SortingColumnCodec::read);
        case 5 -> fileOffset = in.readI64();
        case 6 -> totalCompressedSize = in.readI64();
        case 7 -> ordinal = in.readI16();
        default -> in.skipUnknown(shape);
      }
    }
    in.leaveStruct(shape, seen);
    return new RowGroup(
        columns, totalByteSize, numRows, sortingColumns, fileOffset, totalCompressedSize, ordinal);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, RowGroup value) {
    out.structBegin();
    ListCodec.writeField(out, 1, CompactType.STRUCT, value.columns(), ColumnChunkCodec::write);
    out.i64Field(2, value.totalByteSize());
    out.i64Field(3, value.numRows());
    ListCodec.writeField(
        out, 4, CompactType.STRUCT, value.sortingColumns(), SortingColumnCodec::write);
    out.optionalI64Field(5, value.fileOffset());
    out.optionalI64Field(6, value.totalCompressedSize());
    if (value.ordinal() != null) {
      out.i16Field(7, value.ordinal());
    }
    out.structEnd();
  }
}
