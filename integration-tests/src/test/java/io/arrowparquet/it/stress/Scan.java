// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.stress;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetFragment;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ReadListener;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.internal.PathByteSource;
import io.arrowparquet.variant.value.VariantPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * What to read and how, chosen at random; any number of threads may open it at once.
 *
 * @param text what was chosen, for reports
 * @param scanning the same as a scan that consumers may share; null for one that has none
 */
record Scan(String text, Opening<ArrowReader> opening, Opening<ParquetScan> scanning) {
  private static final List<String> COLUMNS = List.of("i", "s", "d", "b", "l", "m", "v");
  private static final int[] BATCH_SIZES = {7, 60, 500, ParquetReadOptions.defaults().batchSize()};

  /** Opens a reader of its own for each call. */
  @FunctionalInterface
  interface Opening<T> {
    T open(CallersCode code) throws IOException;
  }

  /**
   * What a reader uses of its caller's.
   *
   * @param listener null for none
   * @param failing null for an executor that works
   */
  record CallersCode(BufferAllocator memory, ReadListener listener, Runnable failing) {
    CallersCode(BufferAllocator memory) {
      this(memory, null, null);
    }

    Executor executor(Executor executor) {
      return failing == null
          ? executor
          : task -> {
            failing.run();
            executor.execute(task);
          };
    }

    ParquetReadOptions options(ParquetReadOptions options) {
      return options.withListener(listener);
    }
  }

  Scan(String text, Opening<ArrowReader> opening) {
    this(text, opening, null);
  }

  /** What many scans share; to be closed when they are over. */
  record Shared(
      List<Path> files,
      List<PathByteSource> sources,
      List<ParquetFooter> footers,
      ParquetFileSet set,
      ExecutorService pool)
      implements AutoCloseable {
    private static final int POOL_THREADS = 4;

    static Shared open(List<Path> files) throws IOException {
      List<PathByteSource> sources = new ArrayList<>();
      List<ParquetFooter> footers = new ArrayList<>();
      for (Path file : files) {
        sources.add(PathByteSource.open(file));
        footers.add(FooterReader.defaults().read(file));
      }
      ExecutorService pool = Executors.newFixedThreadPool(POOL_THREADS);
      return new Shared(files, sources, footers, ParquetFileSet.open(files, pool), pool);
    }

    @Override
    public void close() throws IOException {
      for (PathByteSource source : sources) {
        source.close();
      }
      // Scans have ended and left no task behind that does anything.
      pool.shutdown();
    }
  }

  /** Chooses what to read. */
  static Scan random(Shared shared, Random random) {
    ParquetReadOptions options = options(random);
    int file = random.nextInt(shared.files().size());
    String name = "file " + file + ", ";
    int threads = 1 + random.nextInt(3);
    return switch (random.nextInt(6)) {
      case 0 ->
          new Scan(
              name + options,
              code ->
                  ParquetArrowReader.open(
                      shared.files().get(file), code.options(options), code.memory()));
      case 1 ->
          new Scan(
              "shared " + name + options,
              code ->
                  ParquetArrowReader.open(
                      shared.sources().get(file),
                      shared.footers().get(file),
                      code.options(options).withThreads(code.executor(shared.pool()), threads),
                      code.memory()));
      case 2 ->
          new Scan(
              "set, " + options, code -> shared.set().read(code.options(options), code.memory()));
      case 3, 4 -> {
        ParquetScanOptions parallel =
            ParquetScanOptions.defaults()
                .withRead(options)
                .withThreads(1 + random.nextInt(3))
                .withBytesInFlight(1L << random.nextInt(28))
                .withPrefetch(random.nextBoolean());
        Opening<ParquetScan> scanning =
            code ->
                shared
                    .set()
                    .scan(
                        parallel.withRead(code.options(options)),
                        code.executor(shared.pool()),
                        code.memory());
        yield new Scan("parallel, " + parallel, code -> scanning.open(code).reader(), scanning);
      }
      default -> {
        List<ParquetFragment> some = new ArrayList<>(shared.set().fragments());
        some.removeIf(fragment -> random.nextInt(3) > 0);
        yield new Scan(
            some + ", " + options,
            code -> shared.set().read(some, code.options(options), code.memory()));
      }
    };
  }

  private static ParquetReadOptions options(Random random) {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withBatchSize(BATCH_SIZES[random.nextInt(BATCH_SIZES.length)])
            .withSkipping(random.nextInt(4) > 0);
    if (random.nextBoolean()) {
      List<String> some = new ArrayList<>(COLUMNS);
      Collections.shuffle(some, random);
      options = options.withColumns(some.subList(0, 1 + random.nextInt(3)));
    }
    if (random.nextInt(3) == 0) {
      options = options.withVariantPaths(List.of(path("$.a", "path a"), path("$.o.p", "path p")));
    }
    return random.nextInt(3) == 0 ? options.withFilter(filter(random)) : options;
  }

  private static VariantProjection path(String path, String name) {
    return VariantProjection.of("v", VariantPath.parse(path), name, new ArrowType.Int(64, true));
  }

  private static RowFilter filter(Random random) {
    RowFilter number = Operand.column("i").isAtLeast((long) random.nextInt(2000));
    return switch (random.nextInt(4)) {
      case 0 -> number;
      case 1 -> number.and(Operand.column("s").isNotNull());
      case 2 -> path("$.a", "a").isLessThan((long) random.nextInt(100));
      default -> Operand.column("b").isEqualTo(true).or(Operand.column("l").isNull());
    };
  }

  /** Rows, a hash of all their values in order, and one that is the same in any order. */
  record Digest(long rows, long hash, long sum) {
    static final Digest NOTHING = new Digest(0, 1, 0);

    /** The rows so far and those of a batch. */
    Digest plus(VectorSchemaRoot batch) {
      long newHash = hash;
      long newSum = sum;
      for (int row = 0; row < batch.getRowCount(); row++) {
        long own = 1;
        for (FieldVector vector : batch.getFieldVectors()) {
          own = 31 * own + vector.hashCode(row);
        }
        newHash = 31 * newHash + own;
        newSum += own * own;
      }
      return new Digest(rows + batch.getRowCount(), newHash, newSum);
    }

    /** Whether the rows are those of two others, in any order. */
    boolean isOf(Digest one, Digest other) {
      return rows == one.rows + other.rows && sum == one.sum + other.sum;
    }
  }

  /** Reads everything while nothing else happens. */
  Digest readQuietly(BufferAllocator allocator) throws IOException {
    Digest digest = Digest.NOTHING;
    try (ArrowReader reader = opening.open(new CallersCode(allocator))) {
      while (reader.loadNextBatch()) {
        digest = digest.plus(reader.getVectorSchemaRoot());
      }
    }
    return digest;
  }
}
