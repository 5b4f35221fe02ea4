// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The last 16 bytes of a file that has a FlatBuffers footer and no Thrift. All little-endian.
 *
 * <pre>
 *   from the end of the file:
 *     -16-K        -16         -12          -8          -4       0
 *       | flatbuffer | crc32(fb) | K          | crc32(K)  | PAR3  |
 *       |  K bytes   |           |            |           |       |
 * </pre>
 *
 * <p>There is no footer to fall back to, so whatever is wrong here is an exception.
 */
record Par3Trailer(int dataLength, int flatbufferCrc) implements FooterFrame {
  static final int LENGTH = 16;

  private static final int CRC_FROM_END = 16;
  private static final int SIZE_FROM_END = 12;
  private static final int SIZE_CRC_FROM_END = 8;

  @Override
  public FooterLayout layout() {
    return FooterLayout.PAR3;
  }

  @Override
  public int trailerLength() {
    return LENGTH;
  }

  static Par3Trailer parse(ByteBuffer tail, long fileLength) {
    int end = tail.limit();
    if (end < LENGTH) {
      throw new CorruptFooterException(
          "length of a PAR3 file", fileLength, fileLength + " bytes", "at least 20");
    }
    int size = tail.getInt(end - SIZE_FROM_END);
    int stored = tail.getInt(end - SIZE_CRC_FROM_END);
    int computed = Checksum.crc32OfInt(size);
    if (stored != computed) {
      throw new CorruptFooterException(
          "CRC-32 of the size of the FlatBuffers footer",
          fileLength - SIZE_CRC_FROM_END,
          Checksum.hex(stored),
          Checksum.hex(computed) + " for the size " + Integer.toUnsignedString(size));
    }
    long room = fileLength - LENGTH - Magic.LENGTH;
    if (size < 0 || size > room) {
      throw new CorruptFooterException(
          "size of the FlatBuffers footer",
          fileLength - SIZE_FROM_END,
          Integer.toUnsignedString(size),
          "at most " + Math.max(0, room) + ", what fits into the file");
    }
    return new Par3Trailer(size, tail.getInt(end - CRC_FROM_END));
  }

  @Override
  public ByteBuffer flatbuffer(ByteBuffer data, long dataOffset, boolean checkCrc) {
    if (checkCrc) {
      SpecTrailer.requireCrc(flatbufferCrc, data, dataOffset);
    }
    return data;
  }

  /** The bytes that end the file, flatbuffer included. */
  static ByteBuffer footer(ByteBuffer flatbuffer) {
    int size = flatbuffer.remaining();
    ByteBuffer footer =
        ByteBuffer.allocate(Math.addExact(size, LENGTH))
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(flatbuffer.duplicate());
    return footer
        .putInt(BlockChecksums.seal(footer.duplicate().flip()))
        .putInt(size)
        .putInt(Checksum.crc32OfInt(size))
        .putInt(Magic.PAR3)
        .flip();
  }
}
