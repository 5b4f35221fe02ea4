// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.RowGroupView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.cpp.generated.CppBloomFilterInfo;
import io.arrowparquet.footer.internal.cpp.generated.CppColumnChunk;
import io.arrowparquet.footer.internal.cpp.generated.CppColumnMetadata;
import io.arrowparquet.footer.internal.cpp.generated.CppRowGroup;
import io.arrowparquet.footer.internal.cpp.generated.CppSortingColumn;
import io.arrowparquet.footer.internal.cpp.generated.CppStatistics;
import io.arrowparquet.footer.internal.generated.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.RowGroup;
import java.nio.ByteBuffer;
import java.util.List;

/** Translates row groups and their column chunks to arrow-cpp.fbs. */
final class CppRowGroupWriter {
  private final FlatFooter footer;
  private final List<LeafColumn> leaves;
  private final CppTables out;
  private final FlatBufferBuilder builder;
  private final ColumnChunkView chunk = new ColumnChunkView();
  private final StatisticsView statistics = new StatisticsView();
  private final BoundsWriter bounds = new BoundsWriter();

  CppRowGroupWriter(FlatFooter footer, List<LeafColumn> leaves, CppTables out) {
    this.footer = footer;
    this.leaves = leaves;
    this.out = out;
    this.builder = out.builder;
  }

  /** Writes the row group of a view, of which {@code table} is the table. */
  int write(RowGroupView group, RowGroup table) {
    int[] chunks = new int[group.columnCount()];
    for (int column = 0; column < chunks.length; column++) {
      footer.chunk(group.index(), column, chunk);
      requireDescribable(column);
      chunks[column] = writeChunk(group, column, table.columns(column).metadata());
    }
    int columns = out.references(chunks);
    int sorting = group.sortingColumnCount() == 0 ? 0 : writeSorting(group);
    out.count();
    CppRowGroup.startCppRowGroup(builder);
    CppRowGroup.addTotalByteSize(builder, group.totalByteSize());
    CppRowGroup.addNumRows(builder, group.numRows());
    if (group.hasFileOffset()) {
      CppRowGroup.addFileOffset(builder, group.fileOffset());
    }
    if (group.hasTotalCompressedSize()) {
      CppRowGroup.addTotalCompressedSize(builder, group.totalCompressedSize());
    }
    CppRowGroup.addColumns(builder, columns);
    if (sorting != 0) {
      CppRowGroup.addSortingColumns(builder, sorting);
    }
    if (group.hasOrdinal()) {
      CppRowGroup.addOrdinal(builder, group.ordinal());
    }
    return CppRowGroup.endCppRowGroup(builder);
  }

  /** Readers would take the offsets of these for offsets of something else. */
  private void requireDescribable(int column) {
    String file = chunk.filePath();
    String problem = null;
    if (file != null && !file.isEmpty()) {
      problem = "is in another file";
    } else if (chunk.codecNumber() < 0) {
      problem = "has a codec out of range";
    } else if (!chunk.hasMetadata() || chunk.cryptoMetadata() != null) {
      problem = "is encrypted";
    }
    if (problem != null) {
      throw new IllegalArgumentException(
          "column "
              + footer.columnPath(column)
              + " "
              + problem
              + ", which layout arrow-cpp cannot"
              + " say");
    }
  }

  private int writeSorting(RowGroupView group) {
    int[] columns = new int[group.sortingColumnCount()];
    for (int i = 0; i < columns.length; i++) {
      out.count();
      columns[i] =
          CppSortingColumn.createCppSortingColumn(
              builder, group.sortingColumn(i), group.sortsDescending(i), group.sortsNullsFirst(i));
    }
    return out.references(columns);
  }

  private int writeChunk(RowGroupView group, int column, ColumnMetadata table) {
    int metadata = writeMetadata(group, column, table);
    out.count();
    CppColumnChunk.startCppColumnChunk(builder);
    CppColumnChunk.addMetaData(builder, metadata);
    return CppColumnChunk.endCppColumnChunk(builder);
  }

