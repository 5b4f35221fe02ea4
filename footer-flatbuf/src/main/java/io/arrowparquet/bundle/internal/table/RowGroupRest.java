// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.arrow.BlockRows;
import io.arrowparquet.bundle.internal.arrow.BlockShape;

/** The fields of a row group: one row for each, in the order of files and row groups. */
public final class RowGroupRest {
  static final BlockShape SHAPE = new BlockShape();

  /** Number of the file in the directory. */
  public static final int FILE = SHAPE.number("file");

  /** Number of the row group in the file. */
  public static final int ROW_GROUP = SHAPE.number("row_group");

  public static final int NUM_ROWS = SHAPE.number("num_rows");
  public static final int TOTAL_BYTE_SIZE = SHAPE.number("total_byte_size");
  public static final int TOTAL_COMPRESSED_SIZE = SHAPE.number("total_compressed_size");
  public static final int FILE_OFFSET = SHAPE.number("file_offset");
  public static final int ORDINAL = SHAPE.number("ordinal");

  /** BundlePlace of the file's head: what {@link FileFields#HEAD_OFFSET} and so on say. */
  public static final int HEAD_OFFSET = SHAPE.number("head_offset");

  public static final int HEAD_LENGTH = SHAPE.number("head_length");
  public static final int HEAD_CRC = SHAPE.number("head_crc");

  /** The Thrift struct RowGroup, less its columns and the fields above. */
  public static final int REST = SHAPE.bytes("rest");

  private RowGroupRest() {}

  /** The head of a row group's file. */
  public static BundlePlace head(BlockRows rows, int row) {
    return new BundlePlace(
        rows.number(HEAD_OFFSET, row),
        rows.count(HEAD_LENGTH, row),
        (int) rows.number(HEAD_CRC, row));
  }
}
