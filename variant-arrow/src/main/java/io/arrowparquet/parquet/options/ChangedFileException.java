// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;

/**
 * Thrown when a file is not the one whose footer was read: it was replaced or written to since. Its
 * pages cannot be read by that footer. Read the footer, or open the set of files, once more.
 */
public final class ChangedFileException extends ChangedSourceException {
  private static final long serialVersionUID = 1L;

  /**
   * A file that differs.
   *
   * @param source name of the file
   * @param what differs, as a noun phrase: {@code "length"}
   * @param found what the file has now
   * @param expected what it had when its footer was read
   */
  public ChangedFileException(String source, String what, String found, String expected) {
    super(
        new Diagnosis(
            Place.NOWHERE.in(source),
            "the file has changed since its footer was read: " + what,
            Diagnosis.NO_OFFSET,
            found,
            expected));
  }
}