  private int writeMetadata(RowGroupView group, int column, ColumnMetadata table) {
    int count = table.keyValueMetadataLength();
    int keyValues = count == 0 ? 0 : out.keyValues(count, table::keyValueMetadata);
    boolean hasStatistics = chunk.statistics(statistics).isPresent();
    int statisticsTable = hasStatistics ? writeStatistics(leaves.get(column)) : 0;
    int bloomFilter =
        chunk.hasBloomFilterOffset() || chunk.hasBloomFilterLength() ? writeBloomFilter() : 0;
    out.count();
    CppColumnMetadata.startCppColumnMetadata(builder);
    if (chunk.numValues() != group.numRows()) {
      CppColumnMetadata.addNumValues(builder, chunk.numValues());
    }
    CppColumnMetadata.addTotalUncompressedSize(builder, chunk.totalUncompressedSize());
    CppColumnMetadata.addTotalCompressedSize(builder, chunk.totalCompressedSize());
    if (chunk.dataPageOffset() != group.fileOffset()) {
      CppColumnMetadata.addDataPageOffset(builder, chunk.dataPageOffset());
    }
    if (chunk.hasIndexPageOffset()) {
      CppColumnMetadata.addIndexPageOffset(builder, chunk.indexPageOffset());
    }
    if (chunk.hasDictionaryPageOffset()) {
      CppColumnMetadata.addDictionaryPageOffset(builder, chunk.dictionaryPageOffset());
    }
    if (keyValues != 0) {
      CppColumnMetadata.addKeyValueMetadata(builder, keyValues);
    }
    if (statisticsTable != 0) {
      CppColumnMetadata.addStatistics(builder, statisticsTable);
    }
    if (bloomFilter != 0) {
      CppColumnMetadata.addBloomFilter(builder, bloomFilter);
    }
    if (chunk.isFullyDictionaryEncoded()) {
      CppColumnMetadata.addIsFullyDictEncoded(builder, true);
    }
    if (chunk.codecNumber() != 0) {
      CppColumnMetadata.addCodec(builder, (byte) chunk.codecNumber());
    }
    return CppColumnMetadata.endCppColumnMetadata(builder);
  }

  private int writeBloomFilter() {
    out.count();
    return CppBloomFilterInfo.createCppBloomFilterInfo(
        builder, chunk.bloomFilterOffset(), chunk.bloomFilterLength());
  }

  private int writeStatistics(LeafColumn column) {
    byte[] min = statistics.minValue();
    boolean hasBounds =
        bounds.pack(
            min,
            Boolean.TRUE.equals(statistics.isMinValueExact()),
            statistics.maxValue(),
            Boolean.TRUE.equals(statistics.isMaxValueExact()),
            column);
    boolean hasPrefix = hasBounds && bounds.prefixLength > 0;
    int prefix = hasPrefix ? out.stringOrEmpty(ByteBuffer.wrap(min, 0, bounds.prefixLength)) : 0;
    out.count();
    CppStatistics.startCppStatistics(builder);
    if (hasBounds) {
      addBounds();
    }
    if (hasPrefix) {
      CppStatistics.addPrefix(builder, prefix);
    }
    long nulls = statistics.nullCount();
    if (statistics.hasNullCount() && nulls >= 0 && nulls <= Integer.MAX_VALUE) {
      CppStatistics.addNullCount(builder, (int) nulls);
    }
    return CppStatistics.endCppStatistics(builder);
  }

  private void addBounds() {
    BoundsWriter.Packed min = bounds.min;
    BoundsWriter.Packed max = bounds.max;
    if (min.lo8 != 0) {
      CppStatistics.addMinLo8(builder, min.lo8);
    }
    if (min.hi8 != 0) {
      CppStatistics.addMinHi8(builder, min.hi8);
    }
    if (max.lo8 != 0) {
      CppStatistics.addMaxLo8(builder, max.lo8);
    }
    if (max.hi8 != 0) {
      CppStatistics.addMaxHi8(builder, max.hi8);
    }
    if (min.lo4 != 0) {
      CppStatistics.addMinLo4(builder, min.lo4 & 0xFFFFFFFFL);
    }
    if (max.lo4 != 0) {
      CppStatistics.addMaxLo4(builder, max.lo4 & 0xFFFFFFFFL);
    }
    CppStatistics.addMinLen(builder, min.len);
    CppStatistics.addMaxLen(builder, max.len);
  }
}
