// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.flat.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * The last 42 bytes of a file in the layout Arrow C++ proposes, or the last 41 of one of Photon,
 * which has no codec: its data is always compressed, and {@code crc32} that of the data alone. All
 * little-endian.
 *
 * <pre>
 *   from the end of the file:
 *     -42-n    -42     -41                  -37   -33   -29             -25      -9   -8          -4     0
 *       | data   | codec | crc32(data, codec) | n   | raw | crc32(n, raw) | id     | 00 | footer    | PAR1 |
 *       | n bytes| 1     |                    |     |     |               |  16    |    |   length  |      |
 *       +--------+-------+--------------------+-----+-----+---------------+--------+    +-----------+------+
 *       the value of Thrift field 32767: n + 33 bytes
 * </pre>
 *
 * <p>{@code codec} is 0 for data that is the flatbuffer, 7 for an LZ4 raw block of it; {@code raw}
 * is the length of the flatbuffer.
 */
record ArrowCppTrailer(FooterLayout layout, int dataLength, int rawLength, int codec, int dataCrc)
    implements FooterFrame {
  static final int LENGTH = 42;

  static final int OVERHEAD = 33;

  static final int CODEC_NONE = 0;
  static final int CODEC_LZ4_RAW = 7;

  /** The proposal's limit for the length of the flatbuffer. */
  static final int MAX_RAW_LENGTH = 128 << 20;

  private static final int CODEC_FROM_END = 42;
  private static final int DATA_CRC_FROM_END = 41;
  private static final int SIZE_FROM_END = 37;
  private static final int RAW_FROM_END = 33;
  private static final int LENGTHS_CRC_FROM_END = 29;

  /** No LZ4 block expands more: each byte after a match's token adds at most 255. */
  private static final long LZ4_MAX_EXPANSION = 255;

  @Override
  public int flatbufferLength() {
    return rawLength;
  }

  @Override
  public boolean isPlain() {
    return false;
  }

  @Override
  public int flatbufferCrc() {
    throw new IllegalStateException("the checksum is that of the data and its codec");
  }

  @Override
  public int trailerLength() {
    return isPhoton(layout) ? DATA_CRC_FROM_END : LENGTH;
  }

  private static boolean isPhoton(FooterLayout layout) {
    return layout == FooterLayout.PHOTON;
  }

  /** Bytes of the extension beside the data. */
  static int overhead(FooterLayout layout) {
    return isPhoton(layout) ? OVERHEAD - 1 : OVERHEAD;
  }

  static ArrowCppTrailer parse(
      FooterLayout layout, ByteBuffer tail, long fileLength, int thriftLength) {
    int end = tail.limit();
    int size = tail.getInt(end - SIZE_FROM_END);
    int raw = tail.getInt(end - RAW_FROM_END);
    Checksum.require(
        "CRC-32 of the lengths of the FlatBuffers footer",
        fileLength - LENGTHS_CRC_FROM_END,
        tail.getInt(end - LENGTHS_CRC_FROM_END),
        crcOfLengths(size, raw),
        "");
    FooterFrame.requireSize(
        size,
        FooterFrame.roomIn(thriftLength, overhead(layout)),
        fileLength - SIZE_FROM_END,
        "Thrift footer around it");
    int codec = isPhoton(layout) ? CODEC_LZ4_RAW : tail.get(end - CODEC_FROM_END);
    if (codec != CODEC_NONE && codec != CODEC_LZ4_RAW) {
      throw new CorruptFooterException(
          "codec of the FlatBuffers footer",
          fileLength - CODEC_FROM_END,
          String.valueOf(codec & 0xFF),
          "0 (none) or 7 (LZ4 raw)");
    }
    long mostRaw = codec == CODEC_NONE ? size : Math.min(MAX_RAW_LENGTH, LZ4_MAX_EXPANSION * size);
    if (raw < 0 || raw > mostRaw || (codec == CODEC_NONE && raw != size)) {
      throw new CorruptFooterException(
          "uncompressed size of the FlatBuffers footer",
          fileLength - RAW_FROM_END,
          Integer.toUnsignedString(raw),
          (codec == CODEC_NONE ? "" : "at most ") + mostRaw + " for " + size + " bytes of data");
    }
    return new ArrowCppTrailer(layout, size, raw, codec, tail.getInt(end - DATA_CRC_FROM_END));
  }

  @Override
  public ByteBuffer flatbuffer(ByteBuffer data, long dataOffset, boolean checkCrc) {
    if (checkCrc) {
      Checksum.require(
          "CRC-32 of the FlatBuffers footer" + (isPhoton(layout) ? "" : " and its codec"),
          dataOffset + dataLength + trailerLength() - DATA_CRC_FROM_END,
          dataCrc,
          isPhoton(layout) ? Checksum.crc32(data) : crcOfData(data, codec),
          " over " + dataLength + " bytes from offset " + dataOffset);
    }
    return codec == CODEC_NONE ? data : decompress(data, dataOffset);
  }

  private ByteBuffer decompress(ByteBuffer data, long dataOffset) {
    byte[] compressed = new byte[dataLength];
    data.duplicate().get(compressed);
    byte[] raw = new byte[rawLength];
    try {
      int length = new Lz4Decompressor().decompress(compressed, 0, dataLength, raw, 0, rawLength);
      if (length != rawLength) {
        throw new CorruptFooterException(
            "LZ4 block of the FlatBuffers footer",
            dataOffset,
            length + " bytes uncompressed",
            rawLength + " bytes");
      }
      return ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN);
    } catch (MalformedInputException e) {
      throw new CorruptFooterException(
          "LZ4 block of the FlatBuffers footer",
          dataOffset + e.getOffset(),
          String.valueOf(e.getMessage()),
          "a block of " + rawLength + " bytes uncompressed",
          e);
    }
  }

  /** The value of field 32767 for a flatbuffer; compressed where that makes it smaller. */
  static ByteBuffer extension(ByteBuffer flatbuffer, boolean compress) {
    int raw = flatbuffer.remaining();
    if (raw > MAX_RAW_LENGTH) {
      throw new IllegalArgumentException(
          "a FlatBuffers footer of " + raw + " bytes: this layout holds at most " + MAX_RAW_LENGTH);
    }
    ByteBuffer data = compress ? compressed(flatbuffer) : flatbuffer.duplicate();
    int codec = CODEC_LZ4_RAW;
    if (!compress || data.remaining() >= raw) {
      data = flatbuffer.duplicate();
      codec = CODEC_NONE;
    }
    int size = data.remaining();
    ByteBuffer value =
        ByteBuffer.allocate(size + OVERHEAD)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(data.duplicate())
            .put((byte) codec)
            .putInt(crcOfData(data, codec))
            .putInt(size)
            .putInt(raw)
            .putInt(crcOfLengths(size, raw));
    return FooterFrame.withId(value, ExtensionIds.ARROW_CPP);
  }

  private static ByteBuffer compressed(ByteBuffer flatbuffer) {
    byte[] raw = new byte[flatbuffer.remaining()];
    flatbuffer.duplicate().get(raw);
    Lz4Compressor compressor = new Lz4Compressor();
    byte[] out = new byte[compressor.maxCompressedLength(raw.length)];
    return ByteBuffer.wrap(out, 0, compressor.compress(raw, 0, raw.length, out, 0, out.length));
  }

  private static int crcOfData(ByteBuffer data, int codec) {
    CRC32 crc = new CRC32();
    Checksum.update(crc, data);
    crc.update(codec);
    return (int) crc.getValue();
  }

  private static int crcOfLengths(int size, int raw) {
    CRC32 crc = new CRC32();
    Checksum.updateWithInt(crc, size);
    Checksum.updateWithInt(crc, raw);
    return (int) crc.getValue();
  }
}
