// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

/**
 * Thrown when a footer carries an extension with an id that is not known here: only its owner can
 * say whether it may go.
 */
public final class ForeignExtensionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * The refusal.
   *
   * @param source name of the file
   * @param lengthBytes of the extension
   */
  public ForeignExtensionException(String source, int lengthBytes) {
    super(
        source
            + ": its footer has an extension of "
            + lengthBytes
            + " bytes that is not known here; it is only replaced by force");
  }
}
