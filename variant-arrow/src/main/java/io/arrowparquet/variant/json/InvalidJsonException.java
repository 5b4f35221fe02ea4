// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when text is not JSON, or is JSON that no Variant can hold: the same key twice, a half
 * surrogate pair, more nesting or more bytes than the limits allow. It has a problem and a place,
 * but neither found nor expected.
 *
 * <p>The layer that walks rows adds the row with {@link #atRow(long)}.
 */
public final class InvalidJsonException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * A problem at one place of a text.
   *
   * @param problem what is wrong
   * @param line line in the text, from 1
   * @param column byte in the line, from 1
   * @param cause what found it, or null
   */
  public InvalidJsonException(String problem, int line, int column, @Nullable Throwable cause) {
    this(
        Diagnosis.of(problem).at(Place.NOWHERE.withPath("line " + line + ", column " + column)),
        line,
        column,
        cause);
  }

  private InvalidJsonException(Diagnosis diagnosis, int line, int column, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
    this.line = line;
    this.column = column;
  }

  @Override
  protected InvalidJsonException with(Diagnosis changed) {
    return new InvalidJsonException(changed, line, column, getCause());
  }

  /** Line in the text, from 1. */
  public int line() {
    return line;
  }

  /** Byte in the line, from 1. */
  public int column() {
    return column;
  }
}
