// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.footer.internal.thrift.BloomFilterHeader;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.SecondEncodingCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.parquet.internal.codec.PageCompressor;
import io.arrowparquet.parquet.internal.codec.PageDecompressor;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.fetch.ChunkInputs;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.page.PageReaders.PageLimits;
import io.arrowparquet.parquet.internal.prune.ChunkPlaces;
import io.arrowparquet.parquet.internal.rewrite.SchemaChange.KeptColumn;
import io.arrowparquet.parquet.internal.write.SinkOutput;
import io.arrowparquet.parquet.internal.write.WrittenRowGroup;
import io.arrowparquet.parquet.internal.write.WrittenRowGroup.WrittenChunk;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;

/**
 * The column chunks of one file on their way to another, with their Bloom filters, second encodings
 * and page indexes. All parts are read in the order in which they are in the file, through a window
 * that moves forward; indexes are kept until the new file ends.
 *
 * <pre>
 *   old   | a | x | b | filter of a | a | x | b | indexes          |footer|      x is dropped
 *   new   | a | b | filter of a | a | b | parts of other files ... | indexes |footer|
 * </pre>
 */
final class FileCopy implements AutoCloseable {
  private static final ParquetReadOptions OPTIONS = ParquetReadOptions.defaults();

  /** More than the header of a Bloom filter needs. */
  private static final int FILTER_HEADER = 64;

  /** The same, encrypted: parquet-java has room after the struct. */
  private static final int SEALED_HEADER = 256;

  private final RewriteInput input;
  private final RewrittenFile file;
  private final SinkOutput out;
  private final BufferAllocator allocator;

  /** Null if the new file says the same of its writer. */
  private final InheritedStatistics inherited;

  private final List<List<ChunkCopy>> groups = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();

  /** Where parts begin, those of dropped columns too: what has no length ends at the next. */
  private final TreeSet<Long> starts = new TreeSet<>();

  private final Map<ParquetCodec, PageCopy> pageCopies = new EnumMap<>(ParquetCodec.class);
  private final ChunkFetcher fetcher;

  /** Null if there is nothing to read. */
  private final ChunkInputs inputs;

  @FunctionalInterface
  private interface Move {
    void of(ChunkInput in, long offset, long length) throws IOException;
  }

  /**
   * @param most bytes that it may have, before the next part; else it has {@code least}
   */
  private record Part(
      ChunkCopy chunk, boolean isOfPages, long offset, long least, long most, Move move) {}

  /** {@code windowBytes}: of the file that are in memory, unless a page has more. */
  FileCopy(
      RewriteInput input,
      RewrittenFile file,
      InheritedStatistics inherited,
      long windowBytes,
      BufferAllocator allocator) {
    this.input = input;
    this.file = file;
    this.out = file.out();
    this.inherited = inherited;
    this.allocator = allocator;
    this.fetcher = new ChunkFetcher(input.source(), new ReadCounts(), Count.BYTES_READ, allocator);
    boolean isPlanned = false;
    try {
      List<RowGroup> rowGroups = input.footer().rowGroups();
      for (int i = 0; i < rowGroups.size(); i++) {
        groups.add(plan(rowGroups.get(i), i));
      }
      parts.sort(Comparator.comparingLong(Part::offset).thenComparingLong(Part::least));
      List<ChunkRange> ranges = ranges();
      this.inputs =
          ranges.isEmpty() ? null : fetcher.open(List.of(ranges), windowBytes, List.of(0L));
      isPlanned = true;
    } finally {
      if (!isPlanned) {
        closePages();
      }
    }
  }

  /** What is read, part by part; an index or filter that does not fit the file is not a part. */
  private List<ChunkRange> ranges() {
    List<ChunkRange> ranges = new ArrayList<>();
    List<Part> all = List.copyOf(parts);
    parts.clear();
    long end = 0;
    for (Part part : all) {
      long length = length(part);
      boolean fits =
          part.most() > 0
              && part.offset() >= end
              && part.least() <= length
              && FooterChecks.isBeforeFooter(part.offset(), length, input.end());
      if (fits) {
        end = part.offset() + length;
        ranges.add(new ChunkRange(part.offset(), length));
      } else if (part.isOfPages() && part.most() > 0) {
        ChunkCopy chunk = part.chunk();
        throw new CorruptFooterException(
            "pages of column %s, row group %s".formatted(chunk.column.oldPath(), chunk.rowGroup),
            part.least() + " bytes at " + part.offset(),
            FooterChecks.rangeBefore(input.end()) + ", with nothing else in them");
      }
      if (fits || part.isOfPages()) {
        parts.add(part);
      }
    }
    return ranges;
  }

