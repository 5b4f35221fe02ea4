// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.storage.Diagnosis;

/**
 * Why a reader in lenient mode passed over a column index or an offset index that is there, and
 * read more than it would have had to; or over a second encoding, and read the first.
 *
 * <p>Immutable.
 *
 * @param column dotted path of the column
 * @param rowGroup number of the row group
 * @param problem what strict mode throws a {@link io.arrowparquet.footer.CorruptFooterException} of
 */
public record PageIndexDiagnostic(String column, int rowGroup, Diagnosis problem) {
  @Override
  public String toString() {
    return "column " + column + ", row group " + rowGroup + ": " + problem.message();
  }
}
