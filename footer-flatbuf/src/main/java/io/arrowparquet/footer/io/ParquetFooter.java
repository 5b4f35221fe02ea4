// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io;

import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import java.util.List;

/**
 * A footer as it was read from a file: what it says, where it was found, and what was passed over.
 * Immutable; may be shared between threads.
 *
 * <p>It is independent of the source it was read from, which may be closed, with two exceptions:
 * the bytes of a {@link BufferByteSource} are borrowed, and those of a {@link MappedByteSource} are
 * unmapped with it. Its views check only the bytes that they are asked for, so a {@link
 * io.arrowparquet.footer.CorruptFooterException} may come from them too; that depends on the bytes
 * alone, and trying again gives the same. {@link FooterReader} says which errors of reading may be
 * retried.
 *
 * @param source name of the file
 * @param footer the footer
 * @param layout which bytes the footer was read from; {@link FooterLayout#THRIFT} where there is no
 *     extension, or none that can be used
 * @param diagnostics why an extension that is there was not used; empty otherwise
 * @param fileLength length of the file in bytes
 * @param footerOffset where the pages end and the footer begins
 * @param thriftLength bytes of the Thrift footer, extension included; 0 where there is none
 * @param flatbufferLength bytes of the FlatBuffers footer; of one that was made from the Thrift
 *     footer in memory where {@code layout} is {@link FooterLayout#THRIFT}
 */
public record ParquetFooter(
    String source,
    FlatFooter footer,
    FooterLayout layout,
    List<FooterDiagnostic> diagnostics,
    long fileLength,
    long footerOffset,
    int thriftLength,
    int flatbufferLength) {
  /** Keeps an unchangeable copy of the list. */
  public ParquetFooter {
    diagnostics = List.copyOf(diagnostics);
  }
}
