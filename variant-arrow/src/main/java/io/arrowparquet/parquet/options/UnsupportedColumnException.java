// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;

/**
 * Thrown when a column cannot be read as asked: its type has no equivalent in a shredded Variant, a
 * Variant group lacks its children, its codec is not supported, it is encrypted. Or when it cannot
 * be written, because its type has no equivalent in Parquet.
 *
 * <p>The file may be valid; the bytes of the column's pages were not read.
 */
public final class UnsupportedColumnException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /**
   * A column that cannot be read.
   *
   * @param column dotted path of the column
   * @param found what the schema or the column chunk says
   * @param expected what can be read
   */
  public UnsupportedColumnException(String column, String found, String expected) {
    this(column, found, expected, null);
  }

  /** As {@link #UnsupportedColumnException(String, String, String)}, keeping a cause. */
  public UnsupportedColumnException(String column, String found, String expected, Throwable cause) {
    this(Diagnosis.ofColumn(column, found, expected), cause);
  }

  private UnsupportedColumnException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  @Override
  protected UnsupportedColumnException with(Diagnosis changed) {
    return new UnsupportedColumnException(changed, this);
  }

  /** Dotted path of the column. */
  public String column() {
    return place().column();
  }
}
