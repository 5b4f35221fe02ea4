// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;

/**
 * Thrown when a footer is encrypted, so that it cannot be read here; or when it is encrypted or
 * signed, so that it must not be changed. The file is in order.
 */
public final class EncryptedFooterException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /**
   * The refusal.
   *
   * @param source name of the file
   * @param reason what is encrypted or signed, and what is refused because of it
   */
  public EncryptedFooterException(String source, String reason) {
    this(Diagnosis.of(reason).at(Place.NOWHERE.in(source)), null);
  }

  private EncryptedFooterException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  @Override
  protected EncryptedFooterException with(Diagnosis changed) {
    return new EncryptedFooterException(changed, this);
  }
}
