// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.it.TargetTable;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;

/**
 * Measures what opening footers, looking into them and converting them is to cost.
 *
 * <pre>
 *   mvn -Ptargets -Dquick -DskipTests verify
 * </pre>
 *
 * <p>Prints each value with its target. Times are the best of many and belong to a quiet machine.
 * Exits with 1 if a target is missed that is none of time: bytes, rounds, heap.
 */
public final class FooterTargets {
  private static final int WANTED = 10;
  private static final int NAMES = 1 << 10;
  private static final int FEW_COLUMNS = 5;
  private static final double KIB = 1 << 10;
  private static final double MICRO = 1e3;
  private static final double MILLI = 1e6;

  /** How long each time is measured for; a longer footer at least {@link #LEAST_RUNS} times. */
  private static final long NANOS = 2_000_000_000L;

  private static final int LEAST_RUNS = 5;

  private final Path folder;
  private final TargetTable table;

  private FooterTargets(Path folder, TargetTable table) {
    this.folder = folder;
    this.table = table;
  }

  /** Measures everything; an argument is the folder that files are written to. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments.length == 0 ? "target/footer-targets" : arguments[0]);
    Files.createDirectories(folder);
    TargetTable table =
        new TargetTable(
            new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true));
    FooterTargets targets = new FooterTargets(folder, table);
    targets.heap();
    // Conversions keep the compiler busy for seconds after them.
    targets.names();
    targets.conversion();
    targets.statistics();
    targets.open(10_000, 5, 100);
    targets.open(100_000, 10, 200);
    System.exit(table.isMissed() ? 1 : 0);
  }

  /** Something that is measured. */
  @FunctionalInterface
  private interface Work {
    long run() throws IOException;
  }

  /** The least nanoseconds that it takes; it gives the same each time. */
  private static double nanos(Work work) throws IOException {
    long least = Long.MAX_VALUE;
    long expected = work.run();
    long begin = System.nanoTime();
    long now = begin;
    for (int runs = 0; runs < LEAST_RUNS || now - begin < NANOS; runs++) {
      long start = now;
      require(work.run(), expected);
      now = System.nanoTime();
      least = Math.min(least, now - start);
    }
    return least;
  }

