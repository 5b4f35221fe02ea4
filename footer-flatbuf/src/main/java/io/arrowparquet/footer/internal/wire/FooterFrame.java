// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.internal.wire.FooterFrame.SpecTrailer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * What frames a FlatBuffers footer at the end of a file: located by its id or magic, its lengths
 * proven by their checksum and by the bytes that must contain them. The data itself has not been
 * looked at yet.
 */
public sealed interface FooterFrame
    permits ArrowCppTrailer, FooterFrame.SpecTrailer, FooterFrame.Par3Trailer {

  /** The layout this frame belongs to. */
  FooterLayout layout();

  /** Bytes of data, which end where the trailer begins. */
  int dataLength();

  /** Bytes of the FlatBuffers footer: as many as the data has, unless that is compressed. */
  default int flatbufferLength() {
    return dataLength();
  }

  /**
   * Whether the data is the flatbuffer and {@link #flatbufferCrc} its checksum, so that blocks of
   * it may be checked alone.
   */
  default boolean isPlain() {
    return true;
  }

  /**
   * CRC-32 of the flatbuffer as the file has it, where the frame {@linkplain #isPlain is plain}.
   */
  int flatbufferCrc();

  /** Bytes from the end of the data to the end of the file. */
  int trailerLength();

  /**
   * The FlatBuffers bytes.
   *
   * @param data the {@link #dataLength} bytes of the file; returned as they are, or decompressed
   * @param dataOffset where they are in the file, for error messages
   * @param checkCrc whether to compare the checksum of the data
   * @throws CorruptFooterException if the checksum is wrong, or the data cannot be decompressed
   */
  ByteBuffer flatbuffer(ByteBuffer data, long dataOffset, boolean checkCrc);

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
  record SpecTrailer(FooterLayout layout, int dataLength, int flatbufferCrc)
      implements FooterFrame {
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
}
