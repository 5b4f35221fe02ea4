// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Counted;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.prune.BloomFilters;
import io.arrowparquet.parquet.internal.prune.ChunkPlaces;
import io.arrowparquet.parquet.internal.prune.Dictionaries;
import io.arrowparquet.parquet.internal.prune.PageIndexes;
import io.arrowparquet.parquet.internal.prune.PruningStatistics.ChunkKnowledge;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a file has of its column chunks besides statistics: page indexes, Bloom filters and
 * dictionaries. Each method reads what it needs, and keeps nothing.
 *
 * <p>Columns are dotted paths of leaves; one that the file does not have is an {@link
 * InvalidRequestException}. What is damaged is passed over, and shows in {@link #diagnostics}.
 *
 * <p>Ownership: the source and the allocator stay the caller's, and open. Threads: one at a time.
 */
public final class ChunkIndexes {
  private static final Field PAGE = Field.nullable("page", CountedVectors.INT32);
  private static final Field FIRST_ROW = Field.notNullable("first_row", CountedVectors.INT64);
  private static final Field OFFSET = Field.nullable("offset", CountedVectors.INT64);
  private static final Field SIZE = Field.nullable("compressed_size", CountedVectors.INT32);

  /** A kind of index. */
  public enum Kind {
    /** Counts and bounds of pages. */
    COLUMN_INDEX,
    /** Places and first rows of pages. */
    OFFSET_INDEX,
    /** A split-block Bloom filter of the values. */
    BLOOM_FILTER,
    /** A dictionary page that has every value of the chunk. */
    DICTIONARY
  }

  /**
   * An index that a chunk has. Immutable.
   *
   * @param offset where it begins in the file
   * @param length in bytes; -1 if the footer does not say
   */
  public record Place(Kind kind, long offset, long length) {}

  private final ByteSource bytes;
  private final ParquetFooter file;
  private final ParquetReadOptions options;
  private final BufferAllocator allocator;
  private final ChunkPlaces places;
  private final StatisticsSource statistics;

  private ChunkIndexes(
      ByteSource bytes, ParquetFooter file, ParquetReadOptions options, BufferAllocator allocator) {
    this.bytes = bytes;
    this.file = file;
    this.options = options.withSecondEncodings(false);
    this.allocator = allocator;
    this.places = new ChunkPlaces(file, this.options, codec -> false);
    this.statistics = new StatisticsSource(file.footer());
  }

  /**
   * Of a file.
   *
   * @param footer of that file
   * @param options of which {@code strict} and the limits of pages count
   */
  public static ChunkIndexes of(
      ByteSource bytes,
      ParquetFooter footer,
      ParquetReadOptions options,
      BufferAllocator allocator) {
    return new ChunkIndexes(bytes, footer, options, allocator);
  }

  /** Which indexes the footer says that a chunk has; nothing is read. */
  public List<Place> places(int rowGroup, String column) {
    int number = leaf(column).column();
    ColumnChunkView chunk = file.footer().chunk(rowGroup, number);
    List<Place> found = new ArrayList<>();
    addIndex(Kind.COLUMN_INDEX, chunk.columnIndex(), found);
    addIndex(Kind.OFFSET_INDEX, chunk.offsetIndex(), found);
    if (chunk.hasBloomFilterOffset()) {
      long length = chunk.hasBloomFilterLength() ? chunk.bloomFilterLength() : -1;
      found.add(new Place(Kind.BLOOM_FILTER, chunk.bloomFilterOffset(), length));
    }
    if (dictionaries().has(rowGroup, number)) {
      long start = chunk.startOffset();
      long length = chunk.isDictionaryPlaced() ? chunk.dataPageOffset() - start : -1;
      found.add(new Place(Kind.DICTIONARY, start, length));
    }
    return found;
  }

  private static void addIndex(Kind kind, PageIndexLocation index, List<Place> found) {
    if (index.isPresent()) {
      found.add(new Place(kind, index.offset(), index.length()));
    }
  }

  /**
   * Whether a chunk may have a value: not if its statistics, Bloom filter or dictionary, asked in
   * this order, prove that it has not.
   *
   * @param literal of the classes that {@link io.arrowparquet.parquet.options.RowFilter} takes
   * @throws IOException if reading fails
   * @throws InvalidRequestException if the literal is none of the column's type
   * @throws UnsupportedColumnException if values of the column cannot be compared
   */
  public boolean mayContain(int rowGroup, String column, Object literal) throws IOException {
    Objects.requireNonNull(literal, "literal");
    ArrowSchemaNode leaf = leaf(column);
    ArrowType type = leaf.field().getType();
    if (!Comparisons.isComparable(type)) {
      throw new UnsupportedColumnException(
          column, "a comparison of values of type " + type, "values that have an order");
    }
    ValueSet set = Comparisons.in(type, List.of(literal));
    TrustedStatistics trusted = statistics.column(leaf.column(), type);
    TrustedStatistics.Range range = trusted.ofChunk(rowGroup);
    boolean isOutside =
        range.min() != null && !set.isOfNaN() && !set.meets(range.min(), range.max());
    if (set.isEmpty() || range.allNull() || isOutside) {
      return false;
    }
    List<byte[]> encoded = set.encoded(trusted.domain());
    try (ChunkFetcher fetcher = fetcher()) {
      BloomFilters filters = new BloomFilters(file, places, fetcher, bytes.hints().gap());
      if (encoded != null && filters.has(rowGroup, leaf.column())) {
        long[] hashes = encoded.stream().mapToLong(SplitBlock::hash).toArray();
        Map<Integer, long[]> asked = Map.of(leaf.column(), hashes);
        LongPredicate filter =
            filters.load(rowGroup, asked, Long.MAX_VALUE).getOrDefault(leaf.column(), any -> true);
        if (LongStream.of(hashes).noneMatch(filter)) {
          return false;
        }
      }
    }
    try (FieldVector values = dictionary(rowGroup, leaf)) {
      byte all = TruthSet.TRUE | TruthSet.FALSE;
      return values == null
          || (ChunkKnowledge.ofDictionary(values).narrow(set, all) & TruthSet.TRUE) != 0;
    }
  }

  /**
   * The distinct values of a chunk, from a dictionary that has all of them.
   *
   * @return the caller's to close; null if there is no such dictionary, or none that can be read
   * @throws IOException if reading fails
   */
  public @Nullable FieldVector dictionary(int rowGroup, String column) throws IOException {
    return dictionary(rowGroup, leaf(column));
  }

  private @Nullable FieldVector dictionary(int rowGroup, ArrowSchemaNode leaf) throws IOException {
    try (ChunkFetcher fetcher = fetcher();
        Dictionaries dictionaries = new Dictionaries(file, places, fetcher, options, allocator)) {
      return dictionaries.has(rowGroup, leaf.column())
          ? dictionaries
              .load(rowGroup, dictionaries.locate(rowGroup, List.of(leaf)))
              .get(leaf.column())
          : null;
    }
  }

  /**
   * Counts and bounds of the pages of a column as Arrow vectors, a row each page:
   *
   * <pre>
   *   row_group: int32 | page: int32 | first_row: int64 | row_count: int64 | offset: int64
   *   | compressed_size: int32 | as the structs of {@link StatisticsVectors}
   * </pre>
   *
   * <p>Rows count from the beginning of the row group. A row group without an offset index has one
   * row for all of it, without page, offset and size; its bounds are the chunk's. The indexes of
   * all row groups are read one row group after another.
   *
   * @return the caller's to close
   * @throws IOException if reading fails
   */
  public VectorSchemaRoot pages(String column) throws IOException {
    ArrowSchemaNode leaf = leaf(column);
    List<Field> fields =
        new ArrayList<>(
            List.of(
                StatisticsVectors.ROW_GROUP,
                PAGE,
                FIRST_ROW,
                StatisticsVectors.ROW_COUNT,
                OFFSET,
                SIZE));
    fields.addAll(CountedVectors.fields(leaf));
    VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator);
    try (ChunkFetcher fetcher = fetcher()) {
      PageIndexes indexes = new PageIndexes(file, bytes, places, fetcher);
      CountedVectors vectors = CountedVectors.of(root::getVector, "");
      TrustedStatistics trusted = statistics.column(leaf.column(), leaf.field().getType());
      int row = 0;
      for (int rowGroup = 0; rowGroup < file.footer().rowGroupCount(); rowGroup++) {
        indexes.start(rowGroup);
        indexes.load(List.of(leaf.column()), true);
        List<PageLocation> pages = indexes.pages(leaf.column());
        List<Counted> counted =
            counted(rowGroup, trusted, pages, indexes.columnIndex(leaf.column()));
        for (int page = 0; page < counted.size(); page++) {
          setPlace(root, row, rowGroup, pages, page);
          vectors.set(row++, counted.get(page));
        }
      }
      root.setRowCount(row);
      return root;
    } catch (Throwable e) {
      try (root) {
        throw e;
      }
    }
  }

  private static List<Counted> counted(
      int rowGroup,
      TrustedStatistics column,
      @Nullable List<PageLocation> pages,
      @Nullable ColumnIndex index) {
    if (pages == null) {
      return List.of(column.countsOfChunk(rowGroup));
    }
    List<Counted> found = index == null ? List.of() : column.countsOfPages(rowGroup, index, pages);
    // Fewer where the index contradicts itself or the chunk.
    return found.size() == pages.size()
        ? found
        : Collections.nCopies(pages.size(), Counted.unknown(0));
  }

  private void setPlace(
      VectorSchemaRoot root, int row, int rowGroup, @Nullable List<PageLocation> pages, int page) {
    long first = 0;
    long end = file.footer().rowGroup(rowGroup).numRows();
    if (pages != null) {
      PageLocation place = pages.get(page);
      first = place.firstRowIndex();
      end = page + 1 < pages.size() ? pages.get(page + 1).firstRowIndex() : end;
      CountedVectors.put(root, PAGE, row, (long) page);
      CountedVectors.put(root, OFFSET, row, place.offset());
      CountedVectors.put(root, SIZE, row, (long) place.compressedPageSize());
    }
    CountedVectors.put(root, StatisticsVectors.ROW_GROUP, row, (long) rowGroup);
    CountedVectors.put(root, FIRST_ROW, row, first);
    CountedVectors.put(root, StatisticsVectors.ROW_COUNT, row, end - first);
  }

  /** What could not be used so far, of what was asked for; empty in strict mode. */
  public List<PageIndexDiagnostic> diagnostics() {
    return places.diagnostics();
  }

  private ChunkFetcher fetcher() {
    return new ChunkFetcher(bytes, new ReadCounts(), Count.INDEX_BYTES_READ, allocator);
  }

  private Dictionaries dictionaries() {
    return new Dictionaries(file, places, fetcher(), options, allocator);
  }

  private ArrowSchemaNode leaf(String column) {
    FlatFooter footer = file.footer();
    List<ArrowSchemaNode> leaves = StatisticsVectors.leaves(footer, List.of(column));
    if (leaves.size() != 1 || !footer.columnPath(leaves.get(0).column()).equals(column)) {
      throw new InvalidRequestException(column, leaves.size() + " columns", "one column");
    }
    return leaves.get(0);
  }
}
