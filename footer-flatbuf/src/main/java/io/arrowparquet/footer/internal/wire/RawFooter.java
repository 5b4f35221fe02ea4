// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.ForeignExtensionException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.internal.flat.Checksum;
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
 * The footer of a file as Thrift bytes, and what identifies it. That of a PAR3 file is made from
 * its FlatBuffers footer. Immutable as long as the array is not changed.
 *
 * @param struct stop byte included
 * @param length bytes of the footer, as the file's end gives it
 * @param crc32 of those bytes
 * @param extension the layout of the extension that was taken off, or of the file itself if its
 *     magic is not PAR1; null for a Thrift footer alone
 */
@SuppressWarnings("ArrayRecordComponent") // lives as long as the file is worked on
public record RawFooter(
    byte[] struct, long offset, int length, int crc32, long fileLength, FooterLayout extension) {

  /**
   * Reads the footer without an extension that this project knows, and without what is after the
   * struct then; the source is left open. Whether the structs hold together is not checked.
   */
  public static RawFooter read(ByteSource source) throws IOException {
    return read(source, Integer.MAX_VALUE);
  }

  /** As {@link #read(ByteSource)}, of a footer of a maximum size. */
  public static RawFooter read(ByteSource source, int maximum) throws IOException {
    try {
      TailReader bytes = new TailReader(source, TailReader.SUITABLE, false, false);
      LocatedFooter tail = bytes.locate("it cannot be read without its key");
      int length = tail.hasThrift() ? tail.thriftLength() : tail.frame().dataLength();
      LocatedFooter.requireSize("footer", length, tail.footerOffset(), maximum);
      RawFooter whole = whole(bytes, tail);
      return tail.hasKnownExtension() ? whole.without(whole.parts()) : whole;
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }

  /** For rewriting, without any extension; by force without a foreign one too. */
  public static RawFooter readStruct(ByteSource source, boolean force) throws IOException {
    TailReader bytes = new TailReader(source, TailReader.SUITABLE, false, false);
    LocatedFooter tail = bytes.locate("it is not changed");
    RawFooter whole = whole(bytes, tail);
    return tail.hasThrift() ? whole.withoutExtension(source.name(), force) : whole;
  }

  private static RawFooter whole(TailReader bytes, LocatedFooter tail) throws IOException {
    long offset = tail.footerOffset();
    int length = tail.hasThrift() ? tail.thriftLength() : tail.frame().dataLength();
    ByteBuffer data = bytes.section(offset, length);
    int crc = Checksum.crc32(data);
    if (tail.hasThrift()) {
      tail.checkThrift(data);
      byte[] struct = new byte[length];
      data.duplicate().get(struct);
      return new RawFooter(struct, offset, length, crc, bytes.fileLength(), layout(tail));
    }
    ByteBuffer flatbuffer = tail.frame().flatbuffer(data, offset, true);
    try {
      byte[] struct = FlatBuffersToThrift.convert(flatbuffer);
      return new RawFooter(struct, offset, length, crc, bytes.fileLength(), FooterLayout.PAR3);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }

  private static FooterLayout layout(LocatedFooter tail) {
    return tail.thriftLayout() == FooterLayout.PARX ? FooterLayout.PARX : null;
  }

  private RawFooter without(ExtendedStruct parts) {
    FooterLayout layout =
        parts.last() == null || extension != null
            ? extension
            : ExtensionIds.layoutOf(parts.last().asByteBuffer());
    return new RawFooter(parts.struct(), offset, length, crc32, fileLength, layout);
  }

  private ExtendedStruct parts() {
    try {
      return ExtendedStruct.parse(struct);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }

  private RawFooter withoutExtension(String name, boolean force) {
    ExtendedStruct parts = parts();
    if (parts.rest() > 0) {
      requireSigned(parts);
      return this;
    }
    if (!force) {
      requireKnown(name, parts.inner());
      requireKnown(name, parts.outer());
    }
    return without(parts);
  }

  /** Only the signature of a signed footer may be after the struct. */
  private void requireSigned(ExtendedStruct parts) {
    try {
      FileMetaData footer = FileMetaDataCodec.STRUCT.read(new CompactReader(parts.struct()));
      if (footer.encryptionAlgorithm() == null) {
        parts.requireNoRest();
      }
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }

  private static void requireKnown(String name, BinaryValue extension) {
    if (extension != null && !ExtensionIds.isOurs(extension.asByteBuffer())) {
      throw new ForeignExtensionException(name, extension.length());
    }
  }

  public void check() {
    try {
      FileMetaDataCodec.check(new CompactReader(struct));
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }

  /** CRC-32 of the struct without its stop byte: what a FlatBuffers footer made from it holds. */
  public long structCrc32() {
    return StructExtension.crc32WithoutExtension(struct, 0, struct.length);
  }
}
