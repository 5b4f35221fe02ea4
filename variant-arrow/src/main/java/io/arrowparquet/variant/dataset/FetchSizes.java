// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.variant.UnsupportedColumnException;
import io.arrowparquet.variant.parquet.internal.plan.NarrowedFilter;
import io.arrowparquet.variant.parquet.internal.plan.RawColumns;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many bytes of row groups are held, as their footers have it. One thread at a time. */
final class FetchSizes {
  private final ParquetFileSet files;
  private final ParquetReadOptions options;

  /** For each file looked at the columns that are read. */
  private final Map<Integer, List<Integer>> columns = new HashMap<>();

  FetchSizes(ParquetFileSet files, ParquetReadOptions options) {
    this.files = files;
    this.options = options;
  }

  /** Bytes of the column chunks that are held at once; 0 if the footer does not have them. */
  long bytes(ParquetFragment fragment) {
    FlatFooter footer = files.file(fragment.file()).footer().footer();
    long bytes = 0;
    try {
      for (int column : columns.computeIfAbsent(fragment.file(), this::columns)) {
        bytes += Math.max(0, footer.chunk(fragment.rowGroup(), column).totalCompressedSize());
      }
      return Math.min(bytes, options.fetchBytes());
    } catch (UnsupportedColumnException | CorruptFooterException | IllegalArgumentException e) {
      // The row group's reader throws this with its place.
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
