// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

/**
 * Thrown when the bytes of a Variant, or the way it is shredded, break the specification.
 *
 * <p>The message says where (row, path, byte offset, as far as the thrower knows them), what was
 * found and what was expected; the same facts are there as accessors. Layers that see only bytes
 * know the offset; the layer that walks rows adds the row with {@link #atRow(long)}, and the one
 * that knows the field adds the path with {@link #at(String)}.
 */
public final class MalformedVariantException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Row or offset of an exception that cannot be tied to one. */
  public static final long UNKNOWN = -1;

  private final long row;
  private final String path;
  private final String problem;
  private final long offset;
  private final String found;
  private final String expected;

  /**
   * A problem at one place of a value or its metadata.
   *
   * @param problem what is wrong, as a noun phrase: {@code "number of array elements"}
   * @param offset byte offset from the start of the value (or metadata, as {@code problem} says),
   *     or {@link #UNKNOWN}
   * @param found what the bytes say
   * @param expected what the specification demands there
   */
  public MalformedVariantException(String problem, long offset, String found, String expected) {
    this(UNKNOWN, null, problem, offset, found, expected, null);
  }

  private MalformedVariantException(
      long row,
      String path,
      String problem,
      long offset,
      String found,
      String expected,
      Throwable cause) {
    super(message(row, path, problem, offset, found, expected), cause);
    this.row = row;
    this.path = path;
    this.problem = problem;
    this.offset = offset;
    this.found = found;
    this.expected = expected;
  }

  private static String message(
      long row, String path, String problem, long offset, String found, String expected) {
    StringBuilder text = new StringBuilder();
    if (row != UNKNOWN) {
      text.append("row ").append(row);
    }
    if (path != null) {
      text.append(text.length() == 0 ? "" : ", ").append(path);
    }
    if (text.length() != 0) {
      text.append(": ");
    }
    text.append(problem);
    if (offset != UNKNOWN) {
      text.append(" at byte ").append(offset);
    }
    return text.append(": found ").append(found).append(", expected ").append(expected).toString();
  }

  /** The same problem, this one its cause, with its row; this one if a row is known already. */
  public MalformedVariantException atRow(long rowNumber) {
    return row != UNKNOWN ? this : copy(rowNumber, path);
  }

  /** The same problem with the path ({@code $.a[0].b}) of the field; this one if one is known. */
  public MalformedVariantException at(String fieldPath) {
    return path != null ? this : copy(row, fieldPath);
  }

  /**
   * The same problem, its path one within the value at {@code valuePath}: so {@code $[0]} in {@code
   * $.a} becomes {@code $.a[0]}, and no path {@code $.a}.
   */
  public MalformedVariantException within(String valuePath) {
    return copy(row, path == null ? valuePath : valuePath + path.substring(1));
  }

  /**
   * The same problem with its element told: where the path says any element ({@code [*]}) of the
   * container at {@code containerPath}, it then says {@code step}, as {@code [3]}.
   */
  public MalformedVariantException inElement(String containerPath, String step) {
    String exact = ElementPath.exact(path, containerPath, step);
    return path == null || path.equals(exact) ? this : copy(row, exact);
  }

  private MalformedVariantException copy(long newRow, String newPath) {
    return new MalformedVariantException(newRow, newPath, problem, offset, found, expected, this);
  }

  /** Row of the vector, counted from 0, or {@link #UNKNOWN}. */
  public long row() {
    return row;
  }

  /** Path of the field, {@code $.items[3].price}, or null. */
  public String path() {
    return path;
  }

  /** What is wrong, as a noun phrase. */
  public String problem() {
    return problem;
  }

  /** Byte offset in the value or metadata, or {@link #UNKNOWN}. */
  public long offset() {
    return offset;
  }

  /** What the bytes say. */
  public String found() {
    return found;
  }

  /** What the specification demands. */
  public String expected() {
    return expected;
  }
}
