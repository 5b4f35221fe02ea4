// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.column.ColumnChunkPages;
import io.arrowparquet.parquet.internal.column.ColumnChunkPages.ColumnPlace;
import io.arrowparquet.parquet.internal.column.ColumnLanes;
import io.arrowparquet.parquet.internal.fetch.ChunkBytes;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.fetch.ChunkInputs;
import io.arrowparquet.parquet.internal.fetch.ChunkInputs.StartedChunk;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.page.PageReader;
import io.arrowparquet.parquet.internal.page.PageReaders;
import io.arrowparquet.parquet.internal.page.PageReaders.PageLimits;
import io.arrowparquet.parquet.internal.page.PageReaders.PageParts;
import io.arrowparquet.parquet.internal.prune.ChunkPlaces;
import io.arrowparquet.parquet.internal.prune.ChunkProbes;
import io.arrowparquet.parquet.internal.prune.ScanPlanner.RowGroupPlan;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;

/** Fetches the chosen column chunks of one row group after another. Owns the fetched bytes. */
public final class RowGroupSource implements AutoCloseable {
  private static final int PAGE_HEADER = 256;

  private final ByteSource bytes;
  private final ParquetFooter file;
  private final List<Integer> columns;
  private final ChunkFetcher fetcher;
  private final ReadCounts counts;
  private final ColumnLanes lanes;
  private final List<PageReaders> pageReaders = new ArrayList<>();
  private final ChunkPlaces places;
  private final long uncounted;
  private final List<PageReader> openPages = new ArrayList<>();
  private final List<Integer> openLeaves = new ArrayList<>();
  private final int[] longestPages;
  private final boolean onePage;
  private final long fetchBytes;
  private final long batchBytes;
  private final long wholeBytes;

  private Fetch current;

  /** Of the row groups after it that are being fetched; the last one if it is to be. */
  private final Deque<Fetch> ahead = new ArrayDeque<>();

  private boolean isLastStarted = true;

  /**
   * {@code columns} are in the order of {@code lanes}; {@code fetchesAhead}: {@link #fetchAhead} is
   * going to be called.
   */
  public RowGroupSource(
      ByteSource bytes,
      ParquetFooter file,
      List<Integer> columns,
      ColumnLanes lanes,
      ParquetReadOptions options,
      boolean fetchesAhead,
      ReadCounts counts,
      BufferAllocator allocator) {
    this.bytes = bytes;
    this.file = file;
    this.columns = columns;
    this.counts = counts;
    this.fetcher = new ChunkFetcher(bytes, counts, Count.BYTES_READ, allocator);
    long fetched = options.fetchBytes();
    this.fetchBytes = bytes.hints().isLocal() ? (fetched + 1) / 2 : fetched;
    this.batchBytes = options.batchBytes();
    // A row group of more than half the bytes leaves room for the next as its pieces are freed.
    this.wholeBytes = fetchesAhead ? fetchBytes / 2 : fetchBytes;
    this.lanes = lanes;
    PageLimits limits = PageLimits.of(options, file.footer().createdBy());
    for (int lane = 0; lane < lanes.count(); lane++) {
      pageReaders.add(new PageReaders(limits, options.nativeCodecs(), counts, allocator));
    }
    this.places = new ChunkPlaces(file, options, pageReaders.get(0)::supports);
    this.longestPages = new int[columns.size()];
    this.onePage = WriterQuirks.writesOnePage(file.footer().createdBy());
    this.uncounted = WriterQuirks.uncounted(file.footer().createdBy());
  }

  public ChunkPlaces places() {
    return places;
  }

  /**
   * Proves, as far as its length does, that the source is the file that the footer was read from.
   */
  public void requireFooterOfFile() throws IOException {
    if (bytes.length() != file.fileLength()) {
      throw changed(
          file.source(), "length", bytes.length() + " bytes", file.fileLength() + " bytes");
    }
  }

  public static ChangedSourceException changed(
      String source, String what, String found, String expected) {
    return new ChangedSourceException(
        Diagnosis.of("the file has changed since its footer was read: " + what, found, expected)
            .at(Place.NOWHERE.in(source)));
  }

