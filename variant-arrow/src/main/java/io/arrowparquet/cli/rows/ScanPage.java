// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.Report;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetFragment;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.ReadListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/** What a scan read and left out, as a page: in all, by row group, and by column. */
final class ScanPage implements ReadListener {
  private record RowGroup(String file, int number) {}

  private record Column(RowGroup rowGroup, String path) {}

  private final Map<RowGroup, Long> skipped = new ConcurrentHashMap<>();
  private final Map<Column, Long> pages = new ConcurrentHashMap<>();

  @Override
  public void skipped(String file, int rowGroup, long rows, long all) {
    skipped.merge(new RowGroup(file, rowGroup), rows, Long::sum);
  }

  @Override
  public void decompressed(String file, String column, int rowGroup, int values, long nanos) {
    pages.merge(new Column(new RowGroup(file, rowGroup), column), 1L, Long::sum);
  }

  String html(ParquetFileSet set, ReadStatistics read) throws IOException {
    Map<String, Iterable<Map<String, Object>>> tables = new LinkedHashMap<>();
    tables.put("Read and left out", steps(set, read));
    tables.put("Row groups", rowGroups(set));
    tables.put("Columns", columns());
    String facts =
        String.format(
            "%d rows returned of %d; %d bytes read in %d requests",
            read.rowsReturned(),
            set.fragments().stream().mapToLong(ParquetFragment::rows).sum(),
            read.bytesRead() + read.indexBytesRead() + read.probeBytesRead(),
            read.requests());
    return Report.html("What the scan read", facts, tables);
  }

  private static List<Map<String, Object>> steps(ParquetFileSet set, ReadStatistics read) {
    ParquetFileSet.BundleUse bundle = set.bundleUse();
    long byBundle = bundle == null ? 0 : bundle.rowGroupsLeftOut();
    long byBloom = read.rowGroupsSkippedByBloomFilters();
    long byDictionary = read.rowGroupsSkippedByDictionaries();
    long byStatistics = byBundle + read.rowGroupsSkipped() - byBloom - byDictionary;
    return List.of(
        step("row groups", read.rowGroupsRead(), byStatistics, 0, byBloom, byDictionary, 0),
        step("pages of these", read.pagesRead(), 0, read.pagesSkipped(), 0, 0, read.pagesPassed()),
        step(
            "rows of these",
            read.rowsReturned(),
            0,
            0,
            0,
            0,
            read.rowsDecoded() - read.rowsReturned()));
  }

  /** {@code left}: out by statistics, page indexes, Bloom filters, dictionaries, the filter. */
  private static Map<String, Object> step(String name, long read, long... left) {
    double all = Math.max(1, read + LongStream.of(left).sum());
    return Report.fields(
        "of", name,
        "read", read,
        "by statistics", left[0],
        "by page indexes", left[1],
        "by Bloom filters", left[2],
        "by dictionaries", left[3],
        "by the filter", left[4],
        "percent",
            Report.fields(
                "read", 100 * read / all,
                "by statistics", 100 * left[0] / all,
                "by page indexes", 100 * left[1] / all,
                "by Bloom filters", 100 * left[2] / all,
                "by dictionaries", 100 * left[3] / all,
                "by the filter", 100 * left[4] / all));
  }

  private List<Map<String, Object>> rowGroups(ParquetFileSet set) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (ParquetFragment fragment : set.fragments()) {
      RowGroup group = new RowGroup(set.name(fragment.file()), fragment.rowGroup());
      long left = Math.min(fragment.rows(), skipped.getOrDefault(group, 0L));
      rows.add(
          Report.fields(
              "rowGroup", group.number(),
              "rows", fragment.rows(),
              "rowsLeftOut", left,
              "picture", Report.fields("read", fragment.rows() - left, "left out", left),
              "file", group.file()));
    }
    return rows;
  }

  private List<Map<String, Object>> columns() {
    Map<String, long[]> columns = new TreeMap<>();
    pages.forEach(
        (column, count) -> {
          long[] sums = columns.computeIfAbsent(column.path(), unused -> new long[2]);
          sums[0]++;
          sums[1] += count;
        });
    List<Map<String, Object>> rows = new ArrayList<>();
    columns.forEach(
        (path, sums) ->
            rows.add(Report.fields("column", path, "chunks", sums[0], "pages", sums[1])));
    return rows;
  }
}
