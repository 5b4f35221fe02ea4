// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Counted;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.footer.internal.statistics.WriterQuirks;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.SizeStatistics;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What of a file's statistics stays in a file that names another writer, so that nobody is warned
 * of the first one: what proves no more there than it did.
 *
 * @param footer of the first file
 * @param writer of the other file
 * @param orders of the columns of this file in the other one; null for none
 */
record InheritedStatistics(FlatFooter footer, WriterQuirks writer, List<ColumnOrder> orders) {
  private static final ParquetStatistics NONE =
      new ParquetStatistics(null, null, null, null, null, null, null, null, null);

  /**
   * @param values never null
   * @param sizes null for none
   */
  record Kept(ParquetStatistics values, SizeStatistics sizes) {
    /** The values if there are any, else null. */
    ParquetStatistics present() {
      return NONE.equals(values) ? null : values;
    }
  }

  /** The most of a chunk's statistics that may stay: all, counts, bounds or none. */
  Kept ofChunk(int rowGroup, int column, ColumnMetaData metaData) {
    ParquetStatistics values = metaData.statistics() == null ? NONE : metaData.statistics();
    SizeStatistics sizes = metaData.sizeStatistics();
    if (hasSameOrder(column) && proves(new Kept(values, sizes), rowGroup, column)) {
      return new Kept(values, sizes);
    }
    Kept counts = new Kept(countsOf(values), sizes);
    Kept bounds = new Kept(boundsOf(values), null);
    if (proves(counts, rowGroup, column)) {
      return counts;
    }
    return hasSameOrder(column) && proves(bounds, rowGroup, column) ? bounds : new Kept(NONE, null);
  }

  private static ParquetStatistics countsOf(ParquetStatistics values) {
    return new ParquetStatistics(
        null,
        null,
        values.nullCount(),
        values.distinctCount(),
        null,
        null,
        null,
        null,
        values.nanCount());
  }

  private static ParquetStatistics boundsOf(ParquetStatistics values) {
    return new ParquetStatistics(
        values.max(),
        values.min(),
        null,
        null,
        values.maxValue(),
        values.minValue(),
        values.isMaxValueExact(),
        values.isMinValueExact(),
        values.nanCount());
  }

  private boolean hasSameOrder(int column) {
    return Objects.equals(footer.columnOrder(column), orders == null ? null : orders.get(column));
  }

  /** Whether some statistics prove nothing in the other file that they did not in this one. */
  private boolean proves(Kept kept, int rowGroup, int column) {
    TrustedStatistics here = here(column);
    TrustedStatistics there = there(column, kept, here.domain());
    boolean isWithin = isWithin(there.countsOfChunk(rowGroup), here.countsOfChunk(rowGroup));
    for (int level = 1; isWithin && level <= footer.maxDefinitionLevel(column); level++) {
      isWithin = isWithin(there.ofGroup(rowGroup, level), here.ofGroup(rowGroup, level));
    }
    return isWithin;
  }

  /** Whether a column index may stay, beside statistics that stay. */
  boolean keeps(int rowGroup, int column, Kept kept, ColumnIndex index, List<PageLocation> pages) {
    if (!hasSameOrder(column) || !isOfAll(index, pages.size())) {
      return false;
    }
    TrustedStatistics here = here(column);
    List<Counted> proven = here.countsOfPages(rowGroup, index, pages);
    List<Counted> claimed =
        there(column, kept, here.domain()).countsOfPages(rowGroup, index, pages);
    boolean isWithin = proven.size() == claimed.size();
    for (int page = 0; isWithin && page < proven.size(); page++) {
      isWithin = isWithin(claimed.get(page), proven.get(page));
    }
    return isWithin;
  }

  private static boolean isOfAll(ColumnIndex index, int pages) {
    return Stream.of(
            index.nullPages(),
            index.minValues(),
            index.maxValues(),
            index.nullCounts(),
            index.nanCounts())
        .allMatch(list -> list == null || list.size() == pages);
  }

  private TrustedStatistics here(int column) {
    return new StatisticsSource(footer).column(column, null);
  }

  private TrustedStatistics there(int column, Kept kept, ColumnDomain domain) {
    return new TrustedStatistics(new Claimed(footer, kept), column, domain, writer, false);
  }

  private static boolean isWithin(Counted claimed, Counted proven) {
    return isWithin(claimed.range(), proven.range())
        && isSameIfKnown(claimed.entries(), proven.entries())
        && isSameIfKnown(claimed.nulls(), proven.nulls())
        && isSameIfKnown(claimed.exactMin(), proven.exactMin())
        && isSameIfKnown(claimed.exactMax(), proven.exactMax());
  }

  private static boolean isWithin(Range claimed, Range proven) {
    return claimed.end() == proven.end()
        && isSameBound(claimed.min(), proven.min())
        && isSameBound(claimed.max(), proven.max())
        && (claimed.unbounded() || !proven.unbounded())
        && (claimed.someNull() || !proven.someNull())
        && (!claimed.allNull() || proven.allNull());
  }

  private static boolean isSameIfKnown(Object claimed, Object proven) {
    return claimed == null || claimed.equals(proven);
  }

  private static boolean isSameBound(Object claimed, Object proven) {
    return claimed == null || (proven != null && ColumnDomain.compare(claimed, proven) == 0);
  }

  /** A file with some statistics in the place of those of a chunk. */
  private record Claimed(FlatFooter footer, Kept kept) implements ChunkClaims.Source {
    @Override
    public ChunkClaims chunk(int rowGroup, int column) {
      ChunkClaims all = new ChunkClaims.OfFooter(footer).chunk(rowGroup, column);
      return new ChunkClaims(
          all.type(), all.entries(), kept.values(), kept.sizes(), all.geospatial());
    }
  }
}
