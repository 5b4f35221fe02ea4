// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

/** Some bytes of the footer; what was in them when it was made, every thread sees. */
public final class Piece {
  public final byte[] bytes;

  /** The position of the first byte. */
  public final int start;

  Piece(byte[] bytes, int start) {
    this.bytes = bytes;
    this.start = start;
  }

  int firstBlock() {
    return (start + BlockChecksums.BLOCK - 1) >>> BlockChecksums.BLOCK_SHIFT;
  }

  int endBlock() {
    return BlockChecksums.count(start + bytes.length);
  }
}
