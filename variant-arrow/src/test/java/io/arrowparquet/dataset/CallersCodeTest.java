// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.dataset.CallersCode.Site;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.OpenFiles;
import io.arrowparquet.variant.RemoteFile;
import io.arrowparquet.variant.internal.Throwables;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever callers' code throws, at any of its calls: that comes out, nothing waits for ever, no
 * memory and no file is held, and nothing of the caller's is used afterwards.
 *
 * @see ParquetScan
 * @see ParquetFileSet
 */
class CallersCodeTest {
  private static final Operand ID = Operand.column("id");
  private static final ReadHints HINTS = ReadHints.REMOTE;

  @TempDir private static Path folder;
  private static List<Path> files;
  private static Path wide;
  private static ExecutorService pool;
  private static ExecutorService runner;

  @BeforeAll
  static void writeFiles() throws IOException {
    try (RootAllocator memory = new RootAllocator()) {
      files = ScanFiles.write(folder, memory).subList(2, 5);
      wide = ScanFiles.writeWide(folder, memory).get(0);
    }
    pool = Executors.newFixedThreadPool(3);
    runner = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void end() {
    pool.shutdownNow();
    runner.shutdownNow();
  }

  /** What is done with callers' code; each gives the number of rows or files. */
  private enum Work {
    READER {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        try (ByteSource source = code.source(local(files.get(0)));
            ArrowReader reader = ParquetArrowReader.open(source, options(code), memory)) {
          return rows(reader);
        }
      }
    },
    REMOTE_READER {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        try (ByteSource source = code.source(remote(files.get(0)));
            ArrowReader reader =
                ParquetArrowReader.open(
                    source, options(code).withDynamicFilter(null).withFetchBytes(300), memory)) {
          return rows(reader);
        }
      }
    },
    READER_OF_THREADS {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        try (ByteSource source = code.source(local(wide))) {
          ParquetFooter footer = FooterReader.defaults().read(source);
          try (ArrowReader reader =
              ParquetArrowReader.open(
                  source, footer, options(code).withThreads(code.executor(pool), 3), memory)) {
            return rows(reader);
          }
        }
      }
    },
    SET {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        try (ArrowReader reader = set(code, false).read(options(code), memory)) {
          return rows(reader);
        }
      }
    },
    REMOTE_SET {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        ParquetReadOptions options = options(code).withDynamicFilter(null);
        try (ArrowReader reader = set(code, true).read(options, memory)) {
          return rows(reader);
        }
      }
    },
    SCAN {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        return scan(
            set(code, false), ParquetScanOptions.defaults().withRead(options(code)), code, memory);
      }
    },
    REMOTE_SCAN {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        ParquetScanOptions options =
            ParquetScanOptions.defaults().withRead(options(code)).withOrdered(false).withThreads(3);
        return scan(set(code, true), options, code, memory);
      }
    },
    SCAN_OF_COLUMNS {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        ParquetFileSet set =
            ParquetFileSet.open(
                List.of(wide.toUri()), code.sources(entry -> local(Path.of(entry.uri()))));
        return scan(
            set,
            ParquetScanOptions.defaults().withRead(options(code)).withThreads(3),
            code,
            memory);
      }
    },
    WRITER {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        try (ArrowReader reader =
                ParquetArrowReader.open(files.get(0), ParquetReadOptions.defaults(), memory);
            ParquetArrowWriter writer =
                ParquetArrowWriter.open(
                    code.sink(),
                    reader.getVectorSchemaRoot().getSchema(),
                    ParquetWriteOptions.defaults().withRowGroupRows(50),
                    memory)) {
          long rows = 0;
          while (reader.loadNextBatch()) {
            writer.write(reader.getVectorSchemaRoot());
            rows += reader.getVectorSchemaRoot().getRowCount();
          }
          writer.finish();
          return rows;
        }
      }
    },
    BUNDLE {
      @Override
      long run(CallersCode code, BufferAllocator memory) throws IOException {
        Path bundle = Files.createTempDirectory(folder, "bundle").resolve("b.footers");
        BundleOptions options = BundleOptions.defaults().withJobs(2).withProgress(code::progress);
        List<BundleInput> inputs = new ArrayList<>();
        for (Path file : files) {
          inputs.add(
              new BundleInput(
                  BundledFile.Version.of(file.toString(), SourceEntry.UNKNOWN),
                  () -> code.source(local(file))));
        }
        new BundleWriter(BundleStore.of(bundle), options).write(inputs, false);
        return inputs.size();
      }
    };

    abstract long run(CallersCode code, BufferAllocator memory) throws IOException;
  }

  private static ByteSource local(Path file) throws IOException {
    return ByteSources.path(file);
  }

  private static ByteSource remote(Path file) throws IOException {
    return new RemoteFile(file, RemoteFile.Line.fast(HINTS));
  }

  private static ParquetFileSet set(CallersCode code, boolean isRemote) throws IOException {
    List<URI> uris = files.stream().map(Path::toUri).toList();
    return ParquetFileSet.open(
        uris,
        code.sources(
            entry -> isRemote ? remote(Path.of(entry.uri())) : local(Path.of(entry.uri()))),
        code.executor(pool));
  }

  private static ParquetReadOptions options(CallersCode code) {
    return ParquetReadOptions.defaults()
        .withListener(code)
        .withBatchSize(40)
        .withFilter(code.condition(ID).and(ID.isAtLeast(0L)))
        .withDynamicFilter(code.narrowing(ID));
  }

  private static long rows(ArrowReader reader) throws IOException {
    long rows = 0;
    while (reader.loadNextBatch()) {
      rows += reader.getVectorSchemaRoot().getRowCount();
    }
    return rows;
  }

  private static long scan(
      ParquetFileSet set, ParquetScanOptions options, CallersCode code, BufferAllocator memory)
      throws IOException {
    long rows = 0;
    try (ParquetScan scan = set.scan(options, code.executor(pool), memory)) {
      for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
        rows += batch.getRowCount();
        batch.close();
      }
    }
    return rows;
  }

  /** What came of it: rows, or what was thrown. */
  private record Outcome(long rows, Throwable thrown) {}

  private static Outcome run(Work work, CallersCode code, String what) throws Exception {
    Outcome outcome;
    try (RootAllocator memory = new RootAllocator(code, Long.MAX_VALUE)) {
      outcome =
          runner
              .submit(
                  () -> {
                    try {
                      return new Outcome(work.run(code, memory), null);
                    } catch (Throwable e) {
                      return new Outcome(0, e);
                    }
                  })
              .get(60, TimeUnit.SECONDS);
      code.isOver();
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError(what + " hangs", e);
    } catch (IllegalStateException e) {
      throw new AssertionError(what + " leaks", e);
    }
    assertThat(code.open()).as(what + ": open sources").isZero();
    assertThat(code.late()).as(what + ": calls when all is over").isEmpty();
    return outcome;
  }

  @ParameterizedTest
  @EnumSource
  void what_it_throws_comes_out_and_nothing_is_left(Work work) throws Exception {
    long all = run(work, new CallersCode(Site.OPEN, 0, null), work + "").rows();
    assertThat(all).isPositive();
    for (Site site : Site.values()) {
      CallersCode counting = new CallersCode(site, 0, null);
      run(work, counting, work + " without a failure");
      int calls = counting.calls();
      for (int at : new TreeSet<>(List.of(1, 2, calls / 2, calls))) {
        for (Throwables kind : Throwables.values()) {
          if (at > 0 && at <= calls) {
            Throwable thrown = kind.make();
            String what = work + " with " + thrown + " of " + site + " at call " + at;
            CallersCode code = new CallersCode(site, at, thrown);
            Outcome outcome = run(work, code, what);
            if (code.hasThrown()) {
              requireAllowed(outcome, site, thrown, all, what);
            } else {
              assertThat(outcome).as(what).isEqualTo(new Outcome(all, null));
            }
          }
        }
      }
    }
    for (Path file : files) {
      OpenFiles.requireClosed(file);
    }
  }

  private static void requireAllowed(
      Outcome outcome, Site site, Throwable thrown, long all, String what) {
    if (outcome.thrown() == null) {
      // Documented to be lost, or not needed any more, or tried again.
      boolean mayBeLost =
          site == Site.REQUESTED
              || site == Site.EXECUTOR
              || thrown instanceof IOException
              || thrown instanceof OutOfMemoryException;
      assertThat(mayBeLost).as(what + ": is lost").isTrue();
      assertThat(outcome.rows()).as(what).isEqualTo(all);
      return;
    }
    Throwable found = outcome.thrown();
    if (site == Site.ALLOCATION && found instanceof OutOfMemoryException) {
      return; // Some of Arrow's vectors say nothing else, whatever their allocator throws.
    }
    while (found != thrown && found.getCause() != null) {
      found = found.getCause();
    }
    if (found != thrown) {
      throw new AssertionError(what + ": another exception", outcome.thrown());
    }
  }
}
