// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

/**
 * Thrown when a well-formed value does not fit the type the caller asked for, and the caller wants
 * to know rather than get a null.
 */
public final class ConversionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Row of an exception that is not tied to one yet. */
  public static final long UNKNOWN = -1;

  private final String source;
  private final long row;
  private final String path;
  private final String found;
  private final String expected;

  /**
   * A value that does not fit, in a row to be told later by {@link #atRow}.
   *
   * @param path where in the row, {@code $.items[*].price}
   * @param found what the value is
   * @param expected the type asked for
   */
  public ConversionException(String path, String found, String expected) {
    this(null, UNKNOWN, path, found, expected, null);
  }

  private ConversionException(
      String source, long row, String path, String found, String expected, Throwable cause) {
    super(
        (source == null ? "" : source + ": ")
            + (row == UNKNOWN ? "" : "row " + row + ", ")
            + path
            + ": found "
            + found
            + ", expected "
            + expected,
        cause);
    this.source = source;
    this.row = row;
    this.path = path;
    this.found = found;
    this.expected = expected;
  }

  /** The same problem with the row it was found in; this one if a row is known already. */
  public ConversionException atRow(long rowNumber) {
    if (row != UNKNOWN) {
      return this;
    }
    ConversionException placed =
        new ConversionException(source, rowNumber, path, found, expected, this);
    placed.setStackTrace(getStackTrace());
    return placed;
  }

  /** The same problem with the name of the file; this one if that is known already. */
  public ConversionException in(String sourceName) {
    if (source != null) {
      return this;
    }
    ConversionException named =
        new ConversionException(sourceName, row, path, found, expected, this);
    named.setStackTrace(getStackTrace());
    return named;
  }

  /**
   * The same problem with its element told: where the path says any element ({@code [*]}) of the
   * container at {@code containerPath}, it then says {@code step}, as {@code [3]}.
   */
  public ConversionException inElement(String containerPath, String step) {
    String exact = ElementPath.exact(path, containerPath, step);
    if (path.equals(exact)) {
      return this;
    }
    ConversionException placed = new ConversionException(source, row, exact, found, expected, this);
    placed.setStackTrace(getStackTrace());
    return placed;
  }

  /** Name of the file, or null where the value is not one that was read from a file. */
  public String source() {
    return source;
  }

  /** Row of the vector, or of the file where that is known; counted from 0, or {@link #UNKNOWN}. */
  public long row() {
    return row;
  }

  /** Path of the field, or of the file's column; {@code [*]} stands for an element not known. */
  public String path() {
    return path;
  }

  /** What the value is. */
  public String found() {
    return found;
  }

  /** The type asked for. */
  public String expected() {
    return expected;
  }
}
