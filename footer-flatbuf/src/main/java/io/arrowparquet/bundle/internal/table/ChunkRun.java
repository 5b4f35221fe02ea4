// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Column chunks of consecutive row groups of a schema, to be read column by column. */
interface ChunkRun {

  int rows();

  long bytes();

  /** The Thrift structs of some columns, column by column, of each row group by row group. */
  Columns read(int from, int to) throws IOException;

  /**
   * Structs of some columns.
   *
   * @param bytes with the structs one after the other
   * @param starts where each column begins, and after them where the last one ends
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Columns(byte[] bytes, int[] starts) {}

  /** A run whose footers are in memory. Complete before other threads read it. */
  final class InMemory implements ChunkRun {
    private static final long MOST_AT_FIRST = 1 << 24;

    private final List<byte[]> structs = new ArrayList<>();
    private final List<int[]> chunkStarts = new ArrayList<>();
    private long bytes;

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
      int columns = chunkStarts.isEmpty() ? 0 : chunkStarts.get(0).length - 1;
      // An eighth more than columns have on average.
      long expected = bytes / Math.max(1, columns) * (to - from) * 9 / 8;
      BundleBytes out = new BundleBytes((int) Math.min(expected, MOST_AT_FIRST));
      int[] starts = new int[to - from + 1];
      for (int column = from; column < to; column++) {
        write(column, out);
        starts[column - from + 1] = out.size();
      }
      return new Columns(out.array(), starts);
    }

    void write(int column, BundleBytes out) {
      for (int row = 0; row < structs.size(); row++) {
        int[] starts = chunkStarts.get(row);
        out.write(structs.get(row), starts[column], starts[column + 1] - starts[column]);
      }
    }
  }

  /**
   * A run in a temporary file. Threads may share it.
   *
   * <pre>
   *   | chunks of column 0 | chunks of column 1 | ... | offset of column 0: u64 | ... | end of the last: u64 |
   * </pre>
   */
  record Spilled(FileChannel file, int rows, long start, long index) implements ChunkRun {
    private static final int PIECE = 1 << 20;

    static Spilled write(FileChannel file, InMemory run, int columns) throws IOException {
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
      return new Spilled(file, run.rows(), start, index);
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

  final class OfSegment implements ChunkRun {
    private static final long BYTES_PER_CHUNK = 128;

    private final SegmentReader segment;
    private final SegmentSchema schema;
    private final BitSet rows;

    OfSegment(SegmentReader segment, SegmentSchema schema, BitSet rows) {
      this.segment = segment;
      this.schema = schema;
      this.rows = rows;
    }

    @Override
    public int rows() {
      return rows.cardinality();
    }

    @Override
    public long bytes() {
      return BYTES_PER_CHUNK * rows() * schema.leaves().count();
    }

    @Override
    public Columns read(int from, int to) throws IOException {
      int[] columns = IntStream.range(from, to).toArray();
      List<List<ChunkRows>> blocks = new ArrayList<>();
      for (int block = 0; block < schema.blocks(); block++) {
        int first = block * segment.root().rowsPerBlock();
        int next = rows.nextSetBit(first);
        boolean isWanted = next >= 0 && next < first + segment.root().rowsPerBlock();
        blocks.add(isWanted ? segment.chunks(schema, columns, block, true) : List.of());
      }
      CompactWriter out = new CompactWriter(1 << 12);
      int[] starts = new int[columns.length + 1];
      for (int i = 0; i < columns.length; i++) {
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
          blocks.get(row / segment.root().rowsPerBlock()).get(i).write(out, row);
        }
        starts[i + 1] = out.size();
      }
      return new Columns(out.toByteArray(), starts);
    }
  }
}
