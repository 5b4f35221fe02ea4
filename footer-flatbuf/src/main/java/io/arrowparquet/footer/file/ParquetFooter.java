// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.internal.BufferByteSource;
import io.arrowparquet.storage.internal.MappedByteSource;
import java.util.List;

/**
 * A footer as it was read from a file: what it says, where it was found, and what was passed over.
 * Immutable; may be shared between threads.
 *
 * <p>A FlatBuffers footer that is larger than the tail guess is fetched when it is touched: its
 * source must stay open, or, of a local file, the file be as it was; that it is not is an {@link
 * java.io.UncheckedIOException} from the views. {@link CrcCheck#WHOLE} fetches all of it. Other
 * footers are independent of their source, with two exceptions: the bytes of a {@link
 * BufferByteSource} are borrowed, and those of a {@link MappedByteSource} are unmapped with it.
 *
 * <p>Views check the bytes that they are asked for, so a {@link
 * io.arrowparquet.footer.CorruptFooterException} may come from them too; that depends on the bytes
 * alone, and trying again gives the same. To go on with the Thrift footer then, read the file again
 * {@linkplain FooterReader#withThriftOnly with Thrift only}. {@link FooterReader} says which errors
 * of reading may be retried.
 *
 * @param source name of the file
 * @param footer the footer
 * @param extent where in the file it was found
 * @param diagnostics why an extension that is there was not used: it is damaged, or somebody
 *     else's; empty otherwise
 */
public record ParquetFooter(
    String source, FlatFooter footer, Extent extent, List<FooterDiagnostic> diagnostics) {
  /** Keeps an unchangeable copy of the list. */
  public ParquetFooter {
    diagnostics = List.copyOf(diagnostics);
  }

  /**
   * Where in its file a footer is.
   *
   * @param layout which bytes the footer was read from; {@link FooterLayout#THRIFT} where there is
   *     no extension, or none that can be used
   * @param fileLength length of the file in bytes
   * @param thriftLength bytes of the Thrift footer, extension included; 0 where there is none, or
   *     none is known of
   * @param flatbufferLength bytes of the FlatBuffers footer, or of the index of layout {@link
   *     FooterLayout#INDEX}; of a footer that was made from the Thrift footer in memory where
   *     {@code layout} is {@link FooterLayout#THRIFT}
   */
  public record Extent(
      FooterLayout layout, long fileLength, int thriftLength, int flatbufferLength) {
    /**
     * Where the pages end and the footer begins; the end of the file where that is not known, as of
     * {@link FooterReader#fromFlatBuffer}.
     */
    public long footerOffset() {
      return switch (layout) {
        case PAR3 -> LocatedFooter.par3Offset(fileLength, flatbufferLength);
        case PARX -> LocatedFooter.parxOffset(fileLength, thriftLength);
        default -> LocatedFooter.thriftOffset(fileLength, thriftLength);
      };
    }
  }

  /** Which bytes the footer was read from. */
  public FooterLayout layout() {
    return extent.layout;
  }

  /** Length of the file in bytes. */
  public long fileLength() {
    return extent.fileLength;
  }

  /** Where the pages end and the footer begins. */
  public long footerOffset() {
    return extent.footerOffset();
  }

  /** Bytes of the Thrift footer, extension included; 0 where there is none. */
  public int thriftLength() {
    return extent.thriftLength;
  }

  /** Bytes of the FlatBuffers footer, if only in memory. */
  public int flatbufferLength() {
    return extent.flatbufferLength;
  }

  /**
   * The footer as Thrift: the struct {@code FileMetaData} without any extension, equal to that of
   * the file field by field. It has the same bytes too, as {@link FlatFooter#thriftCrc32} of a
   * footer made from it proves, unless the file's writer did not encode as Thrift's libraries do;
   * those are read by {@link FooterReader#readThrift}.
   *
   * @return the caller's
   * @throws InvalidRequestException if the footer has not all that Thrift has: that of another
   *     writer, or one that was read for some columns; or was decrypted
   */
  public byte[] toThrift() {
    if (footer.thriftCrc32() < 0) {
      throw new InvalidRequestException(
          source + ": its footer, as it was read, does not have all that its Thrift footer has",
          null);
    }
    return FlatBuffersToThrift.convert(footer.flatbuffer());
  }

  /**
   * The end of the file as readers see it that know Thrift only: {@link #toThrift}, its length and
   * {@code PAR1}, which {@link io.arrowparquet.storage.access.ByteSources#withTail} answers for the
   * file. They end where the file ends. A file without Thrift (layout par3) whose FlatBuffers
   * footer is shorter appears longer by the difference.
   *
   * @throws InvalidRequestException as of {@link #toThrift}
   */
  public ByteSource.Tail toTail() {
    int length = thriftLength() > 0 ? thriftLength() : flatbufferLength();
    return FooterFrame.tail(toThrift(), fileLength(), length);
  }
}
