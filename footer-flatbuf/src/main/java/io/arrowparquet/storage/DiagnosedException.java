// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

/**
 * An exception whose message is made from a {@link Diagnosis}: each fact of the message is an
 * accessor too, so that a program need not parse the text.
 */
public abstract class DiagnosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Diagnosis diagnosis;

  /**
   * An exception for a problem.
   *
   * @param message text made of the diagnosis
   * @param cause may be null
   */
  protected DiagnosedException(Diagnosis diagnosis, String message, Throwable cause) {
    super(message, cause);
    this.diagnosis = diagnosis;
  }

  /** A copy of this exception that adds facts, with the stack trace of the first throw. */
  protected final <T extends DiagnosedException> T traced(T copy) {
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  /** All facts. */
  public final Diagnosis diagnosis() {
    return diagnosis;
  }

  /** Where the problem was found, as far as it is known. */
  public final Place place() {
    return diagnosis.place();
  }

  /** What is wrong, as a noun phrase; null where found and expected say it all. */
  public final String problem() {
    return diagnosis.problem();
  }

  /** Byte offset of the problem, or {@link Diagnosis#NO_OFFSET}. */
  public final long offset() {
    return diagnosis.offset();
  }

  /** What was found; null where the problem says it all. */
  public final String found() {
    return diagnosis.found();
  }

  /** What was expected; null where the problem says it all. */
  public final String expected() {
    return diagnosis.expected();
  }
}
