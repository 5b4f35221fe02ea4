// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockShape;
import io.arrowparquet.bundle.internal.BlockWriter;
import io.arrowparquet.footer.model.BinaryValue;

/** The fields of a row group: one row for each, in the order of files and row groups. */
public final class RowGroupRest {
  static final BlockShape SHAPE = new BlockShape();
  public static final int FILE = SHAPE.number("file");
  public static final int ROW_GROUP = SHAPE.number("row_group");
  public static final int NUM_ROWS = SHAPE.number("num_rows");
  public static final int TOTAL_BYTE_SIZE = SHAPE.number("total_byte_size");
  public static final int TOTAL_COMPRESSED_SIZE = SHAPE.number("total_compressed_size");
  public static final int FILE_OFFSET = SHAPE.number("file_offset");
  public static final int ORDINAL = SHAPE.number("ordinal");
  public static final int HEAD_OFFSET = SHAPE.number("head_offset");
  public static final int HEAD_LENGTH = SHAPE.number("head_length");
  public static final int HEAD_CRC = SHAPE.number("head_crc");

  /** The Thrift struct RowGroup, less its columns and the fields above. */
  public static final int REST = SHAPE.bytes("rest");

  private RowGroupRest() {}

  public static BundlePlace head(BlockRows rows, int row) {
    return BundlePlace.of(rows, HEAD_OFFSET, row);
  }

  /** The other fields of a row group; where its chunks are is not known. */
  static SplitFooter.Group group(BlockRows rows, int row) {
    BinaryValue rest = rows.bytes(REST, row);
    return new SplitFooter.Group(
        rows.number(NUM_ROWS, row),
        rows.number(TOTAL_BYTE_SIZE, row),
        rows.optionalNumber(TOTAL_COMPRESSED_SIZE, row),
        rows.optionalNumber(FILE_OFFSET, row),
        rows.optionalNumber(ORDINAL, row),
        rest == null ? null : rest.toByteArray(),
        null);
  }

  static void add(
      BlockWriter to, long file, long rowGroup, BundlePlace head, SplitFooter.Group group) {
    to.number(FILE).add(file);
    to.number(ROW_GROUP).add(rowGroup);
    to.number(NUM_ROWS).add(group.numRows());
    to.number(TOTAL_BYTE_SIZE).add(group.totalByteSize());
    to.number(TOTAL_COMPRESSED_SIZE).add(group.totalCompressedSize());
    to.number(FILE_OFFSET).add(group.fileOffset());
    to.number(ORDINAL).add(group.ordinal());
    head.addTo(to, HEAD_OFFSET);
    to.bytes(REST).add(group.rest());
  }
}
