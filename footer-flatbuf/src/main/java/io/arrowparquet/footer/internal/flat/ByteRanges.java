// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import java.util.BitSet;

/** Bytes of a footer that are needed together, as the blocks that they are in. */
public final class ByteRanges {
  private final int size;
  private final BitSet blocks = new BitSet();

  public ByteRanges(int size) {
    this.size = size;
  }

  public void add(long from, long to) {
    if (from < size && to > 0 && from < to) {
      long end = Math.min(to, size) + BlockChecksums.BLOCK - 1;
      blocks.set(
          (int) (Math.max(from, 0) >>> BlockChecksums.BLOCK_SHIFT),
          (int) (end >>> BlockChecksums.BLOCK_SHIFT));
    }
  }

  public void addBlock(int block) {
    blocks.set(block);
  }

  BitSet blocks() {
    return (BitSet) blocks.clone();
  }
}
