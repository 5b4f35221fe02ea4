// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

/**
 * Thrown when text is not JSON, or is JSON that no Variant can hold: the same key twice, a half
 * surrogate pair, more nesting or more bytes than the limits allow.
 *
 * <p>The message says where and what; the same facts are there as accessors. The layer that walks
 * rows adds the row with {@link #atRow(long)}.
 */
public final class InvalidJsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Row of an exception that cannot be tied to one. */
  public static final long UNKNOWN = -1;

  private final long row;
  private final int line;
  private final int column;
  private final String problem;

  /**
   * A problem at one place of a text.
   *
   * @param problem what is wrong
   * @param line line in the text, from 1
   * @param column byte in the line, from 1
   * @param cause what found it, or null
   */
  public InvalidJsonException(String problem, int line, int column, Throwable cause) {
    this(UNKNOWN, problem, line, column, cause);
  }

  private InvalidJsonException(long row, String problem, int line, int column, Throwable cause) {
    super(
        (row == UNKNOWN ? "" : "row " + row + ", ")
            + "line "
            + line
            + ", column "
            + column
            + ": "
            + problem,
        cause);
    this.row = row;
    this.line = line;
    this.column = column;
    this.problem = problem;
  }

  /** The same problem with the row it was found in; this one if a row is known already. */
  public InvalidJsonException atRow(long rowNumber) {
    if (row != UNKNOWN) {
      return this;
    }
    InvalidJsonException copy =
        new InvalidJsonException(rowNumber, problem, line, column, getCause());
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  /** Row of the vector, counted from 0, or {@link #UNKNOWN}. */
  public long row() {
    return row;
  }

  /** Line in the text, from 1. */
  public int line() {
    return line;
  }

  /** Byte in the line, from 1. */
  public int column() {
    return column;
  }

  /** What is wrong. */
  public String problem() {
    return problem;
  }
}
