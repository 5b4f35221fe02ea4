// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.Place;

/**
 * Thrown when a footer that is to be changed carries an extension of somebody else: only its owner
 * can say whether it may go. The file is in order.
 */
public final class ForeignExtensionException extends DiagnosedException {
  private static final long serialVersionUID = 1L;

  /**
   * The refusal.
   *
   * @param source name of the file
   * @param lengthBytes of the extension
   */
  public ForeignExtensionException(String source, int lengthBytes) {
    this(
        Diagnosis.of(
                "its footer has an extension of "
                    + lengthBytes
                    + " bytes that is somebody else's; it is only replaced where the caller says so")
            .at(Place.NOWHERE.in(source)),
        null);
  }

  private ForeignExtensionException(Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
  }

  @Override
  protected ForeignExtensionException with(Diagnosis changed) {
    return new ForeignExtensionException(changed, this);
  }
}
