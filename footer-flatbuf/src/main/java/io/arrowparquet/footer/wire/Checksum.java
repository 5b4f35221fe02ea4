// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** CRC-32 with the polynomial of zlib, as every checksum of a footer is. */
public final class Checksum {
  private Checksum() {}

  /** Checksum of the bytes from the buffer's position to its limit; the buffer is not changed. */
  public static int crc32(ByteBuffer bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  /** Checksum of the four little-endian bytes of {@code value}. */
  static int crc32OfInt(int value) {
    CRC32 crc = new CRC32();
    updateWithInt(crc, value);
    return (int) crc.getValue();
  }

  static void updateWithInt(CRC32 crc, int value) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      crc.update(value >>> shift);
    }
  }

  /** How error messages print a checksum. */
  static String hex(int crc) {
    return String.format("0x%08x", crc);
  }
}
