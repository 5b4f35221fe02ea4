// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.ScanOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** The row groups of a scan as units that have readers of their own. */
final class ScanUnits {
  private final ParquetFileSet files;
  private final List<ParquetFragment> fragments;
  private final Schema schema;
  private final ParquetReadOptions options;
  private final int threads;

  private final FetchSizes sizes;

  ScanUnits(
      ParquetFileSet files, List<ParquetFragment> fragments, Schema schema, ScanOptions options) {
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

  /**
   * A unit for each row group.
   *
   * @param memory that its reader uses
   * @param helpers whose threads decode columns beside the one that has the unit
   */
  List<ScanUnit> of(BufferAllocator memory, Executor helpers) {
    List<ScanUnit> units = new ArrayList<>();
    for (ParquetFragment fragment : fragments) {
      units.add(
          new ScanUnit(
              files.name(fragment.file()),
              fragment,
              files.file(fragment.file()).hints(),
              () ->
                  new FileSetReader(
                      files, List.of(fragment), schema, options, helpers, threads, memory),
              () -> sizes.bytes(fragment)));
    }
    return units;
  }
}
