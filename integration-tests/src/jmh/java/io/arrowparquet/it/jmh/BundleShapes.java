// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.bundle.BundleEntry;
import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleOptions;
import io.arrowparquet.footer.bundle.BundleWriter;
import io.arrowparquet.footer.bundle.BundledSchema;
import io.arrowparquet.footer.bundle.FooterBundle;
import io.arrowparquet.footer.bundle.LocalBundleStore;
import io.arrowparquet.footer.bundle.RowGroupFacts;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.variant.dataset.BundlePlan;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.Predicate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Bundles of large shapes: how long they take to make, beside reading the same footers one by one,
 * how large they are, and what finding and planning reads of them. Arguments: a folder, the number
 * of files, of columns, of threads. Files that are there are used. A fifth argument, {@code plan},
 * uses the bundle that is there too.
 */
public final class BundleShapes {
  /** How often footers are read and the bundle is made: the first time compiles both. */
  private static final int ROUNDS = 2;

  private BundleShapes() {}

  /** Runs and prints. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    int files = Integer.parseInt(arguments[1]);
    int columns = Integer.parseInt(arguments[2]);
    int jobs = Integer.parseInt(arguments[3]);
    if (Files.notExists(folder)) {
      BundleLake.write(folder, files, columns);
    }
    Path bundle = folder.resolveSibling(folder.getFileName() + ".bundle");
    if (arguments.length < 5) {
      create(folder, bundle, files, jobs);
    }
    for (int i = 0; i < 5; i++) {
      use(bundle, files, columns);
    }
    plan(bundle, "plan, three columns", range(files, columns), 20);
    plan(bundle, "plan, one column", atTime(files), 20);
  }

  private static void create(Path folder, Path bundle, int files, int jobs) throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    long thrift = 0;
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : walk.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        inputs.add(BundleInput.of(folder, file));
        thrift += Files.size(file) - 12;
      }
    }
    BundleWriter writer =
        new BundleWriter(new LocalBundleStore(bundle), BundleOptions.defaults().withJobs(jobs));
    for (int i = 0; i < ROUNDS; i++) {
      Times read = time("read footers", () -> readAll(folder, files, jobs));
      Times made = time("create", () -> writer.create(inputs, true));
      System.out.printf(
          "create / read: %.2f of the time, %.2f of the processors' time%n",
          (double) made.nanos() / read.nanos(), (double) made.cpuNanos() / read.cpuNanos());
    }
    System.out.printf(
        "bundle %,d bytes, Thrift %,d, ratio %.3f%n",
        Files.size(bundle), thrift, (double) Files.size(bundle) / thrift);
  }

  /** A range of the time, and two columns more. */
  private static Predicate range(int files, int columns) {
    return atTime(files)
        .and(Operand.column("measure_1").isLessThan(1_000_000L))
        .and(Operand.column(BundleLake.column(columns - 1)).isNotNull());
  }

  /** The times of some files in the middle. */
  private static Predicate atTime(int files) {
    Operand time = Operand.column("time");
    return time.isAtLeast(BundleLake.time(files / 2))
        .and(time.isLessThan(BundleLake.time(files / 2 + 5)));
  }

  /** Opens and plans, again and again; prints the first time and the median. */
  private static void plan(Path path, String what, Predicate filter, int times) throws IOException {
    ParquetReadOptions options = ParquetReadOptions.ALL.withFilter(filter);
    long[] nanos = new long[times];
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      try (FooterBundle bundle = FooterBundle.open(path)) {
        BundlePlan plan = BundlePlan.of(bundle, options);
        nanos[i] = System.nanoTime() - start;
        if (i == 0) {
          System.out.printf(
              "%s: %d files, first %.1f ms%n", what, plan.files().size(), nanos[0] / 1e6);
          print(bundle);
          System.out.printf(
              "  %.2f %% of the bundle%n", 100.0 * bundle.bytesRead() / bundle.length());
        }
      }
    }
    Arrays.sort(nanos);
    System.out.printf("%s: median %.1f ms%n", what, nanos[times / 2] / 1e6);
  }

  private static void use(Path path, int files, int columns) throws IOException {
    try (FooterBundle bundle = FooterBundle.open(path)) {
      time(
          "find",
          () -> {
            BundleEntry found = bundle.find(BundleLake.path(files / 2));
            if (found == null) {
              throw new IllegalStateException("not found");
            }
          });
      print(bundle);
    }
    try (FooterBundle bundle = FooterBundle.open(path)) {
      List<String> wanted = List.of("time", "measure_1", BundleLake.column(columns - 1));
      time(
          "facts of three columns",
          () -> {
            for (BundledSchema schema : bundle.schemas()) {
              long rows = 0;
              for (RowGroupFacts facts : bundle.facts(schema, wanted)) {
                rows += facts.count();
              }
              if (rows != files) {
                throw new IllegalStateException(rows + " row groups");
              }
            }
          });
      print(bundle);
    }
  }

  private static void print(FooterBundle bundle) {
    System.out.printf("  %d requests, %,d bytes%n", bundle.requests(), bundle.bytesRead());
  }

  private static void readAll(Path folder, int files, int jobs) throws IOException {
    ExecutorService workers = Executors.newFixedThreadPool(jobs);
    try {
      List<Future<?>> tasks = new ArrayList<>();
      for (int job = 0; job < jobs; job++) {
        int first = job;
        tasks.add(workers.submit(() -> readEach(folder, files, first, jobs)));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException(e);
    } finally {
      workers.shutdownNow();
    }
  }

  private static Void readEach(Path folder, int files, int first, int step) throws IOException {
    FooterReader reader = FooterReader.create();
    for (int file = first; file < files; file += step) {
      reader.read(folder.resolve(BundleLake.path(file)));
    }
    return null;
  }

  private interface Work {
    void run() throws IOException;
  }

  /** How long something took, and what all processors did meanwhile. */
  private record Times(long nanos, long cpuNanos) {
    static Times now() {
      Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
      return new Times(System.nanoTime(), cpu.toNanos());
    }
  }

  private static Times time(String what, Work work) throws IOException {
    Times start = Times.now();
    work.run();
    Times end = Times.now();
    Times spent = new Times(end.nanos() - start.nanos(), end.cpuNanos() - start.cpuNanos());
    System.out.printf(
        "%s: %.1f ms, %.0f ms of processors%n", what, spent.nanos() / 1e6, spent.cpuNanos() / 1e6);
    return spent;
  }
}
