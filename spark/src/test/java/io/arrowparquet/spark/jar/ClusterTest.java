// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark.jar;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.spark.LakeFileSystem;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application on a cluster of two executors, which are processes of their own and are killed in
 * the middle of what they do. Of ours there is the one jar that {@code --jars} takes.
 *
 * @see io.arrowparquet.spark.ArrowParquetSource
 * @see io.arrowparquet.spark.FooterJobs
 */
class ClusterTest {
  private static final long TIMEOUT_MINUTES = 20;

  /** Of processes that run for seconds each. */
  static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  @TempDir private static Path folder;
  private static Process driver;
  private static Map<String, String> said;

  @BeforeAll
  static void submit() throws Exception {
    Path program = program();
    ProcessBuilder builder = new ProcessBuilder(command(program, home()));
    // What the script that starts Spark finds out itself.
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    driver =
        builder
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean isEnded = driver.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES);
    String all = Files.readString(out) + Files.readString(err);
    assertThat(isEnded).as("ended in time: %s", all).isTrue();
    assertThat(driver.exitValue()).as(all).isZero();
    said =
        Files.readAllLines(out).stream()
            .filter(line -> line.startsWith("- "))
            .map(line -> line.substring(2).split(": ", 2))
            .collect(Collectors.toMap(said -> said[0], said -> said[1], (a, b) -> b, TreeMap::new));
  }

  @AfterAll
  static void end() throws InterruptedException {
    if (driver != null) {
      List<ProcessHandle> executors = driver.descendants().toList();
      driver.destroyForcibly().waitFor();
      executors.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** The application, with nothing in it but what is of these tests. */
  private static Path program() throws Exception {
    Path classes =
        Path.of(ClusterProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path program = folder.resolve("program.jar");
    try (OutputStream out = Files.newOutputStream(program);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Class<?> top : List.of(ClusterProgram.class, LakeFileSystem.class)) {
        String name = top.getName().replace('.', '/');
        try (Stream<Path> files = Files.list(classes.resolve(name).getParent())) {
          for (Path file :
              files
                  .filter(f -> f.getFileName().toString().startsWith(top.getSimpleName()))
                  .toList()) {
            jar.putNextEntry(new JarEntry(classes.relativize(file).toString()));
            Files.copy(file, jar);
          }
        }
      }
    }
    return program;
  }

  /** A folder as of a release of Spark. */
  private static Path home() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("home/jars"));
    for (Path jar : OneJarTest.jarsOfSpark()) {
      Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
    }
    return jars;
  }

  private static List<String> command(Path program, Path jars) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-Dio.netty"))
        .forEach(command::add);
    command.addAll(QUICK);
    command.addAll(List.of("-Xmx1g", "-cp", jars + "/*", "org.apache.spark.deploy.SparkSubmit"));
    command.addAll(List.of("--master", "local-cluster[2,1,1024]"));
    Map.of(
            "spark.ui.enabled", "false",
            "spark.executor.extraJavaOptions", String.join(" ", QUICK),
            "spark.driver.host", "127.0.0.1",
            "spark.driver.bindAddress", "127.0.0.1",
            "spark.sql.shuffle.partitions", "2",
            "spark.sql.catalog.arrowparquet", "io.arrowparquet.spark.PathCatalog",
            "spark.hadoop.fs.lake.impl", ClusterProgram.Held.class.getName(),
            "spark.hadoop.fs.AbstractFileSystem.lake.impl", LakeFileSystem.Renaming.class.getName(),
            "spark.hadoop.held", folder.toString())
        .forEach((name, value) -> command.addAll(List.of("--conf", name + "=" + value)));
    command.addAll(List.of("--jars", OneJarTest.jar().toRealPath().toString()));
    command.addAll(List.of("--class", ClusterProgram.class.getName(), program.toString()));
    command.add(folder.toString());
    return command;
  }

  @Test
  void a_scan_gives_each_row_once() {
    assertThat(said.get("expected")).startsWith("[240000,28799880000,");
    assertThat(said).containsEntry("scan", said.get("expected"));
  }

  @Test
  void a_write_leaves_whole_files_of_each_row_once() {
    assertThat(said)
        .containsEntry("write", said.get("expected"))
        .containsEntry("left of write", "[_SUCCESS, crc]");
  }

  /** What the executor that was killed had not finished stays under its hidden name. */
  @Test
  void a_job_does_each_file_and_leaves_none_half() {
    assertThat(said)
        .containsEntry("attach", "42")
        .containsEntry("verified", "42")
        .containsEntry("left of attach", "[arrowparquet]");
  }

  @Test
  void a_bundle_has_each_file_once() {
    assertThat(said.get("of bundle")).startsWith("[1680000,201599160000,");
    assertThat(said)
        .containsEntry("bundle", "1")
        .containsEntry("left of bundle", "[arrowparquet, bundle]");
  }

  @Test
  void executors_read_the_footers_of_many_files() {
    assertThat(said)
        .containsEntry("of files", said.get("of bundle"))
        .containsEntry("footers", "true");
  }

  @Test
  void a_write_that_is_cancelled_leaves_nothing() {
    assertThat(said)
        .containsEntry("cancelled", "cancelled")
        .containsEntry("left of cancelled", "[]");
  }

  @Test
  void memory_is_free_once_tasks_have_ended() {
    for (String place : List.of("scan", "write", "attach", "bundle", "cancel")) {
      assertThat(said).containsEntry("allocated after " + place, "[0]");
    }
  }
}
