// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import java.io.IOException;

/** A chunk whose first bytes, its dictionary page, were fetched before. */
public final class StartedChunk implements ChunkInput {
  private final ChunkBytes start;
  private final ChunkInput rest;

  /** Both are borrowed; {@code rest} has what follows. */
  public StartedChunk(ChunkBytes start, ChunkInput rest) {
    this.start = start;
    this.rest = rest;
  }

  private boolean isInStart(long offset) {
    return offset < start.range().end();
  }

  @Override
  public void copy(long offset, byte[] target, int at, int length) throws IOException {
    if (isInStart(offset)) {
      start.copy(offset, target, at, length);
    } else {
      rest.copy(offset, target, at, length);
    }
  }

  @Override
  public int peek(long offset, byte[] target) throws IOException {
    return isInStart(offset) ? 0 : rest.peek(offset, target);
  }

  @Override
  public void expect(long offset, int length) {
    if (!isInStart(offset)) {
      rest.expect(offset, length);
    }
  }

  @Override
  public long address(long offset, int length) throws IOException {
    return isInStart(offset) ? start.address(offset, length) : rest.address(offset, length);
  }

  @Override
  public boolean hasRoom(long offset, long length) {
    return isInStart(offset) ? start.hasRoom(offset, length) : rest.hasRoom(offset, length);
  }

  @Override
  public boolean isWhole() {
    return rest.isWhole();
  }

  /** Closes neither. */
  @Override
  public void close() {}
}
