// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.plan.NarrowedFilter;
import io.arrowparquet.variant.parquet.internal.plan.RawColumns;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.ScanOptions;
import java.io.IOException;
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

  /** Of the file that was looked at last: its row groups follow each other. */
  private volatile ReadColumns last = new ReadColumns(-1, List.of());

  /** The columns that are read of a file. */
  private record ReadColumns(int file, List<Integer> columns) {}

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
              () -> bytes(fragment)));
    }
    return units;
  }

  /** Bytes of the column chunks that are held at once; 0 if the footer does not have them. */
  private long bytes(ParquetFragment fragment) throws IOException {
    FlatFooter footer = files.file(fragment.file()).footer().get().footer();
    long bytes = 0;
    try {
      for (int column : columns(fragment.file(), footer)) {
        bytes += Math.max(0, footer.chunk(fragment.rowGroup(), column).totalCompressedSize());
      }
      return Math.min(bytes, options.fetchBytes());
    } catch (UnsupportedColumnException | CorruptFooterException | IllegalArgumentException e) {
      // The unit's reader will throw this with its place, when it comes to it.
      return 0;
    }
  }

  private List<Integer> columns(int file, FlatFooter footer) throws IOException {
    ReadColumns known = last;
    if (known.file != file) {
      FilePlan plan = files.plan(file, options);
      known =
          new ReadColumns(
              file,
              new RawColumns(footer, plan.options(), NarrowedFilter.operands(plan.options()))
                  .leafColumns());
      last = known;
    }
    return known.columns;
  }
}
