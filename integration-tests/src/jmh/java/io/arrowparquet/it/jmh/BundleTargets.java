// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures what footer bundles are to take and to save: requests, bytes, time and memory, beside
 * what other ways to the same take, on files that have a footer and no pages.
 *
 * <pre>
 *   mvn -Ptargets -Dquick -DskipTests verify -Dbundle.targets=full
 * </pre>
 *
 * <p>Prints each value with its target, and exits with 1 if one is missed. Without {@code full} the
 * files are few, and ratios and times that hold for many of them have no target. Full, it takes
 * some 3 GB of disk and half an hour. What is limited in memory is done in a JVM of its own.
 */
public final class BundleTargets {
  private static final String NONE = "";
  private static final String PROVIDER = "-Dslf4j.provider=org.slf4j.nop.NOPServiceProvider";
  private static final long WARMUP_NANOS = 2_000_000_000L;
  private static final long RUN_NANOS = 1_000_000_000L;
  private static final int LEAST_RUNS = 2;

  /** Footers that are read one by one: what all of them take is estimated from these. */
  private static final int SAMPLE = 50;

  private final Path folder;
  private final boolean isFull;
  private final PrintWriter out;
  private boolean isMissed;

  private BundleTargets(Path folder, boolean isFull, PrintWriter out) {
    this.folder = folder;
    this.isFull = isFull;
    this.out = out;
  }

