// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a task of {@link BundleTasks} wrote, for the process that publishes it.
 *
 * <pre>
 *   | 1 | bytes: varint | name | length: varint | base: u64 | files, kept, unread: varint each | CRC-32 |
 * </pre>
 *
 * <p>Immutable.
 *
 * @param name of the segment's object, beside the bundle; empty where nothing had to be written
 * @param length of the object in bytes
 * @param base the content of the bundle that the task compared with; 0 if it read none
 * @param counts of files
 */
public record BundleSegment(String name, long length, long base, Counts counts) {
  private static final int VERSION = 1;

  /** Of a description; names of files have at most 255 characters in most file systems. */
  private static final int MAX_BYTES = 4096;

  /**
   * What became of the files that a task was given. Immutable.
   *
   * @param written files that the segment has
   * @param kept files whose entries in the bundle are up to date
   * @param unread files that could not be read, which {@link BundleOptions#withUnreadable} was told
   */
  public record Counts(int written, int kept, int unread) {}

  /** The description in bytes, some 80, that {@link #from} reads. */
  public byte[] toBytes() {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    BundleBytes out = new BundleBytes(128);
    out.writeByte(VERSION);
    out.writeVarint(utf8.length);
    out.write(utf8);
    out.writeVarint(length);
    out.writeLong(base);
    out.writeVarint(counts.written);
    out.writeVarint(counts.kept);
    out.writeVarint(counts.unread);
    out.writeInt(Checksum.crc32(ByteBuffer.wrap(out.array(), 0, out.size())));
    return out.toByteArray();
  }

  /**
   * Reads a description.
   *
   * @throws CorruptFooterException if the bytes are not what {@link #toBytes} gave
   */
  public static BundleSegment from(byte[] bytes) {
    int end = bytes.length - Integer.BYTES;
    if (end < 1 || bytes.length > MAX_BYTES) {
      throw new CorruptFooterException(
          "description of a segment", bytes.length + " bytes", "5 to " + MAX_BYTES);
    }
    int crc = new ByteCursor(bytes, end, bytes.length, 0).readInt("CRC-32 of a description");
    int found = Checksum.crc32(ByteBuffer.wrap(bytes, 0, end));
    if (crc != found) {
      throw new CorruptFooterException("CRC-32 of the description of a segment", end, found, crc);
    }
    ByteCursor in = new ByteCursor(bytes, 0, end, 0);
    int version = in.readByte("version of a description");
    int nameLength = in.readCount("bytes of a segment's name", 1);
    int nameAt = in.skip(nameLength, "name of a segment");
    BundleSegment segment =
        new BundleSegment(
            new String(bytes, nameAt, nameLength, StandardCharsets.UTF_8),
            in.readVarint64("length of a segment"),
            in.readLong("base of a segment"),
            new Counts(
                in.readVarint("files of a segment"),
                in.readVarint("files that were kept"),
                in.readVarint("files that were not read")));
    if (version != VERSION || in.remaining() > 0) {
      throw new CorruptFooterException(
          "description of a segment",
          "version " + version + ", " + in.remaining() + " bytes left",
          "version " + VERSION + ", none left");
    }
    return segment;
  }
}
