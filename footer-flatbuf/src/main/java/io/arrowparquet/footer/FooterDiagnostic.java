// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

/**
 * Why a reader in lenient mode passed over an extension that is there, and used the Thrift footer.
 *
 * @param layout the layout whose check failed
 * @param check the check that failed, as a noun phrase: {@code "CRC-32 of the FlatBuffers footer"}
 * @param offset byte offset in the file of the bytes that were checked
 * @param found what the bytes say
 * @param expected what the format demands there
 */
public record FooterDiagnostic(
    FooterLayout layout, String check, long offset, String found, String expected) {

  /** The exception that strict mode throws for the same finding. */
  public CorruptFooterException toException() {
    return new CorruptFooterException(check, offset, found, expected);
  }

  @Override
  public String toString() {
    return toException().getMessage();
  }
}
