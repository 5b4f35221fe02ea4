// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.CorruptFooterException;

/** How bytes are reported that are not those that their checksum is of. */
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

  /** As {@link #of}, of checksums that do not give that of the whole. */
  static CorruptFooterException ofWhole(int size, int expected, int combined) {
    return new CorruptFooterException(
        "CRC-32 of the FlatBuffers footer, combined from those of its blocks",
        size,
        String.format("0x%08x", expected),
        String.format("0x%08x", combined));
  }
}
