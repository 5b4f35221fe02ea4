// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.wire.FooterFrame.PlainTrailer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the last bytes of a file say about its footer: which magic, how long the Thrift footer is,
 * and whether a FlatBuffers footer is there and how many bytes of it to fetch.
 *
 * <pre>
 *   PAR1:  ... | Thrift FileMetaData, thriftLength bytes, field 32767 and stop byte included | thriftLength | PAR1
 *   PAR3:  ... | flatbuffer | trailer without Thrift ...                                                     | PAR3
 *   PARX:  ... | Thrift FileMetaData                                        | thriftLength | flags | crc32 | PARX
 *   PARE:  ... | Thrift FileCryptoMetaData and encrypted footer                              | length       | PARE
 * </pre>
 *
 * @param encrypted the rest is then 0 or null, but for {@link #ofEncrypted}
 * @param thriftLength bytes of the Thrift footer; 0 where there is none (PAR3)
 * @param frame the frame of a FlatBuffers footer, or null where there is none to use
 * @param problem why an extension with a known id cannot be used, or null
 * @param parx the last bytes of a file whose magic is PARX; null for others
 */
public record LocatedFooter(
    long fileLength,
    boolean encrypted,
    int thriftLength,
    FooterFrame frame,
    FooterDiagnostic problem,
    Parx parx) {

  /** No Parquet file is shorter: magic at both ends and the length of the footer. */
  public static final int SHORTEST_FILE = 12;

  /** Bytes from the end (or the whole file, if shorter) that {@link #parse} needs. */
  public static final int LENGTH = ArrowCppTrailer.LENGTH;

  /** Footer length and magic, which end every file but a PAR3 one. */
  private static final int THRIFT_TRAILER = 8;

  /** Of the last bytes of the file, {@link #LENGTH} or more of them, or all of it. */
  public static LocatedFooter parse(ByteBuffer lastBytes, long fileLength) {
    if (fileLength < SHORTEST_FILE) {
      throw new CorruptFooterException(
          "not a Parquet file; its length", fileLength + " bytes", "at least " + SHORTEST_FILE);
    }
    ByteBuffer tail = lastBytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (tail.limit() < Math.min(LENGTH, fileLength)) {
      throw new IllegalArgumentException(
          "only the last " + tail.limit() + " bytes of a file of " + fileLength);
    }
    int magic = tail.getInt(tail.limit() - Magic.LENGTH);
    if (magic == Magic.PAR3) {
      return new LocatedFooter(
          fileLength, false, 0, PlainTrailer.parsePar3(tail, fileLength), null, null);
    }
    if (magic == Magic.PARE) {
      return new LocatedFooter(fileLength, true, 0, null, null, null);
    }
    if (magic == Magic.PARX) {
      Parx parx = Parx.parse(tail, fileLength);
      return new LocatedFooter(fileLength, parx.isEncrypted(), parx.length(), null, null, parx);
    }
    if (magic != Magic.PAR1) {
      throw noKnownMagic(magic, fileLength);
    }
    return parseExtension(tail, fileLength, thriftLength(tail, fileLength));
  }

  /** Where an encrypted footer is: {@link #thriftLength} bytes, the struct before it included. */
  static LocatedFooter ofEncrypted(ByteBuffer lastBytes, long fileLength) {
    ByteBuffer tail = lastBytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (tail.getInt(tail.limit() - Magic.LENGTH) == Magic.PARX) {
      return parse(tail, fileLength);
    }
    return new LocatedFooter(fileLength, true, thriftLength(tail, fileLength), null, null, null);
  }

  /** A magic that only looks like Parquet's is that of a footer newer than this library. */
  private static CorruptFooterException noKnownMagic(int magic, long fileLength) {
    String other =
        magic == Magic.BUNDLE
            ? "a footer bundle, whose files scan --bundle reads; its last bytes"
            : "not a Parquet file, or one cut short; its last bytes";
    return new CorruptFooterException(
        Magic.isParquetLike(magic)
            ? "a Parquet file of a kind that is not known here; its last bytes"
            : other,
        fileLength - Magic.LENGTH,
        Magic.describe(magic),
        "\"PAR1\", \"PARE\", \"PAR3\" or \"PARX\"");
  }

  private static int thriftLength(ByteBuffer tail, long fileLength) {
    int length = tail.getInt(tail.limit() - THRIFT_TRAILER);
    long most = fileLength - SHORTEST_FILE;
    // The shortest struct is its stop byte.
    if (length < 1 || length > most) {
      throw new CorruptFooterException(
          "footer length",
          fileLength - THRIFT_TRAILER,
          Integer.toString(length),
          "1 to " + most + ", what fits into the file");
    }
    return length;
  }

  private static LocatedFooter parseExtension(ByteBuffer tail, long fileLength, int thriftLength) {
    ByteBuffer extension = tail.duplicate().limit(tail.limit() - THRIFT_TRAILER - 1);
    FooterLayout layout =
        thriftLength > ExtensionIds.LENGTH ? ExtensionIds.layoutOf(extension) : null;
    FooterFrame frame = null;
    FooterDiagnostic problem = null;
    try {
      frame = layout == null ? null : frame(layout, tail, fileLength, thriftLength);
    } catch (CorruptFooterException e) {
      problem = new FooterDiagnostic(layout, e.diagnosis(), null);
    }
    return new LocatedFooter(fileLength, false, thriftLength, frame, problem, null);
  }

  /** The footer length fits into the file, so a footer of this many bytes is in the tail. */
  private static FooterFrame frame(
      FooterLayout layout, ByteBuffer tail, long fileLength, int thriftLength) {
    boolean arrowCpp = layout == FooterLayout.ARROW_CPP || layout == FooterLayout.PHOTON;
    int overhead = arrowCpp ? ArrowCppTrailer.overhead(layout) : PlainTrailer.OVERHEAD;
    if (thriftLength < overhead + 1) {
      throw new CorruptFooterException(
          "footer length",
          fileLength - THRIFT_TRAILER,
          Integer.toString(thriftLength),
          "room for the extension whose id is at its end");
    }
    return arrowCpp
        ? ArrowCppTrailer.parse(layout, tail, fileLength, thriftLength)
        : PlainTrailer.parse(
            layout,
            tail,
            fileLength,
            FooterFrame.roomIn(thriftLength, overhead),
            "Thrift footer around it");
  }

  public static void requireSize(String what, int size, long offset, int maximum) {
    if (size > maximum) {
      throw new CorruptFooterException(
          "size of the " + what,
          offset,
          size + " bytes",
          "at most " + maximum + ", the maximum this reader was given");
    }
  }

  public boolean hasThrift() {
    return thriftLength > 0;
  }

  public boolean hasKnownExtension() {
    return hasThrift() && (frame != null || problem != null) && !isPhoton();
  }

  /** Whether there is an extension that is known, and somebody else's. */
  public boolean isPhoton() {
    return frame != null
        ? frame.layout() == FooterLayout.PHOTON
        : problem != null && problem.layout() == FooterLayout.PHOTON;
  }

  public long thriftOffset() {
    return parx == null
        ? thriftOffset(fileLength, thriftLength)
        : parxOffset(fileLength, thriftLength);
  }

  /** Compares the checksum of a Thrift footer that has one. */
  public void checkThrift(ByteBuffer footer) {
    if (parx != null) {
      parx.check(footer, thriftOffset());
    }
  }

  /** Of a footer without an extension that is known. */
  public FooterLayout thriftLayout() {
    return parx == null ? FooterLayout.THRIFT : FooterLayout.PARX;
  }

  public static long thriftOffset(long fileLength, int thriftLength) {
    return fileLength - THRIFT_TRAILER - thriftLength;
  }

  public static long parxOffset(long fileLength, int thriftLength) {
    return fileLength - Parx.LENGTH - thriftLength;
  }

  public static long par3Offset(long fileLength, int flatbufferLength) {
    return fileLength - PlainTrailer.PAR3_LENGTH - flatbufferLength;
  }

  public long dataOffset() {
    return fileLength - frame.trailerLength() - frame.dataLength();
  }

  public long footerOffset() {
    return hasThrift() ? thriftOffset() : dataOffset();
  }
}
