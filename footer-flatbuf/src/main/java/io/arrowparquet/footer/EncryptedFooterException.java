// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

/**
 * Thrown when a footer is encrypted, so that it cannot be read here; or when it is encrypted or
 * signed, so that it must not be changed. The file is in order.
 */
public final class EncryptedFooterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String source;

  /**
   * The refusal.
   *
   * @param source name of the file
   * @param reason what is encrypted or signed, and what is refused because of it
   */
  public EncryptedFooterException(String source, String reason) {
    super(source + ": " + reason);
    this.source = source;
  }

  /** Name of the file. */
  public String source() {
    return source;
  }
}
