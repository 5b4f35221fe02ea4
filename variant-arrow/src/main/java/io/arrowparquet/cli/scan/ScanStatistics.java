// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.scan;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.ReadStatistics;
import java.io.PrintWriter;
import java.util.Map;

/** What a scan has read, as lines of text. */
final class ScanStatistics {
  private ScanStatistics() {}

  /** Prints them; the use of a bundle is null where there is none. */
  static void print(ReadStatistics statistics, ParquetFileSet.BundleUse bundle, PrintWriter out) {
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
          "bundle: %d files, %d left out; %d row groups left out without looking at a file%n",
          bundle.files(), bundle.filesLeftOut(), byBundle);
      out.printf(
          "requests: %d for the bundle, of %d bytes%n", bundle.requests(), bundle.bytesRead());
    }
    statistics.codecs().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(codec -> out.printf("codec: %s by %s%n", codec.getKey(), codec.getValue()));
    out.flush();
  }
}
