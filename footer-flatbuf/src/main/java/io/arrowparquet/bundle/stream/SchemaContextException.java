// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;

/**
 * Thrown when a bundle in share mode is read without the {@link SchemaContext} that it was written
 * with, or with one that has not seen all bundles before it. The bundle is in order: reading
 * succeeds with the right context.
 */
public final class SchemaContextException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  SchemaContextException(String source, String problem, String found, String expected) {
    this(
        new Diagnosis(Place.NOWHERE.in(source), problem, Diagnosis.NO_OFFSET, found, expected),
        null);
  }

  private SchemaContextException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  @Override
  protected SchemaContextException with(Diagnosis changed) {
    return new SchemaContextException(changed, this);
  }
}
