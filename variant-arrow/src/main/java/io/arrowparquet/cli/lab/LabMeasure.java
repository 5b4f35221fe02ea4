// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.cli.command.Report;
import io.arrowparquet.cli.lab.CountedReads.Place;
import io.arrowparquet.cli.lab.FooterDesign.Touched;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterSizes;
import io.arrowparquet.footer.file.FooterSizes.Part;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the designs cost on one shape. For one thread. */
final class LabMeasure {
  /** What a round to a remote file is taken to last. */
  static final double ROUND_MS = 30;

  private static final double MILLI = 1e6;
  private static final int LEAST_RUNS = 3;

  /** What the thread's clock tells apart to within a hundredth. */
  private static final long LEAST_NANOS = 100_000;

  private static final int MOST_TIMES = 1 << 10;

  /** What takes longer is not repeated. */
  private static final long LONG_ENOUGH = 1_000_000_000L;

  /** From this many columns on ten are wanted too: fewer would hardly be a part of them. */
  private static final int MANY = 10_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final LabShape shape;
  private final long nanosEach;

  /** The folder where files stay; null for none. */
  private final Path kept;

  /**
   * {@link #nanosEach}: how long each time is measured; a longer one {@value #LEAST_RUNS} times.
   */
  LabMeasure(LabShape shape, long nanosEach, Path kept) {
    this.shape = shape;
    this.kept = kept;
    this.nanosEach = nanosEach;
  }

  /** Which columns and row groups are wanted. */
  record Workload(String name, List<String> columns, Integer rowGroup) {}

  List<Workload> workloads() {
    List<Workload> workloads = new ArrayList<>();
    int count = shape.columns().size();
    if (count > 0 && shape.rowGroups() > 0) {
      int last = shape.rowGroups() - 1;
      workloads.add(new Workload("one chunk", spread(1), last));
      workloads.add(new Workload("1 column", spread(1), null));
      workloads.add(new Workload("5 columns", spread(5), null));
      if (count >= MANY) {
        workloads.add(new Workload("10 columns", spread(10), null));
      }
      workloads.add(new Workload("10 %", spread((count + 9) / 10), null));
    }
    workloads.add(new Workload("all columns", null, null));
    return workloads;
  }

