// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;

/**
 * Thrown when a file cannot be read into the reader's schema: a column's type does not become the
 * reader's, a required column is missing, a name or a field id is ambiguous. Neither schema need be
 * wrong.
 *
 * <p>{@link #found()} is the file's side, {@link #expected()} the reader's.
 */
public final class IncompatibleSchemaException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /**
   * A column that does not go into the reader's schema.
   *
   * @param column dotted path in the reader's schema
   * @param found what the file has: a type, or names of columns
   * @param expected what the reader asks for
   */
  public IncompatibleSchemaException(String column, String found, String expected) {
    this(Diagnosis.ofColumn(column, found, expected), null);
  }

  private IncompatibleSchemaException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  @Override
  protected IncompatibleSchemaException with(Diagnosis changed) {
    return new IncompatibleSchemaException(changed, this);
  }

  /** Dotted path of the column in the reader's schema. */
  public String column() {
    return place().column();
  }
}
