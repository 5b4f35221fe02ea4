// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * A run in a temporary file. Threads may share it.
 *
 * <pre>
 *   | chunks of column 0 | chunks of column 1 | ... | offset of column 0: u64 | ... | end of the last: u64 |
 * </pre>
 */
final class SpilledRun implements ChunkRun {
  private static final int PIECE = 1 << 20;

  private final FileChannel file;
  private final int rows;
  private final long start;
  private final long index;

  private SpilledRun(FileChannel file, int rows, long start, long index) {
    this.file = file;
    this.rows = rows;
    this.start = start;
    this.index = index;
  }

  /** Writes a run to the end of the file. */
  static SpilledRun write(FileChannel file, MemoryRun run, int columns) throws IOException {
    long start = file.size();
    long written = start;
    BundleBytes out = new BundleBytes(2 * PIECE);
    BundleBytes offsets = new BundleBytes(Long.BYTES * (columns + 1));
    for (int column = 0; column < columns; column++) {
      offsets.writeLong(written + out.size());
      run.write(column, out);
      if (out.size() > PIECE) {
        written = append(file, out, written);
      }
    }
    long index = append(file, out, written);
    offsets.writeLong(index);
    append(file, offsets, index);
    return new SpilledRun(file, run.rows(), start, index);
  }

  private static long append(FileChannel file, BundleBytes out, long at) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(out.array(), 0, out.size());
    while (rest.hasRemaining()) {
      file.write(rest, at + rest.position());
    }
    long end = at + out.size();
    out.clear();
    return end;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long bytes() {
    return index - start;
  }

  @Override
  public Columns read(int from, int to) throws IOException {
    ByteBuffer offsets = read(index + (long) Long.BYTES * from, Long.BYTES * (to - from + 1));
    long first = offsets.getLong(0);
    int[] starts = new int[to - from + 1];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = Math.toIntExact(offsets.getLong(Long.BYTES * i) - first);
    }
    return new Columns(read(first, starts[to - from]).array(), starts);
  }

  private ByteBuffer read(long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, position + bytes.position()) < 0) {
        throw new EOFException("a temporary file was truncated");
      }
    }
    return bytes.flip();
  }
}
