// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

/**
 * Thrown when the bytes of a column chunk's pages are not what the format or the footer says:
 * checksums, compressed data, levels, lengths, dictionary indexes, counts of rows.
 *
 * <p>The message says which file, column, row group and page, what was found and what was expected;
 * the same facts are there as accessors. Decoders know only the bytes; the reader that walks the
 * column chunk adds the place with {@link #at}. A page header that is not Thrift at all is a {@link
 * io.arrowparquet.footer.CorruptFooterException}.
 */
public final class CorruptPageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Row group or page offset of an exception that cannot be tied to one. */
  public static final long UNKNOWN = -1;

  private final String source;
  private final String column;
  private final long rowGroup;
  private final long pageOffset;
  private final String problem;
  private final String found;
  private final String expected;

  /**
   * A problem whose place is not known yet.
   *
   * @param problem what is wrong, as a noun phrase: {@code "dictionary index"}
   * @param found what the bytes say
   * @param expected what the format demands there
   */
  public CorruptPageException(String problem, String found, String expected) {
    this(problem, found, expected, null);
  }

  /** As {@link #CorruptPageException(String, String, String)}, keeping a cause. */
  public CorruptPageException(String problem, String found, String expected, Throwable cause) {
    this(null, null, UNKNOWN, UNKNOWN, problem, found, expected, cause);
  }

  private CorruptPageException(
      String source,
      String column,
      long rowGroup,
      long pageOffset,
      String problem,
      String found,
      String expected,
      Throwable cause) {
    super(message(source, column, rowGroup, pageOffset, problem, found, expected), cause);
    this.source = source;
    this.column = column;
    this.rowGroup = rowGroup;
    this.pageOffset = pageOffset;
    this.problem = problem;
    this.found = found;
    this.expected = expected;
  }

  private static String message(
      String source,
      String column,
      long rowGroup,
      long pageOffset,
      String problem,
      String found,
      String expected) {
    StringBuilder text = new StringBuilder();
    if (column != null) {
      text.append(source).append(": column ").append(column);
      text.append(", row group ").append(rowGroup);
      if (pageOffset != UNKNOWN) {
        text.append(", page at offset ").append(pageOffset);
      }
      text.append(": ");
    }
    text.append(problem).append(": found ").append(found);
    return text.append(", expected ").append(expected).toString();
  }

  /**
   * The same problem with its place; this one if a place is known already.
   *
   * @param sourceName name of the file
   * @param columnPath dotted path of the column
   * @param rowGroupOrdinal row group, counted from 0
   * @param offset byte offset of the page's header in the file, or {@link #UNKNOWN}
   */
  public CorruptPageException at(
      String sourceName, String columnPath, int rowGroupOrdinal, long offset) {
    if (column != null) {
      return this;
    }
    CorruptPageException placed =
        new CorruptPageException(
            sourceName, columnPath, rowGroupOrdinal, offset, problem, found, expected, this);
    placed.setStackTrace(getStackTrace());
    return placed;
  }

  /** Name of the file, or null. */
  public String source() {
    return source;
  }

  /** Dotted path of the column, or null. */
  public String column() {
    return column;
  }

  /** Row group, counted from 0, or {@link #UNKNOWN}. */
  public long rowGroup() {
    return rowGroup;
  }

  /** Byte offset of the page's header in the file, or {@link #UNKNOWN}. */
  public long pageOffset() {
    return pageOffset;
  }

  /** What is wrong, as a noun phrase. */
  public String problem() {
    return problem;
  }

  /** What the bytes say. */
  public String found() {
    return found;
  }

  /** What the format demands. */
  public String expected() {
    return expected;
  }
}
