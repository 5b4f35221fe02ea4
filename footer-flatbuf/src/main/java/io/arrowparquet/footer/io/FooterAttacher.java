// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ConvertedFooter;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.internal.FileReplacement;
import io.arrowparquet.footer.thrift.StructExtension;
import io.arrowparquet.footer.wire.FooterEnding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Gives a Parquet file a FlatBuffers footer: a new file beside the old, or in its place. The pages
 * are copied as they are; whatever fails, no file is left half-written.
 *
 * <p>Other readers see the same file as before: they skip field 32767 of the Thrift footer. Only
 * layout {@link FooterLayout#PAR3} leaves Thrift out, for readers of that layout alone.
 *
 * <p>Immutable; the {@code with} methods give changed copies. May be shared between threads.
 */
public final class FooterAttacher {
  private final FooterLayout layout;
  private final boolean overwrite;
  private final boolean force;
  private final boolean keepAttributes;

  private FooterAttacher(
      FooterLayout layout, boolean overwrite, boolean force, boolean keepAttributes) {
    this.layout = layout;
    this.overwrite = overwrite;
    this.force = force;
    this.keepAttributes = keepAttributes;
  }

  /** Attaches in layout {@link FooterLayout#SPEC}; overwrites nothing, forces nothing. */
  public static FooterAttacher create() {
    return new FooterAttacher(FooterLayout.SPEC, false, false, false);
  }

  /**
   * The layout to write.
   *
   * @throws IllegalArgumentException for {@link FooterLayout#THRIFT}, which has no FlatBuffers
   *     footer
   */
  public FooterAttacher withLayout(FooterLayout value) {
    if (value == FooterLayout.THRIFT) {
      throw new IllegalArgumentException("layout thrift has no FlatBuffers footer to attach");
    }
    return new FooterAttacher(value, overwrite, force, keepAttributes);
  }

  /** Whether an output file that exists is replaced. */
  public FooterAttacher withOverwrite(boolean value) {
    return new FooterAttacher(layout, value, force, keepAttributes);
  }

  /** Whether an extension of somebody else is replaced; it is lost then. */
  public FooterAttacher withForce(boolean value) {
    return new FooterAttacher(layout, overwrite, value, keepAttributes);
  }

  /** Whether the new file gets the permissions and times of the old one. */
  public FooterAttacher withKeptAttributes(boolean value) {
    return new FooterAttacher(layout, overwrite, force, value);
  }

  /**
   * Writes a copy of {@code input} with a FlatBuffers footer to {@code output}.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the output exists and must not be replaced
   * @throws IOException if reading or writing fails
   * @throws CorruptFooterException if the input is not Parquet or its Thrift footer is damaged
   * @throws EncryptedFooterException if the footer is encrypted or signed
   * @throws ForeignExtensionException if the footer carries somebody else's extension
   * @throws IllegalArgumentException if the layout cannot hold this footer
   */
  public void attach(Path input, Path output) throws IOException {
    attach(input, new FileReplacement(output, overwrite));
  }

  /** Replaces {@code file} by a copy of it with a FlatBuffers footer, in one step; see there. */
  public void attachInPlace(Path file) throws IOException {
    attach(file, new FileReplacement(file, true));
  }

  /**
   * Attaches to a file that is still being made, so that its pages need not be copied: the Thrift
   * footer at its end is overwritten. Whoever dies meanwhile leaves a file without a footer.
   *
   * @param file open for reading and writing, a whole Parquet file; stays the caller's
   * @param path its name, for messages
   * @throws IOException if reading or writing fails
   * @throws CorruptFooterException if it is not Parquet or its Thrift footer is damaged
   * @throws IllegalArgumentException if the layout cannot hold this footer
   */
  @SuppressWarnings("resource") // closing the source would close the caller's channel
  public void attach(FileChannel file, Path path) throws IOException {
    PathByteSource source = PathByteSource.over(file, path);
    ThriftFooter original = ThriftFooter.read(source, force);
    ByteBuffer ending = ending(source.name(), original);
    file.truncate(original.offset()).position(original.offset());
    while (ending.hasRemaining()) {
      file.write(ending);
    }
  }

  private void attach(Path input, FileReplacement replacement) throws IOException {
    try (PathByteSource source = PathByteSource.open(input)) {
      ThriftFooter original = ThriftFooter.read(source, force);
      ByteBuffer ending = ending(source.name(), original);
      replacement.write(
          out -> source.copyTo(out, original.offset(), ending), keepAttributes ? input : null);
    } catch (CorruptFooterException e) {
      throw e.in(input.toString());
    }
  }

  private ByteBuffer ending(String name, ThriftFooter original) {
    byte[] struct = original.struct();
    ConvertedFooter converted = convert(struct, original.offset());
    if (FlatFooter.wrap(converted.flatbuffer()).encryption() != null) {
      throw new EncryptedFooterException(
          name, "the footer belongs to an encrypted file and may be signed, so it is not changed");
    }
    if (layout == FooterLayout.PAR3) {
      if (!converted.unknownFields().isEmpty()) {
        throw new IllegalArgumentException(
            name
                + ": layout par3 would lose "
                + String.join(", ", converted.unknownFields())
                + ", which this version does not know");
      }
      return FooterEnding.par3(converted.flatbuffer());
    }
    ByteBuffer extension = FooterEnding.extension(converted.flatbuffer(), layout);
    byte[] value = new byte[extension.remaining()];
    extension.get(value);
    return FooterEnding.thrift(ByteBuffer.wrap(StructExtension.append(struct, value)));
  }

  private static ConvertedFooter convert(byte[] struct, long offset) {
    try {
      return ThriftToFlatBuffers.convertAndReport(struct, 0, struct.length);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }
}
