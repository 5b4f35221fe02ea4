// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.ForeignExtensionException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ExtendedStruct;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The Thrift footer of a file, taken apart into the struct and the extension in it or behind it,
 * for rewriting. That of a PAR3 file is made from its FlatBuffers footer.
 *
 * @param struct the Thrift struct without any extension, stop byte included
 * @param offset where the footer begins in the file
 * @param extension the layout of the extension that was taken off; null if there was none, or a
 *     foreign one
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes live as long as one rewrite
public record RewritableFooter(byte[] struct, long offset, FooterLayout extension) {

  /**
   * Reads the footer of a file.
   *
   * @param force whether to remove a foreign extension too
   * @throws EncryptedFooterException if the footer is encrypted
   * @throws ForeignExtensionException if it has a foreign extension and {@code force} is unset
   * @throws CorruptFooterException if there is no footer, or its Thrift bytes are no struct
   */
  public static RewritableFooter read(ByteSource source, boolean force) throws IOException {
    TailReader bytes = new TailReader(source, TailReader.DEFAULT_GUESS, false, false);
    LocatedFooter tail = LocatedFooter.parse(bytes.lastBytes(), bytes.fileLength());
    if (tail.encrypted()) {
      throw new EncryptedFooterException(
          source.name(), "the footer is encrypted, so it is not changed");
    }
    if (!tail.hasThrift()) {
      return fromFlatBuffer(bytes, tail);
    }
    byte[] struct = new byte[tail.thriftLength()];
    bytes.section(tail.thriftOffset(), struct.length).get(struct);
    try {
      return takeApart(source.name(), struct, tail.thriftOffset(), force);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(tail.thriftOffset());
    }
  }

  /** A PAR3 file has no Thrift footer; the FlatBuffers one says what it would be. */
  private static RewritableFooter fromFlatBuffer(TailReader bytes, LocatedFooter tail)
      throws IOException {
    long offset = tail.dataOffset();
    ByteBuffer data = bytes.section(offset, tail.frame().dataLength());
    ByteBuffer flatbuffer = tail.frame().flatbuffer(data, offset, true);
    try {
      byte[] struct = FlatBuffersToThrift.convert(flatbuffer);
      return new RewritableFooter(struct, offset, FooterLayout.PAR3);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }

  /**
   * Reads every struct of it, as readers will sooner or later.
   *
   * @throws CorruptFooterException naming what is wrong and where in the file
   */
  public void check() {
    try {
      FileMetaDataCodec.check(new CompactReader(struct));
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }

  /** CRC-32 of the struct without its stop byte: what a FlatBuffers footer made from it holds. */
  public long crc32() {
    return StructExtension.crc32WithoutExtension(struct, 0, struct.length);
  }

  private static RewritableFooter takeApart(
      String name, byte[] footer, long offset, boolean force) {
    ExtendedStruct parts = ExtendedStruct.parse(footer);
    if (parts.rest() > 0) {
      requireSigned(parts);
      return new RewritableFooter(footer, offset, null);
    }
    if (!force) {
      requireKnown(name, parts.inner());
      requireKnown(name, parts.outer());
    }
    FooterLayout layout =
        parts.last() == null ? null : ExtensionIds.layoutOf(parts.last().asByteBuffer());
    return new RewritableFooter(parts.struct(), offset, layout);
  }

  /** Only the signature of a signed footer may be behind the struct. */
  private static void requireSigned(ExtendedStruct parts) {
    FileMetaData footer = FileMetaDataCodec.read(new CompactReader(parts.struct()));
    if (footer.encryptionAlgorithm() == null) {
      parts.requireNoRest();
    }
  }

  private static void requireKnown(String name, BinaryValue extension) {
    if (extension != null && ExtensionIds.layoutOf(extension.asByteBuffer()) == null) {
      throw new ForeignExtensionException(name, extension.length());
    }
  }
}
