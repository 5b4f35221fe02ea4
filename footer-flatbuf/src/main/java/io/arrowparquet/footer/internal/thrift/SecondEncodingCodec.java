// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The extension of {@code ColumnMetaData} that says where the same values are once more, in another
 * encoding: a {@code ColumnChunk} of its own.
 *
 * <pre>
 *   the value of Thrift field 32767 of ColumnMetaData: K + 28 bytes
 *       | ColumnChunk | crc32(ColumnChunk) | K | crc32(K) | id |
 *       |  K bytes    |  4                 | 4 | 4        | 16 |
 * </pre>
 *
 * <p>The chunk is Thrift in the compact protocol, stop byte included. Integers are little-endian,
 * the id is big-endian. The chunk has the same rows, values and pages as the one that it extends.
 * It leaves out what that one says already: {@code path_in_schema}, statistics, the column index
 * and the bloom filter. Stateless.
 */
public final class SecondEncodingCodec {
  /** This project's extension. Random (version 4), picked once, never changed. */
  public static final UUID ID = UUID.fromString("5ebef3d7-0bba-4aee-9616-bace4892caf4");

  /** Bytes of the extension that are not the chunk. */
  private static final int OVERHEAD = 28;

  private static final int ID_BYTES = 16;

  private SecondEncodingCodec() {}

  public static byte[] write(ColumnChunk chunk) {
    CompactWriter out = new CompactWriter(128);
    ColumnChunkCodec.STRUCT.write(out, chunk);
    byte[] thrift = out.toByteArray();
    return ByteBuffer.allocate(thrift.length + OVERHEAD)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(thrift)
        .putInt(Checksum.crc32(ByteBuffer.wrap(thrift)))
        .putInt(thrift.length)
        .putInt(Checksum.crc32OfInt(thrift.length))
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(ID.getMostSignificantBits())
        .putLong(ID.getLeastSignificantBits())
        .array();
  }

  /**
   * The chunk that an extension describes; null for no extension, or somebody else's.
   *
   * @param extension the value of field 32767; may be null
   * @throws CorruptFooterException if it is this extension and damaged; the offset counts from the
   *     extension's first byte
   */
  public static ColumnChunk read(BinaryValue extension) {
    if (extension == null || extension.length() < ID_BYTES) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(extension.toByteArray()).order(ByteOrder.BIG_ENDIAN);
    int end = bytes.limit();
    if (bytes.getLong(end - ID_BYTES) != ID.getMostSignificantBits()
        || bytes.getLong(end - Long.BYTES) != ID.getLeastSignificantBits()) {
      return null;
    }
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    int length = end - OVERHEAD;
    if (length < 0) {
      throw new CorruptFooterException(
          "length of a second encoding", 0, end + " bytes", "at least " + OVERHEAD);
    }
    int sizeAt = length + Integer.BYTES;
    int crcOfSizeAt = sizeAt + Integer.BYTES;
    int size = bytes.getInt(sizeAt);
    int crc = bytes.getInt(crcOfSizeAt);
    String name = " of a second encoding";
    Checksum.require("CRC-32 of the size" + name, crcOfSizeAt, crc, Checksum.crc32OfInt(size), "");
    if (size != length) {
      throw new CorruptFooterException("size" + name, sizeAt, size, length);
    }
    int computed = Checksum.crc32(bytes.slice(0, length));
    Checksum.require("CRC-32" + name, length, bytes.getInt(length), computed, "");
    CompactReader in = new CompactReader(bytes.array(), 0, length);
    ColumnChunk chunk = ColumnChunkCodec.STRUCT.read(in);
    if (in.position() != length || chunk.metaData() == null) {
      throw new CorruptFooterException(
          "second encoding",
          in.position(),
          chunk.metaData() == null ? "no meta_data" : (length - in.position()) + " more bytes",
          "a ColumnChunk with its metadata and nothing else");
    }
    return chunk;
  }
}
