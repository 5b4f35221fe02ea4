// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ConvertedFooter;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.SchemaPaths;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.thrift.ThriftDifference;
import java.nio.ByteBuffer;

/**
 * What follows the pages of a file: its footer in a layout, framed with length and magic. All that
 * writes files asks this class.
 *
 * @param layout {@link FooterLayout#THRIFT} for a footer without an extension, which is framed and
 *     not looked at
 * @param force whether a footer is taken that readers will find corrupt
 * @param lossy whether layout {@link FooterLayout#PAR3} is written although the Thrift footer could
 *     not be given back byte for byte
 */
public record FooterEnding(FooterLayout layout, boolean force, boolean lossy) {
  /**
   * Layout {@link FooterLayout#AUTO} leaves a Thrift footer as it is that comes with the first read
   * and has few columns: it is decoded in the time that it takes to find five of them by an index
   * (BENCHMARKS.md).
   */
  static final int AUTO_COLUMNS = 32;

  static final int AUTO_BYTES = TailReader.DEFAULT_GUESS;

  /** A FlatBuffers footer is chosen where its bytes are at most this part of the pages'. */
  static final int AUTO_SHARE = 100;

  /** An ending that readers accept and that can be undone. */
  public FooterEnding(FooterLayout layout) {
    this(layout, false, false);
  }

  /**
   * The ending of a file.
   *
   * @param name of the file, for messages
   * @param struct a Thrift {@code FileMetaData} without an extension, its stop byte last
   * @param offset of the ending in the file
   * @throws CorruptFooterException if the struct is damaged or says what readers find corrupt
   * @throws EncryptedFooterException if the struct may be signed, and the layout would change it
   * @throws IllegalArgumentException if the layout cannot hold this footer, or not so that it could
   *     be given back
   */
  public ByteBuffer of(String name, byte[] struct, long offset) {
    boolean isAuto = layout == FooterLayout.AUTO;
    if (layout == FooterLayout.THRIFT) {
      return FooterFrame.thrift(ByteBuffer.wrap(struct));
    }
    ConvertedFooter converted = convert(struct, offset);
    FlatFooter footer = FlatFooter.wrap(converted.flatbuffer());
    if (footer.encryption() != null) {
      throw new EncryptedFooterException(
          name, "the footer belongs to an encrypted file and may be signed, so it is not changed");
    }
    if (!force) {
      FooterChecks.check(footer, offset);
    }
    if (layout == FooterLayout.PARX) {
      return Parx.ending(struct, SchemaPaths.areOmitted(struct));
    }
    if (layout == FooterLayout.PAR3) {
      if (!lossy) {
        requireRestorable(name, struct, converted);
      }
      return FooterFrame.par3(converted.flatbuffer());
    }
    boolean isSmall = struct.length <= AUTO_BYTES && footer.columnCount() <= AUTO_COLUMNS;
    if (isAuto && isSmall) {
      return FooterFrame.thrift(ByteBuffer.wrap(struct));
    }
    int flatbufferLength = converted.flatbuffer().remaining();
    if (layout == FooterLayout.INDEX || (isAuto && flatbufferLength > offset / AUTO_SHARE)) {
      return FooterFrame.thrift(ByteBuffer.wrap(index(name, struct, footer)));
    }
    ByteBuffer extension = extension(name, converted.flatbuffer(), footer);
    byte[] value = new byte[extension.remaining()];
    extension.get(value);
    return FooterFrame.thrift(ByteBuffer.wrap(StructExtension.append(struct, value)));
  }

  /** What a file begins with. */
  public static int magic(FooterLayout layout) {
    return layout == FooterLayout.PARX ? Magic.PARX : Magic.PAR1;
  }

  private static byte[] index(String name, byte[] struct, FlatFooter footer) {
    try {
      return FooterIndex.of(struct, footer).attachTo(struct);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  private ByteBuffer extension(String name, ByteBuffer flatbuffer, FlatFooter footer) {
    try {
      // Arrow C++ has a schema of its own.
      ByteBuffer bytes =
          layout == FooterLayout.ARROW_CPP ? ArrowCppWriter.convert(footer) : flatbuffer;
      return FooterFrame.extension(bytes, layout == FooterLayout.AUTO ? FooterLayout.SPEC : layout);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  /** What layout par3 leaves out must follow from the FlatBuffers footer, to the last byte. */
  private static void requireRestorable(String name, byte[] struct, ConvertedFooter converted) {
    if (!converted.unknownFields().isEmpty()) {
      throw new IllegalArgumentException(
          name
              + ": layout par3 would lose "
              + String.join(", ", converted.unknownFields())
              + ", which this version does not know");
    }
    byte[] restored = FlatBuffersToThrift.convert(converted.flatbuffer());
    String field = ThriftDifference.firstField(struct, restored);
    if (field != null) {
      throw new IllegalArgumentException(
          name
              + ": layout par3 could not give back the bytes of "
              + field
              + ", which the file's writer encodes in a way of its own; only an equal footer could"
              + " be restored");
    }
  }

  private static ConvertedFooter convert(byte[] struct, long offset) {
    try {
      return ThriftToFlatBuffers.convertAndReport(struct, 0, struct.length);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }
}
