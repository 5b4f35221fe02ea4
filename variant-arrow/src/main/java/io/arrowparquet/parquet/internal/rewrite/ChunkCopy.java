// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.OffsetIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.prune.ChunkPlaces;
import io.arrowparquet.parquet.internal.rewrite.InheritedStatistics.Kept;
import io.arrowparquet.parquet.internal.rewrite.PageCopy.CopiedPages;
import io.arrowparquet.parquet.internal.rewrite.SchemaChange.KeptColumn;
import io.arrowparquet.parquet.internal.write.SinkOutput;
import io.arrowparquet.parquet.internal.write.WrittenRowGroup.WrittenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A column chunk on its way from one file to another: where its parts were, where they are, and
 * what is said of it there. Filled part by part.
 */
final class ChunkCopy {
  final int rowGroup;
  final KeptColumn column;
  final ChunkModules modules;

  /** The same values in another encoding; null for none. */
  private final ChunkCopy second;

  final ColumnChunk old;
  final ColumnMetaData metaData;

  /** Of all pages in the old file. */
  final ChunkRange extent;

  /** Where the bytes of {@link #extent} begin in the new file. */
  private long start;

  /** Null where the pages are as they were. */
  private CopiedPages pages;

  private Long bloomFilterOffset;
  private Integer bloomFilterLength;

  /** The bytes of the indexes, in plain text; null for none. */
  private byte[] columnIndex;

  private byte[] offsetIndex;
  private Kept statistics;

  /** Of a row group of the old file; its second encoding may be null. */
  ChunkCopy(
      ColumnChunk old, int rowGroup, KeptColumn column, ChunkModules modules, ChunkCopy second) {
    this.rowGroup = rowGroup;
    this.column = column;
    this.modules = modules;
    this.second = second;
    this.old = old;
    this.metaData = old.metaData();
    long offset = ChunkPlaces.startOffset(metaData);
    // Some writers say 0 for the offset of a chunk without values.
    boolean isEmpty = offset == 0 && metaData.numValues() == 0;
    this.extent = new ChunkRange(offset, isEmpty ? 0 : metaData.totalCompressedSize());
    this.statistics = new Kept(metaData.statistics(), metaData.sizeStatistics());
  }

  /** {@code copied}: null if the pages are as they were. */
  void pagesAt(long newStart, CopiedPages copied) {
    start = newStart;
    pages = copied;
  }

  void bloomFilterAt(long offset, int length) {
    bloomFilterOffset = offset;
    bloomFilterLength = length;
  }

  void columnIndex(byte[] bytes) {
    columnIndex = bytes;
  }

  void offsetIndex(byte[] bytes) {
    offsetIndex = bytes;
  }

  /**
   * When all parts are there: what the new file has of the chunk, without what it may not say. The
   * offset index of a second encoding is written.
   *
   * @param inherited null if the new file says the same of its writer
   */
  WrittenChunk settle(InheritedStatistics inherited, SinkOutput out) throws IOException {
    byte[] extension = second == null ? null : second.settle(null, out).writeSecond(out);
    try {
      settleIndexes(inherited);
    } catch (CorruptFooterException e) {
      // Readers pass such indexes over.
      offsetIndex = null;
      columnIndex = null;
    }
    Long fileOffset = movedPage(old.fileOffset());
    return new WrittenChunk(
        metaData(),
        fileOffset == null ? 0 : fileOffset,
        extension,
        modules.sealed(ModuleType.COLUMN_INDEX, columnIndex),
        modules.sealed(ModuleType.OFFSET_INDEX, offsetIndex));
  }

  private void settleIndexes(InheritedStatistics inherited) {
    OffsetIndex index =
        offsetIndex == null ? null : OffsetIndex.CODEC.read(new CompactReader(offsetIndex));
    if (inherited != null) {
      statistics = inherited.ofChunk(rowGroup, column.number(), metaData);
      columnIndex = mayKeepColumnIndex(inherited, index) ? columnIndex : null;
    }
    if (index != null) {
      List<PageLocation> moved = new ArrayList<>();
      for (PageLocation page : index.pageLocations()) {
        moved.add(pages == null ? shifted(page) : pages.moved(page));
      }
      CompactWriter out = new CompactWriter(offsetIndex.length);
      OffsetIndex.CODEC.write(out, new OffsetIndex(moved, index.unencodedByteArrayDataBytes()));
      offsetIndex = out.toByteArray();
    }
  }

  private boolean mayKeepColumnIndex(InheritedStatistics inherited, OffsetIndex offsets) {
    if (columnIndex == null || offsets == null) {
      return false;
    }
    ColumnIndex bounds = ColumnIndex.CODEC.read(new CompactReader(columnIndex));
    return inherited.keeps(rowGroup, column.number(), statistics, bounds, offsets.pageLocations());
  }

  private PageLocation shifted(PageLocation page) {
    long end = page.offset() + page.compressedPageSize();
    if (page.offset() < extent.offset() || page.compressedPageSize() < 0 || end > extent.end()) {
      throw new CorruptFooterException(
          "place of a page in the offset index of column " + column.oldPath(),
          page.toString(),
          "one from " + extent.offset() + " to " + extent.end());
    }
    return new PageLocation(
        shifted(page.offset()), page.compressedPageSize(), page.firstRowIndex());
  }

  private long shifted(long offset) {
    return start + (offset - extent.offset());
  }

  /** Null for a place that is not in the chunk, as some writers put 0 for "none". */
  private Long movedPage(Long offset) {
    if (offset == null || offset < extent.offset() || offset >= extent.end()) {
      return null;
    }
    return pages == null ? (Long) shifted(offset) : pages.offset(offset);
  }

  private ColumnMetaData metaData() {
    Long data = movedPage(metaData.dataPageOffset());
    return new ColumnMetaData(
        metaData.typeNumber(),
        metaData.encodingNumbers(),
        metaData.pathInSchema() == null ? null : column.path(),
        pages == null ? metaData.codecNumber() : pages.codec().number(),
        metaData.numValues(),
        pages == null ? metaData.totalUncompressedSize() : pages.uncompressedSize(),
        pages == null ? extent.length() : pages.compressedSize(),
        metaData.keyValueMetadata(),
        data == null ? start : data,
        movedPage(metaData.indexPageOffset()),
        movedPage(metaData.dictionaryPageOffset()),
        statistics.present(),
        metaData.encodingStats(),
        bloomFilterOffset,
        bloomFilterLength,
        statistics.sizes(),
        metaData.geospatialStatistics());
  }
}
