// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

public record ChunkRange(long offset, long length) {

  public long end() {
    return offset + length;
  }
}
