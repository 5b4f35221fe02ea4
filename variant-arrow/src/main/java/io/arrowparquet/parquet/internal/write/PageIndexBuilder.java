// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.ColumnIndex.BoundaryOrder;
import io.arrowparquet.footer.internal.thrift.OffsetIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.ValueBounds;
import java.util.ArrayList;
import java.util.List;

/** The indexes of the pages of one column chunk, collected page by page. */
final class PageIndexBuilder {
  private static final BinaryValue NO_BOUND = BinaryValue.of(new byte[0]);

  private final LeafColumn column;
  private final List<PageLocation> locations = new ArrayList<>();
  private final List<Long> byteArrayBytes = new ArrayList<>();
  private final List<Boolean> nullPages = new ArrayList<>();
  private final List<BinaryValue> minValues = new ArrayList<>();
  private final List<BinaryValue> maxValues = new ArrayList<>();
  private final List<Long> nullCounts = new ArrayList<>();
  private final List<Long> nanCounts = new ArrayList<>();
  private final List<Long> repetitions = new ArrayList<>();
  private final List<Long> definitions = new ArrayList<>();
  private long offset;
  private long row;

  /** False after a page that has values and not two bounds: there is no index without. */
  private boolean isBounded;

  PageIndexBuilder(LeafColumn column) {
    this.column = column;
    this.isBounded = column.settings().statistics();
  }

  /**
   * @param size in the file, header included
   * @param values nulls not included
   */
  void add(int size, int rows, long values, long nulls, long valueBytes, ValueBounds bounds) {
    locations.add(new PageLocation(offset, size, row));
    byteArrayBytes.add(valueBytes);
    offset += size;
    row += rows;
    isBounded &= values == 0 || (bounds.min() != null && bounds.max() != null);
    if (isBounded) {
      nullPages.add(values == 0);
      minValues.add(values == 0 ? NO_BOUND : BinaryValue.of(bounds.min()));
      maxValues.add(values == 0 ? NO_BOUND : BinaryValue.of(bounds.max()));
      nullCounts.add(nulls);
      nanCounts.add(bounds.nanCount());
    }
  }

  /** Adds the histograms of a page's levels; null for levels that have none. */
  void addHistograms(long[] ofRepetitions, long[] ofDefinitions) {
    for (int i = 0; ofRepetitions != null && i < ofRepetitions.length; i++) {
      repetitions.add(ofRepetitions[i]);
    }
    for (int i = 0; ofDefinitions != null && i < ofDefinitions.length; i++) {
      definitions.add(ofDefinitions[i]);
    }
  }

  /** {@code start}: of the first data page in the file. */
  OffsetIndex offsetIndex(long start) {
    List<PageLocation> moved = new ArrayList<>(locations.size());
    for (PageLocation page : locations) {
      long at = start + page.offset();
      moved.add(new PageLocation(at, page.compressedPageSize(), page.firstRowIndex()));
    }
    boolean hasBytes = column.type() == PhysicalType.BYTE_ARRAY;
    return new OffsetIndex(moved, hasBytes ? byteArrayBytes : null);
  }

  /** Null if the column has no order, or a page no bounds. */
  ColumnIndex columnIndex() {
    if (!isBounded) {
      return null;
    }
    return new ColumnIndex(
        nullPages,
        minValues,
        maxValues,
        order().number(),
        nullCounts,
        repetitions.isEmpty() ? null : repetitions,
        definitions.isEmpty() ? null : definitions,
        column.settings().values().nanCounts() ? nanCounts : null);
  }

  private BoundaryOrder order() {
    ColumnDomain domain = column.domain();
    boolean ascends = true;
    boolean descends = true;
    Object lastMin = null;
    Object lastMax = null;
    for (int i = 0; i < nullPages.size() && (ascends || descends); i++) {
      if (nullPages.get(i)) {
        continue;
      }
      Object min = domain.decode(minValues.get(i));
      Object max = domain.decode(maxValues.get(i));
      if (min == null || max == null) {
        return BoundaryOrder.UNORDERED;
      }
      if (lastMin != null) {
        int ofMin = ColumnDomain.compare(lastMin, min);
        int ofMax = ColumnDomain.compare(lastMax, max);
        ascends &= ofMin <= 0 && ofMax <= 0;
        descends &= ofMin >= 0 && ofMax >= 0;
      }
      lastMin = min;
      lastMax = max;
    }
    return ascends
        ? BoundaryOrder.ASCENDING
        : descends ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
  }
}
