// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.it.TargetTable;
import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Measures what reading from afar is to cost: requests, time, memory and bytes. Files are behind a
 * web server in this process, whose answers come 30 ms late and share a line of 1 Gbit/s.
 *
 * <pre>
 *   mvn -Ptargets -Dquick -DskipTests verify
 * </pre>
 *
 * <p>Prints each value with its target, and exits with 1 if one is missed. Times are the best of
 * five; server, line and reader share the processors.
 */
public final class RemoteTargets {
  private static final long LATENCY_MILLIS = 30;
  private static final long BYTES_PER_SECOND = 125_000_000;
  private static final int RUNS = 5;
  private static final double MILLION = 1e6;

  /** 5 columns of 8 bytes and one of 33.5 on average: 420 MB. */
  private static final int LARGE_ROWS = 5_700_000;

  private static final int FILES = 100;
  private static final Pattern PAGE_BYTES = Pattern.compile("bytes: (\\d+) of pages");

  private final Path folder;
  private final RangeServer server;
  private final FaultProxy line;
  private final SourceFactory sources = ByteSources.defaults();
  private final TargetTable table;

  private RemoteTargets(Path folder, RangeServer server, FaultProxy line, TargetTable table) {
    this.folder = folder;
    this.server = server;
    this.line = line;
    this.table = table;
  }

  /** Measures everything; an argument is the folder that files are written to. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments.length == 0 ? "target/remote-targets" : arguments[0]);
    Files.createDirectories(folder);
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    TargetTable table = new TargetTable(out);
    try (RangeServer server = new RangeServer();
        FaultProxy line = new FaultProxy(server.port())) {
      line.delay(LATENCY_MILLIS);
      line.limit(BYTES_PER_SECOND);
      new RemoteTargets(folder, server, line, table).measure();
    }
    System.exit(table.isMissed() ? 1 : 0);
  }

  private void measure() throws Exception {
    footers();
    rowGroups();
    largeRowGroup();
    wideRowGroup();
    wideFiles();
    otherWriters();
  }

  /** Files whose pages are as long as other writers make them, beside a copy of their bytes. */
  private void otherWriters() throws Exception {
    Path duckDb = TargetFiles.writeByDuckDb(folder.resolve("duckdb.parquet"), 100, 1);
    whole("100 columns by DuckDB", duckDb, 122_880, 20);
    Path arrow = TargetFiles.writeByArrowCpp(folder.resolve("arrow.parquet"), 50, 1, 300_000);
    whole("50 columns by Arrow C++", arrow, 300_000, 200);
  }

  private void whole(String what, Path file, int rows, int mostRequests) throws Exception {
    URI uri = serve("/" + file.getFileName(), file);
    table.heading(what + ", " + Files.size(file) + " bytes:");
    double copy = millis(() -> copy(uri, file));
    count();
    readPlain(uri, ParquetReadOptions.defaults(), rows);
    table.atMost("  requests", line.requests(), mostRequests, "");
    double millis = millis(() -> readPlain(uri, ParquetReadOptions.defaults(), rows));
    table.atMost(
        "  read, where a copy of the bytes takes " + (long) copy, millis, 1.5 * copy, "ms");
  }

  /** By the requests that a source likes. */
  private void copy(URI uri, Path file) throws IOException {
    try (ByteSource source = sources.open(uri)) {
      List<ByteRange> ranges = new ArrayList<>();
      long size = Files.size(file);
      int step = source.hints().largestRequest();
      for (long offset = 0; offset < size; offset += step) {
        ranges.add(new ByteRange(offset, (int) Math.min(step, size - offset)));
      }
      source.readRanges(ranges, ByteBuffer::allocateDirect).forEach(CompletableFuture::join);
    }
  }

  /** Serves a file behind the line. */
  private URI serve(String path, Path file) throws IOException {
    server.put(path, file);
    return URI.create("http://127.0.0.1:" + line.port() + path);
  }

  private void count() {
    line.spoil(request -> Fault.NONE);
  }

  /** Something that is measured. */
  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  /** The least milliseconds of some runs, after one that is not counted. */
  private static double millis(Work work) throws Exception {
    double least = Double.MAX_VALUE;
    for (int run = 0; run <= RUNS; run++) {
      long start = System.nanoTime();
      work.run();
      double millis = (System.nanoTime() - start) / MILLION;
      least = run == 0 ? least : Math.min(least, millis);
    }
    return least;
  }

  private void footers() throws IOException {
    Path small = TargetFiles.write(folder.resolve("small.parquet"), 20, false, 2, 1_000);
    Path wide = TargetFiles.write(folder.resolve("wide.parquet"), 5_000, false, 3, 10);
    for (Path file : List.of(small, wide)) {
      URI uri = serve("/" + file.getFileName(), file);
      count();
      try (ByteSource source = sources.open(uri)) {
        ParquetFooter footer = FooterReader.defaults().read(source);
        int bytes = footer.flatbufferLength();
        int most = bytes < FooterReader.DEFAULT_TAIL_GUESS ? 1 : 2;
        table.atMost("requests to open a footer of " + bytes + " bytes", line.requests(), most, "");
        table.atMost(
            "  of its bytes and the tail's", (double) line.bytesSent(), most * 300_000.0, "bytes");
        footer.footer().chunk(0, footer.footer().findColumn("c7"));
        table.atMost(
            "  with a column by its name and its chunk", line.requests(), 2 * most - 1, "");
      }
    }
  }

