// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import io.arrowparquet.storage.Diagnosis;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Why a reader passed over an extension that is there, and used the Thrift footer: it is damaged,
 * which strict mode does not allow, or somebody else's, and the file is as good as any.
 *
 * <p>Immutable.
 *
 * @param layout the layout whose check failed; {@link FooterLayout#THRIFT} for somebody else's that
 *     is not known, {@link FooterLayout#PHOTON} for one of Photon, used or not
 * @param diagnosis the check that failed, where the bytes that were checked are in the file, what
 *     they say and what the format demands there
 * @param foreign the extension, where it is somebody else's; null where it is damaged
 */
public record FooterDiagnostic(
    FooterLayout layout, Diagnosis diagnosis, @Nullable Foreign foreign) {

  /**
   * An extension that this library does not know.
   *
   * @param id its last 16 bytes, which should be a UUID; null if it has fewer
   * @param length its bytes
   */
  public record Foreign(@Nullable UUID id, int length) {
    @Override
    public String toString() {
      return length + " bytes" + (id == null ? "" : " with id " + id);
    }
  }

  /**
   * Of an extension that is somebody else's.
   *
   * @param offset in the file of its first byte
   */
  public static FooterDiagnostic of(Foreign foreign, long offset) {
    return new FooterDiagnostic(
        FooterLayout.THRIFT,
        Diagnosis.of(
            "extension of somebody else",
            offset,
            foreign.toString(),
            "an id that this version knows"),
        foreign);
  }

  /** The check that failed, as a noun phrase: {@code "CRC-32 of the FlatBuffers footer"}. */
  public String check() {
    return diagnosis.problem();
  }

  /** Whether it is of a footer of Photon, which was not asked for or cannot be used. */
  public boolean isOfPhoton() {
    return layout == FooterLayout.PHOTON;
  }

  /** Byte offset in the file of the bytes that were checked. */
  public long offset() {
    return diagnosis.offset();
  }

  /** The exception that strict mode throws for the same finding. */
  public CorruptFooterException toException() {
    return new CorruptFooterException(
        diagnosis.problem(), diagnosis.offset(), diagnosis.found(), diagnosis.expected());
  }

  @Override
  public String toString() {
    return diagnosis.message();
  }
}
