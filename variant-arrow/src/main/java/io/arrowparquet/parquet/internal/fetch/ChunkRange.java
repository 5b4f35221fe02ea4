// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

/**
 * The bytes of one column chunk, or of some of its pages, in the file.
 *
 * @param offset of the first byte, not negative
 * @param length in bytes, not negative
 */
public record ChunkRange(long offset, long length) {

  /** The first byte behind the range. */
  public long end() {
    return offset + length;
  }
}
