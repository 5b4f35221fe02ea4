// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.internal.filter.RequestedRows;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.DiagnosedException;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/** How many bytes of row groups are held, as their footers have it. Threads may share it. */
final class FetchSizes {
  private final ReadFiles files;
  private final ParquetReadOptions options;

  /** Of the file that was looked at last: its row groups follow each other. */
  private volatile ReadColumns last = new ReadColumns(-1, new BitSet());

  private record ReadColumns(int file, BitSet columns) {}

  FetchSizes(ReadFiles files, ParquetReadOptions options) {
    this.files = files;
    this.options = options;
  }

  /** Bytes of the column chunks that are held at once; 0 if the footer does not have them. */
  long bytes(ParquetFragment fragment) throws IOException {
    if (files.isLeftOut(fragment.file(), options)) {
      return 0;
    }
    FlatFooter footer = files.file(fragment.file()).footer().get().footer();
    try {
      BitSet columns = columns(fragment.file());
      long most = 0;
      for (int rowGroup : rowGroups(fragment, footer)) {
        most = Math.max(most, bytes(footer, rowGroup, columns));
      }
      return most;
    } catch (DiagnosedException | IllegalArgumentException e) {
      // The row group's reader throws this with its place.
      return 0;
    }
  }

  private Iterable<Integer> rowGroups(ParquetFragment fragment, FlatFooter footer)
      throws IOException {
    if (fragment.rowGroup() != ReadFiles.ALL_ROW_GROUPS) {
      return List.of(fragment.rowGroup());
    }
    return RequestedRows.rowGroups(footer, files.plan(fragment.file(), options).options());
  }

  private long bytes(FlatFooter footer, int rowGroup, BitSet columns) {
    long bytes = 0;
    for (int column : columns.stream().toArray()) {
      long size = footer.chunk(rowGroup, column).totalCompressedSize();
      // Sizes that cannot be are refused later: their sum must not overflow here.
      bytes += Math.min(Math.max(0, size), options.fetchBytes() - bytes);
    }
    return bytes;
  }

  private BitSet columns(int file) throws IOException {
    ReadColumns known = last;
    if (known.file != file) {
      known = new ReadColumns(file, files.columns(file, options));
      last = known;
    }
    return known.columns;
  }
}
