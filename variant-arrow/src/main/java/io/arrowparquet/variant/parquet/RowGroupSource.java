// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flatbuf.ColumnChunkView;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.footer.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.column.ColumnChunkPages;
import io.arrowparquet.variant.parquet.internal.column.ColumnPlace;
import io.arrowparquet.variant.parquet.internal.page.ChunkBytes;
import io.arrowparquet.variant.parquet.internal.page.ChunkFetcher;
import io.arrowparquet.variant.parquet.internal.page.ChunkRange;
import io.arrowparquet.variant.parquet.internal.page.PageLimits;
import io.arrowparquet.variant.parquet.internal.page.PageReaders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;

/** Fetches the chosen column chunks of one row group after another. Owns the fetched bytes. */
final class RowGroupSource implements AutoCloseable {
  private final ParquetFooter file;
  private final List<Integer> columns;
  private final ChunkFetcher fetcher;
  private final PageReaders pageReaders;
  private List<ChunkBytes> fetched = List.of();
  private long rows;

  RowGroupSource(
      ByteSource bytes,
      ParquetFooter file,
      List<Integer> columns,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    this.file = file;
    this.columns = columns;
    this.fetcher = new ChunkFetcher(bytes, allocator);
    this.pageReaders = new PageReaders(new PageLimits(options.maxPageBytes(), options.checkCrc()));
  }

  /** Fetches the columns' chunks of a row group; those of the one before are freed. */
  List<ColumnChunkPages> open(int rowGroup) throws IOException {
    close();
    rows = file.footer().rowGroup(rowGroup).numRows();
    if (rows < 0) {
      throw corrupt("num_rows of row group " + rowGroup, rows, "0 or more");
    }
    List<ChunkRange> ranges = new ArrayList<>();
    List<ColumnChunkView> chunks = new ArrayList<>();
    for (int column : columns) {
      ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
      requireReadable(chunk, column);
      chunks.add(chunk);
      ranges.add(range(chunk, column));
    }
    fetched = fetcher.fetch(ranges);
    List<ColumnChunkPages> pages = new ArrayList<>();
    for (int i = 0; i < chunks.size(); i++) {
      String path = file.footer().columnPath(columns.get(i));
      pages.add(
          new ColumnChunkPages(
              pageReaders.open(fetched.get(i), chunks.get(i).codec()),
              chunks.get(i).numValues(),
              new ColumnPlace(file.source(), path, rowGroup)));
    }
    return pages;
  }

  private void requireReadable(ColumnChunkView chunk, int column) {
    String path = file.footer().columnPath(column);
    if (!chunk.hasMetadata() || isEncrypted(chunk.thrift())) {
      throw new UnsupportedColumnException(path, "an encrypted column", "one in plain text")
          .in(file.source());
    }
    if (chunk.filePath() != null) {
      throw new UnsupportedColumnException(
              path, "a column chunk in the file " + chunk.filePath(), "one in this file")
          .in(file.source());
    }
    if (!pageReaders.supports(chunk.codec())) {
      String codec =
          chunk.codec() == null ? "codec " + chunk.codecNumber() : "codec " + chunk.codec();
      throw new UnsupportedColumnException(
              path, codec, "UNCOMPRESSED, SNAPPY, GZIP, BROTLI, LZ4, ZSTD or LZ4_RAW")
          .in(file.source());
    }
  }

  private static boolean isEncrypted(ByteBuffer thrift) {
    if (thrift == null) {
      return false;
    }
    byte[] copy = new byte[thrift.remaining()];
    thrift.duplicate().get(copy);
    return ColumnChunkCodec.read(new CompactReader(copy)).cryptoMetadata() != null;
  }

  private ChunkRange range(ColumnChunkView chunk, int column) {
    String path = file.footer().columnPath(column);
    long offset = chunk.startOffset();
    long length = chunk.totalCompressedSize();
    if (offset < 0 || offset > file.fileLength()) {
      throw corrupt("offset of column " + path, offset, "0 to " + file.fileLength());
    }
    if (length < 0 || length > file.fileLength() - offset) {
      throw corrupt(
          "total_compressed_size of column " + path,
          length,
          "0 to " + (file.fileLength() - offset) + ", what follows its offset " + offset);
    }
    if (chunk.numValues() < 0) {
      throw corrupt("num_values of column " + path, chunk.numValues(), "0 or more");
    }
    return new ChunkRange(offset, length);
  }

  private CorruptFooterException corrupt(String problem, long found, String expected) {
    return new CorruptFooterException(
            problem, CorruptFooterException.NO_OFFSET, Long.toString(found), expected)
        .in(file.source());
  }

  /** Rows of the row group opened last. */
  long rows() {
    return rows;
  }

  /** Bytes fetched so far. */
  long bytesRead() {
    return fetcher.bytesRead();
  }

  @Override
  public void close() {
    List<ChunkBytes> old = fetched;
    fetched = List.of();
    old.forEach(ChunkBytes::close);
  }
}
