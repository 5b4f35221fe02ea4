// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.cpp.generated.CppBloomFilterInfo;
import io.arrowparquet.footer.internal.cpp.generated.CppColumnChunk;
import io.arrowparquet.footer.internal.cpp.generated.CppColumnMetadata;
import io.arrowparquet.footer.internal.cpp.generated.CppRowGroup;
import io.arrowparquet.footer.internal.cpp.generated.CppSortingColumn;
import io.arrowparquet.footer.internal.cpp.generated.CppStatistics;
import io.arrowparquet.footer.internal.generated.BloomFilterInfo;
import io.arrowparquet.footer.internal.generated.ColumnChunk;
import io.arrowparquet.footer.internal.generated.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.RowGroup;
import io.arrowparquet.footer.internal.generated.SortingColumn;
import io.arrowparquet.footer.internal.generated.Statistics;
import java.nio.ByteBuffer;
import java.util.List;

/** Translates row groups and their column chunks from arrow-cpp.fbs to parquet.fbs. */
final class CppRowGroupReader {
  private static final byte MIN_EXACT = 1;
  private static final byte MIN_INEXACT = 2;
  private static final byte MAX_EXACT = 4;
  private static final byte MAX_INEXACT = 8;

  private final List<LeafColumn> leaves;
  private final TableCopier to;
  private final FlatBufferBuilder builder;
  private final CppColumnChunk chunk = new CppColumnChunk();
  private final CppColumnMetadata metadata = new CppColumnMetadata();
  private final CppStatistics statistics = new CppStatistics();
  private final CppBloomFilterInfo bloomFilter = new CppBloomFilterInfo();
  private final CppSortingColumn sorting = new CppSortingColumn();
  private final BoundReader min = new BoundReader();
  private final BoundReader max = new BoundReader();

  CppRowGroupReader(List<LeafColumn> leaves, TableCopier to) {
    this.leaves = leaves;
    this.to = to;
    this.builder = to.builder;
  }

  int convert(CppRowGroup from) {
    int count = from.columnsLength();
    if (count != leaves.size()) {
      throw new CorruptFooterException(
          "FlatBuffers footer: column chunks of a row group",
          CorruptFooterException.NO_OFFSET,
          String.valueOf(count),
          leaves.size() + ", one for each column");
    }
    int[] chunks = new int[count];
    for (int i = 0; i < count; i++) {
      chunks[i] = convertChunk(from.columns(chunk, i), from, leaves.get(i));
    }
    int columns = to.references(chunks);
    int sortingColumns = from.sortingColumnsLength() == 0 ? 0 : convertSorting(from);
    RowGroup.startRowGroup(builder);
    RowGroup.addNumRows(builder, from.numRows());
    RowGroup.addTotalByteSize(builder, from.totalByteSize());
    // Absent and zero look alike.
    if (from.fileOffset() != 0) {
      RowGroup.addFileOffset(builder, from.fileOffset());
    }
    if (from.totalCompressedSize() != 0) {
      RowGroup.addTotalCompressedSize(builder, from.totalCompressedSize());
    }
    RowGroup.addColumns(builder, columns);
    if (sortingColumns != 0) {
      RowGroup.addSortingColumns(builder, sortingColumns);
    }
    if (from.hasOrdinal()) {
      RowGroup.addOrdinal(builder, from.ordinal());
    }
    return RowGroup.endRowGroup(builder);
  }

  private int convertSorting(CppRowGroup from) {
    int[] tables = new int[from.sortingColumnsLength()];
    for (int i = 0; i < tables.length; i++) {
      from.sortingColumns(sorting, i);
      tables[i] =
          SortingColumn.createSortingColumn(
              builder, sorting.columnIdx(), sorting.descending(), sorting.nullsFirst());
    }
    return to.references(tables);
  }

  private int convertChunk(CppColumnChunk from, CppRowGroup group, LeafColumn column) {
    if (from.cryptoMetadataType() != 0 || from.encryptedColumnMetadataLength() > 0) {
      throw TableCopier.untranslatable("crypto_metadata");
    }
    if (from.metaData(metadata) == null) {
      throw new CorruptFooterException(
          "FlatBuffers footer: meta_data of a column chunk",
          CorruptFooterException.NO_OFFSET,
          "absent",
          "present");
    }
    int table = convertMetadata(group, column);
    ColumnChunk.startColumnChunk(builder);
    ColumnChunk.addMetadata(builder, table);
    return ColumnChunk.endColumnChunk(builder);
  }

