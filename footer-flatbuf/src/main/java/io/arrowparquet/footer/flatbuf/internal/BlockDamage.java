// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf.internal;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.wire.BlockChecksums;

/** How a block is reported whose bytes are not those that its checksum is of. */
final class BlockDamage {
  private BlockDamage() {}

  /** An exception whose offset counts from the beginning of the footer. */
  static CorruptFooterException of(int block, int stored, int computed) {
    return new CorruptFooterException(
        "FlatBuffers footer: checksum of block " + block + " of " + BlockChecksums.BLOCK + " bytes",
        (long) block << BlockChecksums.BLOCK_SHIFT,
        String.format("0x%08x", computed),
        String.format("0x%08x, the entry of the block", stored));
  }
}
