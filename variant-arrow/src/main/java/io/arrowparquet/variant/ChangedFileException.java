// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import io.arrowparquet.footer.Diagnosis;
import io.arrowparquet.footer.Place;
import java.io.IOException;

/**
 * Thrown when a file is not the one whose footer was read: it was replaced or written to since. Its
 * pages cannot be read by that footer. Read the footer, or open the set of files, once more.
 */
public final class ChangedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Diagnosis diagnosis;

  /**
   * A file that differs.
   *
   * @param source name of the file
   * @param what differs, as a noun phrase: {@code "length"}
   * @param found what the file has now
   * @param expected what it had when its footer was read
   */
  public ChangedFileException(String source, String what, String found, String expected) {
    this(
        new Diagnosis(
            Place.NOWHERE.in(source),
            "the file has changed since its footer was read: " + what,
            Diagnosis.NO_OFFSET,
            found,
            expected));
  }

  private ChangedFileException(Diagnosis diagnosis) {
    super(diagnosis.message());
    this.diagnosis = diagnosis;
  }

  /** All facts. */
  public Diagnosis diagnosis() {
    return diagnosis;
  }

  /** Name of the file. */
  public String source() {
    return diagnosis.place().source();
  }

  /** What the file has now. */
  public String found() {
    return diagnosis.found();
  }

  /** What it had when its footer was read. */
  public String expected() {
    return diagnosis.expected();
  }
}
