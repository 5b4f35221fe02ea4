// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import org.jspecify.annotations.Nullable;

/**
 * An exception whose message is made from a {@link Diagnosis}: each fact of the message is an
 * accessor too, so that a program need not parse the text. Code that throws one knows little of
 * where it is; each layer that it passes throws a copy with what it knows, the first one its cause.
 */
public abstract class DiagnosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Row, row group or offset of an exception that cannot be tied to one. */
  public static final long UNKNOWN = Place.UNKNOWN;

  private final Diagnosis diagnosis;

  /**
   * An exception for a problem.
   *
   * @param message text made of the diagnosis
   * @param cause may be null
   */
  protected DiagnosedException(Diagnosis diagnosis, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.diagnosis = diagnosis;
  }

  /** An exception of this kind for a changed diagnosis, with this one as its cause. */
  protected abstract DiagnosedException with(Diagnosis changed);

  /** The same problem at another place, else as {@link #traced}. */
  protected final DiagnosedException moved(Place place) {
    return place.equals(place()) ? this : traced(diagnosis.at(place));
  }

  /**
   * As {@link #with}. The stack trace of the first throw is not lost: it is that of the cause, or
   * copied where this one is not the cause.
   */
  protected final DiagnosedException traced(Diagnosis changed) {
    DiagnosedException copy = with(changed);
    if (copy.getCause() != this) {
      copy.setStackTrace(getStackTrace());
    }
    return copy;
  }

  /** The same problem with the name of the file; this one if that is known already. */
  public DiagnosedException in(String sourceName) {
    return moved(place().in(sourceName));
  }

  /** The same problem with the row it was found in; this one if a row is known already. */
  public final DiagnosedException atRow(long rowNumber) {
    return moved(place().atRow(rowNumber));
  }

  /** The same problem with the path ({@code $.a[0].b}) of the value; this one if one is known. */
  public DiagnosedException at(String valuePath) {
    return path() != null ? this : moved(place().withPath(valuePath));
  }

  /**
   * The same problem with its element: where the path says any element ({@code [*]}) of the
   * container at {@code containerPath}, it then says {@code step}, as {@code [3]}.
   */
  public final DiagnosedException inElement(String containerPath, String step) {
    return moved(place().inElement(containerPath, step));
  }

  /** All facts. */
  public final Diagnosis diagnosis() {
    return diagnosis;
  }

  /** Where the problem was found, as far as it is known. */
  public final Place place() {
    return diagnosis.place();
  }

  /** Name of the file or source, or null. */
  public final @Nullable String source() {
    return place().source();
  }

  /** Row of the vector, or of the file where that is known; from 0, or {@link #UNKNOWN}. */
  public final long row() {
    return place().row();
  }

  /** Path of the value; {@code [*]} is an element that is not known; or null. */
  public final @Nullable String path() {
    return place().path();
  }

  /** What is wrong, as a noun phrase; null where found and expected say it all. */
  public final @Nullable String problem() {
    return diagnosis.problem();
  }

  /** Byte offset of the problem, or {@link Diagnosis#NO_OFFSET}. */
  public final long offset() {
    return diagnosis.offset();
  }

  /** What was found; null where the problem says it all. */
  public final @Nullable String found() {
    return diagnosis.found();
  }

  /** What was expected; null where the problem says it all. */
  public final @Nullable String expected() {
    return diagnosis.expected();
  }
}
