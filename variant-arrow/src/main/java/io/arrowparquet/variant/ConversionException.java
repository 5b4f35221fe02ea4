// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;

/**
 * Thrown when a well-formed value does not fit the type the caller asked for, and the caller asked
 * for an error rather than a null.
 */
public final class ConversionException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /** Row of an exception that is not tied to one yet. */
  public static final long UNKNOWN = Place.UNKNOWN;

  /**
   * A value that does not fit, in a row that {@link #atRow} adds later.
   *
   * @param path where in the row, {@code $.items[*].price}
   * @param found what the value is
   * @param expected the type asked for
   */
  public ConversionException(String path, String found, String expected) {
    this(
        new Diagnosis(Place.NOWHERE.withPath(path), null, Diagnosis.NO_OFFSET, found, expected),
        null);
  }

  private ConversionException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  /** The same problem with the row it was found in; this one if a row is known already. */
  public ConversionException atRow(long rowNumber) {
    return at(place().atRow(rowNumber));
  }

  /** The same problem with the name of the file; this one if that is known already. */
  public ConversionException in(String sourceName) {
    return at(place().in(sourceName));
  }

  /**
   * The same problem with its element: where the path says any element ({@code [*]}) of the
   * container at {@code containerPath}, it then says {@code step}, as {@code [3]}.
   */
  public ConversionException inElement(String containerPath, String step) {
    return at(ElementPath.exact(place(), containerPath, step));
  }

  private ConversionException at(Place place) {
    return place.equals(place())
        ? this
        : traced(new ConversionException(diagnosis().at(place), this));
  }

  /** Name of the file, or null where the value was not read from a file. */
  public String source() {
    return place().source();
  }

  /** Row of the vector, or of the file where that is known; counted from 0, or {@link #UNKNOWN}. */
  public long row() {
    return place().row();
  }

  /** Path of the field, or of the file's column; {@code [*]} is an element that is not known. */
  public String path() {
    return place().path();
  }
}