  private int convertMetadata(CppRowGroup group, LeafColumn column) {
    int keyValues =
        metadata.keyValueMetadataLength() == 0
            ? 0
            : to.keyValues(metadata.keyValueMetadataLength(), metadata::keyValueMetadata);
    int statisticsTable = metadata.statistics(statistics) == null ? 0 : convertStatistics(column);
    int bloom = metadata.bloomFilter(bloomFilter) == null ? 0 : convertBloomFilter();
    ColumnMetadata.startColumnMetadata(builder);
    if (metadata.hasNumValues()) {
      ColumnMetadata.addNumValues(builder, metadata.numValues());
    }
    ColumnMetadata.addTotalUncompressedSize(builder, metadata.totalUncompressedSize());
    ColumnMetadata.addTotalCompressedSize(builder, metadata.totalCompressedSize());
    long dataPage = metadata.dataPageOffset();
    ColumnMetadata.addDataPageOffset(builder, dataPage == 0 ? group.fileOffset() : dataPage);
    if (metadata.hasIndexPageOffset()) {
      ColumnMetadata.addIndexPageOffset(builder, metadata.indexPageOffset());
    }
    if (metadata.hasDictionaryPageOffset()) {
      ColumnMetadata.addDictionaryPageOffset(builder, metadata.dictionaryPageOffset());
    }
    if (keyValues != 0) {
      ColumnMetadata.addKeyValueMetadata(builder, keyValues);
    }
    if (statisticsTable != 0) {
      ColumnMetadata.addStatistics(builder, statisticsTable);
    }
    if (bloom != 0) {
      ColumnMetadata.addBloomFilter(builder, bloom);
    }
    ColumnMetadata.addIsFullyDictEncoded(builder, metadata.isFullyDictEncoded());
    ColumnMetadata.addCodec(builder, metadata.codec());
    return ColumnMetadata.endColumnMetadata(builder);
  }

  private int convertBloomFilter() {
    BloomFilterInfo.startBloomFilterInfo(builder);
    if (bloomFilter.offset() != 0) {
      BloomFilterInfo.addOffset(builder, bloomFilter.offset());
    }
    if (bloomFilter.length() != 0) {
      BloomFilterInfo.addLength(builder, bloomFilter.length());
    }
    return BloomFilterInfo.endBloomFilterInfo(builder);
  }

  private int convertStatistics(LeafColumn column) {
    min.isPresent = false;
    max.isPresent = false;
    if (statistics.hasMinLen() && statistics.hasMaxLen() && column.type() != null) {
      min.read(statistics, false, column);
      max.read(statistics, true, column);
    }
    ByteBuffer prefixBytes = statistics.prefixAsByteBuffer();
    boolean hasPrefix = prefixBytes != null && (min.isPresent || max.isPresent);
    int prefix = hasPrefix ? to.byteVector(prefixBytes) : 0;
    int minWhole = whole(min);
    int maxWhole = whole(max);
    Statistics.startStatistics(builder);
    // A count that did not fit 32 bits is negative.
    if (statistics.hasNullCount() && statistics.nullCount() >= 0) {
      Statistics.addNullCount(builder, statistics.nullCount());
    }
    if (hasPrefix) {
      Statistics.addPrefix(builder, prefix);
    }
    if (min.isPresent) {
      addMin(minWhole);
    }
    if (max.isPresent) {
      addMax(maxWhole);
    }
    addExactness();
    return Statistics.endStatistics(builder);
  }

  private int whole(BoundReader bound) {
    return bound.isPresent && bound.whole != null ? builder.createByteVector(bound.whole) : 0;
  }

  private void addMin(int whole) {
    if (whole != 0) {
      Statistics.addMinValue(builder, whole);
      return;
    }
    Statistics.addMinLo8(builder, min.lo8);
    Statistics.addMinHi8(builder, min.hi8);
    Statistics.addMinLo4(builder, min.lo4 & 0xFFFFFFFFL);
    Statistics.addMinLen(builder, min.len);
  }

  private void addMax(int whole) {
    if (whole != 0) {
      Statistics.addMaxValue(builder, whole);
      return;
    }
    Statistics.addMaxLo8(builder, max.lo8);
    Statistics.addMaxHi8(builder, max.hi8);
    Statistics.addMaxLo4(builder, max.lo4 & 0xFFFFFFFFL);
    Statistics.addMaxLen(builder, max.len);
  }

  private void addExactness() {
    int flags = min.isPresent ? (min.isExact ? MIN_EXACT : MIN_INEXACT) : 0;
    flags |= max.isPresent ? (max.isExact ? MAX_EXACT : MAX_INEXACT) : 0;
    if (flags != 0) {
      Statistics.addFlags(builder, flags);
    }
  }
}
