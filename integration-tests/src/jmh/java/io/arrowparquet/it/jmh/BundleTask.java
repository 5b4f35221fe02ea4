// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;

/**
 * Something that {@link BundleTargets} has done in a JVM of its own, with a heap of its own. Prints
 * names and numbers, one pair a line.
 */
public final class BundleTask {
  /** How often a bundle is made: the first time compiles. */
  private static final int ROUNDS = 2;

  private static final int PLANS = 30;
  private static final int SCANS = 5;
  private static final ParquetReadOptions ALL = ParquetReadOptions.defaults();
  private static final int FILES_OF_RANGE = 5;
  private static final double MILLION = 1e6;
  private static final int SPLITS = 20;
  private static final long SPLIT_BYTES = 128 << 20;

  private final Path folder;
  private final Path bundle;
  private final int files;
  private final int columns;

  private BundleTask(Path folder, int files, int columns) {
    this.folder = folder;
    this.bundle = bundleOf(folder);
    this.files = files;
    this.columns = columns;
  }

  /** Arguments: the task, the folder with the files, their number, that of their columns. */
  public static void main(String[] arguments) throws IOException {
    BundleTask task =
        new BundleTask(
            Path.of(arguments[1]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    switch (arguments[0]) {
      case "create" -> task.create();
      case "find" -> task.find();
      case "scan" -> task.scan();
      case "plan-range" -> task.plan(range(task.files, task.columns));
      case "split-range" -> task.split(range(task.files, task.columns));
      case "split-all" -> task.split(Operand.column("time").isNotNull());
      case "plan-time" -> task.plan(atTime(task.files));
      case "plan-measure" -> task.plan(Operand.column("measure_1").isLessThan(1L));
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    print("heap", heapPeak() / MILLION);
  }

  /** Where the bundle of a folder is. */
  static Path bundleOf(Path folder) {
    return folder.resolveSibling(folder.getFileName() + ".bundle");
  }

  private static void print(String name, double value) {
    System.out.println(name + " " + value);
  }

  /** The most bytes of the heap that were in use at one time, about. */
  private static long heapPeak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }

  /** A range of the time, and two columns more. */
  static RowFilter range(int files, int columns) {
    return atTime(files)
        .and(Operand.column("measure_1").isLessThan(1_000_000L))
        .and(Operand.column(BundleLake.column(columns - 1)).isNotNull());
  }

  /** The times of some files in the middle. */
  private static RowFilter atTime(int files) {
    Operand time = Operand.column("time");
    return time.isAtLeast(BundleLake.time(files / 2))
        .and(time.isLessThan(BundleLake.time(files / 2 + FILES_OF_RANGE)));
  }

  /** Reads all footers, and makes the bundle of them. */
  private void create() throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    long thrift = 0;
    for (int file = 0; file < files; file++) {
      Path path = folder.resolve(BundleLake.path(file));
      inputs.add(BundleInput.of(folder, path));
      thrift += Files.size(path) - BundleLake.OTHER_BYTES;
    }
    BundleWriter writer = new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults());
    for (int round = 1; round <= ROUNDS; round++) {
      long start = processors();
      FooterReader reader = FooterReader.defaults();
      for (int file = 0; file < files; file++) {
        reader.read(folder.resolve(BundleLake.path(file)));
      }
      long read = processors();
      long created = System.nanoTime();
      writer.write(inputs, true);
      long end = processors();
      if (round == ROUNDS) {
        print("ratio", (double) (end - read) / (read - start));
        print("seconds", (System.nanoTime() - created) / MILLION / 1000);
      }
    }
    print("size", (double) Files.size(bundle) / thrift);
  }

  /** Nanoseconds of all processors. */
  private static long processors() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private void find() throws IOException {
    try (FooterBundle open = FooterBundle.open(bundle)) {
      BundleEntry found = open.find(BundleLake.path(files / 2));
      if (found == null) {
        throw new IllegalStateException("not found");
      }
      print("requests", (double) open.requests());
      print("bytes", (double) open.bytesRead());
    }
  }

  /** All rows, by the bundle and without it, in turns; of each the least time of the processors. */
  private void scan() throws IOException {
    long byBundle = Long.MAX_VALUE;
    long without = Long.MAX_VALUE;
    for (int round = 0; round < SCANS; round++) {
      long start = processors();
      try (FooterBundle open = FooterBundle.open(bundle)) {
        requireRows(ParquetFileSet.open(open, folder, BundleTrust.STAT, ALL, stale -> {}));
      }
      long middle = processors();
      requireRows(ParquetFileSet.open(List.of(folder)));
      byBundle = Math.min(byBundle, middle - start);
      without = Math.min(without, processors() - middle);
    }
    print("ratio", (double) byBundle / without);
  }

  private void requireRows(ParquetFileSet set) throws IOException {
    long rows = 0;
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(ALL, allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    if (rows != (long) files * BundleLake.ROWS_OF_TINY) {
      throw new IllegalStateException(rows + " rows");
    }
  }

  /** Opens and plans, again and again. */
  private void plan(RowFilter filter) throws IOException {
    ParquetReadOptions options = ParquetReadOptions.defaults().withFilter(filter);
    double[] millis = new double[PLANS];
    for (int i = 0; i < PLANS; i++) {
      long start = System.nanoTime();
      try (FooterBundle open = FooterBundle.open(bundle)) {
        int found = ParquetScanPlan.rowGroups(open, null, options).size();
        millis[i] = (System.nanoTime() - start) / MILLION;
        if (i == 0) {
          print("files", found);
          print("requests", (double) open.requests());
          print("bytes", (double) open.bytesRead());
          print("percent", 100.0 * open.bytesRead() / open.length());
        }
      }
    }
    print("first", millis[0]);
    Arrays.sort(millis);
    print("median", millis[PLANS / 2]);
  }

  /** Opens, plans and makes the bytes of splits of three columns, again and again. */
  private void split(RowFilter filter) throws IOException {
    ParquetReadOptions options =
        ALL.withFilter(filter)
            .withColumns(List.of("time", "measure_1", BundleLake.column(columns - 1)));
    double[] millis = new double[SPLITS];
    for (int i = 0; i < SPLITS; i++) {
      long start = System.nanoTime();
      try (FooterBundle open = FooterBundle.open(bundle)) {
        ParquetScanPlan plan = ParquetScanPlan.of(open, BundleFolder.of(folder), null, options);
        long bytes = 0;
        List<ParquetSplit> splits = plan.splits(SPLIT_BYTES);
        for (ParquetSplit split : splits) {
          bytes += split.toBytes().length;
        }
        millis[i] = (System.nanoTime() - start) / MILLION;
        if (i == 0) {
          print("requests", (double) open.requests());
          print("bytes", (double) open.bytesRead());
          print("splits", splits.size());
          print("size", (double) bytes / Math.max(1, splits.size()));
        }
      }
    }
    print("first", millis[0]);
    Arrays.sort(millis);
    print("median", millis[SPLITS / 2]);
  }
}