  private List<String> spread(int wanted) {
    int count = shape.columns().size();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < Math.min(wanted, count); i++) {
      names.add(shape.columns().get((int) ((i + 0.5) * count / Math.min(wanted, count))));
    }
    return names;
  }

  Map<String, Object> tree(List<FooterDesign> designs) throws IOException {
    List<Object> rows = new ArrayList<>();
    Map<String, Long> sums = new LinkedHashMap<>();
    for (FooterDesign design : designs) {
      rows.add(design(design, sums));
    }
    return Report.fields(
        "name", shape.name(),
        "title", shape.title(),
        "columns", shape.columns().size(),
        "row_groups", shape.rowGroups(),
        "designs", rows);
  }

  private Map<String, Object> design(FooterDesign design, Map<String, Long> sums)
      throws IOException {
    Map<String, Object> row = Report.fields("design", design.label(), "note", design.note());
    ByteBuffer ending;
    try {
      ending = design.ending(shape.thrift(), shape.offset());
    } catch (IllegalArgumentException e) {
      row.put("refused", e.getMessage());
      return row;
    }
    row.put("bytes", ending.remaining());
    row.put("write_ms", best(() -> design.ending(shape.thrift(), shape.offset()).remaining()));
    row.put("parts", parts(design, ending.remaining()));
    byte[] bytes = file(design, ending);
    Path file =
        kept == null
            ? Files.createTempFile("footer-lab", ".parquet")
            : kept.resolve(shape.name() + "." + design.label() + ".parquet");
    try {
      Files.write(file, bytes);
      List<Object> workloads = new ArrayList<>();
      for (Workload workload : workloads()) {
        workloads.add(workload(design, workload, bytes, file, sums));
      }
      row.put("workloads", workloads);
    } finally {
      if (kept == null) {
        Files.deleteIfExists(file);
      }
    }
    return row;
  }

  /** A file without pages. */
  static byte[] file(FooterDesign design, ByteBuffer ending) {
    byte[] bytes = new byte[Integer.BYTES + ending.remaining()];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(design.magic()).put(ending);
    return bytes;
  }

  private Map<String, Object> workload(
      FooterDesign design, Workload wanted, byte[] bytes, Path file, Map<String, Long> sums)
      throws IOException {
    ByteSource memory = new BufferByteSource("memory", ByteBuffer.wrap(bytes));
    CountedReads remote = new CountedReads(memory, Place.REMOTE);
    long sum = design.read(Place.REMOTE.reader(), remote, wanted.columns, wanted.rowGroup);
    requireSame(sums, design, wanted, sum);
    Touched touched = design.touched(ByteBuffer.wrap(bytes), wanted.columns, wanted.rowGroup);
    requireSame(sums, design, wanted, touched.sum());
    CountedReads near = CountedReads.of(design, memory, Place.LOCAL, wanted);
    FooterReader reader = FooterReader.defaults();
    Work inMemory = () -> design.read(reader, memory, wanted.columns, wanted.rowGroup);
    Work local =
        () -> {
          try (ByteSource source = ByteSources.path(file)) {
            return design.read(reader, source, wanted.columns, wanted.rowGroup);
          }
        };
    double ofRemote =
        best(() -> CountedReads.of(design, memory, Place.REMOTE, wanted).reads().size());
    return Report.fields(
        "workload",
        wanted.name,
        "columns",
        wanted.columns == null ? shape.columns().size() : wanted.columns.size(),
        "bytes",
        remote.fetched(),
        "rounds",
        remote.rounds(),
        "requests",
        remote.reads().size(),
        "wanted_bytes",
        CountedReads.of(design, memory, Place.WANTED, wanted).fetched(),
        "touched_bytes",
        touched.bytes().cardinality(),
        "near_bytes",
        near.fetched(),
        "near_reads",
        near.reads().size(),
        "memory_ms",
        best(inMemory),
        "local_ms",
        best(local),
        "remote_ms",
        rounded(remote.rounds() * ROUND_MS + ofRemote),
        "heap_bytes",
        allocated(inMemory));
  }

  private static void requireSame(
      Map<String, Long> sums, FooterDesign design, Workload wanted, long sum) {
    Long known = sums.putIfAbsent(wanted.name, sum);
    if (known != null && known != sum) {
      throw new IllegalStateException(
          design.label() + ": " + wanted.name + " gave " + sum + ", another design " + known);
    }
  }

  /** Which bytes of a file's end are for what; each form of a footer for itself. */
  List<Object> parts(FooterDesign design, long bytes) {
    List<Object> forms = new ArrayList<>();
    long rest = bytes;
    if (!design.label().equals("par3")) {
      rest -= addForm(forms, "Thrift", FooterSizes.ofThrift(design.struct(shape.thrift())));
    }
    if (design.label().equals("spec") || design.label().equals("par3")) {
      ByteBuffer flat =
          ThriftToFlatBuffers.convert(shape.thrift(), 0, shape.thrift().length).flatbuffer();
      rest -= addForm(forms, "FlatBuffers", FooterSizes.ofFlatBuffer(flat));
    }
    String name =
        switch (design.label()) {
          case "arrow-cpp" -> "FlatBuffers, packed";
          case "index" -> "index";
          default -> "frame";
        };
    forms.add(Report.fields("form", name, "parts", List.of(part("other", name, rest))));
    return forms;
  }

  private static long addForm(List<Object> forms, String name, FooterSizes sizes) {
    List<Object> parts = new ArrayList<>();
    for (Part part : Part.values()) {
      if (sizes.bytes(part) > 0) {
        parts.add(part(part.name().toLowerCase(Locale.ROOT), part.label(), sizes.bytes(part)));
      }
    }
    forms.add(Report.fields("form", name, "parts", parts));
    return sizes.total();
  }

  private static Map<String, Object> part(String id, String label, long bytes) {
    return Report.fields("id", id, "label", label, "bytes", bytes);
  }

  /** Something that is measured; gives the same each time. */
  @FunctionalInterface
  private interface Work {
    long run() throws IOException;
  }

  /**
   * The least milliseconds of CPU that this thread takes for it: others may use the machine. What
   * takes less than the clock tells apart is done several times between two looks at it.
   */
  private double best(Work work) throws IOException {
    long begin = THREADS.getCurrentThreadCpuTime();
    long expected = work.run();
    long spent = THREADS.getCurrentThreadCpuTime() - begin;
    double least = spent;
    int times = 1;
    for (int runs = 1; mustRepeat(runs, spent); runs++) {
      long nanos = nanos(work, times, expected);
      spent += nanos;
      if (nanos < LEAST_NANOS && times < MOST_TIMES) {
        times *= 2;
      } else {
        least = Math.min(least, (double) nanos / times);
      }
    }
    return rounded(least / MILLI);
  }

  private static long nanos(Work work, int times, long expected) throws IOException {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < times; i++) {
      if (work.run() != expected) {
        throw new IllegalStateException("two runs of the same gave two results");
      }
    }
    return THREADS.getCurrentThreadCpuTime() - begin;
  }

  private boolean mustRepeat(int runs, long nanos) {
    return nanos < nanosEach || (runs < LEAST_RUNS && nanos < LONG_ENOUGH);
  }

  private static double rounded(double millis) {
    return Math.round(millis * 10_000) / 10_000.0;
  }

  /** The bytes that this thread allocates for it, once it has run before. */
  private static long allocated(Work work) throws IOException {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