  private static void require(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("found " + found + ", expected " + expected);
    }
  }

  /** The least bytes of heap that this thread allocates for it, once it is compiled. */
  private static double allocated(Work work) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] least = {Long.MAX_VALUE};
    nanos(
        () -> {
          long before = threads.getCurrentThreadAllocatedBytes();
          long result = work.run();
          least[0] = Math.min(least[0], threads.getCurrentThreadAllocatedBytes() - before);
          return result;
        });
    return least[0];
  }

  private static List<String> wanted(int columns, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("column_" + i * (columns / count));
    }
    return names;
  }

  private static long read(FlatFooter footer, List<String> names) {
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    long sum = 0;
    for (String name : names) {
      int column = footer.findColumn(name);
      for (int g = 0; g < footer.rowGroupCount(); g++) {
        footer.chunk(g, column, chunk).statistics(statistics);
        sum += chunk.dataPageOffset() + chunk.totalCompressedSize() + chunk.numValues();
        sum += chunk.codecNumber() + statistics.nullCount();
      }
    }
    return sum;
  }

  private Path attached(int columns) throws IOException {
    Path file = folder.resolve("doubles-" + columns + ".parquet");
    Files.write(file, WideFooters.asFile(WideFooters.doubles(columns)));
    FooterAttacher.defaults().withForce(true).attachInPlace(file);
    return file;
  }

  private void heap() throws IOException {
    Path small = attached(FEW_COLUMNS);
    List<String> names = wanted(FEW_COLUMNS, FEW_COLUMNS);
    FooterReader reader = FooterReader.defaults();
    double bytes = allocated(() -> read(reader.read(small).footer(), names));
    table.atMost("heap allocated to open a file of 5 columns", bytes / KIB, 32, "KiB");
    held(small);
  }

  /** Without a target: what an open footer keeps. */
  private void held(Path file) throws IOException {
    OpenFooterFacts facts = OpenFooterFacts.of("footer", new byte[0], Files.readAllBytes(file));
    table.value("  heap held by the open footer", facts.heldBytes() / KIB, "KiB");
  }

  private void conversion() throws IOException {
    for (String footer : List.of("doubles-1000", "doubles-10000", "mixed-2000")) {
      byte[] thrift = WideFooters.named(footer);
      double ours =
          nanos(
              () ->
                  ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length)
                      .flatbuffer()
                      .remaining());
      double peer =
          nanos(
              () ->
                  Util.readFileMetaData(ByteBufferInputStream.wrap(ByteBuffer.wrap(thrift)))
                      .getNum_rows());
      table.value("Thrift to FlatBuffers in memory, " + footer, ours / MILLI, "ms");
      table.timeAtLeast("  parquet-java's parse takes", peer / ours, 10, "x");
      double copied = nanos(() -> Checksum.crc32(ByteBuffer.wrap(thrift.clone())));
      table.value("  copying and hashing the Thrift bytes", copied / MILLI, "ms");
      double passed =
          nanos(
              () ->
                  ThriftToFlatBuffers.convertColumns(thrift, 0, thrift.length, List.of())
                      .thriftLength());
      table.value("  the schema, and stepping over all chunks", passed / MILLI, "ms");
    }
  }

  /** Null count and both bounds of every chunk, with opening the file. */
  private void statistics() throws IOException {
    Path file = attached(10_000);
    FooterReader reader = FooterReader.defaults();
    String what = "all statistics of 10 000 columns in " + WideFooters.ROW_GROUPS + " row groups, ";
    double byGroup = nanos(() -> FooterOpenBenchmark.scan(reader.read(file).footer()));
    table.timeAtMost(what + "by row group", byGroup / MILLI, 8, "ms");
    double byColumn = nanos(() -> FooterOpenBenchmark.scanByColumn(reader.read(file).footer()));
    table.timeAtMost(what + "by column", byColumn / MILLI, 8, "ms");
  }

  private void names() throws IOException {
    for (int columns : new int[] {100, 10_000, 100_000}) {
      byte[] thrift = WideFooters.doubles(columns);
      FlatFooter footer =
          FlatFooter.wrap(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
      Random random = new Random(11);
      String[] names = new String[NAMES];
      for (int i = 0; i < NAMES; i++) {
        names[i] = "column_" + random.nextInt(columns);
      }
      double index = nanosOfName(names, footer::findColumn);
      table.timeAtMost("one name of " + columns + " columns, by the index", index, 25, "ns");
      String[] few =
          columns < 10_000 ? names : List.of(names).subList(0, 10).toArray(String[]::new);
      table.value("  without it", nanosOfName(few, name -> scan(footer, name)), "ns");
      MessageType schema =
          new ParquetMetadataConverter()
              .fromParquetMetadata(
                  Util.readFileMetaData(ByteBufferInputStream.wrap(ByteBuffer.wrap(thrift))))
              .getFileMetaData()
              .getSchema();
      table.value(
          "  in parquet-java's hash table", nanosOfName(names, schema::getFieldIndex), "ns");
    }
  }

  /** A way to find a column. */
  @FunctionalInterface
  private interface LookUp {
    int find(String name);
  }

  private static double nanosOfName(String[] names, LookUp lookUp) throws IOException {
    double all =
        nanos(
            () -> {
              long found = 0;
              for (String name : names) {
                found += lookUp.find(name);
              }
              return found;
            });
    return all / names.length;
  }

  private static int scan(FlatFooter footer, String name) {
    SchemaElementView element = new SchemaElementView();
    for (int i = 1; i < footer.elementCount(); i++) {
      if (name.equals(footer.schemaElement(i, element).name())) {
        return footer.elementColumn(i);
      }
    }
    return -1;
  }

  /**
   * Opening a wide footer and reading ten columns of it.
   *
   * @param ratio how many times what it takes without checksums, in memory
   * @param micros from a file
   */
  private void open(int columns, double ratio, double micros) throws Exception {
    table.heading(columns + " columns in " + WideFooters.ROW_GROUPS + " row groups:");
    Path file = attached(columns);
    byte[] bytes = Files.readAllBytes(file);
    List<String> names = wanted(columns, WANTED);
    FooterReader all = FooterReader.defaults().withTailGuess(bytes.length);
    double unchecked = nanos(() -> read(memory(all.withCrcCheck(CrcCheck.NONE), bytes), names));
    double checked = nanos(() -> read(memory(all, bytes), names));
    table.value("  open and read ten, in memory, unchecked", unchecked / MICRO, "us");
    table.timeAtMost("  checked where it is touched, times that", checked / unchecked, ratio, "x");
    FooterReader reader = FooterReader.defaults();
    double local = nanos(() -> read(reader.read(file).footer(), names));
    table.timeAtMost("  from a file", local / MICRO, micros, "us");
    FooterReader named = reader.withColumns(names);
    double asked = nanos(() -> read(named.read(file).footer(), names));
    table.value("  from a file, columns named beforehand", asked / MICRO, "us");
    FooterReader trusting = reader.withCrcCheck(CrcCheck.NONE);
    double trusted = nanos(() -> read(trusting.read(file).footer(), names));
    table.value("  from a file, unchecked", trusted / MICRO, "us");
    FooterReader mapping = trusting.withMapping(true);
    double mapped = nanos(() -> read(mapping.read(file).footer(), names));
    table.timeAtMost("  from a mapped file, unchecked", mapped / MICRO, trusted / MICRO, "us");
    remote(bytes, wanted(columns, 3), columns <= 10_000);
    held(file);
    smallHeap(file, names);
    Files.delete(file);
  }

  private static FlatFooter memory(FooterReader reader, byte[] bytes) throws IOException {
    return reader.read(new BufferByteSource("memory", ByteBuffer.wrap(bytes))).footer();
  }

  private void remote(byte[] bytes, List<String> names, boolean hasTargetOfBytes)
      throws IOException {
    RemoteBytes source = new RemoteBytes(bytes);
    long found = read(FooterReader.defaults().withColumns(names).read(source).footer(), names);
    require(found, read(memory(FooterReader.defaults(), bytes), names));
    table.atMost("  rounds for three columns of a remote file", source.rounds, 3, "");
    String what = "  bytes of them";
    if (hasTargetOfBytes) {
      table.atMost(what, source.fetched / KIB, 600_000 / KIB, "KiB");
    } else {
      table.value(what, source.fetched / KIB, "KiB");
    }
  }

  private void smallHeap(Path file, List<String> names) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx64m");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SmallHeapOpen.class.getName(), file.toString()));
    command.addAll(names);
    int exitCode =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    table.atMost("  exit code of reading ten with a heap of 64 MiB", exitCode, 0, "");
  }

  /** Bytes that say that they are remote. */
  private static final class RemoteBytes implements ByteSource {
    private final byte[] bytes;
    private int rounds;
    private long fetched;

    RemoteBytes(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public String name() {
      return "remote";
    }

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public ReadHints hints() {
      return ReadHints.REMOTE;
    }

    @Override
    public void readFully(long position, ByteBuffer target) {
      rounds++;
      copy(position, target);
    }

    private void copy(long position, ByteBuffer target) {
      fetched += target.remaining();
      target.put(bytes, (int) position, target.remaining());
    }

    @Override
    public List<CompletableFuture<ByteBuffer>> readRanges(
        List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
      rounds++;
      List<CompletableFuture<ByteBuffer>> reads = new ArrayList<>();
      for (ByteRange range : ranges) {
        ByteBuffer target = memory.apply(range.length());
        int start = target.position();
        copy(range.offset(), target);
        reads.add(CompletableFuture.completedFuture(target.position(start)));
      }
      return reads;
    }

    @Override
    public void close() {
      // Nothing to be closed.
    }
  }
}
