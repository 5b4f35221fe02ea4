// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.dataset.ScanPlanning.Part;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.convert.PartialFooter;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.KeyValue;
import io.arrowparquet.parquet.internal.evolution.FilePlan;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.NarrowedFilter;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.internal.filter.RowColumnPlaces;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.KnownBytesSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The footer of a file as far as a split needs it. Immutable.
 *
 * @param thrift the struct {@code FileMetaData}
 * @param extent of the whole footer in its file
 * @param indexes page indexes and Bloom filters
 */
record FooterOfSplit(BinaryValue thrift, ParquetFooter.Extent extent, List<Index> indexes) {
  FooterOfSplit {
    indexes = List.copyOf(indexes);
  }

  /** Bytes of the file, and where they begin in it. */
  record Index(long offset, BinaryValue bytes) {}

  /**
   * What the reader of a split needs of its file's footer. Null for a footer that leaves something
   * open, which a Thrift footer would not, and for that of an encrypted file: what it tells is not
   * for all who see a split.
   *
   * @param plan of the file for the split's options
   * @param part which columns it reads is not looked for again; null for no such part
   */
  static FooterOfSplit of(
      ParquetFooter footer, FilePlan plan, ParquetReadOptions options, @Nullable Part part) {
    List<Integer> rowGroups = options.rowGroups();
    FlatFooter whole = footer.footer();
    // Modules of encrypted files are bound to the numbers that columns have in the file.
    if (!whole.isComplete() || whole.encryption() != null) {
      return null;
    }
    boolean isKnown = part != null && columnsOf(options).containsAll(columnsOf(part.options()));
    BitSet columns = isKnown ? part.columns() : columns(whole, plan.options());
    // Statistics of all row groups prove what a schema demands.
    boolean needsProof = plan.evolution() != null && !plan.evolution().plan().proofs().isEmpty();
    Set<Integer> chosen = rowGroups == null ? Set.of() : new HashSet<>(rowGroups);
    byte[] thrift =
        PartialFooter.thrift(
            whole,
            columns,
            named(whole, options),
            rowGroup -> rowGroups == null || needsProof || chosen.contains(rowGroup),
            keyValues(whole, columns, plan.evolution() == null));
    return new FooterOfSplit(BinaryValue.of(thrift), footer.extent(), List.of());
  }

  /** Names of what is read, unless that is all: conditions that are left out may name no others. */
  private static Set<String> columnsOf(ParquetReadOptions options) {
    Set<String> names = FilterOperands.columns(options);
    if (options.columns() != null) {
      names.addAll(options.columns());
    }
    return names;
  }

  static BitSet columns(FlatFooter footer, ParquetReadOptions options) {
    BitSet columns = new BitSet();
    ParquetReadOptions read =
        RowColumnPlaces.read(footer, options, RowColumnPlaces.sources(options));
    new RawColumns(footer, read, NarrowedFilter.operands(read)).leafColumns().forEach(columns::set);
    return columns;
  }

  /**
   * With indexes that the reader of a split asks for, as {@link ParquetSplit#withIndexes} says.
   *
   * @param bytes the file
   * @param plan of the file for the split's options
   */
  FooterOfSplit withIndexes(
      ByteSource bytes,
      ParquetFooter part,
      FilePlan plan,
      long mostBytes,
      BufferAllocator allocator)
      throws IOException {
    List<ChunkRange> ranges = new ArrayList<>();
    long left = mostBytes;
    for (ChunkRange range : plan.empty() ? ranges : indexes(part.footer(), plan.options())) {
      if (range.length() <= left
          && FooterChecks.isBeforeFooter(range.offset(), range.length(), part.footerOffset())) {
        left -= range.length();
        ranges.add(range);
      }
    }
    List<Index> found = new ArrayList<>();
    try (ChunkFetcher fetcher =
        new ChunkFetcher(bytes, new ReadCounts(), Count.INDEX_BYTES_READ, allocator)) {
      List<byte[]> fetched = fetcher.fetchCopies(ranges);
      for (int i = 0; i < ranges.size(); i++) {
        found.add(new Index(ranges.get(i).offset(), BinaryValue.of(fetched.get(i))));
      }
    }
    return new FooterOfSplit(thrift, extent, found);
  }

