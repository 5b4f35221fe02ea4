// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A chunk, or the parts of it that are read, all in memory when the first bytes are asked for. */
public final class WholeChunk implements ChunkInput {
  private final ChunkRuns runs;
  private final int from;
  private final int to;
  private final List<ChunkBytes> parts = new ArrayList<>();
  private int part;

  /**
   * The parts that are ranges of these runs, from one index to another: at least one, ascending.
   *
   * @param runs borrowed
   */
  public WholeChunk(ChunkRuns runs, int from, int to) {
    this.runs = runs;
    this.from = from;
    this.to = to;
  }

  private ChunkBytes at(long offset) throws IOException {
    while (parts.size() < to - from) {
      parts.add(runs.await(from + parts.size()));
    }
    while (part + 1 < parts.size() && offset >= parts.get(part).range().end()) {
      part++;
    }
    return parts.get(part);
  }

  @Override
  public void copy(long offset, byte[] target, int at, int length) throws IOException {
    at(offset).copy(offset, target, at, length);
  }

  @Override
  public long address(long offset, int length) throws IOException {
    return at(offset).address(offset, length);
  }

  @Override
  public boolean hasRoom(long offset, long length) {
    return parts.get(part).hasRoom(offset, length);
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public void close() {
    parts.forEach(ChunkBytes::close);
    parts.clear();
  }
}
