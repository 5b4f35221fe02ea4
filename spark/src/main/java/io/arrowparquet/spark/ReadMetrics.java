// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.parquet.ReadStatistics;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What a scan shows in Spark's UI: what the driver's plan left out, and sums over the tasks. */
final class ReadMetrics {
  private static final String FOOTERS_THRIFT = "footersThrift";
  private static final String FOOTERS_FLATBUFFERS = "footersFlatBuffers";
  private static final String FOOTERS_OF_BUNDLE = "footersOfBundle";
  private static final String FILES_LEFT_OUT = "filesLeftOut";
  private static final String ROW_GROUPS_SKIPPED = "rowGroupsSkipped";

  private static final List<Counter> COUNTERS =
      List.of(
          new Counter("requests", "requests for pages", ReadStatistics::requests),
          new Counter("bytesRead", "bytes of pages", ReadStatistics::bytesRead),
          new Counter("rowGroupsRead", "row groups read", ReadStatistics::rowGroupsRead),
          new Counter(ROW_GROUPS_SKIPPED, "row groups skipped", ReadStatistics::rowGroupsSkipped),
          new Counter("pagesRead", "pages read", ReadStatistics::pagesRead),
          new Counter("pagesSkipped", "pages skipped", ReadStatistics::pagesSkipped),
          new Counter("footerRequests", "requests for footers", ReadStatistics::footerRequests),
          new Counter("footerBytes", "bytes of footers", ReadStatistics::footerBytesRead),
          new Counter(FOOTERS_THRIFT, "Thrift footers", read -> 0),
          new Counter(FOOTERS_FLATBUFFERS, "FlatBuffers footers", read -> 0),
          new Counter(FOOTERS_OF_BUNDLE, "footers of a bundle", read -> 0),
          new Counter(FILES_LEFT_OUT, "files left out", read -> 0));

  private ReadMetrics() {}

  private record Counter(String name, String text, ToLongFunction<ReadStatistics> count) {}

  private record Value(String name, long value) implements CustomTaskMetric {}

  /** A sum. Spark makes another one, without a name, to add up what tasks report. */
  public static final class Sum extends CustomSumMetric {
    private final String name;
    private final String text;

    /** For Spark alone. */
    public Sum() {
      this("", "");
    }

    private Sum(String name, String text) {
      this.name = name;
      this.text = text;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return text;
    }
  }

  static CustomMetric[] all() {
    return COUNTERS.stream()
        .map(counter -> new Sum(counter.name, counter.text))
        .toArray(CustomMetric[]::new);
  }

  /** What was read so far. */
  static CustomTaskMetric[] of(ReadStatistics read) {
    return COUNTERS.stream()
        .map(counter -> new Value(counter.name, counter.count.applyAsLong(read)))
        .toArray(CustomTaskMetric[]::new);
  }

  /** What the driver read of footers, of which kinds, and what they left out. */
  static CustomTaskMetric[] of(TableFiles files, ParquetScanPlan plan) {
    ReadStatistics footers = files.statistics();
    List<FooterLayout> layouts = files.layouts();
    long plain = layouts.stream().filter(FooterLayout.THRIFT::equals).count();
    return new CustomTaskMetric[] {
      new Value("footerRequests", footers.footerRequests()),
      new Value("footerBytes", footers.footerBytesRead()),
      new Value(FOOTERS_THRIFT, plain),
      new Value(FOOTERS_FLATBUFFERS, layouts.size() - plain),
      new Value(FOOTERS_OF_BUNDLE, layouts.isEmpty() ? plan.files().size() : 0),
      new Value(FILES_LEFT_OUT, plan.filesLeftOut()),
      new Value(ROW_GROUPS_SKIPPED, plan.rowGroupsLeftOut())
    };
  }
}
