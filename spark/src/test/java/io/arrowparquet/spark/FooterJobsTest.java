// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleConflictException;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FooterJobsTest {
  private final SparkSession spark = LakeFileSystem.in(Sessions.interpreting());
  @TempDir Path folder;
  private Path lake;
  private FooterJobs jobs;

  @BeforeEach
  void writeLake() {
    lake = folder.resolve("lake");
    spark
        .range(200)
        .selectExpr("id", "concat('s', id) AS s", "id % 3 AS k")
        .repartition(4)
        .write()
        .partitionBy("k")
        .parquet(lake.toString());
    jobs = FooterJobs.of(spark).withTasks(5);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(lake)) {
      return walk.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    }
  }

  private Map<Path, byte[]> contents() throws IOException {
    Map<Path, byte[]> contents = new TreeMap<>();
    for (Path file : files()) {
      contents.put(file, Files.readAllBytes(file));
    }
    return contents;
  }

  private List<FooterLayout> layouts() throws IOException {
    List<FooterLayout> layouts = new ArrayList<>();
    for (Path file : files()) {
      layouts.add(FooterReader.defaults().read(file).layout());
    }
    return layouts.stream().distinct().toList();
  }

  private static Map<String, Long> outcomes(Dataset<Row> result) {
    return result.collectAsList().stream()
        .collect(Collectors.groupingBy(row -> row.getString(1), Collectors.counting()));
  }

  private List<String> hidden() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".arrowparquet") || name.endsWith(".segment"))
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:", "lake:"})
  void footers_are_attached_converted_verified_and_stripped(String scheme) throws IOException {
    List<String> paths = List.of(scheme + lake);
    if (scheme.equals("lake:")) {
      deleteHadoopsChecksums();
    }
    Map<Path, byte[]> before = contents();
    long files = before.size();

    assertThat(outcomes(jobs.attach(paths, FooterLayout.SPEC)))
        .isEqualTo(Map.of("attached", files));
    assertThat(layouts()).containsExactly(FooterLayout.SPEC);
    assertThat(outcomes(jobs.attach(paths, FooterLayout.SPEC)))
        .isEqualTo(Map.of("unchanged", files));
    assertThat(outcomes(jobs.verify(paths))).isEqualTo(Map.of("verified", files));
    assertThat(outcomes(jobs.convert(paths, FooterLayout.SPEC_V1)))
        .isEqualTo(Map.of("converted", files));
    assertThat(layouts()).containsExactly(FooterLayout.SPEC_V1);
    assertThat(spark.read().parquet(lake.toString()).count()).isEqualTo(200);
    assertThat(outcomes(jobs.strip(paths))).isEqualTo(Map.of("stripped", files));
    assertThat(outcomes(jobs.convert(paths, FooterLayout.SPEC_V1)))
        .isEqualTo(Map.of("unchanged", files));
    assertThat(outcomes(jobs.strip(paths))).isEqualTo(Map.of("unchanged", files));
    contents().forEach((file, bytes) -> assertThat(bytes).isEqualTo(before.get(file)));
    assertThat(hidden()).isEmpty();
  }

  @Test
  void a_task_that_runs_again_finds_done_what_was_done() throws IOException {
    deleteHadoopsChecksums();
    int files = files().size();
    LakeFileSystem.failOnceAt(files().get(files - 1).toString());

    Map<String, Long> outcomes =
        outcomes(jobs.withTasks(1).attach(List.of("lake:" + lake), FooterLayout.SPEC));

    assertThat(outcomes).isEqualTo(Map.of("unchanged", files - 1L, "attached", 1L));
    assertThat(layouts()).containsExactly(FooterLayout.SPEC);
    assertThat(hidden()).isEmpty();
  }

  /** As a speculative attempt does what another one is doing. */
  @ParameterizedTest
  @ValueSource(strings = {"file:", "lake:"})
  void attempts_at_the_same_time_are_harmless(String scheme) throws Exception {
    deleteHadoopsChecksums();
    List<CompletableFuture<Map<String, Long>>> attempts =
        Stream.of(1, 2)
            .map(attempt -> CompletableFuture.supplyAsync(() -> attached(scheme + lake)))
            .toList();

    for (CompletableFuture<Map<String, Long>> attempt : attempts) {
      assertThat(attempt.get(5, TimeUnit.MINUTES)).doesNotContainKey("failed");
    }
    assertThat(layouts()).containsExactly(FooterLayout.SPEC);
    assertThat(spark.read().parquet(lake.toString()).count()).isEqualTo(200);
    assertThat(hidden()).isEmpty();
  }

  private Map<String, Long> attached(String path) {
    try {
      return outcomes(jobs.withTasks(1).attach(List.of(path), FooterLayout.SPEC));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_segment_of_a_lost_attempt_is_deleted() throws IOException {
    Path file = folder.resolve("lake.bundle");
    LakeFileSystem.failOnceAt(".segment");

    jobs.createBundle("lake:" + file, List.of("lake:" + lake));

    assertThat(bundled(file)).isEqualTo(files().size());
    assertThat(hidden()).isEmpty();
  }

  @Test
  void segments_of_a_job_that_fails_are_deleted() throws IOException {
    Path file = folder.resolve("lake.bundle");
    Files.createDirectory(file);
    Files.createFile(file.resolve("in the way"));

    assertThatThrownBy(() -> jobs.createBundle("file:" + file, List.of(lake.toString())))
        .isInstanceOf(IOException.class);

    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(file, lake);
    }
  }

  @Test
  void a_damaged_file_fails_alone_and_is_named() throws IOException {
    Path damaged = files().get(3);
    Files.write(damaged, new byte[100]);

    List<Row> failed =
        jobs.attach(List.of(lake.toString()), FooterLayout.SPEC)
            .where("outcome = 'failed'")
            .collectAsList();

    assertThat(failed).hasSize(1);
    assertThat(failed.get(0).getString(0)).endsWith(damaged.getFileName().toString());
    assertThat(failed.get(0).getString(3)).contains("CorruptFooterException");
    assertThat(failed.get(0).getLong(2)).isEqualTo(100);
    assertThat(outcomes(jobs.verify(List.of(lake + "/k=*")))).containsEntry("failed", 1L);
  }

  @Test
  void jobs_have_names_in_the_ui_and_give_the_threads_own_back() throws Exception {
    List<String> descriptions = new CopyOnWriteArrayList<>();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            descriptions.add(start.properties().getProperty("spark.job.description"));
          }
        };
    spark.sparkContext().addSparkListener(listener);
    spark.sparkContext().setJobGroup("mine", "my job", false);
    try {
      jobs.verify(List.of(lake.toString()));
      spark.sparkContext().listenerBus().waitUntilEmpty();
      assertThat(descriptions).containsExactly("arrowparquet: verify footers");
      assertThat(spark.sparkContext().getLocalProperty("spark.job.description"))
          .isEqualTo("my job");
    } finally {
      spark.sparkContext().clearJobGroup();
      spark.sparkContext().removeSparkListener(listener);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:", "lake:"})
  void bundles_are_created_appended_to_and_compacted(String scheme) throws IOException {
    Path file = folder.resolve("lake/_footers.bundle");
    String bundle = scheme + file;
    List<String> paths = List.of(scheme + lake);
    int files = files().size();

    assertThat(outcomes(jobs.createBundle(bundle, paths)))
        .isEqualTo(Map.of("create: " + files + " added, 0 changed, 0 unchanged", 1L));
    assertThatThrownBy(() -> jobs.createBundle(bundle, paths))
        .isInstanceOf(BundleConflictException.class);
    Files.copy(files().get(0), lake.resolve("new.parquet"));
    assertThat(outcomes(jobs.appendBundle(bundle, paths, BundleTrust.STAT)))
        .isEqualTo(Map.of("append: 1 added, 0 changed, " + files + " unchanged", 1L));
    assertThat(hidden()).as("the one before is kept").hasSize(1);
    assertThat(bundled(file)).isEqualTo(files().size());
    assertThat(outcomes(jobs.compactBundle(bundle)))
        .isEqualTo(Map.of("compact: 0 added, 0 changed, " + (files + 1) + " unchanged", 1L));
    assertThat(hidden()).isEmpty();
    Files.delete(lake.resolve("new.parquet"));
    jobs.replaceBundle(bundle, paths);
    assertThat(bundled(file)).isEqualTo(files);
  }

  /** The scheme {@code lake:} has none; through it they would not be kept up to date. */
  private void deleteHadoopsChecksums() throws IOException {
    try (Stream<Path> walk = Files.walk(lake)) {
      for (Path file : walk.filter(name -> name.toString().endsWith(".crc")).toList()) {
        Files.delete(file);
      }
    }
  }

  private static long bundled(Path file) throws IOException {
    try (FooterBundle bundle = FooterBundle.open(file)) {
      bundle.verify();
      return bundle.fileCount();
    }
  }

  @Test
  void unreadable_files_are_not_in_the_bundle_and_in_the_result() throws IOException {
    Path damaged = files().get(0);
    Files.write(damaged, new byte[100]);
    Path file = folder.resolve("lake.bundle");

    Dataset<Row> result = jobs.createBundle(file.toString(), List.of(lake.toString()));

    assertThat(result.count()).isEqualTo(2);
    assertThat(result.where("outcome = 'failed'").head().getString(0))
        .endsWith(damaged.getFileName().toString());
    assertThat(bundled(file)).isEqualTo(files().size() - 1);
  }

  @Test
  void commands_run_jobs() throws IOException {
    long files = files().size();
    String bundle = folder.resolve("lake.bundle").toString();
    String path = lake.toString();
    assertThat(outcomes(FooterJobs.run(jobs, List.of("attach", "v1", path))))
        .isEqualTo(Map.of("attached", files));
    assertThat(outcomes(FooterJobs.run(jobs, List.of("verify", path))))
        .isEqualTo(Map.of("verified", files));
    FooterJobs.run(jobs, List.of("create-bundle", bundle, path));
    FooterJobs.run(jobs, List.of("append-bundle", bundle, path));
    FooterJobs.run(jobs, List.of("compact-bundle", bundle));
    assertThat(bundled(folder.resolve("lake.bundle"))).isEqualTo(files);
    for (String wrong : List.of("", "attach", "attach spec", "compact-bundle a b", "burn a b")) {
      assertThatThrownBy(() -> FooterJobs.run(jobs, List.of(wrong.split(" ", -1))))
          .isInstanceOf(InvalidRequestException.class);
    }
    assertThatThrownBy(() -> FooterJobs.run(jobs, List.of("attach", "flat", path)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("flat");
  }

  @Test
  void wrong_requests_are_refused() {
    assertThatThrownBy(() -> jobs.verify(List.of(folder + "/none")))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> jobs.attach(List.of(lake.toString()), FooterLayout.THRIFT))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> jobs.compactBundle(folder + "/none"))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> jobs.withTasks(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
