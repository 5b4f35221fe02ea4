// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.ForeignExtensionException;
import io.arrowparquet.footer.internal.thrift.SchemaPaths;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.FileReplacement;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Takes the FlatBuffers footer off a file: what {@link FooterAttacher} was given comes back, byte
 * for byte.
 *
 * <p>Immutable; the {@code with} methods give changed copies. May be shared between threads.
 */
public final class FooterStripper {
  private final boolean overwrite;
  private final boolean keepAttributes;

  private FooterStripper(boolean overwrite, boolean keepAttributes) {
    this.overwrite = overwrite;
    this.keepAttributes = keepAttributes;
  }

  /** Overwrites nothing. */
  public static FooterStripper defaults() {
    return new FooterStripper(false, false);
  }

  /** Whether an output file that exists is replaced. */
  public FooterStripper withOverwrite(boolean value) {
    return new FooterStripper(value, keepAttributes);
  }

  /** Whether the new file gets the permissions and times of the old one. */
  public FooterStripper withKeptAttributes(boolean value) {
    return new FooterStripper(overwrite, value);
  }

  /**
   * Writes a copy of {@code input} without its FlatBuffers footer to {@code output}.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the output exists and must not be replaced
   * @throws IOException if reading or writing fails
   * @throws CorruptFooterException if the input is not Parquet
   * @throws io.arrowparquet.footer.EncryptedFooterException if the footer is encrypted
   * @throws ForeignExtensionException if the footer has a foreign extension
   * @throws IllegalArgumentException if there is no FlatBuffers footer to take off, or it is one
   *     without Thrift (layout par3) whose Thrift bytes cannot be restored as they were
   */
  public void strip(Path input, Path output) throws IOException {
    strip(input, new FileReplacement(output, overwrite));
  }

  /**
   * Replaces {@code file} by a copy of it without its FlatBuffers footer, in one step; see there,
   * and {@link FooterAttacher#attachInPlace} for other threads and processes.
   */
  public void stripInPlace(Path file) throws IOException {
    FileReplacement.inPlace(file, replacement -> strip(file, replacement));
  }

  /**
   * Writes a copy of {@code input} without its FlatBuffers footer to {@code output}, wherever both
   * are, and publishes it.
   *
   * @param input stays open
   * @param output empty; committed by this method if all went well, and the caller's to close
   * @throws IOException if reading, writing or publishing fails; others as {@link #strip(Path,
   *     Path)}
   */
  public void strip(ByteSource input, ByteSink output) throws IOException {
    stripped(input).writeTo(output, input);
  }

  private void strip(Path input, FileReplacement replacement) throws IOException {
    try (PathByteSource source = PathByteSource.open(input)) {
      stripped(source).writeTo(replacement, source, keepAttributes ? input : null);
    }
  }

  private static NewEnding stripped(ByteSource source) throws IOException {
    try {
      RawFooter footer = RawFooter.readStruct(source, false);
      if (footer.extension() == null) {
        throw new IllegalArgumentException(source.name() + ": has no FlatBuffers footer to strip");
      }
      if (footer.extension() == FooterLayout.PAR3) {
        requireSameBytes(source, footer);
      }
      byte[] struct =
          footer.extension() == FooterLayout.PARX
              ? SchemaPaths.restore(footer.struct())
              : footer.struct();
      return NewEnding.of(footer, FooterLayout.THRIFT, FooterFrame.thrift(ByteBuffer.wrap(struct)));
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }

  /** Thrift can say the same in more than one way; only the bytes that were there count here. */
  private static void requireSameBytes(ByteSource source, RawFooter restored) throws IOException {
    long original = FooterReader.defaults().read(source).footer().thriftCrc32();
    if (original != restored.structCrc32()) {
      throw new IllegalArgumentException(
          source.name()
              + ": the Thrift footer that layout par3 left out cannot be restored byte for byte;"
              + " attaching in another layout writes an equal one");
    }
  }
}