  public long checkedRows(int rowGroup) {
    long rows = file.footer().rowGroup(rowGroup).numRows();
    try {
      FooterChecks.requireRows(rowGroup, rows);
      for (int column : columns) {
        ColumnChunkView chunk = file.footer().chunk(rowGroup, column);
        requireReadable(chunk, column);
        FooterChecks.requireExtent(file.footer(), chunk, file.footerOffset());
      }
    } catch (DiagnosedException e) {
      throw e.in(file.source());
    }
    return rows;
  }

  /** {@code wanted} for each leaf; null where nothing is read. */
  private record Fetch(List<WantedChunk> wanted, ChunkInputs inputs) implements AutoCloseable {
    ChunkInput input(int leaf) {
      ChunkBytes start = wanted.get(leaf).start();
      ChunkInput missing = inputs.get(leaf);
      return start == null ? missing : new StartedChunk(start, missing);
    }

    @Override
    public void close() {
      inputs.close();
      closeStarts(wanted);
    }
  }

  private static void closeStarts(List<WantedChunk> wanted) {
    for (WantedChunk chunk : wanted) {
      if (chunk != null && chunk.start() != null) {
        chunk.start().close();
      }
    }
  }

  /**
   * Asks for the row group after those asked for, of large chunks for the first pieces, if that
   * fits into the bytes that the options allow beside what is held. Where it does not, or without
   * memory, nothing is asked for, and it is to be called again with the same plan; any other
   * failure is that of {@link #open}, to be called with the plans in their order.
   */
  public boolean fetchAhead(RowGroupPlan plan, ChunkProbes probes) {
    if (isLastStarted) {
      ahead.add(prepare(plan, probes));
      isLastStarted = false;
    }
    ChunkInputs inputs = ahead.getLast().inputs();
    if (fetcher.bytesHeld() + inputs.firstBytes() > fetchBytes) {
      return false;
    }
    try {
      inputs.startFirst();
      isLastStarted = true;
    } catch (OutOfMemoryException e) {
      // It may be there when the row group before is freed.
      ahead.removeLast().close();
      isLastStarted = true;
      return false;
    }
    return true;
  }

  private Fetch prepare(RowGroupPlan plan, ChunkProbes probes) {
    List<WantedChunk> wanted = new ArrayList<>();
    List<List<ChunkRange>> parts = new ArrayList<>();
    List<Long> firstPages = new ArrayList<>();
    try {
      for (int leaf = 0; leaf < columns.size(); leaf++) {
        WantedChunk chunk = plan.absences().get(leaf) == null ? want(plan, leaf, probes) : null;
        wanted.add(chunk);
        parts.add(chunk == null ? null : chunk.missing());
        boolean isUnknown = chunk == null || fetcher.hints().isLocal();
        firstPages.add(isUnknown ? 0 : firstPages(plan.rowGroup(), chunk, leaf));
      }
      long bytes = parts.stream().filter(Objects::nonNull).mapToLong(ChunkInputs::bytes).sum();
      long windowBytes = bytes > wholeBytes ? fetchBytes : 0;
      return new Fetch(wanted, fetcher.open(parts, windowBytes, firstPages));
    } catch (Throwable e) {
      closeStarts(wanted);
      throw e;
    }
  }

  /** About how many bytes the pages of a remote chunk have that are read first; 0 if unknown. */
  private long firstPages(int rowGroup, WantedChunk chunk, int leaf) {
    if (!chunk.whole()) {
      return ChunkInputs.bytes(chunk.missing().subList(0, Math.min(2, chunk.missing().size())));
    }
    ChunkRange range = chunk.missing().get(0);
    if (onePage) {
      return range.length();
    }
    ColumnChunkView view = file.footer().chunk(rowGroup, columns.get(leaf));
    long dictionary = view.isDictionaryPlaced() ? view.dataPageOffset() - range.offset() : 0;
    boolean isInRange = dictionary > 0 && dictionary < range.length();
    return (isInRange ? dictionary : 0) + longestPages[leaf] + PAGE_HEADER;
  }

