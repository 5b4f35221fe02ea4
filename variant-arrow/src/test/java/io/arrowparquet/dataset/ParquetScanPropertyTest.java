// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions.SkippingStep;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.variant.RemoteFile;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Scans with any options and any executor give the rows of the reader that has one thread. */
class ParquetScanPropertyTest {
  private static final List<String> COLUMNS = List.of("id", "i", "s", "l", "v", "only");
  private static final int[] BATCH_SIZES = {1, 5, 60, 10_000};
  private static final long[] BYTES = {1, 3_000, 50_000, 1 << 28};

  private static Path folder;
  private static List<Path> files;
  private static List<Path> wideFiles;
  private static ExecutorService pool;

  @BeforeContainer
  static void writeFiles() throws IOException {
    folder = Files.createTempDirectory("scan");
    try (RootAllocator allocator = new RootAllocator()) {
      files = ScanFiles.write(folder, allocator);
      wideFiles = ScanFiles.writeWide(folder, allocator);
    }
    pool = Executors.newFixedThreadPool(3);
  }

  @AfterContainer
  static void deleteFiles() throws IOException {
    pool.shutdown();
    for (Path file : files) {
      Files.delete(file);
    }
    for (Path file : wideFiles) {
      Files.delete(file);
    }
    Files.delete(folder);
  }

  @Property(tries = 80, shrinking = ShrinkingMode.OFF)
  void rows_are_those_of_the_plain_reader(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ParquetReadOptions read = readOptions(random);
    ParquetReadOptions plain = read.withSkipping(false).withNativeCodecs(false);
    ParquetScanOptions options =
        ParquetScanOptions.defaults()
            .withRead(
                narrowed(read, random)
                    .withBatchSize(BATCH_SIZES[random.nextInt(BATCH_SIZES.length)])
                    .withBatchBytes(BYTES[random.nextInt(BYTES.length)])
                    .withFetchBytes(BYTES[random.nextInt(BYTES.length)])
                    .withPrefetch(random.nextInt(4) > 0)
                    .withFilledBatches(random.nextBoolean()))
            .withThreads(1 + random.nextInt(4))
            .withBytesInFlight(BYTES[random.nextInt(BYTES.length)])
            .withOrdered(random.nextBoolean())
            .withPrefetch(random.nextBoolean());
    Executor executor = executor(random);
    List<Path> paths = random.nextInt(3) == 0 ? wideFiles : files;
    ParquetFileSet plainSet = ParquetFileSet.open(paths);
    RemoteFile.Line line = random.nextBoolean() ? null : line(random);
    ParquetFileSet set = open(paths, line, executor);
    List<ParquetFragment> fragments = new ArrayList<>(set.fragments());
    if (random.nextInt(3) == 0) {
      fragments.removeIf(fragment -> random.nextInt(3) > 0);
      Collections.shuffle(fragments, random);
    }
    try (RootAllocator allocator = new RootAllocator()) {
      List<String> expected;
      try (ArrowReader reader = plainSet.read(fragments, plain, allocator)) {
        expected = JsonTable.read(reader, allocator);
      }
      List<String> found = new ArrayList<>();
      ReadStatistics statistics;
      boolean ordered = true;
      if (random.nextInt(3) == 0) {
        statistics = read(set, fragments, options.read(), found, allocator);
      } else {
        ordered = options.ordered();
        boolean asReader = random.nextBoolean();
        statistics = scan(set, fragments, options, executor, asReader, found, allocator);
      }
      assertThat(statistics.rowsReturned()).isEqualTo(expected.size());
      requireCounted(set.statistics(), statistics, line);
      if (!ordered) {
        Collections.sort(found);
        Collections.sort(expected);
      }
      assertThat(found).as(options.toString()).isEqualTo(expected);
    }
  }

  /** By one thread, which has row groups of files elsewhere fetched ahead. */
  private static ReadStatistics read(
      ParquetFileSet set,
      List<ParquetFragment> fragments,
      ParquetReadOptions options,
      List<String> found,
      BufferAllocator allocator)
      throws IOException {
    try (FileSetReader reader = set.read(fragments, options, allocator)) {
      found.addAll(JsonTable.read(reader, allocator));
      return reader.statistics();
    }
  }

  private static ReadStatistics scan(
      ParquetFileSet set,
      List<ParquetFragment> fragments,
      ParquetScanOptions options,
      Executor executor,
      boolean asReader,
      List<String> found,
      BufferAllocator allocator)
      throws IOException {
    try (ParquetScan scan = set.scan(fragments, options, executor, allocator)) {
      assertThat(scan.schema()).isEqualTo(set.schema(options.read()));
      if (asReader) {
        try (ArrowReader reader = scan.reader()) {
          found.addAll(JsonTable.read(reader, allocator));
        }
      } else {
        found.addAll(ScanFiles.rows(scan, allocator));
      }
      return scan.statistics();
    }
  }

