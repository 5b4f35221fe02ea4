// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attaches footers to, and makes a bundle of, 2 000 small files on two cores. Prints for how much
 * of the time tasks run, files and columns for each second of a core, and what a million files take
 * on 100 cores then; fails if tasks run for less than 80 % of the time. Run by its name alone.
 *
 * @see FooterJobs
 */
class LakeJobTargets {
  private static final int FILES = 2_000;
  private static final int COLUMNS = 200;
  private static final int CORES = 2;
  private static final double LEAST_BUSY = 0.8;
  private static final double LAKE_FILES = 1e6;
  private static final int LAKE_CORES = 100;

  @TempDir Path folder;
  private boolean isMissed;

  private interface Job {
    Dataset<Row> run() throws IOException;
  }

  @Test
  void tasks_run_for_most_of_the_time() throws Exception {
    SparkSession spark = Sessions.session();
    writeLake(spark, folder);
    FooterJobs jobs = FooterJobs.of(spark);
    List<String> paths = List.of(folder.resolve("lake").toString());
    for (int i = 0; i < 2; i++) {
      String bundle = folder.resolve("bundle" + i).toString();
      String round = i == 0 ? " (cold)" : "";
      measure(spark, "attach" + round, () -> jobs.attach(paths, FooterLayout.SPEC));
      measure(spark, "verify" + round, () -> jobs.verify(paths));
      measure(spark, "bundle" + round, () -> jobs.createBundle(bundle, paths));
      measure(spark, "strip" + round, () -> jobs.strip(paths));
    }
    assertThat(isMissed).isFalse();
  }

  private static void writeLake(SparkSession spark, Path folder) throws IOException {
    String columns =
        IntStream.range(0, COLUMNS)
            .mapToObj(i -> i % 2 == 0 ? "id + " + i + " AS c" + i : "'v" + i + "' AS c" + i)
            .collect(Collectors.joining(", "));
    Path one = folder.resolve("one");
    spark
        .range(0, 50, 1, 1)
        .selectExpr(columns.split(", ", -1))
        .write()
        .format("arrowparquet")
        .mode("append")
        .save(one.toString());
    Path file;
    try (Stream<Path> files = Files.list(one)) {
      file = files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    for (int i = 0; i < FILES; i++) {
      Path day = folder.resolve("lake/day=" + i / 100);
      Files.createDirectories(day);
      Files.copy(file, day.resolve("part-" + i + ".parquet"));
    }
  }

  private void measure(SparkSession spark, String name, Job job) throws Exception {
    AtomicLong running = new AtomicLong();
    AtomicLong computing = new AtomicLong();
    List<Long> ends = new ArrayList<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            running.addAndGet(end.taskMetrics().executorRunTime());
            computing.addAndGet(end.taskMetrics().executorCpuTime());
            ends.add(end.taskInfo().finishTime());
          }
        };
    spark.sparkContext().addSparkListener(listener);
    long start = System.nanoTime();
    Dataset<Row> result = job.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    spark.sparkContext().listenerBus().waitUntilEmpty();
    spark.sparkContext().removeSparkListener(listener);
    long failed = result.where("outcome = 'failed'").count();
    if (failed > 0) {
      throw new IllegalStateException(failed + " files failed");
    }
    double busy = running.get() / 1e3 / (CORES * seconds);
    double perCore = FILES / (CORES * seconds);
    boolean isCounted = !name.contains("cold");
    isMissed |= isCounted && busy < LEAST_BUSY;
    System.out.printf(
        Locale.ROOT,
        "%-14s %5.2f s, tasks run %3.0f %% of it (%.2f s of CPU, %d tasks); %,d files and %,d columns"
            + " a second and core; %,.0f files on %d cores: %.0f s%n",
        name,
        seconds,
        100 * busy,
        computing.get() / 1e9,
        ends.size(),
        Math.round(perCore),
        Math.round(perCore * COLUMNS),
        LAKE_FILES,
        LAKE_CORES,
        LAKE_FILES / (perCore * LAKE_CORES));
  }
}
