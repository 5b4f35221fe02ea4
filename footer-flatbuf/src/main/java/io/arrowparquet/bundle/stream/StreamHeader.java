// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.bundle.stream.StreamBundleWriter.Mode;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * The beginning of a bundle in stream form.
 *
 * <pre>
 *    0  "APFS"
 *    4  version, 1
 *    5  mode: 0 normal, 1 share, 2 streaming
 *    6  0 0
 *    8  offset of the schemas; 0 in streaming mode, and in a bundle that was not finished
 *   16  id of the schema context, most significant byte first; 0 but in share mode
 *   32  generation that a reader's context must have; 0 but in share mode
 *   40  CRC-32 of the 40 bytes
 * </pre>
 *
 * @param schemas offset of the schemas, or 0
 * @param context id of the context; null but in share mode
 */
record StreamHeader(Mode mode, long schemas, UUID context, int generation) {
  static final int LENGTH = 44;
  private static final int CRC_OFFSET = 40;
  private static final byte[] MAGIC = "APFS".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;

  byte[] toBytes() {
    BundleBytes out = new BundleBytes(LENGTH);
    out.write(MAGIC);
    out.writeByte(VERSION);
    out.writeByte(mode.number());
    out.writeByte(0);
    out.writeByte(0);
    out.writeLong(schemas);
    out.writeLong(context == null ? 0 : Long.reverseBytes(context.getMostSignificantBits()));
    out.writeLong(context == null ? 0 : Long.reverseBytes(context.getLeastSignificantBits()));
    out.writeLong(generation);
    out.writeInt(Checksum.crc32(ByteBuffer.wrap(out.array(), 0, out.size())));
    return out.toByteArray();
  }

  static boolean isBeginningOf(ByteSource source) throws IOException {
    if (source.length() < LENGTH) {
      return false;
    }
    byte[] begin = new byte[MAGIC.length];
    source.readFully(0, ByteBuffer.wrap(begin));
    return Arrays.equals(begin, MAGIC);
  }

  static StreamHeader read(byte[] bytes) {
    ByteCursor in = new ByteCursor(bytes, 0, bytes.length, 0);
    for (byte expected : MAGIC) {
      if (in.readByte("magic of a footer bundle") != expected) {
        throw new CorruptFooterException(
            "not a footer bundle in stream form; its first bytes", 0, hex(bytes), "\"APFS\"");
      }
    }
    // Before the checksum: a later version may have another header.
    int version = in.readByte("version of a footer bundle");
    if (version != VERSION) {
      throw new CorruptFooterException("version of a footer bundle", 4, version, VERSION);
    }
    int computed = Checksum.crc32(ByteBuffer.wrap(bytes, 0, CRC_OFFSET));
    int stored = new ByteCursor(bytes, CRC_OFFSET, LENGTH, CRC_OFFSET).readInt("CRC-32");
    Checksum.require("CRC-32 of a bundle's header", CRC_OFFSET, stored, computed, "");
    int number = in.readByte("mode of a footer bundle");
    Mode mode = Mode.forNumber(number);
    if (mode == null) {
      throw new CorruptFooterException("mode of a footer bundle", 5, number, "0, 1 or 2");
    }
    in.skip(2, "header of a footer bundle");
    long schemas = in.readLong("offset of the schemas");
    long high = Long.reverseBytes(in.readLong("id of the schema context"));
    long low = Long.reverseBytes(in.readLong("id of the schema context"));
    long generation = in.readLong("generation of the schema context");
    if (generation < 0 || generation > Integer.MAX_VALUE) {
      throw new CorruptFooterException(
          "generation of the schema context",
          CRC_OFFSET - Long.BYTES,
          generation,
          "0 to " + Integer.MAX_VALUE);
    }
    UUID context = mode == Mode.SHARE ? new UUID(high, low) : null;
    return new StreamHeader(mode, schemas, context, (int) generation);
  }

  private static String hex(byte[] bytes) {
    return String.format("0x%02x%02x%02x%02x", bytes[0], bytes[1], bytes[2], bytes[3]);
  }
}
