// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;

/**
 * What a bundle in stream form has of one file.
 *
 * <pre>
 *   flags             1 byte
 *                       1  the footer is Thrift as it was, and not a FlatBuffer without schema
 *                       2  Thrift has a TYPE_ORDER for each column, and the FlatBuffer no orders
 *                       4  the footer is one raw LZ4 block
 *                       8  a time is there
 *                      16  an ETag is there
 *   path              varint length, UTF-8
 *   file length       varint
 *   [time]            zig-zag varint of the seconds since 1970, varint of the nanoseconds
 *   [ETag]            varint length, UTF-8
 *   footer length     varint, of the footer in the file
 *   footer CRC-32     4 bytes, of the footer in the file
 *   [raw length]      varint, of the footer before compression
 *   footer            to the end
 * </pre>
 *
 * @param footer the bytes of the footer, decompressed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FooterBody(BundledFile file, boolean isThrift, boolean hasTypeDefinedOrders, byte[] footer) {
  private static final int THRIFT = 1;
  private static final int TYPE_DEFINED_ORDERS = 2;
  private static final int LZ4 = 4;
  private static final int TIME = 8;
  private static final int ETAG = 16;
  private static final int ALL_FLAGS = 31;

  /** An LZ4 block expands at most this many times. */
  private static final long LZ4_MAX_EXPANSION = 255;

  BundleBytes toBytes() {
    byte[] block = new byte[new Lz4Compressor().maxCompressedLength(footer.length)];
    int blockLength =
        new Lz4Compressor().compress(footer, 0, footer.length, block, 0, block.length);
    boolean isCompressed = blockLength < footer.length;
    Instant modified = file.version().modified();
    String etag = file.version().etag();
    BundleBytes out = new BundleBytes(Math.min(blockLength, footer.length) + 256);
    out.writeByte(
        (isThrift ? THRIFT : 0)
            | (hasTypeDefinedOrders ? TYPE_DEFINED_ORDERS : 0)
            | (isCompressed ? LZ4 : 0)
            | (modified != null ? TIME : 0)
            | (etag != null ? ETAG : 0));
    writeText(file.path(), out);
    out.writeVarint(file.length());
    if (modified != null) {
      writeTime(modified, out);
    }
    if (etag != null) {
      writeText(etag, out);
    }
    out.writeVarint(file.footerLength());
    out.writeInt(file.footerCrc32());
    if (isCompressed) {
      out.writeVarint(footer.length);
      out.write(block, 0, blockLength);
    } else {
      out.write(footer);
    }
    return out;
  }

  private static void writeTime(Instant time, BundleBytes out) {
    long seconds = time.getEpochSecond();
    int nanos = time.getNano();
    out.writeVarint(seconds << 1 ^ seconds >> 63);
    out.writeVarint(nanos);
  }

  private static void writeText(String text, BundleBytes out) {
    byte[] utf8 = EscapedUtf8.encode(text);
    out.writeVarint(utf8.length);
    out.write(utf8);
  }

  static FooterBody read(byte[] bytes, long offset, int maximum) {
    ByteCursor in = new ByteCursor(bytes, 0, bytes.length, offset);
    int flags = in.readByte("flags of a footer");
    if ((flags & ~ALL_FLAGS) != 0) {
      throw new CorruptFooterException("flags of a footer", offset, flags, "at most " + ALL_FLAGS);
    }
    String path = readText(in, "path of a file");
    long length = in.readVarint64("length of a file");
    Instant modified = (flags & TIME) != 0 ? readTime(in) : null;
    String etag = (flags & ETAG) != 0 ? readText(in, "ETag of a file") : null;
    int footerLength = in.readVarint("length of a footer");
    int footerCrc = in.readInt("CRC-32 of a footer");
    if (path.isEmpty() || length < 0) {
      throw new CorruptFooterException(
          "identity of a file", offset, "path \"" + path + "\", length " + length, "a file");
    }
    BundledFile file =
        new BundledFile(
            new BundledFile.Version(path, length, modified, etag), footerLength, footerCrc);
    boolean isThrift = (flags & THRIFT) != 0;
    boolean hasTypeDefinedOrders = (flags & TYPE_DEFINED_ORDERS) != 0;
    byte[] footer =
        (flags & LZ4) != 0
            ? decompress(in, maximum)
            : Arrays.copyOfRange(bytes, in.position(), bytes.length);
    return new FooterBody(file, isThrift, hasTypeDefinedOrders, footer);
  }

  private static String readText(ByteCursor in, String what) {
    int length = in.readCount(what, 1);
    int start = in.skip(length, what);
    return EscapedUtf8.decode(Arrays.copyOfRange(in.array(), start, start + length));
  }

  private static Instant readTime(ByteCursor in) {
    long offset = in.offset();
    long zigZag = in.readVarint64("time of a file");
    long seconds = zigZag >>> 1 ^ -(zigZag & 1);
    int nanos = in.readVarint("time of a file");
    try {
      return Instant.ofEpochSecond(seconds, nanos);
    } catch (DateTimeException | ArithmeticException e) {
      throw new CorruptFooterException(
          "time of a file", offset, seconds + " seconds", "a time that Java can hold", e);
    }
  }

  private static byte[] decompress(ByteCursor in, int maximum) {
    long offset = in.offset();
    int rawLength = in.readVarint("uncompressed length of a footer");
    int length = in.remaining();
    long most = Math.min(maximum, LZ4_MAX_EXPANSION * length);
    if (rawLength > most) {
      throw new CorruptFooterException(
          "uncompressed length of a footer",
          offset,
          rawLength,
          "at most " + most + " for " + length + " bytes");
    }
    byte[] raw = new byte[rawLength];
    try {
      int found =
          new Lz4Decompressor().decompress(in.array(), in.position(), length, raw, 0, rawLength);
      if (found == rawLength) {
        return raw;
      }
      throw new CorruptFooterException(
          "LZ4 block of a footer", offset, found + " bytes uncompressed", rawLength + " bytes");
    } catch (MalformedInputException e) {
      throw new CorruptFooterException(
          "LZ4 block of a footer",
          offset,
          e.getMessage(),
          "a block of " + rawLength + " bytes uncompressed",
          e);
    }
  }
}
