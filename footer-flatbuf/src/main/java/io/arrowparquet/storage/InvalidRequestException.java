// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when what is asked for does not fit the data: a column that is not there or whose name is
 * ambiguous, a literal that is not of its column's class, an option that the file rules out. The
 * file is in order; the request has to change.
 *
 * <p>Arguments that are wrong whatever the data are (null, a negative size) stay {@link
 * NullPointerException} and {@link IllegalArgumentException}.
 */
public final class InvalidRequestException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /**
   * A request that says of a column what cannot be.
   *
   * @param column dotted path of the column, as asked for
   * @param found what the request or the schema says
   * @param expected what can be asked for
   */
  public InvalidRequestException(String column, String found, String expected) {
    this(Diagnosis.ofColumn(column, found, expected), null);
  }

  /** A request that is wrong as a whole: a filter's text, an option; with or without a cause. */
  public InvalidRequestException(String problem, @Nullable Throwable cause) {
    this(Diagnosis.of(problem), cause);
  }

  /** A request of which more is known. */
  public InvalidRequestException(Diagnosis diagnosis, @Nullable Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  @Override
  protected InvalidRequestException with(Diagnosis changed) {
    return new InvalidRequestException(changed, this);
  }
}
