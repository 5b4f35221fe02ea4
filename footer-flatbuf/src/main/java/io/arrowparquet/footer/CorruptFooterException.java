// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

/**
 * Thrown when the bytes of a Parquet file's footer, or of a page header, are not what the format
 * demands.
 *
 * <p>The message says where, what was found and what was expected; the same facts are there as
 * accessors, so that a tool need not parse text. Layers that see only bytes know the offset; the
 * layer that knows the file adds its name with {@link #in(String)}.
 */
public final class CorruptFooterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The offset of an exception that cannot be tied to one place. */
  public static final long NO_OFFSET = -1;

  private final String source;
  private final String problem;
  private final long offset;
  private final String found;
  private final String expected;

  /**
   * A problem at one place.
   *
   * @param problem what is wrong, as a noun phrase: {@code "footer length"}
   * @param offset byte offset in the file, or in the bytes that were handed in where no file is
   *     known; {@link #NO_OFFSET} where there is none
   * @param found what the bytes say
   * @param expected what the format demands there
   */
  public CorruptFooterException(String problem, long offset, String found, String expected) {
    this(null, problem, offset, found, expected, null);
  }

  /** As {@link #CorruptFooterException(String, long, String, String)}, keeping a cause. */
  public CorruptFooterException(
      String problem, long offset, String found, String expected, Throwable cause) {
    this(null, problem, offset, found, expected, cause);
  }

  private CorruptFooterException(
      String source, String problem, long offset, String found, String expected, Throwable cause) {
    super(message(source, problem, offset, found, expected), cause);
    this.source = source;
    this.problem = problem;
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  private static String message(
      String source, String problem, long offset, String found, String expected) {
    StringBuilder text = new StringBuilder();
    if (source != null) {
      text.append(source).append(": ");
    }
    text.append(problem);
    if (offset != NO_OFFSET) {
      text.append(" at offset ").append(offset);
    }
    return text.append(": found ").append(found).append(", expected ").append(expected).toString();
  }

  /**
   * The same problem with the name of the file it was found in; this one if that is known already.
   */
  public CorruptFooterException in(String sourceName) {
    if (source != null) {
      return this;
    }
    CorruptFooterException named =
        new CorruptFooterException(sourceName, problem, offset, found, expected, this);
    named.setStackTrace(getStackTrace());
    return named;
  }

  /** The same problem with its offset counted from a place {@code base} bytes earlier. */
  public CorruptFooterException shiftedBy(long base) {
    if (offset == NO_OFFSET || base == 0) {
      return this;
    }
    CorruptFooterException shifted =
        new CorruptFooterException(source, problem, offset + base, found, expected, this);
    shifted.setStackTrace(getStackTrace());
    return shifted;
  }

  /** Name of the file or source, or null where the thrower did not know it. */
  public String source() {
    return source;
  }

  /** What is wrong, as a noun phrase. */
  public String problem() {
    return problem;
  }

  /** Byte offset of the problem, or {@link #NO_OFFSET}. */
  public long offset() {
    return offset;
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
