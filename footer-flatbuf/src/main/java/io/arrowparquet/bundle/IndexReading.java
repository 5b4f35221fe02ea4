// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.table.ChunkIndex;
import io.arrowparquet.bundle.internal.table.ChunkIndex.Kind;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.KnownBytesSource;
import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Reads page indexes and Bloom filters of a file, for a bundle: all at once, and neighbours in one
 * request. Of each file page indexes come first, then Bloom filters whose length its footer says,
 * as far as they are within {@link ChunkIndex#MOST_BYTES}. What has no place in the file is left
 * out: readers of the file say so.
 */
final class IndexReading {
  /** Bytes between two ranges that are read rather than asked for apart. */
  private static final int MOST_GAP = 64 << 10;

  private final ByteSource source;
  private final long footerOffset;
  private final List<Wanted> wanted = new ArrayList<>();
  private long left = ChunkIndex.MOST_BYTES;

  private record Wanted(int rowGroup, int column, Kind kind, ByteRange range) {}

  private IndexReading(ByteSource source, long footerOffset) {
    this.source = source;
    this.footerOffset = footerOffset;
  }

  /**
   * @param columns dotted paths of columns and groups; those that the file does not have are passed
   *     over
   */
  static List<List<ChunkIndex.Packed>> read(
      ByteSource source, RawFooter raw, Collection<String> columns) throws IOException {
    byte[] struct = raw.struct();
    try {
      FlatFooter footer =
          ThriftToFlatBuffers.convertColumns(struct, 0, struct.length, columns)
              .footer(source.name());
      return new IndexReading(source, raw.offset()).read(footer);
    } catch (CorruptFooterException e) {
      return List.of(); // The bundle keeps the footer as it is.
    }
  }

  private List<List<ChunkIndex.Packed>> read(FlatFooter footer) throws IOException {
    List<ColumnChunkView> chunks = chunks(footer);
    for (ColumnChunkView chunk : chunks) {
      want(chunk, Kind.OFFSET_INDEX, chunk.offsetIndex().offset(), chunk.offsetIndex().length());
      want(chunk, Kind.COLUMN_INDEX, chunk.columnIndex().offset(), chunk.columnIndex().length());
    }
    for (ColumnChunkView chunk : chunks) {
      want(chunk, Kind.BLOOM_FILTER, chunk.bloomFilterOffset(), chunk.bloomFilterLength());
    }
    ByteSource fetched = fetch(wanted.stream().map(Wanted::range).toList());
    List<List<ChunkIndex.Packed>> indexes = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      indexes.add(new ArrayList<>());
    }
    for (Wanted index : wanted) {
      byte[] bytes = new byte[index.range.length()];
      fetched.known(index.range).get(bytes);
      indexes
          .get(index.rowGroup)
          .add(ChunkIndex.Packed.of(index.column, index.kind, index.range.offset(), bytes));
    }
    return indexes;
  }

  /** The wanted chunks that can be read: neither encrypted nor in another file. */
  private static List<ColumnChunkView> chunks(FlatFooter footer) {
    List<ColumnChunkView> chunks = new ArrayList<>();
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      for (int column = 0; column < footer.columnCount(); column++) {
        ColumnChunkView chunk = footer.hasChunks(column) ? footer.chunk(rowGroup, column) : null;
        if (chunk != null
            && (chunk.filePath() == null || chunk.filePath().isEmpty())
            && chunk.cryptoMetadata() == null) {
          chunks.add(chunk);
        }
      }
    }
    return chunks;
  }

  /** An index that is not there has length 0. */
  private void want(ColumnChunkView chunk, Kind kind, long offset, long length) {
    if (length > 0 && length <= left && FooterChecks.isBeforeFooter(offset, length, footerOffset)) {
      left -= length;
      ByteRange range = new ByteRange(offset, (int) length);
      wanted.add(new Wanted(chunk.rowGroup(), chunk.column(), kind, range));
    }
  }

  /** A source that knows ranges, which may be in any order. */
  private ByteSource fetch(List<ByteRange> ranges) throws IOException {
    List<ByteRange> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparingLong(ByteRange::offset));
    List<ByteRange> runs = new ArrayList<>();
    long gaps = 0;
    for (ByteRange range : sorted) {
      ByteRange last = runs.isEmpty() ? range : runs.remove(runs.size() - 1);
      long gap = Math.max(0, range.offset() - last.end());
      long length = Math.max(last.end(), range.end()) - last.offset();
      if (gap <= MOST_GAP
          && gaps + gap <= ChunkIndex.MOST_BYTES
          && length <= Math.max(last.length(), source.hints().largestRequest())) {
        gaps += gap;
        runs.add(new ByteRange(last.offset(), (int) length));
      } else {
        runs.addAll(List.of(last, range));
      }
    }
    NavigableMap<Long, ByteBuffer> read = new TreeMap<>();
    for (int from = 0; from < runs.size(); from += source.hints().concurrentRequests()) {
      int to = Math.min(runs.size(), from + source.hints().concurrentRequests());
      read(runs.subList(from, to), read);
    }
    return new KnownBytesSource(source, read);
  }

  private void read(List<ByteRange> runs, Map<Long, ByteBuffer> read) throws IOException {
    List<CompletableFuture<ByteBuffer>> reads = source.readRanges(runs, ByteBuffer::allocate);
    try {
      for (int i = 0; i < runs.size(); i++) {
        read.put(runs.get(i).offset(), PendingReads.await(reads.get(i), source.name()));
      }
    } finally {
      reads.forEach(run -> run.cancel(true));
    }
  }
}
