// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import java.util.UUID;

/**
 * Why a reader passed over an extension that is there, and used the Thrift footer: it is damaged,
 * which strict mode does not allow, or somebody else's, and the file is as good as any.
 *
 * <p>Immutable.
 *
 * @param layout the layout whose check failed; {@link FooterLayout#THRIFT} for somebody else's
 * @param check the check that failed, as a noun phrase: {@code "CRC-32 of the FlatBuffers footer"}
 * @param offset byte offset in the file of the bytes that were checked
 * @param found what the bytes say
 * @param expected what the format demands there
 * @param foreign the extension, where it is somebody else's; null where it is damaged
 */
public record FooterDiagnostic(
    FooterLayout layout,
    String check,
    long offset,
    String found,
    String expected,
    Foreign foreign) {

  /**
   * An extension that this library does not know.
   *
   * @param id its last 16 bytes, which should be a UUID; null if it has fewer
   * @param length its bytes
   */
  public record Foreign(UUID id, int length) {
    @Override
    public String toString() {
      return length + " bytes" + (id == null ? "" : " with id " + id);
    }
  }

  /** Of an extension that is damaged. */
  public FooterDiagnostic(
      FooterLayout layout, String check, long offset, String found, String expected) {
    this(layout, check, offset, found, expected, null);
  }

  /**
   * Of an extension that is somebody else's.
   *
   * @param offset in the file of its first byte
   */
  public static FooterDiagnostic of(Foreign foreign, long offset) {
    return new FooterDiagnostic(
        FooterLayout.THRIFT,
        "extension of somebody else",
        offset,
        foreign.toString(),
        "an id that this version knows",
        foreign);
  }

  /** The exception that strict mode throws for the same finding. */
  public CorruptFooterException toException() {
    return new CorruptFooterException(check, offset, found, expected);
  }

  @Override
  public String toString() {
    return toException().getMessage();
  }
}
