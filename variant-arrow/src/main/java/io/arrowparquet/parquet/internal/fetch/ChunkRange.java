// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

/** The bytes of one column chunk, or of some of its pages, in the file. */
public record ChunkRange(long offset, long length) {

  public long end() {
    return offset + length;
  }
}