  /** Each request to a file elsewhere, and each byte asked for, is in the statistics. */
  private static void requireCounted(
      ReadStatistics opening, ReadStatistics reading, RemoteFile.Line line) {
    long bytes = reading.bytesRead() + reading.indexBytesRead() + reading.probeBytesRead();
    assertThat(reading.requests() > 0).isEqualTo(bytes > 0);
    if (line == null || line.hints().isLocal()) {
      assertThat(opening).isEqualTo(ReadStatistics.NOTHING);
    } else {
      assertThat(opening.footerRequests() + reading.requests()).isEqualTo(line.requests());
      assertThat(opening.footerBytesRead() + bytes).isEqualTo(line.bytes());
    }
  }

  /** Requests and pieces of any size. */
  private static RemoteFile.Line line(Random random) {
    Duration latency = random.nextInt(3) == 0 ? Duration.ZERO : Duration.ofMillis(1);
    ReadHints hints =
        ReadHints.REMOTE
            .withLatency(latency)
            .withBytesPerSecond(1)
            .withLargestRequest(1 + random.nextInt(1_000))
            .withConcurrentRequests(1 + random.nextInt(9));
    return RemoteFile.Line.fast(hints);
  }

  /** Files by path, or the same by URI, which may be read as files elsewhere. */
  private static ParquetFileSet open(List<Path> paths, RemoteFile.Line line, Executor executor)
      throws IOException {
    if (line == null) {
      return ParquetFileSet.open(paths, executor);
    }
    List<URI> uris = paths.stream().map(Path::toUri).toList();
    return ParquetFileSet.open(uris, entry -> new RemoteFile(Path.of(entry.uri()), line), executor);
  }

  /** The same rows by other ways: some steps of skipping, and the filter given later. */
  private static ParquetReadOptions narrowed(ParquetReadOptions read, Random random) {
    Set<SkippingStep> steps = EnumSet.allOf(SkippingStep.class);
    steps.removeIf(step -> random.nextInt(3) == 0);
    ParquetReadOptions options =
        read.withSkipping(random.nextInt(4) > 0)
            .withSkippingSteps(steps)
            .withNativeCodecs(random.nextBoolean());
    RowFilter filter = read.filter();
    if (filter == null || random.nextBoolean()) {
      return options;
    }
    List<Operand> operands = List.copyOf(FilterOperands.of(filter));
    return options
        .withFilter(random.nextBoolean() ? filter : null)
        .withDynamicFilter(new DynamicFilter(operands, () -> filter));
  }

  private static Executor executor(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Runnable::run;
      case 1 -> task -> {};
      case 2 ->
          task -> {
            throw new RejectedExecutionException("made up");
          };
      default -> pool;
    };
  }

  private static ParquetReadOptions readOptions(Random random) {
    ParquetReadOptions options = ParquetReadOptions.defaults();
    if (random.nextBoolean()) {
      List<String> some = new ArrayList<>(COLUMNS);
      Collections.shuffle(some, random);
      options = options.withColumns(some.subList(0, 1 + random.nextInt(3)));
    }
    if (random.nextInt(3) == 0) {
      options = options.withVariantPaths(List.of(path("n of v")));
    }
    return random.nextBoolean() ? options.withFilter(filter(random)) : options;
  }

  private static VariantProjection path(String name) {
    return VariantProjection.of("v", VariantPath.parse("$.n"), name, new ArrowType.Int(64, true));
  }

  private static RowFilter filter(Random random) {
    return switch (random.nextInt(9)) {
      case 4 -> Operand.column("s").startsWith("" + random.nextInt(3));
      case 5 -> Operand.column("l").contains((long) random.nextInt(5));
      case 6 -> Operand.column("id").isGreaterThan(Operand.column("i"));
      case 7 -> Operand.column("i").isNotEqualTo((long) random.nextInt(12));
      case 8 -> {
        long from = random.nextInt(ScanFiles.ROWS * 5);
        yield RowFilter.custom(
            List.of(Operand.column("id")),
            (columns, matches) -> {
              FieldVector id = columns.getVector(0);
              for (int row = 0; row < columns.getRowCount(); row++) {
                matches.set(row, ((Number) id.getObject(row)).longValue() >= from);
              }
            },
            known -> !known.get(0).hasBounds() || (Long) known.get(0).max() >= from);
      }
      case 0 -> Operand.column("id").isAtLeast((long) random.nextInt(ScanFiles.ROWS * 5));
      case 1 -> Operand.column("i").isEqualTo((long) random.nextInt(12));
      case 2 -> path("n").isLessThan((long) random.nextInt(7));
      default -> Operand.column("only.a").isNotNull().or(Operand.column("s").isNull());
    };
  }
}
