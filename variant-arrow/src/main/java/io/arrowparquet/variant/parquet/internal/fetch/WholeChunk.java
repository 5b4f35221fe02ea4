// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.fetch;

import java.util.List;

/** A chunk, or the parts of it that are read, all in memory. Owns the parts. */
public final class WholeChunk implements ChunkInput {
  private final List<ChunkBytes> parts;
  private int part;
  private boolean isClosed;

  /** Takes the parts over: at least one, ascending. */
  public WholeChunk(List<ChunkBytes> parts) {
    this.parts = parts;
  }

  private ChunkBytes at(long offset) {
    while (part + 1 < parts.size() && offset >= parts.get(part).range().end()) {
      part++;
    }
    return parts.get(part);
  }

  @Override
  public void copy(long offset, byte[] target, int at, int length) {
    at(offset).copy(offset, target, at, length);
  }

  @Override
  public long address(long offset, int length) {
    return at(offset).address(offset, length);
  }

  @Override
  public boolean hasRoom(long offset, long length) {
    return at(offset).hasRoom(offset, length);
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      parts.forEach(ChunkBytes::close);
    }
  }
}
