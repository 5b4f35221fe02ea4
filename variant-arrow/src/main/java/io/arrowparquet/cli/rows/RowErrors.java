// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetFragment;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;
import io.arrowparquet.variant.MalformedVariantException;
import java.io.IOException;

/** Batches count their rows from 0. */
public final class RowErrors {
  private RowErrors() {}

  /**
   * The same error with its file, or file and column; the batch's row 0 is {@code firstRow} of the
   * file.
   */
  public static IOException in(String place, long firstRow, DiagnosedException failure) {
    long row = failure.row();
    Place known = Place.NOWHERE.withPath(failure.path());
    String message = message(failure, row == Place.UNKNOWN ? known : known.atRow(firstRow + row));
    return new IOException(place + ": " + message, failure);
  }

  public static IOException in(ParquetFileSet set, long row, DiagnosedException failure) {
    Start start = Start.of(set, row);
    return in(start.file(), row - start.row(), failure);
  }

  /** Of rows that a filter has chosen: their numbers in the batch are none of a file. */
  public static IOException inSomeRow(DiagnosedException failure) {
    Place known = Place.NOWHERE.in(failure.source()).withPath(failure.path());
    return new IOException(message(failure, known), failure);
  }

  private static String message(DiagnosedException failure, Place place) {
    Diagnosis same = failure.diagnosis().at(place);
    return failure instanceof MalformedVariantException ? same.message("byte") : same.message();
  }

  private record Start(String file, long row) {
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
}
