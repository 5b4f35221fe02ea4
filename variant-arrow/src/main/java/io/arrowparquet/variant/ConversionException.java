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

  /**
   * A value that does not fit, in a row that {@link #atRow} adds later.
   *
   * @param path where in the row, {@code $.items[*].price}
   * @param found what the value is
   * @param expected the type asked for
   */
  public ConversionException(String path, String found, String expected) {
    this(Diagnosis.of(null, found, expected).at(Place.NOWHERE.withPath(path)), null);
  }

  private ConversionException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  @Override
  protected ConversionException with(Diagnosis changed) {
    return new ConversionException(changed, this);
  }
}
