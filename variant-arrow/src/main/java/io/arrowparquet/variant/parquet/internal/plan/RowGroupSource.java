// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.plan;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flatbuf.ColumnChunkView;
import io.arrowparquet.footer.flatbuf.FooterChecks;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.footer.metadata.CompressionCodec;
import io.arrowparquet.footer.metadata.PageLocation;
import io.arrowparquet.variant.ChangedFileException;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.column.ColumnChunkPages;
import io.arrowparquet.variant.parquet.internal.column.ColumnPlace;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkBytes;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.variant.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.variant.parquet.internal.page.PageLimits;
import io.arrowparquet.variant.parquet.internal.page.PageReader;
import io.arrowparquet.variant.parquet.internal.page.PageReaders;
import io.arrowparquet.variant.parquet.internal.page.WriterQuirks;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;

/** Fetches the chosen column chunks of one row group after another. Owns the fetched bytes. */
public final class RowGroupSource implements AutoCloseable {
  private final ByteSource bytes;
  private final ParquetFooter file;
  private final List<Integer> columns;
  private final ChunkFetcher fetcher;
  private final PageReaders pageReaders;
  private final ChunkPlaces places;
  private final long uncounted;
  private final List<PageReader> openPages = new ArrayList<>();
  private List<ChunkBytes> fetched = List.of();
  private long chunksRead;
  private long chunksAbsent;
  private long pagesRead;
  private long pagesSkipped;
  private long pagesPassed;

  public RowGroupSource(
      ByteSource bytes,
      ParquetFooter file,
      List<Integer> columns,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    this.bytes = bytes;
    this.file = file;
    this.columns = columns;
    this.fetcher = new ChunkFetcher(bytes, allocator);
    this.pageReaders =
        new PageReaders(
            new PageLimits(options.maxPageBytes(), options.checkCrc()),
            options.nativeCodecs(),
            allocator);
    this.places = new ChunkPlaces(file, options, pageReaders::supports);
    this.uncounted = WriterQuirks.uncounted(file.footer().createdBy());
  }

  /** Where this reads column chunks. */
  public ChunkPlaces places() {
    return places;
  }

  /**
   * Proves, as far as its length does, that the source is the file that the footer was read from.
   *
   * @throws ChangedFileException if it is not
   */
  public void requireFooterOfFile() throws IOException {
    if (bytes.length() != file.fileLength()) {
      throw new ChangedFileException(
          file.source(), "length", bytes.length() + " bytes", file.fileLength() + " bytes");
    }
  }

  /**
   * Rows of a row group whose chosen columns can be read.
   *
   * @throws UnsupportedColumnException if one of them cannot
   * @throws CorruptFooterException if what the footer says of them cannot be
   */
  public long checkedRows(int rowGroup) {
    long rows = file.footer().rowGroup(rowGroup).numRows();
    try {
      FooterChecks.requireRows(rowGroup, rows);
      for (int column : columns) {
        ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
        requireReadable(chunk, column);
        FooterChecks.requireExtent(file.footer(), chunk, file.fileLength());
      }
    } catch (CorruptFooterException e) {
      throw e.in(file.source());
    }
    return rows;
  }

  /** What is fetched of one chunk: ranges from one index to another, and what they are. */
  private record Fetch(int from, int to, List<Long> firstRows, boolean whole) {}

  /** Fetches what a plan asks for; the chunks of the row group before are freed. */
  public List<ColumnChunkPages> open(RowGroupPlan plan) throws IOException {
    closeRowGroup();
    int rowGroup = plan.rowGroup();
    List<ChunkRange> ranges = new ArrayList<>();
    List<Fetch> fetches = new ArrayList<>();
    for (int leaf = 0; leaf < columns.size(); leaf++) {
      fetches.add(plan.absences().get(leaf) == null ? want(plan, leaf, ranges) : null);
    }
    fetched = fetcher.fetch(ranges);
    List<ColumnChunkPages> pages = new ArrayList<>();
    for (int leaf = 0; leaf < columns.size(); leaf++) {
      int column = columns.get(leaf);
      ColumnPlace place =
          new ColumnPlace(file.source(), file.footer().columnPath(column), rowGroup);
      Fetch fetch = fetches.get(leaf);
      if (fetch == null) {
        chunksAbsent++;
        pages.add(ColumnChunkPages.absent(plan.absences().get(leaf), place));
        continue;
      }
      chunksRead++;
      ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
      PageReader reader =
          pageReaders.open(
              fetched.subList(fetch.from(), fetch.to()),
              rowsOf(fetch),
              places.place(rowGroup, column).codec());
      openPages.add(reader);
      pages.add(
          fetch.whole()
              ? ColumnChunkPages.whole(reader, chunk.numValues(), place)
              : ColumnChunkPages.part(reader, chunk.numValues(), place));
    }
    return pages;
  }

