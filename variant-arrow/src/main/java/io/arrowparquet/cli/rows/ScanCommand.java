// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.command.UsageErrors;
import io.arrowparquet.cli.rows.TableInput.Table;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.ReadStatistics;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "scan", description = "Read files as one table: rows as text, or as Arrow IPC.")
public final class ScanCommand extends TableCommand {
  @Option(names = "--limit", paramLabel = "N", description = "Stop after N rows.")
  private long limit = Long.MAX_VALUE;

  @Option(
      names = "--stats",
      description = "Print to stderr what was read, and what could be left unread.")
  private boolean stats;

  @Option(
      names = "--html",
      paramLabel = "PAGE",
      converter = FileArgument.Converter.class,
      description = "With --stats: write a page of it; --overwrite replaces one that exists.")
  private FileArgument html;

  @Override
  public Integer call() throws Exception {
    if (html != null && !stats) {
      throw wrong("--html is a page of --stats: give both");
    }
    UsageErrors.requireNotNegative(spec, "--limit", limit);
    Table table = open(limit);
    if (table == null) {
      return INPUT;
    }
    if (html != null) {
      output.checkPage(html);
    }
    ScanPage page = new ScanPage();
    ReadStatistics read =
        scan(html == null ? table : table.with(table.options().withListener(page)), limit);
    if (html != null) {
      output.writePage(html, page.html(table.files(), read));
    } else if (stats) {
      printStatistics(read, table.files().bundleUse(), err());
    }
    return DONE;
  }

  private static void printStatistics(
      ReadStatistics statistics, ParquetFileSet.BundleUse bundle, PrintWriter out) {
    long byBundle = bundle == null ? 0 : bundle.rowGroupsLeftOut();
    long byBloomFilters = statistics.rowGroupsSkippedByBloomFilters();
    long byDictionaries = statistics.rowGroupsSkippedByDictionaries();
    out.printf(
        "row groups: %d read, %d left out (%d by statistics, %d by Bloom filters, %d by"
            + " dictionaries)%n",
        statistics.rowGroupsRead(),
        byBundle + statistics.rowGroupsSkipped(),
        byBundle + statistics.rowGroupsSkipped() - byBloomFilters - byDictionaries,
        byBloomFilters,
        byDictionaries);
    out.printf(
        "column chunks: %d read, %d left out (nulls only)%n",
        statistics.columnChunksRead(), statistics.columnChunksProvenNull());
    out.printf(
        "pages: %d read, %d left out by page indexes, %d passed over by the filter's columns%n",
        statistics.pagesRead(), statistics.pagesSkipped(), statistics.pagesPassed());
    out.printf(
        "rows: %d decoded, of %d of them the filter's columns only; %d returned%n",
        statistics.rowsDecoded(), statistics.rowsRefusedEarly(), statistics.rowsReturned());
    out.printf(
        "bytes: %d of pages, %d of page indexes, %d of Bloom filters and dictionaries%n",
        statistics.bytesRead(), statistics.indexBytesRead(), statistics.probeBytesRead());
    out.printf(
        "requests: %d for rows; to other than local files %d for footers, of %d bytes%n",
        statistics.requests(), statistics.footerRequests(), statistics.footerBytesRead());
    if (statistics.repeatedRequests() > 0) {
      out.printf("requests: %d repeated, because one had failed%n", statistics.repeatedRequests());
    }
    if (bundle != null) {
      out.printf(
          "bundle: %s, %d left out; %s left out without looking at a file%n",
          PlainText.count(bundle.files(), "file"),
          bundle.filesLeftOut(),
          PlainText.count(byBundle, "row group"));
      out.printf(
          "requests: %d for the bundle, of %d bytes%n",
          bundle.read().footerRequests(), bundle.read().footerBytesRead());
    }
    statistics.codecs().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(codec -> out.printf("codec: %s by %s%n", codec.getKey(), codec.getValue()));
    out.flush();
  }
}
