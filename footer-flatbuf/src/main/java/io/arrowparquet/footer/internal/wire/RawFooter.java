// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.internal.thrift.ExtendedStruct;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The footer of a file as Thrift bytes, and what identifies it. Immutable as long as the array is
 * not changed.
 *
 * @param struct the struct {@code FileMetaData}, stop byte included; without an extension that this
 *     project knows, and without what is behind the struct. Of a PAR3 file, made from its
 *     FlatBuffers footer
 * @param length bytes of the footer, as the file's end gives it
 * @param crc32 CRC-32 of those bytes
 * @param fileLength length of the file in bytes
 */
@SuppressWarnings("ArrayRecordComponent") // lives as long as the file is worked on
public record RawFooter(byte[] struct, int length, int crc32, long fileLength) {

  /**
   * Reads the footer; the source is left open.
   *
   * @throws IOException if reading fails
   * @throws EncryptedFooterException if the footer is encrypted
   * @throws CorruptFooterException if there is no footer; whether its structs hold together is not
   *     checked
   */
  public static RawFooter read(ByteSource source) throws IOException {
    try {
      TailReader bytes = new TailReader(source, TailReader.DEFAULT_GUESS, false, false);
      LocatedFooter tail = LocatedFooter.parse(bytes.lastBytes(), bytes.fileLength());
      if (tail.encrypted()) {
        throw new EncryptedFooterException(
            source.name(), "the footer is encrypted, so it cannot be read without its key");
      }
      return tail.hasThrift() ? fromThrift(bytes, tail) : fromFlatBuffer(bytes, tail);
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }

  private static RawFooter fromThrift(TailReader bytes, LocatedFooter tail) throws IOException {
    byte[] footer = new byte[tail.thriftLength()];
    ByteBuffer section = bytes.section(tail.thriftOffset(), footer.length);
    int crc = Checksum.crc32(section);
    section.duplicate().get(footer);
    try {
      byte[] struct = tail.hasKnownExtension() ? ExtendedStruct.parse(footer).struct() : footer;
      return new RawFooter(struct, footer.length, crc, bytes.fileLength());
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(tail.thriftOffset());
    }
  }

  private static RawFooter fromFlatBuffer(TailReader bytes, LocatedFooter tail) throws IOException {
    long offset = tail.dataOffset();
    int length = tail.frame().dataLength();
    ByteBuffer data = bytes.section(offset, length);
    ByteBuffer flatbuffer = tail.frame().flatbuffer(data, offset, true);
    try {
      byte[] struct = FlatBuffersToThrift.convert(flatbuffer);
      return new RawFooter(struct, length, Checksum.crc32(data), bytes.fileLength());
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }
}
