// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

/**
 * Thrown when a column cannot be read as asked: its type has no place in a shredded Variant, a
 * Variant group lacks its children, its codec is not supported, it is encrypted. Or when it cannot
 * be written, because its type has no place in Parquet.
 *
 * <p>The file may be sound; the bytes of the column's pages were not looked at.
 */
public final class UnsupportedColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String source;
  private final String column;
  private final String found;
  private final String expected;

  /**
   * A column that cannot be read.
   *
   * @param column dotted path of the column
   * @param found what the schema or the column chunk says
   * @param expected what can be read
   */
  public UnsupportedColumnException(String column, String found, String expected) {
    this(null, column, found, expected, null);
  }

  private UnsupportedColumnException(
      String source, String column, String found, String expected, Throwable cause) {
    super(
        (source == null ? "" : source + ": ")
            + ("column " + column + ": found " + found + ", expected " + expected),
        cause);
    this.source = source;
    this.column = column;
    this.found = found;
    this.expected = expected;
  }

  /** The same problem with the name of the file; this one if that is known already. */
  public UnsupportedColumnException in(String sourceName) {
    if (source != null) {
      return this;
    }
    UnsupportedColumnException named =
        new UnsupportedColumnException(sourceName, column, found, expected, this);
    named.setStackTrace(getStackTrace());
    return named;
  }

  /** Name of the file, or null. */
  public String source() {
    return source;
  }

  /** Dotted path of the column. */
  public String column() {
    return column;
  }

  /** What the schema or the column chunk says. */
  public String found() {
    return found;
  }

  /** What can be read. */
  public String expected() {
    return expected;
  }
}
