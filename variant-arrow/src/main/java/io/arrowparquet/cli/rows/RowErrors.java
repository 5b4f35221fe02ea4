// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetFragment;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
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

  /** As above, of a value that does not convert. */
  public static IOException in(String place, long firstRow, ConversionException failure) {
    ConversionException same =
        new ConversionException(failure.path(), failure.found(), failure.expected());
    boolean known = failure.row() != ConversionException.UNKNOWN;
    String message = (known ? same.atRow(firstRow + failure.row()) : same).getMessage();
    return new IOException(place + ": " + message, failure);
  }

  /** As above, of the batch that begins at a row of the set: batches are of one file each. */
  public static IOException in(ParquetFileSet set, long row, MalformedVariantException failure) {
    Start start = Start.of(set, row);
    return in(start.file(), row - start.row(), failure);
  }

  /** As above, of a value that does not convert. */
  public static IOException in(ParquetFileSet set, long row, ConversionException failure) {
    Start start = Start.of(set, row);
    return in(start.file(), row - start.row(), failure);
  }

  /**
   * An error of a batch whose rows a filter has chosen: the batch's row numbers are none of a file.
   */
  public static IOException inSomeRow(ConversionException failure) {
    ConversionException same =
        new ConversionException(failure.path(), failure.found(), failure.expected());
    boolean known = failure.source() != null;
    return new IOException((known ? same.in(failure.source()) : same).getMessage(), failure);
  }

  /** As above, of a value that is malformed. */
  public static IOException inSomeRow(MalformedVariantException failure) {
    MalformedVariantException same = withoutRow(failure);
    return new IOException(same.getMessage(), failure);
  }

  /** A file, and the row of the set that is its first. */
  private record Start(String file, long row) {
    /** Of the file that has a row of the set. */
    static Start of(ParquetFileSet set, long row) {
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
      return new Start(set.name(file), startOfFile);
    }
  }

  private static MalformedVariantException inFile(long firstRow, MalformedVariantException e) {
    if (e.row() == MalformedVariantException.UNKNOWN) {
      return e;
    }
    return withoutRow(e).atRow(firstRow + e.row());
  }

  private static MalformedVariantException withoutRow(MalformedVariantException e) {
    MalformedVariantException same =
        new MalformedVariantException(e.problem(), e.offset(), e.found(), e.expected());
    return e.path() == null ? same : same.at(e.path());
  }
}
