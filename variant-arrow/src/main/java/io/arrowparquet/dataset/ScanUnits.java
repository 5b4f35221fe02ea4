// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.options.DynamicFilter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

final class ScanUnits {
  private final ReadFiles files;
  private final List<ParquetFragment> fragments;
  private final Schema schema;
  private final ParquetReadOptions options;
  private final int threads;
  private final FetchSizes sizes;
  private final ReadsUnderWay reads = new ReadsUnderWay();

  ScanUnits(
      ReadFiles files, List<ParquetFragment> fragments, Schema schema, ParquetScanOptions options) {
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
              .withDynamicFilter(FirstAnswer.of(options.dynamicFilter()));
      units.add(
          new ScanUnit(
              files.file(fragment.file()).name(),
              fragment,
              files.file(fragment.file()).hints(),
              () -> new FileSetReader(files, List.of(fragment), schema, own, reads.part(), memory),
              () -> reads.call(() -> sizes.bytes(fragment))));
    }
    return units;
  }

  /** What a dynamic filter answers first: a row group that is read again gives the same rows. */
  private static final class FirstAnswer implements Supplier<RowFilter> {
    private final Supplier<RowFilter> answers;
    private RowFilter first;
    private boolean isKnown;

    private FirstAnswer(Supplier<RowFilter> answers) {
      this.answers = answers;
    }

    static DynamicFilter of(DynamicFilter filter) {
      return filter == null
          ? null
          : new DynamicFilter(filter.operands(), new FirstAnswer(filter.answers()));
    }

    @Override
    public RowFilter get() {
      if (!isKnown) {
        first = answers.get();
        isKnown = true;
      }
      return first;
    }
  }
}
