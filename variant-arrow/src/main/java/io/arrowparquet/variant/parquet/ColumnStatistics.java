// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.flatbuf.ColumnChunkView;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.flatbuf.SchemaElementView;
import io.arrowparquet.footer.flatbuf.StatisticsView;
import io.arrowparquet.footer.thrift.ColumnIndex;
import io.arrowparquet.footer.thrift.ConvertedType;
import io.arrowparquet.footer.thrift.LogicalType;
import io.arrowparquet.footer.thrift.PageLocation;
import io.arrowparquet.variant.parquet.internal.predicate.BoundsDecoder;
import io.arrowparquet.variant.parquet.internal.predicate.Evidence.OfColumn;
import io.arrowparquet.variant.parquet.internal.predicate.Evidence.Range;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** What the statistics of one column's chunks and pages prove of its values. */
final class ColumnStatistics {
  private final FlatFooter footer;
  private final int column;
  private final BoundsDecoder decoder;

  /** Of a column whose vector is of a type. */
  ColumnStatistics(FlatFooter footer, int column, ArrowType vectorType) {
    this.footer = footer;
    this.column = column;
    SchemaElementView element = footer.schemaElement(footer.columnElement(column));
    this.decoder =
        new BoundsDecoder(
            element.type(), hasOrder(element), vectorType, footer.columnOrder(column));
  }

  private static boolean hasOrder(SchemaElementView element) {
    LogicalType annotation = ArrowSchema.annotation(element);
    LogicalType.Kind kind = annotation == null ? null : annotation.kind();
    return element.convertedType() != ConvertedType.INTERVAL
        && kind != LogicalType.Kind.GEOMETRY
        && kind != LogicalType.Kind.GEOGRAPHY
        && kind != LogicalType.Kind.VARIANT;
  }

  /** Number of the column. */
  int column() {
    return column;
  }

  /** What the row group's statistics say of all its rows. */
  OfColumn ofChunk(int rowGroup) {
    ColumnChunkView chunk = footer.chunk(rowGroup, column);
    long rows = footer.rowGroup(rowGroup).numRows();
    StatisticsView statistics = chunk.hasMetadata() ? chunk.statistics() : null;
    if (statistics == null) {
      return new OfColumn(List.of(Range.unknown(rows)));
    }
    Object min = null;
    Object max = null;
    if (decoder.trustsBounds() && statistics.hasMinValue() && statistics.hasMaxValue()) {
      min = decoder.decode(statistics.minValue());
      max = decoder.decode(statistics.maxValue());
    } else if (decoder.trustsDeprecatedBounds()) {
      min = decoder.decode(statistics.min());
      max = decoder.decode(statistics.max());
    }
    boolean noNaN = statistics.hasNanCount() && statistics.nanCount() == 0;
    boolean counted = statistics.hasNullCount();
    return new OfColumn(
        List.of(
            range(
                rows,
                min,
                max,
                noNaN,
                !counted || statistics.nullCount() != 0,
                counted && statistics.nullCount() == chunk.numValues())));
  }

  /** What a column index says, page by page. */
  OfColumn ofPages(int rowGroup, ColumnIndex index, List<PageLocation> pages) {
    long rows = footer.rowGroup(rowGroup).numRows();
    List<Range> ranges = new ArrayList<>(pages.size());
    for (int i = 0; i < pages.size(); i++) {
      long end = i + 1 < pages.size() ? pages.get(i + 1).firstRowIndex() : rows;
      boolean allNull = index.nullPages().get(i);
      Object min = null;
      Object max = null;
      if (!allNull && decoder.trustsBounds()) {
        min = decoder.decode(index.minValues().get(i).toByteArray());
        max = decoder.decode(index.maxValues().get(i).toByteArray());
      }
      boolean noNaN = index.nanCounts() != null && index.nanCounts().get(i) == 0;
      boolean someNull = allNull || index.nullCounts() == null || index.nullCounts().get(i) != 0;
      ranges.add(range(end, min, max, noNaN, someNull, allNull));
    }
    return new OfColumn(ranges);
  }

  private Range range(
      long end, Object min, Object max, boolean noNaN, boolean someNull, boolean allNull) {
    boolean sound = BoundsDecoder.isSound(min, max);
    return new Range(
        end,
        sound ? min : null,
        sound ? max : null,
        decoder.isFloating() && !noNaN,
        someNull,
        allNull);
  }
}
