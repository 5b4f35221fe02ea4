// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SizeStatistics;
import io.arrowparquet.parquet.internal.encode.BooleanChunkEncoder;
import io.arrowparquet.parquet.internal.encode.ByteOutput;
import io.arrowparquet.parquet.internal.encode.BytesChunkEncoder;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.DictionaryPage;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.ValueBounds;
import io.arrowparquet.parquet.internal.encode.NumberChunkEncoder;
import io.arrowparquet.storage.internal.ArrayNumbers;
import io.arrowparquet.variant.ConversionException;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;

/**
 * One column's chunk of the open row group: takes runs of values and their levels, and cuts them
 * into pages, which end where rows end.
 *
 * <p>Reused for one row group after another: {@link #start}, values, {@link #finish}, then what was
 * made is written and described.
 */
final class ColumnChunkWriter implements AutoCloseable {
  /** A page may have this part of its bytes too much. */
  private static final int ROOMS_OF_PAGE = 64;

  private final LeafColumn column;
  private final ChunkEncoder encoder;
  private final ChunkPages pages;
  private final PageLevels repetitions;
  private final PageLevels definitions;

  /** Has the same pages in another encoding; null if the column has no second one. */
  private final ColumnChunkWriter second;

  /** Null if pages end by their size alone. */
  private final ContentCuts cuts;

  /** Whether the entries that come are looked at, and not written yet. */
  private boolean looking;

  private PageIndexBuilder indexes;
  private int pageRows;
  private int pageValues;
  private long pageByteArrays;
  private long values;
  private long nulls;
  private long byteArrays;
  private long start;

  ColumnChunkWriter(LeafColumn column, ModuleSeal seal, BufferAllocator allocator) {
    this.column = column;
    this.encoder =
        ChunkEncoder.of(
            column.type(), column.length(), column.domain(), column.settings().values());
    this.pages = new ChunkPages(column, seal, allocator);
    this.repetitions = new PageLevels(column.maxRepetition());
    this.definitions = new PageLevels(column.maxDefinition());
    this.second =
        column.settings().second()
            ? new ColumnChunkWriter(column.ofSecond(), seal, allocator)
            : null;
    this.cuts = column.settings().cuts() == null ? null : new ContentCuts(column);
  }

  void start(int rowGroup) {
    encoder.start();
    pages.start(rowGroup);
    repetitions.startChunk();
    definitions.startChunk();
    indexes = new PageIndexBuilder(column);
    if (second != null) {
      second.start(rowGroup);
    }
    if (cuts != null) {
      cuts.start();
    }
    values = 0;
    nulls = 0;
    byteArrays = 0;
    startPage();
  }

  private void startPage() {
    pageRows = 0;
    pageValues = 0;
    pageByteArrays = 0;
  }

  LeafColumn column() {
    return column;
  }

  int pageBytes() {
    return column.settings().pageBytes();
  }

  int rowsToPageEnd() {
    return column.settings().pageRows() - pageRows;
  }

  /** Bytes of values to add at once: what the page has room for, but not very few. */
  int roomOfPage() {
    return (int) Math.max(pageBytes() / ROOMS_OF_PAGE, pageBytes() - encoder.pageBytes());
  }

  /** How many values of some bytes, at least one and at most {@code most}, to add at once. */
  int entriesOfPage(int bytes, int most) {
    return Math.max(1, Math.min(most, roomOfPage() / Math.max(1, bytes)));
  }

  /**
   * Has one run looked at, if pages end by their content: {@link #addLevels} says how many of its
   * entries are to be added, and nothing is added until then.
   */
  boolean startLooking() {
    looking = cuts != null;
    return looking;
  }

  /** Adds values of INT32 or FLOAT, as bits. */
  void add(int[] from, int count) {
    if (looking) {
      cuts.add(from, count);
      return;
    }
    ((NumberChunkEncoder) encoder).add(from, 0, count);
    if (second != null) {
      second.add(from, count);
    }
  }

  /** Adds values of INT64 or DOUBLE, as bits. */
  void add(long[] from, int count) {
    if (looking) {
      cuts.add(from, count);
      return;
    }
    ((NumberChunkEncoder) encoder).add(from, 0, count);
    if (second != null) {
      second.add(from, count);
    }
  }

  /** Adds booleans, 0 or 1. */
  void add(byte[] from, int count) {
    if (looking) {
      cuts.add(from, count);
      return;
    }
    ((BooleanChunkEncoder) encoder).add(from, 0, count);
  }

  /** Adds byte arrays of any length. */
  void add(byte[] from, int[] offsets, int count) {
    if (looking) {
      cuts.add(from, offsets, count);
      return;
    }
    ((BytesChunkEncoder) encoder).add(from, offsets, 0, count);
    pageByteArrays += offsets[count] - offsets[0];
  }

  /** As {@link #add(byte[], int[], int)}, byte arrays of the column's length. */
  void addFixed(byte[] from, int count, WriteScratch scratch) {
    add(from, scratch.multiples(column.length()), count);
  }

  /**
   * Adds the levels of entries whose values were added.
   *
   * @param ofEntries definition levels; null if all have values
   * @return how many entries there are until the page ends
   */
  int addLevels(Slots slots, int from, int count, int present, int[] ofEntries) {
    if (looking) {
      looking = false;
      return cuts.entriesToEnd(slots, from, count, ofEntries);
    }
    if (ofEntries == null || column.maxDefinition() == 0) {
      definitions.addSame(column.maxDefinition(), count);
    } else {
      definitions.add(ofEntries, 0, count);
    }
    pageValues += present;
    if (slots.isConsecutive() || column.maxRepetition() == 0) {
      repetitions.addSame(0, count);
      pageRows += count;
    } else {
      pageRows += repetitions.add(slots.repetitions(), from, count);
    }
    if (second != null) {
      second.addLevels(slots, from, count, present, ofEntries);
    }
    return count;
  }

