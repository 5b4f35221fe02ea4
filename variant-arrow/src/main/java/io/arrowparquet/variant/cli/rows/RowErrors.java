// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.rows;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.dataset.ParquetFileSet;
import io.arrowparquet.variant.dataset.ParquetFragment;
import java.io.IOException;

/** Gives an error of a batch its place in the file: batches count their rows from 0. */
public final class RowErrors {
  private RowErrors() {}

  /**
   * The same error with the file, and the row's number in it.
   *
   * @param place file, or file and column: {@code a.parquet: v}
   * @param firstRow number in the file of the batch's row 0
   */
  public static IOException in(String place, long firstRow, MalformedVariantException failure) {
    return new IOException(place + ": " + inFile(firstRow, failure).getMessage(), failure);
  }

  /** As above, of the batch that begins at a row of the set: batches are of one file each. */
  public static IOException in(ParquetFileSet set, long row, MalformedVariantException failure) {
    int file = 0;
    long startOfFile = 0;
    long end = 0;
    for (ParquetFragment fragment : set.fragments()) {
      if (fragment.file() != file) {
        file = fragment.file();
        startOfFile = end;
      }
      end += fragment.rows();
      if (end > row) {
        break;
      }
    }
    return in(set.name(file), row - startOfFile, failure);
  }

  private static MalformedVariantException inFile(long firstRow, MalformedVariantException e) {
    if (e.row() == MalformedVariantException.UNKNOWN) {
      return e;
    }
    MalformedVariantException same =
        new MalformedVariantException(e.problem(), e.offset(), e.found(), e.expected());
    return (e.path() == null ? same : same.at(e.path())).atRow(firstRow + e.row());
  }
}
