// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.OffsetIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.internal.thrift.SecondEncodingCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.prune.ChunkPlaces;
import io.arrowparquet.parquet.internal.rewrite.InheritedStatistics.Kept;
import io.arrowparquet.parquet.internal.rewrite.PageCopy.CopiedPages;
import io.arrowparquet.parquet.internal.rewrite.SchemaChange.KeptColumn;
import io.arrowparquet.parquet.internal.write.SinkOutput;
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

  /** The bytes of the indexes, as they are written; null for none. */
  private byte[] columnIndex;

  private byte[] offsetIndex;
  private Long columnIndexOffset;
  private Long offsetIndexOffset;
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
   * When all parts are there: moves the offset index, and drops what the new file may not say.
   *
   * @param inherited null if the new file says the same of its writer
   */
  void settle(InheritedStatistics inherited) {
    if (second != null) {
      second.settle(null);
    }
    try {
      settleIndexes(inherited);
    } catch (CorruptFooterException e) {
      // Readers pass such indexes over.
      offsetIndex = null;
      columnIndex = null;
    }
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

  void writeColumnIndex(SinkOutput out) throws IOException {
    // A second encoding has the column index of the first.
    if (columnIndex != null) {
      columnIndex = modules.sealed(ModuleType.COLUMN_INDEX, columnIndex);
      columnIndexOffset = out.position();
      out.write(columnIndex);
    }
  }

  void writeOffsetIndex(SinkOutput out) throws IOException {
    if (second != null) {
      second.writeOffsetIndex(out);
    }
    if (offsetIndex != null) {
      offsetIndex = modules.sealed(ModuleType.OFFSET_INDEX, offsetIndex);
      offsetIndexOffset = out.position();
      out.write(offsetIndex);
    }
  }

  /** The extension of what {@link #chunk} says; null for none. */
  byte[] extension() {
    return second == null ? null : SecondEncodingCodec.write(second.chunk());
  }

  /** What the new footer says, when everything is written. */
  ColumnChunk chunk() {
    Long data = movedPage(metaData.dataPageOffset());
    ColumnMetaData moved =
        new ColumnMetaData(
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
    Long fileOffset = movedPage(old.fileOffset());
    return new ColumnChunk(
        null,
        fileOffset == null ? 0 : fileOffset,
        moved,
        offsetIndexOffset,
        offsetIndexOffset == null ? null : (Integer) offsetIndex.length,
        columnIndexOffset,
        columnIndexOffset == null ? null : (Integer) columnIndex.length,
        null,
        null);
  }
}
