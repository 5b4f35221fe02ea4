// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.ForeignExtensionException;
import io.arrowparquet.footer.internal.thrift.SchemaPaths;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.FileReplacement;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

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
  private final boolean lossy;
  private final boolean replace;
  private final Paths paths;

  /** How {@code path_in_schema} is kept in the column chunks of the Thrift footer. */
  public enum Paths {
    /**
     * Chunks say it as they did; those of a PARX file that leaves it out say it again in other
     * layouts.
     */
    KEPT,
    /** Chunks that do not say it get it from the schema. */
    WRITTEN,
    /**
     * It is left out, as a draft of the format allows: {@link FooterLayout#PARX} says so in its
     * flags, and in other layouts readers of today refuse the file.
     */
    OMITTED
  }

  private FooterAttacher(
      FooterLayout layout,
      boolean overwrite,
      boolean force,
      boolean keepAttributes,
      boolean lossy,
      boolean replace,
      Paths paths) {
    this.layout = layout;
    this.overwrite = overwrite;
    this.force = force;
    this.keepAttributes = keepAttributes;
    this.lossy = lossy;
    this.replace = replace;
    this.paths = paths;
  }

  /** Attaches in layout {@link FooterLayout#SPEC}; overwrites nothing, forces nothing. */
  public static FooterAttacher defaults() {
    return new FooterAttacher(FooterLayout.SPEC, false, false, false, false, false, Paths.KEPT);
  }

  /**
   * The layout to write. {@link FooterLayout#THRIFT} is for files that are converted: those with
   * another magic, or whose {@linkplain #withPaths paths} are to change.
   *
   * @throws IllegalArgumentException for a layout that is only read
   */
  public FooterAttacher withLayout(FooterLayout value) {
    return new FooterAttacher(
        value.orRefuseReadOnly(), overwrite, force, keepAttributes, lossy, replace, paths);
  }

  /** Whether an output file that exists is replaced. */
  public FooterAttacher withOverwrite(boolean value) {
    return new FooterAttacher(layout, value, force, keepAttributes, lossy, replace, paths);
  }

  /**
   * Whether a foreign extension is replaced, and so lost, and a footer taken although readers will
   * find what it says corrupt: that of a file without its pages, for example.
   */
  public FooterAttacher withForce(boolean value) {
    return new FooterAttacher(layout, overwrite, value, keepAttributes, lossy, replace, paths);
  }

  /**
   * Whether an extension of somebody else is replaced, and so lost: Photon's footer, for example.
   */
  public FooterAttacher withReplace(boolean value) {
    return new FooterAttacher(layout, overwrite, force, keepAttributes, lossy, value, paths);
  }

  /** How paths of column chunks are kept; {@link Paths#KEPT} unless told otherwise. */
  public FooterAttacher withPaths(Paths value) {
    return new FooterAttacher(layout, overwrite, force, keepAttributes, lossy, replace, value);
  }

  /** Whether the new file gets the permissions and times of the old one. */
  public FooterAttacher withKeptAttributes(boolean value) {
    return new FooterAttacher(layout, overwrite, force, value, lossy, replace, paths);
  }

  /**
   * Whether layout {@link FooterLayout#PAR3} is written, or paths are omitted, although {@link
   * FooterStripper} could not give back the Thrift footer byte for byte. Other layouts keep it,
   * whatever is in it.
   */
  public FooterAttacher withLossy(boolean value) {
    return new FooterAttacher(layout, overwrite, force, keepAttributes, value, replace, paths);
  }

  /**
   * Writes a copy of {@code input} with a FlatBuffers footer to {@code output}.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the output exists and must not be replaced
   * @throws IOException if reading or writing fails
   * @throws CorruptFooterException if the input is not Parquet, its Thrift footer is damaged or
   *     says what readers find corrupt
   * @throws EncryptedFooterException if the footer is encrypted or signed
   * @throws ForeignExtensionException if the footer has a foreign extension
   * @throws IllegalArgumentException if the layout cannot hold this footer, or not so that it could
   *     be given back ({@link #withLossy})
   */
  public void attach(Path input, Path output) throws IOException {
    attach(input, new FileReplacement(output, overwrite));
  }

  /**
   * Writes a copy of {@code input} with a FlatBuffers footer to {@code output}, wherever both are,
   * and publishes it.
   *
   * @param input stays open
   * @param output empty; committed by this method if all went well, and the caller's to close
   * @throws IOException if reading, writing or publishing fails; others as {@link #attach(Path,
   *     Path)}
   */
  public void attach(ByteSource input, ByteSink output) throws IOException {
    ending(input).writeTo(output, input);
  }

  /**
   * Replaces {@code file} by a copy of it with a FlatBuffers footer, in one step; see there.
   *
   * <p>Threads that rewrite the same file in place take turns. If another process changes the file
   * meanwhile, it is left as that one has made it.
   *
   * @throws java.nio.file.FileSystemException if another process has changed the file meanwhile, or
   *     its file system cannot replace files
   */
  public void attachInPlace(Path file) throws IOException {
    FileReplacement.inPlace(file, replacement -> attach(file, replacement));
  }

  /**
   * Attaches to a file that is still being made, so that its pages need not be copied: the Thrift
   * footer at its end is overwritten. A crash during this call leaves the file without a footer.
   *
   * @param file open for reading and writing, a whole Parquet file; stays the caller's
   * @param path its name, for messages
   * @throws IOException if reading or writing fails; others as {@link #attach(Path, Path)}
   */
  @SuppressWarnings("resource") // closing the source would close the caller's channel
  public void attach(FileChannel file, Path path) throws IOException {
    attach(file, PathByteSource.over(file, path));
  }

  /**
   * As {@link #attach(FileChannel, Path)}, of a file that need not be at a path. Only its end is
   * read: the last 64 KiB, and the footer.
   *
   * @param name what messages call it
   */
  @SuppressWarnings("resource") // closing the source would close the caller's channel
  public void attach(FileChannel file, String name) throws IOException {
    attach(file, ByteSources.channel(name, file));
  }

  private void attach(FileChannel file, ByteSource source) throws IOException {
    ending(source).writeInto(file);
  }

  private void attach(Path input, FileReplacement replacement) throws IOException {
    try (PathByteSource source = PathByteSource.open(input)) {
      ending(source).writeTo(replacement, source, keepAttributes ? input : null);
    }
  }

  private byte[] withPaths(String name, RawFooter original) {
    byte[] struct = original.struct();
    boolean isTold = layout == FooterLayout.PARX || original.extension() != FooterLayout.PARX;
    if (paths == Paths.KEPT && isTold) {
      return struct;
    }
    byte[] whole = SchemaPaths.restore(struct);
    if (paths != Paths.OMITTED) {
      return whole;
    }
    byte[] omitted = SchemaPaths.omit(struct);
    if (!lossy && !Arrays.equals(whole, SchemaPaths.restore(omitted))) {
      throw new IllegalArgumentException(
          name
              + ": path_in_schema of its column chunks could not be given back: they say another path"
              + " than the schema, or their writer encodes them in a way of its own");
    }
    return omitted;
  }

  private NewEnding ending(ByteSource source) throws IOException {
    try {
      RawFooter original = RawFooter.readStruct(source, force || replace);
      original.check();
      FooterEnding made = new FooterEnding(layout, force, lossy);
      byte[] struct = withPaths(source.name(), original);
      return NewEnding.of(original, layout, made.of(source.name(), struct, original.offset()));
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }
}