  /**
   * Asks for what a plan needs, of large chunks the first pieces, and frees the row group before.
   * What was asked for is waited for when it is decoded.
   */
  public List<ColumnChunkPages> open(RowGroupPlan plan, ChunkProbes probes) throws IOException {
    closeRowGroup();
    current = ahead.isEmpty() ? prepare(plan, probes) : ahead.remove();
    isLastStarted |= ahead.isEmpty();
    current.inputs().startFirst();
    List<ColumnChunkPages> pages = new ArrayList<>();
    int ranges = plan.ranges().count();
    long endRow = ranges == 0 ? 0 : plan.ranges().end(ranges - 1);
    for (int leaf = 0; leaf < columns.size(); leaf++) {
      int column = columns.get(leaf);
      int rowGroup = plan.rowGroup();
      ColumnPlace place =
          new ColumnPlace(file.source(), file.footer().columnPath(column), rowGroup);
      WantedChunk chunk = current.wanted().get(leaf);
      if (chunk == null) {
        counts.add(Count.COLUMN_CHUNKS_PROVEN_NULL, 1);
        pages.add(ColumnChunkPages.absent(plan.absences().get(leaf), place));
        continue;
      }
      counts.add(Count.COLUMN_CHUNKS_READ, 1);
      counts.add(Count.PAGES_SKIPPED, chunk.pagesSkipped());
      long values = file.footer().chunk(rowGroup, column).numValues();
      PageReader reader =
          pageReaders
              .get(lanes.lane(leaf))
              .open(
                  current.input(leaf),
                  chunk.pageParts(),
                  places.place(rowGroup, column).codec(),
                  places.decryptor(rowGroup, column));
      openPages.add(reader);
      openLeaves.add(leaf);
      pages.add(ColumnChunkPages.of(reader, values, chunk.whole(), endRow, place));
    }
    if (!fetcher.hints().isLocal()) {
      expectFirst();
      current.inputs().start();
    }
    return pages;
  }

  /**
   * Decompresses pages of the open row group before their turn, of each of some leaves the first,
   * then the second and so on, until they have this many bytes.
   */
  public void loadAhead(int[] leaves, long most) throws IOException {
    long left = most;
    for (long before = -1; before != left; ) {
      before = left;
      for (int leaf : leaves) {
        int open = openLeaves.indexOf(leaf);
        left -= open < 0 ? 0 : openPages.get(open).loadAhead(left);
      }
    }
  }

  /** Asks for what the first pieces lack of the first pages, of all before one is waited for. */
  private void expectFirst() throws IOException {
    for (int i = 0; i < openPages.size(); i++) {
      WantedChunk chunk = current.wanted().get(openLeaves.get(i));
      if (chunk.whole()) {
        openPages.get(i).expectFirst(chunk.missing().get(0));
      }
    }
  }

  private WantedChunk want(RowGroupPlan plan, int leaf, ChunkProbes probes) {
    int column = columns.get(leaf);
    ChunkPlaces.Place place = places.place(plan.rowGroup(), column);
    long left = file.footerOffset() - place.offset();
    long length = Math.min(place.length() + uncounted, left);
    return WantedChunk.of(plan, leaf, column, new ChunkRange(place.offset(), length), probes);
  }

  private void requireReadable(ColumnChunkView chunk, int column) {
    if (places.decryptor(chunk.rowGroup(), column) == null && !chunk.hasMetadata()) {
      throw unsupported(column, "a column chunk without metadata", "one with metadata");
    }
    String otherFile = chunk.filePath();
    if (otherFile != null && !otherFile.isEmpty()) { // some writers have no absent strings
      throw unsupported(column, "a column chunk in the file " + otherFile, "one in this file");
    }
    int length = file.footer().schemaElement(file.footer().columnElement(column)).typeLength();
    if (chunk.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY
        && length > Math.max(batchBytes, chunk.totalCompressedSize())) {
      // A vector has this many bytes for each null.
      throw unsupported(
          column,
          "values of " + length + " bytes in a column chunk of " + chunk.totalCompressedSize(),
          "at most as many as the chunk or a batch has, " + batchBytes);
    }
    if (!pageReaders.get(0).supports(chunk.codec())) {
      throw unsupported(
          column,
          "codec " + (chunk.codec() == null ? chunk.codecNumber() + "" : chunk.codec()),
          "UNCOMPRESSED, SNAPPY, GZIP, BROTLI, LZ4, ZSTD or LZ4_RAW");
    }
  }

