// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.internal.wire.Magic;
import java.nio.ByteBuffer;

/**
 * The last bytes of a segment.
 *
 * <pre>
 *   | bytes of the root: u32 | CRC-32 of the root: u32 | bytes of the segment: u64 | version: u32
 *   | CRC-32 of the 20 bytes before: u32 | APFB |
 * </pre>
 *
 * @param rootLength bytes of the root, which ends where the trailer begins
 * @param rootCrc CRC-32 of the root
 * @param length bytes of the segment, trailer included
 */
record SegmentTrailer(int rootLength, int rootCrc, long length) {
  static final int BYTES = 28;
  private static final int CHECKED_BYTES = 20;

  byte[] toBytes() {
    BundleBytes out = new BundleBytes(BYTES);
    out.writeInt(rootLength);
    out.writeInt(rootCrc);
    out.writeLong(length);
    out.writeInt(BundleFormat.VERSION);
    out.writeInt(Checksum.crc32(ByteBuffer.wrap(out.array(), 0, CHECKED_BYTES)));
    out.writeInt(BundleFormat.MAGIC);
    return out.toByteArray();
  }

  /**
   * Reads the trailer at the end of a tail.
   *
   * @param tail the last bytes of the segment
   * @param length of the segment
   * @throws CorruptFooterException if it is not a trailer of a segment of this length
   */
  static SegmentTrailer read(byte[] tail, long length) {
    if (tail.length < BYTES) {
      throw new CorruptFooterException(
          "not a footer bundle; its length",
          CorruptFooterException.NO_OFFSET,
          length + " bytes",
          "at least " + (BundleFormat.HEADER_BYTES + BYTES));
    }
    long offset = length - BYTES;
    int start = tail.length - BYTES;
    ByteCursor in = new ByteCursor(tail, start, tail.length, offset);
    int rootLength = in.readInt("root length");
    int rootCrc = in.readInt("CRC-32 of the root");
    long found = in.readLong("length");
    int version = in.readInt("version");
    int crc = in.readInt("CRC-32 of the trailer");
    int magic = in.readInt("magic");
    if (magic != BundleFormat.MAGIC) {
      throw new CorruptFooterException(
          "not a footer bundle, or one cut short; its last bytes",
          length - Magic.LENGTH,
          Magic.describe(magic),
          Magic.describe(BundleFormat.MAGIC));
    }
    int computed = Checksum.crc32(ByteBuffer.wrap(tail, start, CHECKED_BYTES));
    require("CRC-32 of the trailer", offset + CHECKED_BYTES, crc, computed);
    require("version of the footer bundle", offset + 16, version, BundleFormat.VERSION);
    require("length of the segment", offset + 8, found, length);
    long most = offset - BundleFormat.HEADER_BYTES;
    if (rootLength < 0 || rootLength > most) {
      throw new CorruptFooterException(
          "root length", offset, Integer.toString(rootLength), "at most " + most);
    }
    return new SegmentTrailer(rootLength, rootCrc, length);
  }

  private static void require(String what, long offset, long found, long expected) {
    if (found != expected) {
      throw new CorruptFooterException(what, offset, Long.toString(found), Long.toString(expected));
    }
  }
}