  /** Ends the page if it is full: the entries so far are those of whole rows. */
  void endRows(WriteScratch scratch) {
    boolean isCut = cuts != null && cuts.found();
    if (isCut) {
      cuts.start();
    }
    if (isCut
        || rowsToPageEnd() <= 0
        || encoder.pageBytes() >= pageBytes()
        || encoder.wantsPageEnd()
        || definitions.count() >= pageBytes()) {
      endPage(scratch);
    }
  }

  private void endPage(WriteScratch scratch) {
    ByteOutput page = scratch.page;
    page.clear();
    int repetitionBytes = addSection(repetitions, column.maxRepetition(), scratch);
    int definitionBytes = addSection(definitions, column.maxDefinition(), scratch);
    int entries = definitions.count();
    int pageNulls = entries - pageValues;
    ParquetEncoding encoding = encoder.endPage(page);
    ChunkPages.Contents contents =
        new ChunkPages.Contents(entries, pageNulls, pageRows, repetitionBytes, definitionBytes);
    int size = pages.addData(scratch, encoding, contents);
    indexes.add(size, pageRows, pageValues, pageNulls, pageByteArrays, encoder.pageBounds());
    long[] ofRepetitions = repetitions.endPage();
    long[] ofDefinitions = definitions.endPage();
    indexes.addHistograms(
        column.maxRepetition() > 0 ? ofRepetitions : null,
        column.maxDefinition() > 1 ? ofDefinitions : null);
    values += entries;
    nulls += pageNulls;
    byteArrays += pageByteArrays;
    startPage();
    if (second != null) {
      second.endPage(scratch);
    }
  }

  /** Appends levels, in version 1 after their length; how many bytes they are without it. */
  private int addSection(PageLevels levels, int most, WriteScratch scratch) {
    if (most == 0) {
      return 0;
    }
    ByteOutput page = scratch.page;
    int lengthAt = page.length();
    boolean hasLength = !column.settings().dataPageV2();
    if (hasLength) {
      page.putInt(0);
    }
    int from = page.length();
    levels.encode(scratch.levels, page);
    int length = page.length() - from;
    if (hasLength) {
      ArrayNumbers.INT.set(page.array(), lengthAt, length);
    }
    return length;
  }

  /** Ends the last page and makes the dictionary page. */
  void finish(WriteScratch scratch) {
    if (definitions.count() > 0) {
      try {
        endPage(scratch);
      } catch (ConversionException e) {
        throw e.at(column.dotted());
      }
    }
    DictionaryPage dictionary = encoder.dictionary();
    if (dictionary != null) {
      pages.addDictionary(scratch, dictionary);
    }
  }

  /** About how many bytes the chunk takes in the file. */
  long bufferedBytes() {
    return pages.size() + encoder.pageBytes() + encoder.dictionaryPageBytes();
  }

  /** The same pages in another encoding; null if there are none. */
  ColumnChunkWriter second() {
    return second;
  }

  void writePages(SinkOutput out) throws IOException {
    start = out.position();
    pages.writeTo(out);
  }

  /** Null if no Bloom filter is wanted; after {@link #finish}. */
  byte[] bloomFilter() {
    return encoder.bloomFilter();
  }

  OffsetIndex offsetIndex() {
    return indexes.offsetIndex(start + pages.dictionarySize());
  }

  /** Null if there is none. */
  ColumnIndex columnIndex() {
    return indexes.columnIndex();
  }

  /**
   * What the footer says of the chunk, once its pages are written.
   *
   * @param bloomFilterOffset null if there is none
   * @param bloomFilterLength null if there is none
   */
  ColumnMetaData metaData(Long bloomFilterOffset, Integer bloomFilterLength) {
    long dictionary = pages.dictionarySize();
    return new ColumnMetaData(
        column.type().number(),
        pages.encodings(),
        column.path(),
        column.settings().compression().codec().number(),
        values,
        pages.uncompressedSize(),
        pages.size(),
        null,
        start + dictionary,
        null,
        dictionary > 0 ? (Long) start : null,
        column.settings().statistics() ? statistics() : null,
        pages.encodingStats(),
        bloomFilterOffset,
        bloomFilterLength,
        column.path() == null ? null : sizeStatistics(),
        null);
  }

  private ParquetStatistics statistics() {
    ValueBounds bounds = encoder.chunkBounds();
    boolean hasMax = bounds.max() != null;
    boolean hasMin = bounds.min() != null;
    return new ParquetStatistics(
        null,
        null,
        nulls,
        null,
        hasMax ? BinaryValue.of(bounds.max()) : null,
        hasMin ? BinaryValue.of(bounds.min()) : null,
        hasMax ? (Boolean) bounds.maxExact() : null,
        hasMin ? (Boolean) bounds.minExact() : null,
        column.settings().values().nanCounts() ? (Long) bounds.nanCount() : null);
  }

  private SizeStatistics sizeStatistics() {
    return new SizeStatistics(
        column.type() == PhysicalType.BYTE_ARRAY ? (Long) byteArrays : null,
        column.maxRepetition() > 0 ? list(repetitions.ofChunk()) : null,
        column.maxDefinition() > 1 ? list(definitions.ofChunk()) : null);
  }

  private static List<Long> list(long[] numbers) {
    return LongStream.of(numbers).boxed().toList();
  }

  /** Frees the pages. */
  @Override
  public void close() {
    pages.close();
    if (second != null) {
      second.close();
    }
  }
}
