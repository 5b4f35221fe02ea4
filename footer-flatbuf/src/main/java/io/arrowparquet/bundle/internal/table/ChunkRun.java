// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import java.io.IOException;

/** Column chunks of consecutive row groups of a schema, to be read column by column. */
interface ChunkRun {

  /** Row groups. */
  int rows();

  /** Bytes of all chunks. */
  long bytes();

  /**
   * The Thrift structs of some columns, column by column, of each row group by row group.
   *
   * @param from first column
   * @param to exclusive end of the columns
   */
  Columns read(int from, int to) throws IOException;

  /**
   * Structs of some columns.
   *
   * @param bytes with the structs one behind the other
   * @param starts where each column begins, and behind them where the last one ends
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Columns(byte[] bytes, int[] starts) {}
}
