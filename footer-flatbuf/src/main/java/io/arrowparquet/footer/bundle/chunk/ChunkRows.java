// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.chunk;

import io.arrowparquet.footer.bundle.arrow.BlockRows;
import io.arrowparquet.footer.thrift.CompactWriter;

/**
 * The chunks of a column in consecutive row groups.
 *
 * @param path the list {@code path_in_schema} of the column
 * @param facts block with the chunks' facts
 * @param places block with the other fields; null if it was not asked for
 * @param shift what to add to a row group's row in the schema's tables for its row in the blocks
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ChunkRows(byte[] path, BlockRows facts, BlockRows places, int shift) {

  /** Writes the chunk of a row group as a Thrift struct. */
  public void write(CompactWriter out, int row) {
    ChunkThrift.write(out, facts, places, row + shift, path);
  }
}
