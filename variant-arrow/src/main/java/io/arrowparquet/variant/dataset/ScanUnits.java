// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.plan.NarrowedFilter;
import io.arrowparquet.variant.parquet.internal.plan.RawColumns;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** The row groups of a scan as units that have readers of their own. */
final class ScanUnits {
  private final ParquetFileSet files;
  private final List<ParquetFragment> fragments;
  private final Schema schema;
  private final ParquetReadOptions options;

  /** For each file looked at the columns that are read. Guarded by the lock of the schedule. */
  private final Map<Integer, List<Integer>> columns = new HashMap<>();

  ScanUnits(
      ParquetFileSet files,
      List<ParquetFragment> fragments,
      Schema schema,
      ParquetReadOptions options) {
    this.files = files;
    this.fragments = List.copyOf(fragments);
    this.schema = schema;
    this.options = options.withFilledBatches(false);
  }

  /** A unit for each row group, whose readers use this memory. */
  List<ScanUnit> of(BufferAllocator memory) {
    List<ScanUnit> units = new ArrayList<>();
    for (ParquetFragment fragment : fragments) {
      units.add(
          new ScanUnit(
              files.name(fragment.file()),
              fragment,
              () -> new FileSetReader(files, List.of(fragment), schema, options, memory),
              () -> bytes(fragment)));
    }
    return units;
  }

  /** Bytes of the column chunks to read; 0 if the footer does not have them. */
  private long bytes(ParquetFragment fragment) {
    FlatFooter footer = files.file(fragment.file()).footer().footer();
    long bytes = 0;
    try {
      for (int column : columns.computeIfAbsent(fragment.file(), this::columns)) {
        bytes += Math.max(0, footer.chunk(fragment.rowGroup(), column).totalCompressedSize());
      }
      return bytes;
    } catch (UnsupportedColumnException | CorruptFooterException | IllegalArgumentException e) {
      // The unit's reader will throw this with its place, when it comes to it.
      return 0;
    }
  }

  private List<Integer> columns(int file) {
    FilePlan plan = files.plan(file, options);
    FlatFooter footer = files.file(file).footer().footer();
    return new RawColumns(footer, plan.options(), NarrowedFilter.operands(plan.options()))
        .leafColumns();
  }
}