  private static long[] rowsOf(Fetch fetch) {
    return fetch.firstRows().stream().mapToLong(Long::longValue).toArray();
  }

  /** Adds the ranges of a chunk that a plan asks for. */
  private Fetch want(RowGroupPlan plan, int leaf, List<ChunkRange> ranges) {
    int column = columns.get(leaf);
    int from = ranges.size();
    ChunkRange whole = range(places.place(plan.rowGroup(), column));
    List<PageLocation> locations = plan.pages().get(leaf);
    if (locations == null) {
      ranges.add(whole);
      return new Fetch(from, from + 1, List.of(-1L), true);
    }
    List<Long> firstRows = new ArrayList<>();
    long dictionary = locations.get(0).offset() - whole.offset();
    if (dictionary > 0) {
      ranges.add(new ChunkRange(whole.offset(), dictionary));
      firstRows.add(-1L);
    }
    for (int i = 0; i < locations.size(); i++) {
      PageLocation page = locations.get(i);
      long end = i + 1 < locations.size() ? locations.get(i + 1).firstRowIndex() : plan.rows();
      if (plan.ranges().meets(page.firstRowIndex(), end)) {
        ranges.add(new ChunkRange(page.offset(), page.compressedPageSize()));
        firstRows.add(page.firstRowIndex());
      } else {
        pagesSkipped++;
      }
    }
    return new Fetch(from, ranges.size(), firstRows, false);
  }

  private void requireReadable(ColumnChunkView chunk, int column) {
    String path = file.footer().columnPath(column);
    if (!chunk.hasMetadata() || chunk.cryptoMetadata() != null) {
      throw new UnsupportedColumnException(path, "an encrypted column", "one in plain text")
          .in(file.source());
    }
    String otherFile = chunk.filePath();
    if (otherFile != null && !otherFile.isEmpty()) { // some writers have no absent strings
      throw new UnsupportedColumnException(
              path, "a column chunk in the file " + otherFile, "one in this file")
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

  /** Of a chunk that {@link #checkedRows} has checked. */
  private ChunkRange range(ChunkPlaces.Place place) {
    long left = file.fileLength() - place.offset();
    return new ChunkRange(place.offset(), Math.min(place.length() + uncounted, left));
  }

  /** Bytes fetched so far. */
  public long bytesRead() {
    return fetcher.bytesRead();
  }

  /** Column chunks of which pages were fetched so far. */
  public long chunksRead() {
    return chunksRead;
  }

  /** Column chunks done without so far. */
  public long chunksAbsent() {
    return chunksAbsent;
  }

  /** Data pages decompressed so far. */
  public long pagesRead() {
    return pagesRead + openPages.stream().mapToLong(PageReader::pagesRead).sum();
  }

  /** Data pages that were fetched and passed over so far. */
  public long pagesPassed() {
    return pagesPassed + openPages.stream().mapToLong(PageReader::pagesPassed).sum();
  }

  /** Data pages that were not fetched, of chunks of which others were. */
  public long pagesSkipped() {
    return pagesSkipped;
  }

  /** What decompressed the pages read so far, for each codec they were in. */
  public Map<CompressionCodec, String> codecs() {
    return pageReaders.libraries();
  }

  @Override
  public void close() {
    closeRowGroup();
    pageReaders.close();
  }

  private void closeRowGroup() {
    pagesRead = pagesRead();
    pagesPassed = pagesPassed();
    openPages.forEach(PageReader::close);
    openPages.clear();
    List<ChunkBytes> old = fetched;
    fetched = List.of();
    old.forEach(ChunkBytes::close);
  }
}