  private void rowGroups() throws Exception {
    Path file = TargetFiles.write(folder.resolve("groups.parquet"), 12, false, 10, 50_000);
    List<URI> uris = List.of(serve("/groups.parquet", file));
    ParquetReadOptions read = ParquetReadOptions.defaults().withColumns(List.of("c1", "c5", "c9"));
    for (int threads : new int[] {2, 8}) {
      ParquetScanOptions options =
          ParquetScanOptions.defaults().withRead(read).withThreads(threads);
      double millis = millis(() -> scan(uris, options, 500_000));
      table.atMost("open, and 3 columns x 10 row groups, threads: " + threads, millis, 400, "ms");
    }
    double millis = millis(() -> readPlain(uris.get(0), read, 500_000));
    table.atMost("the same by a reader of one thread, with fetching ahead", millis, 1_000, "ms");
  }

  private void scan(List<URI> uris, ParquetScanOptions options, long rows) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(32);
    try (RootAllocator allocator = new RootAllocator()) {
      ParquetFileSet set = ParquetFileSet.open(uris, sources, pool);
      long found = 0;
      try (ParquetScan scan = set.scan(options, pool, allocator)) {
        for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
          found += batch.getRowCount();
          batch.close();
        }
      }
      requireRows(found, rows);
    } finally {
      pool.shutdown();
    }
  }

  private void readPlain(URI uri, ParquetReadOptions options, long rows) throws IOException {
    long found = 0;
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader = ParquetArrowReader.open(uri, sources, options, allocator)) {
      while (reader.loadNextBatch()) {
        found += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    requireRows(found, rows);
  }

  private static void requireRows(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(found + " rows instead of " + expected);
    }
  }

  private void largeRowGroup() throws Exception {
    Path file = folder.resolve("large.parquet");
    TargetFiles.write(file, 5, true, 1, LARGE_ROWS);
    long bytes = Files.size(file);
    URI uri = serve("/large.parquet", file);
    table.heading("a row group of " + bytes + " bytes:");
    firstBatch("  off-heap memory for the first batch, local", ByteSources.path(file));
    firstBatch("  off-heap memory for the first batch, remote", sources.open(uri));
    double local = limit(file.toString());
    table.atMost("  scan --limit 10, percent of the bytes, local", 100.0 * local / bytes, 5, "%");
    count();
    limit(uri.toString());
    table.atMost(
        "  scan --limit 10, percent of the bytes, remote",
        100.0 * line.bytesSent() / bytes,
        5,
        "%");
    table.atMost("  scan --limit 10, requests, remote", line.requests(), 30, "");
  }

  private void firstBatch(String what, ByteSource opened) throws IOException {
    try (opened;
        RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(opened, ParquetReadOptions.defaults(), allocator)) {
      if (!reader.loadNextBatch() || reader.getVectorSchemaRoot().getRowCount() != 16_384) {
        throw new IllegalStateException("a batch of another size");
      }
      table.atMost(what, allocator.getPeakMemoryAllocation() / (double) (1 << 20), 64, "MiB");
    }
  }

  /** Runs the command and gives the bytes of pages that it says it has read. */
  private static double limit(String file) throws Exception {
    StringWriter rows = new StringWriter();
    StringWriter messages = new StringWriter();
    int exitCode;
    try (LoadedJar jar = LoadedJar.load()) {
      String[] command = {"scan", "--limit", "10", "--stats", file};
      exitCode = jar.run(new PrintWriter(rows), new PrintWriter(messages), command);
    }
    Matcher bytes = PAGE_BYTES.matcher(messages.toString());
    if (exitCode != 0 || rows.toString().lines().count() != 10 || !bytes.find()) {
      throw new IllegalStateException(exitCode + ": " + rows + messages);
    }
    return Double.parseDouble(bytes.group(1));
  }

  /** A piece, or a page if that is longer, of each column is held, of a remote file two. */
  private void wideRowGroup() throws IOException {
    Path file = TargetFiles.write(folder.resolve("columns.parquet"), 1_000, false, 1, 30_000);
    URI uri = serve("/columns.parquet", file);
    table.heading("a row group of " + Files.size(file) + " bytes, 1000 columns:");
    wholeFile("  off-heap memory, local", ByteSources.path(file));
    wholeFile("  off-heap memory, remote", sources.open(uri));
  }

  private void wholeFile(String what, ByteSource opened) throws IOException {
    long start = System.nanoTime();
    try (opened;
        RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(opened, ParquetReadOptions.defaults(), allocator)) {
      int rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      requireRows(rows, 30_000);
      table.atMost(what, allocator.getPeakMemoryAllocation() / (double) (1 << 20), 320, "MiB");
    }
    table.atMost(
        what.replace("off-heap memory", "read"), (System.nanoTime() - start) / 1e9, 30, "s");
  }

  private void wideFiles() throws Exception {
    Path file = TargetFiles.write(folder.resolve("lake.parquet"), 1_000, false, 1, 2_000);
    List<URI> uris = new ArrayList<>();
    for (int number = 0; number < FILES; number++) {
      uris.add(serve("/lake/" + number + ".parquet", file));
    }
    ParquetReadOptions read =
        ParquetReadOptions.defaults().withColumns(List.of("c7", "c500", "c950"));
    double millis =
        millis(
            () ->
                scan(
                    uris,
                    ParquetScanOptions.defaults().withRead(read).withThreads(2),
                    FILES * 2_000L));
    table.atMost("100 files of 1000 columns opened, 3 columns read", millis, 3_000, "ms");
    double plain = millis(() -> readPlain(uris, read, FILES * 2_000L));
    table.atMost("the same by a reader of one thread, with fetching ahead", plain, 3_000, "ms");
  }

  private void readPlain(List<URI> uris, ParquetReadOptions options, long rows) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(32);
    long found = 0;
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = ParquetFileSet.open(uris, sources, pool).read(options, allocator)) {
      while (reader.loadNextBatch()) {
        found += reader.getVectorSchemaRoot().getRowCount();
      }
    } finally {
      pool.shutdown();
    }
    requireRows(found, rows);
  }
}
