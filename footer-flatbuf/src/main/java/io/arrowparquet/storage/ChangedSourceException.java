// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.IOException;

/**
 * Thrown when a source is not the one it was: it was replaced or written to since it was opened, or
 * since the version that was asked for. What was read before belongs to the old one; open it once
 * more, and read it from the start.
 */
public final class ChangedSourceException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Diagnosis diagnosis;

  /**
   * A source that differs.
   *
   * @param source its name
   * @param what differs, as a noun phrase: {@code "ETag"}
   * @param found what it has now
   * @param expected what it had
   */
  public ChangedSourceException(String source, String what, String found, String expected) {
    this(
        Diagnosis.of("the source has changed since it was opened: " + what, found, expected)
            .at(Place.NOWHERE.in(source)));
  }

  /** A source that differs in what the diagnosis says. */
  public ChangedSourceException(Diagnosis diagnosis) {
    super(diagnosis.message());
    this.diagnosis = diagnosis;
  }

  /** All facts. */
  public Diagnosis diagnosis() {
    return diagnosis;
  }

  /** Name of the source. */
  public String source() {
    return diagnosis.place().source();
  }

  /** What the source has now. */
  public String found() {
    return diagnosis.found();
  }

  /** What it had. */
  public String expected() {
    return diagnosis.expected();
  }
}
