// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.CorruptFooterException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * CRC-32 with the polynomial of zlib, as every checksum of a footer is.
 *
 * <p>Memory outside the heap may be a mapped file that is truncated meanwhile: {@link CRC32} ends
 * the process then, whereas copying throws an {@link InternalError}. So such bytes are copied
 * before they are looked at.
 */
public final class Checksum {
  private static final int PIECE = 16 << 10;

  private Checksum() {}

  /** Checksum of the bytes from the buffer's position to its limit; the buffer is not changed. */
  public static int crc32(ByteBuffer bytes) {
    CRC32 crc = new CRC32();
    update(crc, bytes);
    return (int) crc.getValue();
  }

  /** Adds the bytes from the buffer's position to its limit; the buffer is not changed. */
  public static void update(CRC32 crc, ByteBuffer bytes) {
    ByteBuffer rest = bytes.duplicate();
    if (!rest.isDirect()) {
      crc.update(rest);
      return;
    }
    byte[] piece = new byte[Math.min(PIECE, rest.remaining())];
    while (rest.hasRemaining()) {
      int length = Math.min(piece.length, rest.remaining());
      rest.get(piece, 0, length);
      crc.update(piece, 0, length);
    }
  }

  public static int crc32OfInt(int value) {
    CRC32 crc = new CRC32();
    updateWithInt(crc, value);
    return (int) crc.getValue();
  }

  public static void updateWithInt(CRC32 crc, int value) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      crc.update(value >>> shift);
    }
  }

  /**
   * Refuses bytes whose checksum is another than the one stored.
   *
   * @param over what was computed over, as the end of a sentence; may be empty
   */
  public static void require(String what, long offset, int stored, int computed, String over) {
    if (stored != computed) {
      throw new CorruptFooterException(what, offset, hex(stored), hex(computed) + over);
    }
  }

  public static String hex(int crc) {
    return String.format("0x%08x", crc);
  }
}