  private long length(Part part) {
    Long next = starts.higher(part.offset());
    return Math.min(part.most(), (next == null ? input.end() : next) - part.offset());
  }

  private List<ChunkCopy> plan(RowGroup rowGroup, int number) {
    rowGroup.columns().forEach(this::addStarts);
    List<ChunkCopy> chunks = new ArrayList<>();
    for (KeptColumn column : file.schema().columns()) {
      ColumnChunk old = rowGroup.columns().get(column.number());
      ChunkModules modules =
          new ChunkModules(input.decryptor(number, column.number()), file.seal(), chunks.size());
      ColumnChunk second =
          SecondEncodingCodec.read(input.flat().chunk(number, column.number()).extension());
      // An encrypted column has none: readers take the first alone.
      ChunkCopy secondCopy =
          second == null || modules.change()
              ? null
              : new ChunkCopy(second, number, column, modules, null);
      ChunkCopy copy = new ChunkCopy(old, number, column, modules, secondCopy);
      add(copy, pageCopy(copy, column));
      if (second != null) {
        addStarts(second);
      }
      if (secondCopy != null) {
        add(secondCopy, null);
      }
      chunks.add(copy);
    }
    return chunks;
  }

  private void addStarts(ColumnChunk chunk) {
    if (chunk.metaData() == null) {
      return; // Encrypted, and of a column that is dropped.
    }
    starts.add(ChunkPlaces.startOffset(chunk.metaData()));
    for (Long start :
        Arrays.asList(
            chunk.columnIndexOffset(),
            chunk.offsetIndexOffset(),
            chunk.metaData().bloomFilterOffset())) {
      if (start != null) {
        starts.add(start);
      }
    }
  }

  /** What writes pages anew; null if they stay as they are. */
  private PageCopy pageCopy(ChunkCopy chunk, KeptColumn column) {
    ColumnMetaData metaData = chunk.metaData;
    String createdBy = input.createdBy();
    WriterQuirks writer = WriterQuirks.of(createdBy);
    boolean isRenamed = !file.names(input);
    if (isRenamed
        && WriterQuirks.continuesDeltas(createdBy)
        && metaData.encodings().contains(ParquetEncoding.DELTA_BYTE_ARRAY)) {
      throw new UnsupportedColumnException(
          column.oldPath(),
          "DELTA_BYTE_ARRAY values by " + createdBy + ", which only a file that says so can have",
          "a file to be rewritten alone, or with others of that writer");
    }
    boolean isWrong =
        isRenamed
            && (WriterQuirks.uncounted(createdBy) > 0
                || writer.compressesEveryPage()
                || writer.hasNoCrcWhereZero());
    ParquetCodec old = metaData.codec();
    ParquetCodec wanted = file.codec() == null ? old : file.codec();
    boolean recodes = wanted != old || isWrong;
    if (!recodes && !chunk.modules.change()) {
      return null;
    }
    PageCopy known = pageCopies.get(old);
    if (known == null) {
      PageCompressor to = recodes ? file.compressor(wanted) : null;
      PageDecompressor from = recodes ? PageDecompressor.of(old, OPTIONS.nativeCodecs()) : null;
      if (recodes && from == null) {
        throw new UnsupportedColumnException(
            column.oldPath(), "codec " + metaData.codecNumber(), "one that can be decompressed");
      }
      known = new PageCopy(name(), PageLimits.of(OPTIONS, createdBy), wanted, from, to, allocator);
      pageCopies.put(old, known);
    }
    return known;
  }

  private void add(ChunkCopy chunk, PageCopy pages) {
    ColumnMetaData metaData = chunk.metaData;
    ColumnChunk old = chunk.old;
    ChunkRange extent = chunk.extent;
    long uncounted = extent.length() == 0 ? 0 : WriterQuirks.uncounted(input.createdBy());
    parts.add(
        new Part(
            chunk,
            true,
            extent.offset(),
            extent.length(),
            extent.length() + uncounted,
            (in, offset, length) -> movePages(chunk, pages, in, offset + length)));
    if (metaData.bloomFilterOffset() != null) {
      Integer length = metaData.bloomFilterLength();
      parts.add(
          new Part(
              chunk,
              false,
              metaData.bloomFilterOffset(),
              length == null ? 1 : length,
              length == null ? Integer.MAX_VALUE : length,
              (in, offset, most) -> moveFilter(chunk, in, offset, (int) most)));
    }
    ChunkModules modules = chunk.modules;
    addIndex(
        chunk,
        old.columnIndexOffset(),
        old.columnIndexLength(),
        bytes -> chunk.columnIndex(modules.opened(ModuleType.COLUMN_INDEX, bytes)));
    addIndex(
        chunk,
        old.offsetIndexOffset(),
        old.offsetIndexLength(),
        bytes -> chunk.offsetIndex(modules.opened(ModuleType.OFFSET_INDEX, bytes)));
  }