  /** Those that leave pages unread, of all columns first, then of the filter's. */
  private static List<ChunkRange> indexes(FlatFooter footer, ParquetReadOptions options) {
    List<Integer> rowGroups = RequestedRows.rowGroups(footer, options);
    BitSet filtered =
        columns(
            footer,
            options
                .withColumns(List.of())
                .withVariantPaths(List.of())
                .withVariantColumns(Set.of())
                .withRowColumns(List.of()));
    List<ChunkRange> places = new ArrayList<>();
    chunks(footer, rowGroups, columns(footer, options))
        .forEach(chunk -> add(chunk.offsetIndex(), places));
    chunks(footer, rowGroups, filtered).forEach(chunk -> add(chunk.columnIndex(), places));
    chunks(footer, rowGroups, filtered)
        .filter(ColumnChunkView::hasBloomFilterLength)
        .map(chunk -> new ChunkRange(chunk.bloomFilterOffset(), chunk.bloomFilterLength()))
        .forEach(places::add);
    return places;
  }

  private static Stream<ColumnChunkView> chunks(
      FlatFooter footer, List<Integer> rowGroups, BitSet columns) {
    return columns.stream()
        .boxed()
        .flatMap(column -> rowGroups.stream().map(group -> footer.chunk(group, column)));
  }

  private static void add(PageIndexLocation index, List<ChunkRange> places) {
    if (index.isPresent()) {
      places.add(new ChunkRange(index.offset(), index.length()));
    }
  }

  /** What stands in the place of a column of the file needs its place. */
  private static BitSet named(FlatFooter footer, ParquetReadOptions options) {
    BitSet named = new BitSet();
    for (RowColumn column : options.rowColumns()) {
      String name = column.field().getName();
      footer.findColumns(name).forEach(named::set);
      footer.findColumnsBelow(name).forEach(named::set);
    }
    return named;
  }

  /** The file's metadata if that of batches is made of it, and what Arrow's schema says. */
  private static List<KeyValue> keyValues(FlatFooter footer, BitSet columns, boolean withMetadata) {
    List<KeyValue> entries = new ArrayList<>();
    if (withMetadata) {
      for (Map.Entry<String, String> entry : ArrowSchema.metadata(footer).entrySet()) {
        entries.add(new KeyValue(entry.getKey(), entry.getValue()));
      }
    }
    Schema written = ArrowSchema.written(footer);
    if (written != null) {
      Set<String> names = new HashSet<>();
      columns.stream().forEach(column -> names.add(rootName(footer, column)));
      Schema kept =
          new Schema(
              written.getFields().stream()
                  .filter(field -> names.contains(field.getName()))
                  .toList());
      String text = Base64.getEncoder().encodeToString(kept.serializeAsMessage());
      entries.add(new KeyValue(ArrowSchema.ARROW_SCHEMA, text));
    }
    return entries;
  }

  private static String rootName(FlatFooter footer, int column) {
    int element = footer.columnElement(column);
    while (footer.parentElement(element) > 0) {
      element = footer.parentElement(element);
    }
    return footer.schemaElement(element).name();
  }

  /** The file, whose indexes are answered from here. */
  ByteSource known(ByteSource bytes) {
    NavigableMap<Long, ByteBuffer> parts = new TreeMap<>();
    indexes.forEach(index -> parts.put(index.offset(), index.bytes().asByteBuffer()));
    return parts.isEmpty() ? bytes : new KnownBytesSource(bytes, parts);
  }

  /**
   * @throws io.arrowparquet.footer.CorruptFooterException if it is damaged
   */
  ParquetFooter read(String name) {
    byte[] bytes = thrift.toByteArray();
    FlatFooter footer = ThriftToFlatBuffers.convertInMemory(bytes, 0, bytes.length).footer(name);
    return new ParquetFooter(name, footer, extent, List.of());
  }
}
