// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Measures how fast files become Arrow vectors, beside Arrow's native Dataset, DuckDB and
 * parquet-java's column readers: the rows of TPC-H's lineitem, and nested orders.
 *
 * <pre>
 *   mvn -Ptargets -Dquick -DskipTests verify
 *   mvn -Ptargets -Dquick -DskipTests verify -Dtargets.java=/path/to/jdk-25/bin/java
 * </pre>
 *
 * <p>Hardwood is among the peers of flat columns where the JVM is one of Java 21 or later.
 *
 * <p>All scans of a line take turns in this process. Printed are the least milliseconds of a scan
 * and the CPU time of the process for one, threads of the peers included, and our share of what the
 * fastest peer takes: by CPU time with one thread, as the Dataset reads and decompresses on threads
 * of its own, else by the clock. A share above its limit, and more heap memory for a scan than
 * {@link #MOST_MEGABYTES}, or {@link #MOST_MEGABYTES_OF_SCANS}, is missed: the program then exits
 * with 1.
 */
public final class ScanTargets {
  /** Of the heap, for one scan. */
  private static final double MOST_MEGABYTES = 5;

  /** A scan also hands each batch from thread to thread, as Arrow's record batch. */
  private static final double MOST_MEGABYTES_OF_SCANS = 8;

  private static final int LINE_ITEMS = 2_000_000;
  private static final int ORDERS = 400_000;
  private static final int KEYS = LINE_ITEMS / 4;
  private static final int PARTS = 2_000;
  private static final int DAY = LineItemFile.FIRST_DAY + LineItemFile.DAYS / 2;
  private static final List<String> NUMBERS = List.of("l_partkey", "l_quantity", "l_extendedprice");
  private static final String DATASET = "Dataset";
  private static final String DUCKDB = "DuckDB";
  private static final String HARDWOOD = "Hardwood";
  private static final String PARQUET_JAVA = "parquet-java";

  /** What our share of the time of the fastest peer may be; the rest is what clocks differ by. */
  private static final double AS_FAST = 1.05;

  private static final double TWICE_AS_FAST = 0.5;
  private static final double ONE_FIFTH_FASTER = 1 / 1.2;

  private final BufferAllocator allocator;
  private final ExecutorService executor;
  private final PrintWriter out;
  private final HardwoodScans hardwood = HardwoodScans.find();
  private boolean isMissed;

  private ScanTargets(BufferAllocator allocator, ExecutorService executor, PrintWriter out)
      throws ReflectiveOperationException {
    this.allocator = allocator;
    this.executor = executor;
    this.out = out;
  }

  /** Measures everything, or the lines that begin with one of the arguments. */
  public static void main(String[] arguments) throws Exception {
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    ExecutorService executor = Executors.newFixedThreadPool(2);
    boolean isMissed;
    try (BufferAllocator allocator = new RootAllocator()) {
      ScanTargets targets = new ScanTargets(allocator, executor, out);
      targets.measure(List.of(arguments));
      isMissed = targets.isMissed;
    } finally {
      executor.shutdown();
    }
    System.exit(isMissed ? 1 : 0);
  }

  /** A line: scans that have to find the same number of rows, ours first. */
  private record Line(
      String name, double most, boolean byClock, Map<String, Callable<Long>> scans) {
    static Line of(String name, Callable<Long> ours) {
      Map<String, Callable<Long>> scans = new LinkedHashMap<>();
      scans.put("ours", ours);
      return new Line(name, AS_FAST, false, scans);
    }

    /** Nothing for null. */
    Line beside(String peer, Callable<Long> scan) {
      if (scan != null) {
        scans.put(peer, scan);
      }
      return this;
    }

    Line limited(double share) {
      return new Line(name, share, byClock, scans);
    }

    Line clocked() {
      return new Line(name, most, true, scans);
    }
  }

  private void measure(List<String> wanted) throws Exception {
    out.printf("%-42s %s%n", "milliseconds by the clock / of CPU time", "megabytes of heap, share");
    for (ParquetCodec codec : List.of(ParquetCodec.SNAPPY, ParquetCodec.ZSTD)) {
      Path file = LineItemFile.write(LINE_ITEMS, codec, allocator);
      try {
        report(flat(file, codec), wanted);
        if (codec == ParquetCodec.SNAPPY) {
          report(twoThreads(file), wanted);
          reportFloor(file, codec, wanted);
        }
        Path byDuckDb = LineItemFile.rewrittenByDuckDb(file, codec);
        try {
          report(writtenByDuckDb(byDuckDb, codec), wanted);
        } finally {
          Files.delete(byDuckDb);
        }
      } finally {
        Files.delete(file);
      }
    }
    Path file = NestedOrdersFile.write(ORDERS, ParquetCodec.SNAPPY, allocator);
    try {
      report(nested(file), wanted);
    } finally {
      Files.delete(file);
    }
  }

  private void report(List<Line> lines, List<String> wanted) throws Exception {
    for (Line line : lines) {
      if (wanted.isEmpty() || wanted.stream().anyMatch(line.name()::startsWith)) {
        report(line);
      }
    }
  }

  private void report(Line line) throws Exception {
    Map<String, InterleavedScans.Cost> costs = InterleavedScans.measure(line.scans());
    InterleavedScans.Cost ours = costs.remove("ours");
    double fastest =
        costs.values().stream().mapToDouble(cost -> time(line, cost)).min().orElseThrow();
    double share = time(line, ours) / fastest;
    double mostHeap = line.byClock() ? MOST_MEGABYTES_OF_SCANS : MOST_MEGABYTES;
    boolean missed = share > line.most() || ours.heapMegabytes() > mostHeap;
    isMissed |= missed;
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%-42s ours %s", line.name(), ours.text()));
    costs.forEach((peer, cost) -> text.append("  ").append(peer).append(' ').append(cost.text()));
    out.printf(
        Locale.ROOT,
        "%s  %.1f MB  %.2f of at most %.2f%s%n",
        text,
        ours.heapMegabytes(),
        share,
        line.most(),
        missed ? "  MISSED" : "");
  }

  private static double time(Line line, InterleavedScans.Cost cost) {
    return line.byClock() ? cost.millis() : cost.cpuMillis();
  }

  private List<Line> flat(Path file, ParquetCodec codec) {
    List<String> all = LineItemFile.columns();
    return List.of(
        flat(codec + ", all 16 columns", file, all),
        flat(codec + ", 3 numbers", file, NUMBERS),
        flat(codec + ", the comment column", file, List.of("l_comment")),
        Line.of(codec + ", 1 % filter, sorted column", () -> read(file, sorted()))
            .beside(DATASET, () -> dataset(file, all, LineItemFile.orders(KEYS, KEYS + KEYS / 100)))
            .beside(DUCKDB, () -> duckDb(file, all, sortedSql(), 1))
            .beside(HARDWOOD, hardwood(() -> hardwood.rows(file, all, sortedHardwood(), 1))),
        Line.of(codec + ", 1 % filter, unsorted column", () -> read(file, unsorted()))
            .beside(DATASET, () -> dataset(file, all, LineItemFile.partsBelow(PARTS)))
            .beside(DUCKDB, () -> duckDb(file, all, unsortedSql(), 1))
            .beside(HARDWOOD, hardwood(() -> hardwood.rows(file, all, unsortedHardwood(), 1))));
  }

  /** All values of some columns. */
  private Line line(String name, Path file, List<String> columns) {
    return Line.of(name, () -> read(file, ParquetReadOptions.defaults().withColumns(columns)))
        .beside(DATASET, () -> dataset(file, columns, null))
        .beside(DUCKDB, () -> duckDb(file, columns, "", 1));
  }

  /** As {@link #line}, with a peer that needs a newer Java. */
  private Line flat(String name, Path file, List<String> columns) {
    return line(name, file, columns)
        .beside(HARDWOOD, hardwood(() -> hardwood.rows(file, columns, null, 1)));
  }

  /** The scan, or null without Hardwood. */
  private Callable<Long> hardwood(Callable<Long> scan) {
    return hardwood == null ? null : scan;
  }

  private Object sortedHardwood() throws ReflectiveOperationException {
    return hardwood.range("l_orderkey", KEYS, KEYS + KEYS / 100);
  }

  private Object unsortedHardwood() throws ReflectiveOperationException {
    return hardwood.lessThan("l_partkey", PARTS);
  }

  private List<Line> twoThreads(Path file) throws IOException {
    ParquetFileSet files = ParquetFileSet.open(List.of(file));
    List<String> all = LineItemFile.columns();
    return List.of(
        Line.of("two threads, all 16 columns", () -> scan(files, ParquetReadOptions.defaults()))
            .beside(DUCKDB, () -> duckDb(file, all, "", 2))
            .beside(HARDWOOD, hardwood(() -> hardwood.rows(file, all, null, 2)))
            .clocked(),
        Line.of("two threads, 1 % filter, sorted column", () -> scan(files, sorted()))
            .beside(DUCKDB, () -> duckDb(file, all, sortedSql(), 2))
            .beside(HARDWOOD, hardwood(() -> hardwood.rows(file, all, sortedHardwood(), 2)))
            .clocked(),
        Line.of("two threads, 1 % filter, unsorted column", () -> scan(files, unsorted()))
            .beside(DUCKDB, () -> duckDb(file, all, unsortedSql(), 2))
            .beside(HARDWOOD, hardwood(() -> hardwood.rows(file, all, unsortedHardwood(), 2)))
            .clocked());
  }

  /** How much two threads save where they do nothing but decompress and copy. */
  private void reportFloor(Path file, ParquetCodec codec, List<String> wanted) throws Exception {
    List<RooflinePages> first = RooflinePages.of(file, codec, LineItemFile.columns(), allocator);
    List<RooflinePages> second = RooflinePages.of(file, codec, LineItemFile.columns(), allocator);
    try {
      Line line =
          Line.of("two threads, floor of all 16 columns", () -> floor(first, second))
              .beside("one thread", () -> floor(first, 0, 1))
              .clocked()
              .limited(1);
      report(List.of(line), wanted);
    } finally {
      first.forEach(RooflinePages::close);
      second.forEach(RooflinePages::close);
    }
  }

  private long floor(List<RooflinePages> first, List<RooflinePages> second) throws Exception {
    Future<Long> other = executor.submit(() -> floor(second, 1, 2));
    long rows = floor(first, 0, 2);
    other.get();
    return rows;
  }

  private static long floor(List<RooflinePages> columns, int thread, int threads)
      throws IOException {
    for (RooflinePages pages : columns) {
      pages.floor(thread, threads);
    }
    return LINE_ITEMS;
  }

  /** Files in order of the day of shipping, with one page for each of four row groups' chunks. */
  private List<Line> writtenByDuckDb(Path file, ParquetCodec codec) throws IOException {
    ParquetFileSet files = ParquetFileSet.open(List.of(file));
    List<String> comment = List.of("l_comment");
    String name = "by DuckDB, " + codec;
    if (codec == ParquetCodec.ZSTD) {
      ParquetScanOptions read =
          ParquetScanOptions.defaults()
              .withRead(ParquetReadOptions.defaults().withColumns(comment))
              .withThreads(1);
      return List.of(
          Line.of(name + ", the comment column, read ahead", () -> scan(files, read))
              .beside(DATASET, () -> dataset(file, comment, null))
              .clocked());
    }
    return List.of(
        line(name + ", 3 numbers", file, NUMBERS)
            .beside(HARDWOOD, hardwood(() -> hardwood.rows(file, NUMBERS, null, 1)))
            .limited(ONE_FIFTH_FASTER),
        besideDuckDb(name + ", 1 % filter, sorted column", files, file, byDay(), byDaySql(), 1)
            .limited(0.7),
        besideDuckDb(
                name + ", 1 % filter, unsorted column", files, file, unsorted(), unsortedSql(), 1)
            .limited(0.9),
        besideDuckDb(name + ", two threads, sorted", files, file, byDay(), byDaySql(), 2)
            .limited(0.7)
            .clocked(),
        besideDuckDb(name + ", two threads, unsorted", files, file, unsorted(), unsortedSql(), 2)
            .limited(0.9)
            .clocked());
  }

  private Line besideDuckDb(
      String name,
      ParquetFileSet files,
      Path file,
      ParquetReadOptions options,
      String sql,
      int threads) {
    List<String> all = LineItemFile.columns();
    return Line.of(name, () -> threads == 1 ? read(file, options) : scan(files, options))
        .beside(DUCKDB, () -> duckDb(file, all, sql, threads));
  }

  private static ParquetReadOptions byDay() {
    Operand day = Operand.column("l_shipdate");
    return ParquetReadOptions.defaults()
        .withFilter(
            day.isAtLeast(LocalDate.ofEpochDay(DAY))
                .and(day.isLessThan(LocalDate.ofEpochDay(DAY + LineItemFile.DAYS / 100))));
  }

  private static String byDaySql() {
    return "l_shipdate >= DATE '%s' AND l_shipdate < DATE '%s'"
        .formatted(LocalDate.ofEpochDay(DAY), LocalDate.ofEpochDay(DAY + LineItemFile.DAYS / 100));
  }

  private List<Line> nested(Path file) {
    List<String> leaf = List.of("items.list.element.price");
    return List.of(
        line("nested, struct in struct", file, List.of(NestedOrdersFile.CUSTOMER)),
        line("nested, list of text", file, List.of(NestedOrdersFile.TAGS)),
        line("nested, list of struct with a list", file, List.of(NestedOrdersFile.ITEMS)),
        line("nested, map", file, List.of(NestedOrdersFile.ATTRIBUTES)),
        line("nested, all", file, NestedOrdersFile.columns()),
        Line.of(
                "nested, one leaf of the list of struct",
                () -> read(file, ParquetReadOptions.defaults().withColumns(leaf)))
            .beside(
                DUCKDB, () -> duckDb(file, List.of("list_transform(items, x -> x.price)"), "", 1)),
        beside("parquet-java, struct in struct", file, NestedOrdersFile.CUSTOMER),
        beside("parquet-java, list of text", file, NestedOrdersFile.TAGS),
        beside("parquet-java, list of struct with a list", file, NestedOrdersFile.ITEMS),
        beside("parquet-java, map", file, NestedOrdersFile.ATTRIBUTES));
  }

  /** Vectors beside values that are added up one by one, from which both give the same sum. */
  private Line beside(String name, Path file, String column) {
    return Line.of(
            name, () -> sum(file, ParquetReadOptions.defaults().withColumns(List.of(column))))
        .beside(PARQUET_JAVA, () -> ParquetJavaColumns.sum(file, List.of(column), -1))
        .limited(TWICE_AS_FAST);
  }

  private static ParquetReadOptions sorted() {
    return ParquetReadOptions.defaults()
        .withFilter(
            Operand.column("l_orderkey")
                .isAtLeast((long) KEYS)
                .and(Operand.column("l_orderkey").isLessThan((long) (KEYS + KEYS / 100))));
  }

  private static String sortedSql() {
    return "l_orderkey >= " + KEYS + " AND l_orderkey < " + (KEYS + KEYS / 100);
  }

  private static ParquetReadOptions unsorted() {
    return ParquetReadOptions.defaults()
        .withFilter(Operand.column("l_partkey").isLessThan((long) PARTS));
  }

  private static String unsortedSql() {
    return "l_partkey < " + PARTS;
  }

  private long read(Path file, ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return VectorSums.rows(reader);
    }
  }

  private long sum(Path file, ParquetReadOptions options) throws IOException {
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      return VectorSums.sum(reader);
    }
  }

  private long scan(ParquetFileSet files, ParquetReadOptions options) throws IOException {
    return scan(files, ParquetScanOptions.defaults().withRead(options).withThreads(2));
  }

  private long scan(ParquetFileSet files, ParquetScanOptions options) throws IOException {
    long rows = 0;
    try (ParquetScan scan = files.scan(options, executor, allocator)) {
      for (VectorSchemaRoot next = scan.next(); next != null; next = scan.next()) {
        try (VectorSchemaRoot batch = next) {
          rows += batch.getRowCount();
        }
      }
    }
    return rows;
  }

  private long dataset(Path file, List<String> columns, ByteBuffer filter) throws Exception {
    return PeerScans.arrowDataset(file, columns, filter, allocator);
  }

  private long duckDb(Path file, List<String> columns, String condition, int threads)
      throws Exception {
    return PeerScans.duckDb(file, columns, condition, threads, allocator);
  }
}