  private void addIndex(ChunkCopy chunk, Long at, Integer length, Consumer<byte[]> to) {
    if (at != null && length != null) {
      Move move = (in, offset, bytes) -> to.accept(bytes(in, offset, (int) bytes));
      parts.add(new Part(chunk, false, at, length, length, move));
    }
  }

  String name() {
    return input.source().name();
  }

  /** Bytes of the file that are in memory at first. */
  long firstBytes() {
    return inputs == null ? 0 : inputs.firstBytes();
  }

  /** Asks for the first bytes of a file that is elsewhere. */
  void startFirst() {
    if (inputs != null) {
      inputs.startFirst();
    }
  }

  /** Copies everything but the indexes. */
  List<WrittenRowGroup> copy() throws IOException {
    if (inputs != null) {
      inputs.start();
    }
    ChunkInput in = inputs == null ? null : inputs.get(0);
    for (int i = 0; i < groups.size(); i++) {
      int number = file.copiedGroups() + i;
      groups.get(i).forEach(chunk -> chunk.modules.startGroup(number));
    }
    for (Part part : parts) {
      part.move().of(in, part.offset(), length(part));
    }
    List<WrittenRowGroup> written = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      List<WrittenChunk> chunks = new ArrayList<>();
      for (ChunkCopy chunk : groups.get(i)) {
        chunks.add(chunk.settle(inherited, out));
      }
      written.add(file.written(input.footer().rowGroups().get(i), chunks));
    }
    return written;
  }

  private void movePages(ChunkCopy chunk, PageCopy pages, ChunkInput in, long end)
      throws IOException {
    long start = out.position();
    if (pages != null) {
      chunk.pagesAt(start, pages.copy(in, chunk, end, out));
    } else {
      chunk.pagesAt(start, null);
      file.copy(in, chunk.extent.offset(), end);
    }
  }

  /** {@code most}: all that it may have, if its length is not known. */
  private void moveFilter(ChunkCopy chunk, ChunkInput in, long offset, int most)
      throws IOException {
    if (chunk.modules.change()) {
      moveModules(chunk, in, offset, most);
      return;
    }
    long length = most;
    if (chunk.metaData.bloomFilterLength() == null) {
      CompactReader reader = new CompactReader(bytes(in, offset, Math.min(FILTER_HEADER, most)));
      BloomFilterHeader header = ParquetStructs.BLOOM_FILTER_HEADER.read(reader);
      length = reader.position() + (long) Math.max(0, header.numBytes());
    }
    if (length <= most) {
      chunk.bloomFilterAt(out.position(), (int) length);
      file.copy(in, offset, offset + length);
    }
  }

  /** A Bloom filter that is encrypted, or is to be. */
  private void moveModules(ChunkCopy chunk, ChunkInput in, long offset, int most)
      throws IOException {
    ChunkModules modules = chunk.modules;
    boolean isPlain = modules.decryptor() == null;
    int overhead = isPlain ? 0 : ChunkDecryptor.OVERHEAD;
    byte[] first = bytes(in, offset, Math.min(isPlain ? FILTER_HEADER : SEALED_HEADER, most));
    byte[] opened = modules.opened(ModuleType.BLOOM_FILTER_HEADER, first);
    CompactReader reader = new CompactReader(opened);
    long bits = (long) ParquetStructs.BLOOM_FILTER_HEADER.read(reader).numBytes() + overhead;
    int header = isPlain ? reader.position() : opened.length + overhead;
    if (bits < overhead || header + bits > most) {
      return;
    }
    byte[] bitset = bytes(in, offset + header, (int) bits);
    long start = out.position();
    byte[] plain = Arrays.copyOf(opened, reader.position());
    out.write(modules.sealed(ModuleType.BLOOM_FILTER_HEADER, plain));
    out.write(
        modules.sealed(
            ModuleType.BLOOM_FILTER_BITSET,
            modules.opened(ModuleType.BLOOM_FILTER_BITSET, bitset)));
    chunk.bloomFilterAt(start, (int) (out.position() - start));
  }

  private static byte[] bytes(ChunkInput in, long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.copy(offset, bytes, 0, length);
    return bytes;
  }

  private void closePages() {
    pageCopies.values().forEach(PageCopy::close);
  }

  @Override
  public void close() {
    try (fetcher;
        inputs) {
      closePages();
    }
  }
}
