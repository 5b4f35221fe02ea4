// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.footer.CorruptFooterException;

/**
 * Why a reader in lenient mode passed over a column index or an offset index that is there, and
 * read more than it would have had to; or over a second encoding, and read the first.
 *
 * <p>Immutable.
 *
 * @param column dotted path of the column
 * @param rowGroup number of the row group
 * @param check the check that failed, as a noun phrase
 * @param offset byte offset in the file of what was checked; {@link
 *     CorruptFooterException#NO_OFFSET} where there is no one place
 * @param found what the bytes say
 * @param expected what the format demands there
 */
public record PageIndexDiagnostic(
    String column, int rowGroup, String check, long offset, String found, String expected) {

  /** The exception that strict mode throws for the same finding. */
  public CorruptFooterException toException() {
    return new CorruptFooterException(check, offset, found, expected);
  }

  @Override
  public String toString() {
    return "column " + column + ", row group " + rowGroup + ": " + toException().getMessage();
  }
}
