// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.filter;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowPositions;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which rows are asked for by their numbers, and how many. Offset and limit count down as rows are
 * planned, or, where a filter has the last word, as rows have passed it. One thread at a time.
 */
public final class RequestedRows {
  private final FlatFooter footer;

  /** Null for all. */
  private final RowPositions rows;

  /** Null for none. */
  private final RowPositions without;

  private final boolean isFiltered;
  private long offset;
  private long limit;

  /** By row group, and of the end of the file; null until one is wanted. */
  private long[] firstRows;

  /** {@code isFiltered}: whether rows that are planned may be refused later. */
  public RequestedRows(FlatFooter footer, ParquetReadOptions options, boolean isFiltered) {
    this.footer = footer;
    this.rows = options.rows();
    this.without =
        options.rowColumns().stream().anyMatch(column -> column.kind() == RowColumn.Kind.DELETED)
            ? null
            : options.withoutRows();
    this.isFiltered = isFiltered;
    this.offset = options.offset();
    this.limit = options.limit();
  }

  /** The row groups to read, in this order. Refuses numbers that the file does not have. */
  public static List<Integer> rowGroups(FlatFooter footer, ParquetReadOptions options) {
    int count = footer.rowGroupCount();
    if (options.rowGroups() == null) {
      return IntStream.range(0, count).boxed().toList();
    }
    for (int rowGroup : options.rowGroups()) {
      if (rowGroup < 0 || rowGroup >= count) {
        throw new IllegalArgumentException(
            "row group " + rowGroup + ": expected 0 to " + (count - 1));
      }
    }
    return options.rowGroups();
  }

  /** What to plan of a row group; each is to be asked for once, in the order of reading. */
  public RowRanges ofRowGroup(int rowGroup, long count) {
    RowRanges wanted = RowRanges.all(count);
    if (count > 0 && (rows != null || without != null)) {
      long first = firstRow(rowGroup);
      wanted = rows == null ? wanted : of(rows, first, count);
      wanted = without == null ? wanted : wanted.and(outside(without, first, count));
    }
    return isFiltered ? wanted : trim(wanted);
  }

  /** Rows of a file as those of a row group that begins with {@code first}. */
  public static RowRanges of(RowPositions rows, long first, long count) {
    RowRanges.Builder chosen = new RowRanges.Builder();
    rows.forEachRange(first, first + count, (start, end) -> chosen.add(start - first, end - first));
    return chosen.build();
  }

  private static RowRanges outside(RowPositions rows, long first, long count) {
    RowRanges.Builder others = new RowRanges.Builder();
    long[] next = {0};
    rows.forEachRange(
        first,
        first + count,
        (start, end) -> {
          others.add(next[0], start - first);
          next[0] = end - first;
        });
    others.add(next[0], count);
    return others.build();
  }

  /** The number in the file of a row group's first row. */
  public long firstRow(int rowGroup) {
    if (firstRows == null) {
      long[] first = new long[footer.rowGroupCount() + 1];
      for (int i = 0; i + 1 < first.length; i++) {
        long count = footer.rowGroup(i).numRows();
        FooterChecks.requireRows(i, count);
        FooterChecks.requireRows(i, first[i] + count);
        first[i + 1] = first[i] + count;
      }
      firstRows = first;
    }
    return firstRows[rowGroup];
  }

  /** Of planned rows, none of which a filter refuses, those within the offset and limit. */
  public RowRanges passed(RowRanges planned) {
    return isFiltered ? trim(planned) : planned;
  }

  /** As {@link #passed(RowRanges)}, of rows that a filter has left. */
  public RowSelection passed(RowSelection selection) {
    int count = selection.count();
    int skipped = (int) skip(count);
    int taken = (int) take(count - skipped);
    return taken == count ? selection : selection.part(skipped, skipped + taken);
  }

  private RowRanges trim(RowRanges ranges) {
    if (offset == 0 && limit == Long.MAX_VALUE) {
      return ranges;
    }
    long count = ranges.rows();
    long skipped = skip(count);
    long taken = take(count - skipped);
    return taken == count ? ranges : ranges.part(skipped, taken);
  }

  private long skip(long count) {
    long skipped = Math.min(offset, count);
    offset -= skipped;
    return skipped;
  }

  private long take(long count) {
    long taken = Math.min(limit, count);
    limit -= limit == Long.MAX_VALUE ? 0 : taken;
    return taken;
  }

  /** Whether rows are looked up by numbers, all of them: what is far apart is read at once. */
  public boolean isLookUp() {
    return rows != null && (limit == Long.MAX_VALUE || !isFiltered);
  }

  /** Whether a row group has rows that are asked for by number. */
  public boolean meets(int rowGroup) {
    return rows == null || rows.count(firstRow(rowGroup), firstRow(rowGroup + 1)) > 0;
  }

  /** Whether no other row group need be planned. */
  public boolean isFull() {
    return limit == 0;
  }

  /** Whether what is planned need not be read to its end. */
  public boolean hasEnough() {
    return isFiltered && limit == 0;
  }
}