  private UnsupportedColumnException unsupported(int column, String found, String expected) {
    return new UnsupportedColumnException(file.footer().columnPath(column), found, expected);
  }

  public Map<ParquetCodec, String> codecs() {
    Map<ParquetCodec, String> all = new EnumMap<>(ParquetCodec.class);
    pageReaders.forEach(readers -> all.putAll(readers.libraries()));
    return all;
  }

  @Override
  public void close() {
    closeRowGroup();
    ahead.forEach(Fetch::close);
    ahead.clear();
    fetcher.close();
    pageReaders.forEach(PageReaders::close);
  }

  private void closeRowGroup() {
    for (int i = 0; i < openPages.size(); i++) {
      int leaf = openLeaves.get(i);
      longestPages[leaf] = Math.max(longestPages[leaf], openPages.get(i).longestPage());
      openPages.get(i).close();
    }
    openPages.clear();
    openLeaves.clear();
    if (current != null) {
      current.close();
      current = null;
    }
  }

  /**
   * {@code parts} ascend; {@code firstRows} and {@code ordinals} as of {@link PageParts}. {@code
   * start}: the first part if it was fetched before, closed by this; else null.
   */
  private record WantedChunk(
      List<ChunkRange> parts,
      List<Long> firstRows,
      List<Integer> ordinals,
      int pagesSkipped,
      boolean whole,
      ChunkBytes start) {

    /** Takes the dictionary that the probes have read. */
    static WantedChunk of(
        RowGroupPlan plan, int leaf, int column, ChunkRange chunk, ChunkProbes probes) {
      List<PageLocation> locations = plan.pages().get(leaf);
      if (locations == null) {
        return whole(chunk, probes.takeDictionary(plan.rowGroup(), column, chunk));
      }
      List<ChunkRange> parts = new ArrayList<>();
      List<Long> firstRows = new ArrayList<>();
      List<Integer> ordinals = new ArrayList<>();
      int skipped = 0;
      long dictionary = locations.get(0).offset() - chunk.offset();
      ChunkBytes start = null;
      if (dictionary > 0) {
        ChunkRange before = new ChunkRange(chunk.offset(), dictionary);
        start = probes.takeDictionary(plan.rowGroup(), column, before);
        parts.add(start == null ? before : start.range());
        firstRows.add(-1L);
        ordinals.add(-1);
      }
      for (int i = 0; i < locations.size(); i++) {
        PageLocation page = locations.get(i);
        long end = i + 1 < locations.size() ? locations.get(i + 1).firstRowIndex() : plan.rows();
        if (plan.ranges().meets(page.firstRowIndex(), end)) {
          parts.add(new ChunkRange(page.offset(), page.compressedPageSize()));
          firstRows.add(page.firstRowIndex());
          ordinals.add(i);
        } else {
          skipped++;
        }
      }
      return new WantedChunk(parts, firstRows, ordinals, skipped, false, start);
    }

    private static WantedChunk whole(ChunkRange chunk, ChunkBytes start) {
      if (start == null) {
        return new WantedChunk(List.of(chunk), List.of(-1L), List.of(-1), 0, true, null);
      }
      long end = start.range().end();
      ChunkRange rest = new ChunkRange(end, chunk.end() - end);
      return new WantedChunk(
          List.of(start.range(), rest), List.of(-1L, -1L), List.of(-1, -1), 0, true, start);
    }

    List<ChunkRange> missing() {
      return start == null ? parts : parts.subList(1, parts.size());
    }

    PageParts pageParts() {
      long[] rows = new long[parts.size()];
      int[] numbers = new int[parts.size()];
      for (int i = 0; i < parts.size(); i++) {
        rows[i] = firstRows.get(i);
        numbers[i] = ordinals.get(i);
      }
      return new PageParts(parts, rows, numbers);
    }
  }
}
