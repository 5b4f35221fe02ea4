// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.PageIndexDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.variant.internal.UseGuard;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * One row group of a scan. It is read in steps: the first gets the file's footer and says how much
 * is to be fetched, the second opens the file and fetches, each other one decodes a batch.
 *
 * <p>Threads: {@link #step} and {@link #closeReader} are called by the one thread that has the
 * unit, from {@link #begin} to {@link #end}; everything else is guarded by the lock of the {@link
 * ScanSchedule}.
 */
final class ScanUnit {
  enum State {
    /** Nothing was read, and the footer may have to be. */
    NEW,
    /** It is known how many bytes are to be fetched. */
    MEASURED,
    /** Batches can be decoded; what is remote may have to be waited for. */
    FETCHED,
    /** There are no more batches, and the reader is closed. */
    DONE
  }

  private final String name;
  private final ParquetFragment fragment;
  private final ReadHints hints;
  private final Supplier<FileSetReader> opening;
  private final UseGuard.Call<Long> measure;
  private long fetchBytes;
  private long aheadBytes;
  private final Deque<ArrowRecordBatch> batches = new ArrayDeque<>();

  /** Batches that were decoded and kept. */
  private int decoded;

  /** Batches that the reader is to decode again, since the one before was interrupted. */
  private int again;

  private State state = State.NEW;
  private boolean busy;
  private long reserved;
  private long lastBytes;
  private FileSetReader reader;
  private ArrowRecordBatch produced;
  private ReadStatistics statistics = ReadStatistics.NOTHING;
  private List<FileDiagnostic<PageIndexDiagnostic>> diagnostics = List.of();
  private List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics = List.of();

  /**
   * @param name of the file, for messages
   * @param hints what requests to the file cost
   * @param opening makes its reader
   * @param measure says how many bytes of the row group's pages are held at once
   */
  ScanUnit(
      String name,
      ParquetFragment fragment,
      ReadHints hints,
      Supplier<FileSetReader> opening,
      UseGuard.Call<Long> measure) {
    this.name = name;
    this.fragment = fragment;
    this.hints = hints;
    this.opening = opening;
    this.measure = measure;
  }

  long fetchBytes() {
    return fetchBytes;
  }

  /**
   * How many units may be under way so that enough requests are, one of each; 0 for a local file.
   */
  int unitsUnderWay() {
    return hints.isLocal() ? 0 : hints.concurrentRequests();
  }

  State state() {
    return state;
  }

  boolean isBusy() {
    return busy;
  }

  boolean isOver() {
    return state == State.DONE && !busy && batches.isEmpty();
  }

  Deque<ArrowRecordBatch> batches() {
    return batches;
  }

  /** Bytes of the batch decoded last; 0 before the first. */
  long lastBytes() {
    return lastBytes;
  }

  /** Bytes that the step under way is expected to need. */
  long reserved() {
    return reserved;
  }

  /** {@code ahead}: of pages that are decompressed when they are fetched; 0 for none. */
  void begin(long bytes, long ahead) {
    busy = true;
    aheadBytes = ahead;
    reserved = bytes + ahead;
  }

  /**
   * How far the unit has come after a step that an interrupt of its thread has ended, when its
   * reader is closed: the row group is read again, without the batches that there are.
   */
  State interrupted() {
    again = decoded;
    return state == State.NEW ? State.NEW : State.MEASURED;
  }

  void end(State newState) {
    busy = false;
    reserved = 0;
    state = newState;
    if (produced != null) {
      batches.add(produced);
      decoded++;
      lastBytes = produced.computeBodyLength();
      produced = null;
    }
    if (reader != null) {
      statistics = reader.statistics();
    }
    if (state != State.FETCHED) {
      reader = null;
    }
  }

  /**
   * @throws IOException with the file, as every other exception
   */
  State step() throws IOException {
    try {
      return read();
    } catch (IOException e) {
      // Ours name the file, and so do the JDK's subclasses that are about one.
      throw e.getClass() == IOException.class
          ? new IOException(name + rowGroup() + ": " + e.getMessage(), e)
          : e;
    }
  }

  private String rowGroup() {
    boolean isOne = fragment.rowGroup() != ReadFiles.ALL_ROW_GROUPS;
    return isOne ? ", row group " + fragment.rowGroup() : "";
  }

  private State read() throws IOException {
    if (state == State.NEW) {
      fetchBytes = measure.run();
      return State.MEASURED;
    }
    if (reader == null) {
      reader = opening.get();
      return reader.fetch(aheadBytes) ? State.FETCHED : State.DONE;
    }
    for (; again > 0; again--) {
      reader.loadNextBatch();
    }
    if (!reader.loadNextBatch()) {
      return State.DONE;
    }
    // The count of nulls is not needed and would take a pass over the bits.
    produced = new VectorUnloader(reader.getVectorSchemaRoot(), false, true).getRecordBatch();
    return State.FETCHED;
  }

  /** Takes the unit back from a step that could not be ended; {@link #closeReader} is to follow. */
  void abandon() {
    busy = false;
    reserved = 0;
  }

  /** Closes the reader, if it is open, and keeps what it has found. */
  void closeReader() throws IOException {
    if (produced != null) {
      produced.close();
      produced = null;
    }
    if (reader != null) {
      diagnostics = reader.diagnostics();
      filterDiagnostics = reader.filterDiagnostics();
      reader.close();
    }
  }

  ReadStatistics statistics() {
    return statistics;
  }

  List<FileDiagnostic<PageIndexDiagnostic>> diagnostics() {
    return diagnostics;
  }

  List<FileDiagnostic<FilterDiagnostic>> filterDiagnostics() {
    return filterDiagnostics;
  }

  /** All units of a scan. */
  static final class Units {
    private final ReadFiles files;
    private final List<ParquetFragment> fragments;
    private final Schema schema;
    private final ParquetReadOptions options;
    private final int threads;
    private final FetchSizes sizes;
    private final ReadsUnderWay reads = new ReadsUnderWay();

    Units(
        ReadFiles files,
        List<ParquetFragment> fragments,
        Schema schema,
        ParquetScanOptions options) {
      this.files = files;
      this.fragments = List.copyOf(fragments);
      this.schema = schema;
      this.threads = options.threads();
      long share = Math.max(1, options.bytesInFlight() / options.threads());
      this.options =
          options
              .read()
              .withFilledBatches(false)
              .withFetchBytes(Math.min(options.read().fetchBytes(), share));
      this.sizes = new FetchSizes(files, this.options);
    }

    ReadsUnderWay reads() {
      return reads;
    }

    /**
     * @param memory that its reader uses
     * @param helpers whose threads decode columns beside the one that has the unit
     */
    List<ScanUnit> of(BufferAllocator memory, Executor helpers) {
      List<ScanUnit> units = new ArrayList<>();
      for (ParquetFragment fragment : fragments) {
        ParquetReadOptions own =
            options
                .withThreads(helpers, threads)
                // A unit holds one row group.
                .withPrefetch(options.prefetch() && fragment.rowGroup() != ReadFiles.ALL_ROW_GROUPS)
                .withDynamicFilter(askedOnce(options.dynamicFilter()));
        SetFile file = files.file(fragment.file());
        units.add(
            new ScanUnit(
                file.name(),
                fragment,
                file.hints(),
                () ->
                    new FileSetReader(files, List.of(fragment), schema, own, reads.part(), memory),
                () -> reads.call(() -> sizes.bytes(fragment))));
      }
      return units;
    }

    /** Asks a dynamic filter once: a row group that is read again gives the same rows. */
    private static DynamicFilter askedOnce(DynamicFilter filter) {
      if (filter == null) {
        return null;
      }
      List<RowFilter> answer = new ArrayList<>();
      return new DynamicFilter(
          filter.operands(),
          () -> {
            if (answer.isEmpty()) {
              answer.add(filter.answers().get());
            }
            return answer.get(0);
          });
    }
  }
}