  /** Measures everything; arguments are {@code full} or {@code small}, and a folder for files. */
  public static void main(String[] arguments) throws Exception {
    boolean isFull = arguments.length > 0 && arguments[0].equals("full");
    Path folder = Path.of(arguments.length > 1 ? arguments[1] : "target/bundle-targets");
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    BundleTargets targets = new BundleTargets(folder, isFull, out);
    try {
      targets.measure();
    } finally {
      delete(folder);
    }
    System.exit(targets.isMissed ? 1 : 0);
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> walk = Files.walk(folder)) {
        for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private void measure() throws Exception {
    out.printf("%-72s %12s %14s%n", "what", "value", "target");
    wide(isFull ? 1000 : 60, isFull ? 10_000 : 2000);
    many(isFull ? 100_000 : 5000);
    schemas(isFull ? 2000 : 300);
    scans(isFull ? 20_000 : 2000);
  }

  /** Few files of very many columns. */
  private void wide(int files, int columns) throws Exception {
    Path lake = folder.resolve("wide");
    BundleLake.write(lake, files, columns);
    String of = files + " x " + columns + ": ";
    create(of, lake, files, columns, "-Xmx2g");
    Map<String, Double> plan = task("plan-range", lake, files, columns, "-Xmx64m");
    atMost(of + "plan of 3 columns, requests", plan.get("requests"), 6, "");
    atMost(of + "plan of 3 columns, bytes", plan.get("bytes") / 1e6, 3, "MB");
    atMost(of + "plan of 3 columns, time", plan.get("median"), 50, "ms");
    info(of + "plan of 3 columns, first in a JVM", plan.get("first"), "ms");
    firstWithArchive(of, lake, files, columns);
    atMost(of + "plan of 3 columns with -Xmx64m, heap", plan.get("heap"), 64, "MB");
    splits(
        of + "splits of a range, 3 columns",
        task("split-range", lake, files, columns, "-Xmx64m"),
        150);
    splits(
        of + "splits of all files, 3 columns",
        task("split-all", lake, files, columns, "-Xmx512m"),
        files);
    BundleBenchmark peers = new BundleBenchmark();
    peers.files = files;
    peers.columns = columns;
    peers.use(new BundleLake.Bundled(lake, BundleTask.bundleOf(lake)), SAMPLE);
    double ours = millis(peers::planByBundle);
    double all = (double) files / SAMPLE;
    ofMany(
        of + "parquet-java's footers / plan", all * millis(peers::readByParquetJava) / ours, 500);
    ofMany(of + "attached footers / plan", all * millis(peers::readAttachedOneByOne) / ours, 5);
    double afar = all * millis(peers::readAttachedOneByOneAfar) / millis(peers::planByBundleAfar);
    ofMany(of + "attached footers / plan, each request 30 ms", afar, 30);
    delete(lake.resolveSibling("attached"));
    delete(lake);
  }

  /**
   * The first plan of a JVM whose classes are in an archive that another one left at its end. The
   * logger's provider is named, as an engine has found it long before it plans.
   */
  private void firstWithArchive(String of, Path lake, int files, int columns) throws Exception {
    List<String> jars = new ArrayList<>();
    for (String entry : classPath()) {
      jars.add(Files.isDirectory(Path.of(entry)) ? jar(entry, "classes-" + jars.size()) : entry);
    }
    Path archive = folder.resolve("classes.jsa");
    String plan = "plan-range";
    String[] options = {
      "-Xmx64m",
      "-Xlog:disable",
      "-XX:ArchiveClassesAtExit=" + archive,
      PROVIDER,
      "-Dslf4j.internal.verbosity=WARN"
    };
    run(jars, plan, lake, files, columns, options);
    options[2] = "-XX:SharedArchiveFile=" + archive;
    Map<String, Double> first = run(jars, plan, lake, files, columns, options);
    atMost(of + "the same with an archive of classes", first.get("first"), 150, "ms");
  }

  /** A jar of a folder: there are archives of the classes of jars alone. */
  private String jar(String classes, String name) {
    Path jar = folder.resolve(name + ".jar");
    ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
    if (tool.run(out, out, "--create", "--file=" + jar, "-C", classes, ".") != 0) {
      throw new IllegalStateException("no jar of " + classes);
    }
    return jar.toString();
  }

  /** Plans with the footers of the columns, put together and written into splits. */
  private void splits(String what, Map<String, Double> split, double mostMillis) {
    atMost(what + ", requests", split.get("requests"), 9, "");
    atMost(what + ", bytes", split.get("bytes") / 1e6, 3, "MB");
    atMost(what + ", time", split.get("median"), mostMillis, "ms");
    info(what + ", number", split.get("splits"), "");
    atMost(what + ", bytes of each", split.get("size") / 1e3, 2, "KB");
    info(what + ", heap", split.get("heap"), "MB");
  }

  /** Very many files of few columns. */
  private void many(int files) throws Exception {
    int columns = 20;
    Path lake = folder.resolve("many");
    BundleLake.write(lake, files, columns);
    String of = files + " x " + columns + ": ";
    create(of, lake, files, columns, "-Xmx512m");
    Map<String, Double> find = task("find", lake, files, columns, "-Xmx64m");
    atMost(of + "find, requests", find.get("requests"), 2, "");
    info(of + "find, bytes", find.get("bytes") / 1e3, "KB");
    Map<String, Double> time = task("plan-time", lake, files, columns, "-Xmx512m");
    share(of + "plan by a column that files are in the order of", time, true);
    Map<String, Double> measure = task("plan-measure", lake, files, columns, "-Xmx512m");
    share(of + "plan by a column without order", measure, false);
    delete(lake);
  }

  private void share(String what, Map<String, Double> plan, boolean isTarget) {
    if (isTarget && isFull) {
      atMost(what + ", of the bundle", plan.get("percent"), 1, "%");
    } else {
      info(what + ", of the bundle", plan.get("percent"), "%");
    }
    info(what + ", bytes", plan.get("bytes") / 1e6, "MB");
    info(what + ", time", plan.get("median"), "ms");
  }

  /** Makes the bundle. */
  private void create(String of, Path lake, int files, int columns, String heap) throws Exception {
    Map<String, Double> create = task("create", lake, files, columns, heap);
    atMost(of + "bundle / Thrift footers, bytes", create.get("size"), 0.35, "x");
    atMost(of + "create / reading, processors' time", create.get("ratio"), 1.5, "x");
    info(of + "create with " + heap, create.get("seconds"), "s");
    Map<String, Double> pure = run(withoutNativeZstd(), "create", lake, files, columns, heap);
    info(of + "create / reading without zstd-jni", pure.get("ratio"), "x");
  }

  /** Files of few rows, of which all are read. */
  private void scans(int files) throws Exception {
    int columns = 20;
    Path lake = folder.resolve("tiny");
    BundleLake.writeTiny(new BundleLake.Bundled(lake, BundleTask.bundleOf(lake)), files, columns);
    Map<String, Double> scan = task("scan", lake, files, columns, "-Xmx512m");
    String what = files + " x " + columns + ": all rows by bundle / without, processors' time";
    if (isFull) {
      atMost(what, scan.get("ratio"), 1, "x");
    } else {
      info(what, scan.get("ratio"), "x");
    }
    delete(lake);
  }

  /** Files that are opened up to their common schema. */
  private void schemas(int files) throws Exception {
    int columns = 200;
    BundleSchemaBenchmark peers = new BundleSchemaBenchmark();
    peers.files = files;
    peers.columns = columns;
    peers.write();
    try {
      String of = files + " x " + columns + ": ";
      double open = millis(peers::bundleWithFootersChecked);
      info(of + "open and unify by bundle", open, "ms");
      info(of + "schema by bundle alone", millis(peers::bundle), "ms");
      double duckDb = millis(peers::duckDbUnion);
      info(of + "DuckDB, union_by_name", duckDb, "ms");
      info(of + "DuckDB, first file", millis(peers::duckDbFirstFile), "ms");
      double arrow = millis(peers::arrowDatasetEachFile);
      info(of + "Arrow's Dataset, each file", arrow, "ms");
      ofMany(of + "DuckDB / open", duckDb / open, 20);
      ofMany(of + "Arrow's Dataset / open", arrow / open, 20);
      atMost(of + "open / file by file", open / millis(peers::footersOneByOne), 1, "x");
      of += "attached, open and unify, ";
      double shared = millis(peers::attachedOneByOne);
      info(of + "time", shared, "ms");
      atLeast(of + "a schema of each / one", millis(peers::attachedSchemaOfEach) / shared, 3);
      double heap = allocated(peers::attachedOneByOne) / files / 1024;
      if (isFull) {
        atMost(of + "heap for each", heap, 40, "KB");
      } else {
        info(of + "heap for each", heap, "KB");
      }
    } finally {
      peers.delete();
    }
  }

  /** The median of the milliseconds that runs take, after some seconds of them. */
  private static double millis(Callable<?> work) throws Exception {
    run(work, WARMUP_NANOS);
    List<Double> millis = run(work, RUN_NANOS);
    millis.sort(Comparator.naturalOrder());
    return millis.get(millis.size() / 2);
  }

  /** Bytes of heap that a run takes of this thread, with what is garbage afterwards. */
  private static double allocated(Callable<?> work) throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.call();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static List<Double> run(Callable<?> work, long nanos) throws Exception {
    List<Double> millis = new ArrayList<>();
    long begin = System.nanoTime();
    while (millis.size() < LEAST_RUNS || System.nanoTime() - begin < nanos) {
      long start = System.nanoTime();
      work.call();
      millis.add((System.nanoTime() - start) / 1e6);
    }
    return millis;
  }

  private void atMost(String what, double value, double most, String unit) {
    report(what, value, unit, "<= " + text(most, unit), value > most);
  }

  /** A ratio that grows with the number of files. */
  private void ofMany(String what, double value, double least) {
    if (isFull) {
      atLeast(what, value, least);
    } else {
      info(what, value, "x");
    }
  }

  private void atLeast(String what, double value, double least) {
    report(what, value, "x", ">= " + text(least, "x"), value < least);
  }

  private void info(String what, double value, String unit) {
    report(what, value, unit, NONE, false);
  }

  private void report(String what, double value, String unit, String target, boolean missed) {
    isMissed |= missed;
    out.printf(
        Locale.ROOT,
        "%-72s %12s %14s%s%n",
        what,
        text(value, unit),
        target,
        missed ? "  MISSED" : "");
  }

  private static String text(double value, String unit) {
    return String.format(Locale.ROOT, value >= 10 ? "%.0f %s" : "%.3g %s", value, unit).trim();
  }

  private static List<String> classPath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1));
  }

  private static List<String> withoutNativeZstd() {
    return classPath().stream().filter(entry -> !entry.contains("zstd-jni")).toList();
  }

  private static Map<String, Double> task(
      String name, Path lake, int files, int columns, String heap) throws Exception {
    return run(classPath(), name, lake, files, columns, heap);
  }

  /** Runs a {@link BundleTask} in a JVM of its own, with some options of the JVM. */
  private static Map<String, Double> run(
      List<String> classPath, String name, Path lake, int files, int columns, String... options)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(classPath.stream().collect(Collectors.joining(File.pathSeparator)));
    command.add(BundleTask.class.getName());
    command.addAll(
        List.of(name, lake.toString(), Integer.toString(files), Integer.toString(columns)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, Double> values = new HashMap<>();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] pair = line.split(" ", -1);
        values.put(pair[0], Double.valueOf(pair[1]));
      }
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(name + " of " + lake + " failed");
    }
    return values;
  }
}
