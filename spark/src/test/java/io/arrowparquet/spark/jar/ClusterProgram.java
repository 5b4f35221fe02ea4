// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark.jar;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.spark.FooterJobs;
import io.arrowparquet.spark.LakeFileSystem;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.SparkException;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.ArrowUtils;

/**
 * An application for {@code spark-submit}. In a scan, a write and jobs the first task that comes to
 * a certain place waits there until its executor is killed, or the job cancelled. Prints what the
 * results are, and what is left.
 *
 * @see ClusterTest
 */
public final class ClusterProgram {
  private static final int FILES = 6;
  private static final int ROWS = 40_000;
  private static final int COPIES = 7;
  private static final int TASKS = 8;
  private static final long POLL_MILLIS = 20;
  private static final long MINUTES = 5;
  private static final String SUMS = "SELECT count(*), sum(id), sum(crc32(s)) FROM ";

  private final SparkSession spark;
  private final Path folder;

  private ClusterProgram(SparkSession spark, Path folder) {
    this.spark = spark;
    this.folder = folder;
  }

  /** Runs all below a folder. */
  public static void main(String[] arguments) throws Exception {
    SparkSession session = SparkSession.builder().getOrCreate();
    try {
      new ClusterProgram(session, Path.of(arguments[0])).run();
    } finally {
      session.stop();
    }
  }

  /** Local files; the eighth one of a lake, or the first segment, is a place to wait at. */
  public static final class Held extends LakeFileSystem {
    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        boolean overwrite,
        int buffer,
        short replication,
        long block,
        Progressable progress)
        throws IOException {
      FSDataOutputStream out = super.create(path, overwrite, buffer, replication, block, progress);
      String name = path.getName();
      if (name.startsWith(".copy-07") || name.contains(".segment")) {
        pass(getConf().get("held") + (name.contains(".segment") ? "/bundle" : "/attach"));
      }
      return out;
    }
  }

  /** The first one to come here waits for the worst, and writes down which process it is in. */
  public static String pass(String place) throws IOException {
    try {
      Files.createFile(Path.of(place));
    } catch (FileAlreadyExistsException e) {
      return "passed";
    }
    Files.writeString(Path.of(place + ".process"), ProcessHandle.current().pid() + "\n");
    try {
      TimeUnit.MINUTES.sleep(2 * MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IOException(place + ": nobody is let through");
  }

  /** Bytes that are allocated in this process. */
  public static long allocated() {
    return ArrowUtils.rootAllocator().getAllocatedMemory();
  }

  private void run() throws Exception {
    String table = folder.resolve("table").toString();
    spark
        .range(0, (long) FILES * ROWS, 1, FILES)
        .selectExpr("id", "concat('x', id) AS s")
        .write()
        .parquet(table);
    spark.read().parquet(table).createOrReplaceTempView("theirs");
    spark.read().format("arrowparquet").load(table).createOrReplaceTempView("ours");
    say("expected", sums("theirs"));

    say("scan", killed("scan", () -> sums("ours WHERE " + passing("scan"))));

    Path copy = folder.resolve("copy");
    say("write", killed("write", () -> written("write", copy)));
    say("left of write", others(copy));

    Path lake = lake(Path.of(table));
    List<String> paths = List.of("lake:" + lake);
    FooterJobs jobs = FooterJobs.of(spark).withTasks(TASKS);
    say("attach", killed("attach", () -> "" + jobs.attach(paths, FooterLayout.SPEC).count()));
    say("verified", "" + jobs.verify(paths).where("outcome = 'verified'").count());
    say("left of attach", others(lake));

    String bundle = "lake:" + lake + "/_footers.bundle";
    say("bundle", killed("bundle", () -> "" + jobs.createBundle(bundle, paths).count()));
    say("of bundle", sums("arrowparquet.bundle.`" + bundle + "`"));
    say("left of bundle", others(lake));

    List<String> started = new CopyOnWriteArrayList<>();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onJobStart(SparkListenerJobStart start) {
                started.add(start.properties().getProperty("spark.job.description", ""));
              }
            });
    say("of files", sums("arrowparquet.`" + paths.get(0) + "`"));
    spark.sparkContext().listenerBus().waitUntilEmpty();
    say("footers", "" + started.contains("arrowparquet: read footers"));

    Path none = folder.resolve("none");
    say("cancelled", cancelled("cancel", () -> written("cancel", none)));
    say("left of cancelled", others(none));
  }

  private String sums(String from) {
    return spark.sql(SUMS + from).first().toString();
  }

  private String written(String place, Path to) {
    spark
        .sql("SELECT * FROM ours WHERE " + passing(place))
        .write()
        .format("arrowparquet")
        .mode("append")
        .save(to.toString());
    return sums("arrowparquet.`" + to + "`");
  }

  /** A condition that is true for all rows; one of each file comes to a place. */
  private String passing(String place) {
    return String.format(
        "(id %% %d <> %d OR java_method('%s', 'pass', '%s') IS NOT NULL)",
        ROWS, ROWS - 1000, ClusterProgram.class.getName(), folder.resolve(place));
  }

  /** Copies of the files of a table, in one folder. */
  private Path lake(Path table) throws IOException {
    Path lake = Files.createDirectory(folder.resolve("lake"));
    int copied = 0;
    try (Stream<Path> files = Files.list(table)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
        for (int i = 0; i < COPIES; i++) {
          Files.copy(file, lake.resolve(String.format("copy-%02d.parquet", copied++)));
        }
      }
    }
    return lake;
  }

  /** Files in a folder that do not belong to a table, by the ends of their names. */
  private static String others(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(".") || !name.endsWith(".parquet"))
          .map(name -> name.substring(name.lastIndexOf('.') + 1))
          .sorted()
          .toList()
          .toString();
    }
  }

  private String killed(String place, Callable<String> work) throws Exception {
    return interrupted(
        place, work, process -> ProcessHandle.of(process).orElseThrow().destroyForcibly());
  }

  private String cancelled(String place, Callable<String> work) throws Exception {
    spark.sparkContext().setJobGroup(place, place, true);
    try {
      return interrupted(place, work, process -> spark.sparkContext().cancelJobGroup(place));
    } catch (SparkException e) {
      return e.getMessage().contains("cancelled") ? "cancelled" : e.toString();
    } finally {
      spark.sparkContext().clearJobGroup();
    }
  }

  /** Does something while a task waits at a place, which the work has to come to. */
  private String interrupted(String place, Callable<String> work, Consumer<Long> end)
      throws Exception {
    CompletableFuture<Void> ended =
        CompletableFuture.runAsync(() -> end.accept(processAt(folder.resolve(place + ".process"))));
    try {
      return work.call();
    } finally {
      ended.get(1, TimeUnit.MINUTES); // before the work
      say("allocated after " + place, "" + allocatedByExecutors());
    }
  }

  private static long processAt(Path file) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
    try {
      while (System.nanoTime() < end) {
        String process = Files.exists(file) ? Files.readString(file) : "";
        if (process.endsWith("\n")) {
          return Long.parseLong(process.strip());
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalStateException(file + ": no task came to it");
  }

  private List<Object> allocatedByExecutors() {
    String allocated = "java_method('" + ClusterProgram.class.getName() + "', 'allocated')";
    return spark
        .sql("SELECT " + allocated + " FROM range(0, " + TASKS + ", 1, " + TASKS + ")")
        .collectAsList()
        .stream()
        .map((Row row) -> row.get(0))
        .distinct()
        .toList();
  }

  private static void say(String what, String result) {
    System.out.println("- " + what + ": " + result);
  }
}
