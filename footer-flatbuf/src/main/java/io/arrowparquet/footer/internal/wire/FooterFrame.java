// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.storage.ByteSource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * What frames a FlatBuffers footer at the end of a file: located by its id or magic, its lengths
 * proven by their checksum and by the bytes that must contain them.
 */
public sealed interface FooterFrame permits ArrowCppTrailer, FooterFrame.PlainTrailer {
  /** Field header, and at least one byte of length: what field 32767 has before its value. */
  int LEAST_FIELD_HEADER = 5;

  FooterLayout layout();

  int dataLength();

  default int flatbufferLength() {
    return dataLength();
  }

  /** Whether the data is the flatbuffer and {@link #flatbufferCrc} its checksum. */
  default boolean isPlain() {
    return true;
  }

  int flatbufferCrc();

  int trailerLength();

  /** The data as it is, or decompressed; the offset is that in the file, for error messages. */
  ByteBuffer flatbuffer(ByteBuffer data, long dataOffset, boolean checkCrc);

  static void requireSize(int size, long room, long offset, String where) {
    if (size < 0 || size > room) {
      throw new CorruptFooterException(
          "size of the FlatBuffers footer",
          offset,
          Integer.toUnsignedString(size),
          "at most " + Math.max(0, room) + ", what fits into the " + where);
    }
  }

  /** What fits into a Thrift footer beside these bytes of the extension, and its stop byte. */
  static long roomIn(int thriftLength, int overhead) {
    return (long) thriftLength - overhead - 1 - LEAST_FIELD_HEADER;
  }

  static ByteBuffer withId(ByteBuffer value, UUID id) {
    return value
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .flip();
  }

  /** The value of Thrift field 32767; refused if the layout has none, or cannot hold so much. */
  static ByteBuffer extension(ByteBuffer flatbuffer, FooterLayout layout) {
    return switch (layout) {
      case SPEC, SPEC_V1 ->
          withId(
              PlainTrailer.framed(flatbuffer, ExtensionIds.LENGTH),
              layout == FooterLayout.SPEC ? ExtensionIds.SPEC : ExtensionIds.SPEC_V1);
      case ARROW_CPP -> ArrowCppTrailer.extension(flatbuffer, true);
      case THRIFT, PAR3, INDEX, PHOTON, PARX, AUTO ->
          throw new IllegalArgumentException(
              "layout " + layout.label() + " has no FlatBuffer in an extension");
    };
  }

  /** The value of field 32767 for an index of the footer, whose checksum is still 0. */
  static ByteBuffer index(byte[] index) {
    ByteBuffer value =
        ByteBuffer.allocate(Math.addExact(index.length, PlainTrailer.OVERHEAD))
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(index)
            .putInt(0)
            .putInt(index.length)
            .putInt(Checksum.crc32OfInt(index.length));
    return withId(value, ExtensionIds.INDEX);
  }

  static ByteBuffer thrift(ByteBuffer thrift) {
    return thrift(thrift, Magic.PAR1);
  }

  /** As {@link #thrift(ByteBuffer)}, of a footer that another magic is the mark of. */
  static ByteBuffer thrift(ByteBuffer thrift, int magic) {
    int length = thrift.remaining();
    return ByteBuffer.allocate(Math.addExact(length, Integer.BYTES + Magic.LENGTH))
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(thrift.duplicate())
        .putInt(length)
        .putInt(magic)
        .flip();
  }

  /**
   * The end of a file as readers see it that know of no extension. The file is longer where its
   * footer of some bytes leaves no room, so that no page is hidden.
   */
  static ByteSource.Tail tail(byte[] thrift, long fileLength, int footerLength) {
    long missing = Math.max(0, thrift.length - footerLength);
    return new ByteSource.Tail(fileLength + missing, thrift(ByteBuffer.wrap(thrift)));
  }

  static ByteBuffer par3(ByteBuffer flatbuffer) {
    return PlainTrailer.framed(flatbuffer, Magic.LENGTH).putInt(Magic.PAR3).flip();
  }

  /**
   * The last 37 bytes of a file in the extension layout, or the last 16 of one that has no Thrift.
   * All integers are little-endian, the id is big-endian.
   *
   * <pre>
   *   from the end of the file:
   *     -37-K        -37          -33          -29         -25      -9    -8             -4        0
   *       | flatbuffer | crc32(fb)  | K          | crc32(K)  | id     | 00 | footer length | PAR1   |
   *       |  K bytes   |            |            |           |  16    |    |               |        |
   *       +------------+------------+------------+-----------+--------+    +---------------+--------+
   *       the value of Thrift field 32767: K + 28 bytes
   *
   *     -16-K        -16         -12          -8          -4       0
   *       | flatbuffer | crc32(fb) | K          | crc32(K)  | PAR3  |
   *       |  K bytes   |           |            |           |       |
   * </pre>
   */
  record PlainTrailer(FooterLayout layout, int dataLength, int flatbufferCrc)
      implements FooterFrame {
    static final int PAR3_LENGTH = 16;
    static final int OVERHEAD = 28;
    private static final int EXTENSION_LENGTH = 37;

    @Override
    public int trailerLength() {
      return length(layout);
    }

    private static int length(FooterLayout layout) {
      return layout == FooterLayout.PAR3 ? PAR3_LENGTH : EXTENSION_LENGTH;
    }

    static PlainTrailer parsePar3(ByteBuffer tail, long fileLength) {
      if (tail.limit() < PAR3_LENGTH) {
        throw new CorruptFooterException(
            "length of a PAR3 file", fileLength, fileLength + " bytes", "at least 20");
      }
      long room = fileLength - PAR3_LENGTH - Magic.LENGTH;
      return parse(FooterLayout.PAR3, tail, fileLength, room, "file");
    }

    static PlainTrailer parse(
        FooterLayout layout, ByteBuffer tail, long fileLength, long room, String where) {
      int start = tail.limit() - length(layout);
      long offset = fileLength - length(layout);
      int size = tail.getInt(start + Integer.BYTES);
      Checksum.require(
          "CRC-32 of the size of the FlatBuffers footer",
          offset + 2 * Integer.BYTES,
          tail.getInt(start + 2 * Integer.BYTES),
          Checksum.crc32OfInt(size),
          " for the size " + Integer.toUnsignedString(size));
      requireSize(size, room, offset + Integer.BYTES, where);
      return new PlainTrailer(layout, size, tail.getInt(start));
    }

    @Override
    public ByteBuffer flatbuffer(ByteBuffer data, long dataOffset, boolean checkCrc) {
      if (checkCrc) {
        Checksum.require(
            "CRC-32 of the FlatBuffers footer",
            dataOffset + data.remaining(),
            flatbufferCrc,
            Checksum.crc32(data),
            " over " + data.remaining() + " bytes from offset " + dataOffset);
      }
      return data;
    }

    private static ByteBuffer framed(ByteBuffer flatbuffer, int after) {
      int size = flatbuffer.remaining();
      ByteBuffer value =
          ByteBuffer.allocate(Math.addExact(size, 3 * Integer.BYTES + after))
              .order(ByteOrder.LITTLE_ENDIAN)
              .put(flatbuffer.duplicate());
      return value
          .putInt(BlockChecksums.seal(value.duplicate().flip()))
          .putInt(size)
          .putInt(Checksum.crc32OfInt(size));
    }
  }
}
