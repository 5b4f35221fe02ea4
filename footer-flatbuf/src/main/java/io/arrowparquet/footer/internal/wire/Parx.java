// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * The last 16 bytes of a file whose magic is PARX, which say what a reader must know to read its
 * Thrift footer. All little-endian. Implements {@code footer-flatbuf/FORMAT.md}, section 1.6.
 *
 * <pre>
 *   from the end of the file:
 *     -16-n            -16      -12     -8                        -4       0
 *       | FileMetaData   | n      | flags | crc32(footer, n, flags) | PARX   |
 * </pre>
 */
record Parx(int length, int flags, int crc) {
  static final int LENGTH = 16;

  static final int PATHS_OMITTED = 2;

  private static final int ENCRYPTED_FOOTER = 1;
  private static final int KNOWN_FLAGS = ENCRYPTED_FOOTER | PATHS_OMITTED;

  /** Flags first: one that is not known may change what the other bytes mean. */
  static Parx parse(ByteBuffer tail, long fileLength) {
    int start = tail.limit() - LENGTH;
    long most = fileLength - LENGTH - Magic.LENGTH;
    if (start < 0 || most < 1) {
      throw new CorruptFooterException(
          "length of a PARX file", fileLength, fileLength + " bytes", "at least 21");
    }
    int length = tail.getInt(start);
    int flags = tail.getInt(start + Integer.BYTES);
    long offset = fileLength - LENGTH;
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw new CorruptFooterException(
          "feature flags of a PARX file",
          offset + Integer.BYTES,
          Checksum.hex(flags),
          "bits 0 (encrypted footer) and 1 (no path_in_schema) alone, for others may change the file"
              + " in ways that are not known here");
    }
    if (length < 1 || length > most) {
      throw new CorruptFooterException(
          "footer length", offset, Integer.toString(length), "1 to " + most + ", what fits");
    }
    return new Parx(length, flags, tail.getInt(start + 2 * Integer.BYTES));
  }

  boolean isEncrypted() {
    return (flags & ENCRYPTED_FOOTER) != 0;
  }

  boolean omitsPaths() {
    return (flags & PATHS_OMITTED) != 0;
  }

  /** Compares the checksum, which is of the bytes in the file, encrypted or not. */
  void check(ByteBuffer footer, long offset) {
    Checksum.require(
        "CRC-32 of the footer",
        offset + length + 2 * Integer.BYTES,
        crc,
        crc(footer, length, flags),
        " over " + length + " bytes from offset " + offset + ", their length and the flags");
  }

  /** The footer and the bytes after it. */
  static ByteBuffer ending(byte[] struct, boolean omitsPaths) {
    int flags = omitsPaths ? PATHS_OMITTED : 0;
    return ByteBuffer.allocate(Math.addExact(struct.length, LENGTH))
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(struct)
        .putInt(struct.length)
        .putInt(flags)
        .putInt(crc(ByteBuffer.wrap(struct), struct.length, flags))
        .putInt(Magic.PARX)
        .flip();
  }

  private static int crc(ByteBuffer footer, int length, int flags) {
    CRC32 crc = new CRC32();
    Checksum.update(crc, footer);
    Checksum.updateWithInt(crc, length);
    Checksum.updateWithInt(crc, flags);
    return (int) crc.getValue();
  }
}
