// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The last 37 bytes of a file in the extension layout. All integers are little-endian, the id is
 * big-endian.
 *
 * <pre>
 *   from the end of the file:
 *     -37-K        -37          -33          -29         -25      -9    -8             -4        0
 *       | flatbuffer | crc32(fb)  | K          | crc32(K)  | id     | 00 | footer length | PAR1   |
 *       |  K bytes   |            |            |           |  16    |    |               |        |
 *       +------------+------------+------------+-----------+--------+    +---------------+--------+
 *       the value of Thrift field 32767: K + 28 bytes
 * </pre>
 */
record SpecTrailer(FooterLayout layout, int dataLength, int flatbufferCrc) implements FooterFrame {
  /** Bytes from the end of the flatbuffer to the end of the file. */
  static final int LENGTH = 37;

  /** Bytes of the extension that are not the flatbuffer. */
  static final int OVERHEAD = 28;

  private static final int CRC_FROM_END = 37;
  private static final int SIZE_FROM_END = 33;
  private static final int SIZE_CRC_FROM_END = 29;

  /** Stop byte, footer length and magic come after the extension. */
  private static final int AFTER_EXTENSION = 9;

  /** Field header, and at least one byte of length: what field 32767 has before its value. */
  private static final int LEAST_FIELD_HEADER = 5;

  @Override
  public int trailerLength() {
    return LENGTH;
  }

  /** The lengths' own problem, or null: then {@link #parse} gives a frame. */
  static FooterDiagnostic problem(
      FooterLayout layout, ByteBuffer tail, long fileLength, int thriftLength) {
    int end = tail.limit();
    int size = tail.getInt(end - SIZE_FROM_END);
    int stored = tail.getInt(end - SIZE_CRC_FROM_END);
    int computed = Checksum.crc32OfInt(size);
    if (stored != computed) {
      return new FooterDiagnostic(
          layout,
          "CRC-32 of the size of the FlatBuffers footer",
          fileLength - SIZE_CRC_FROM_END,
          Checksum.hex(stored),
          Checksum.hex(computed) + " for the size " + Integer.toUnsignedString(size));
    }
    long room = (long) thriftLength - OVERHEAD - 1 - LEAST_FIELD_HEADER;
    if (size < 0 || size > room) {
      return new FooterDiagnostic(
          layout,
          "size of the FlatBuffers footer",
          fileLength - SIZE_FROM_END,
          Integer.toUnsignedString(size),
          "at most " + Math.max(0, room) + ", what fits into the Thrift footer around it");
    }
    return null;
  }

  static SpecTrailer parse(FooterLayout layout, ByteBuffer tail) {
    int end = tail.limit();
    return new SpecTrailer(
        layout, tail.getInt(end - SIZE_FROM_END), tail.getInt(end - CRC_FROM_END));
  }

  @Override
  public ByteBuffer flatbuffer(ByteBuffer data, long dataOffset, boolean checkCrc) {
    if (checkCrc) {
      requireCrc(flatbufferCrc, data, dataOffset);
    }
    return data;
  }

  static void requireCrc(int stored, ByteBuffer data, long dataOffset) {
    int computed = Checksum.crc32(data);
    if (stored != computed) {
      throw new CorruptFooterException(
          "CRC-32 of the FlatBuffers footer",
          dataOffset + data.remaining(),
          Checksum.hex(stored),
          Checksum.hex(computed)
              + " over "
              + data.remaining()
              + " bytes from offset "
              + dataOffset);
    }
  }

  /** The value of field 32767 for a flatbuffer. */
  static ByteBuffer extension(ByteBuffer flatbuffer, UUID id) {
    int size = flatbuffer.remaining();
    ByteBuffer value =
        ByteBuffer.allocate(Math.addExact(size, OVERHEAD))
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(flatbuffer.duplicate());
    return value
        .putInt(BlockChecksums.seal(value.duplicate().flip()))
        .putInt(size)
        .putInt(Checksum.crc32OfInt(size))
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .flip();
  }

  /** The id of any extension, right before the stop byte. */
  static UUID id(ByteBuffer tail) {
    int start = tail.limit() - AFTER_EXTENSION - ExtensionIds.LENGTH;
    ByteBuffer bigEndian = tail.duplicate().order(ByteOrder.BIG_ENDIAN);
    return new UUID(bigEndian.getLong(start), bigEndian.getLong(start + Long.BYTES));
  }
}
