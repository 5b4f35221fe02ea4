// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import java.util.ArrayList;
import java.util.List;

/** A run whose footers are in memory. Complete before other threads read it. */
final class MemoryRun implements ChunkRun {
  private final List<byte[]> structs = new ArrayList<>();
  private final List<int[]> chunkStarts = new ArrayList<>();
  private long bytes;

  /** Adds a row group of a footer. */
  void add(byte[] struct, int[] starts) {
    structs.add(struct);
    chunkStarts.add(starts);
    bytes += starts[starts.length - 1] - starts[0];
  }

  @Override
  public int rows() {
    return structs.size();
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public Columns read(int from, int to) {
    BundleBytes out = new BundleBytes(1 << 10);
    int[] starts = new int[to - from + 1];
    for (int column = from; column < to; column++) {
      write(column, out);
      starts[column - from + 1] = out.size();
    }
    return new Columns(out.array(), starts);
  }

  /** Appends the chunks of a column. */
  void write(int column, BundleBytes out) {
    for (int row = 0; row < structs.size(); row++) {
      int[] starts = chunkStarts.get(row);
      out.write(structs.get(row), starts[column], starts[column + 1] - starts[column]);
    }
  }
}
