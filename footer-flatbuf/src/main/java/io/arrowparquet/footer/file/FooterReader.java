// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.footer.internal.wire.TailReader;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.MappedByteSource;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the footer of a Parquet file from its end.
 *
 * <p>One read of the {@linkplain #withTailGuess end} finds the FlatBuffers footer. Of one that was
 * not all read the parts are fetched that are asked for, those of {@linkplain #withColumns known
 * columns} in two rounds of reads: so the source must stay open as long as the footer is used, or
 * the footer be {@linkplain CrcCheck#WHOLE checked} and fetched as a whole. A local file need not
 * stay open; it is opened again, and must not have changed. Where there is no FlatBuffers footer,
 * the Thrift footer is converted in memory, so that callers see the same thing.
 *
 * <p>By default reading is lenient: an extension that is there but damaged is passed over for the
 * Thrift footer, with a {@link FooterDiagnostic}. {@linkplain #withStrict Strict} reading throws.
 *
 * <p>Which errors may be retried: a reader has no state, and a failed call leaves nothing behind,
 * so that any call may be repeated. It may succeed the next time after
 *
 * <ul>
 *   <li>an {@link IOException} of the source, such as a network that failed;
 *   <li>a {@link java.nio.channels.ClosedByInterruptException}, once the thread has cleared its
 *       interrupt flag;
 *   <li>an {@link OutOfMemoryError}, once memory is free, or with a smaller {@linkplain
 *       #withMaximumFooterSize maximum}.
 * </ul>
 *
 * <p>After a {@link java.io.EOFException} or {@link java.nio.file.FileSystemException} that says
 * that the file was truncated, changed or replaced, the source must be opened anew. {@link
 * CorruptFooterException} and {@link EncryptedFooterException} come from the bytes themselves: as
 * long as the file stays as it is, the next call throws the same.
 *
 * <p>Immutable, and so safe to share between threads; the {@code with} methods give changed copies.
 */
public final class FooterReader {
  /** Bytes read from the end of a file at least, unless told otherwise: 64 KiB. */
  public static final int DEFAULT_TAIL_GUESS = TailReader.DEFAULT_GUESS;

  /** Largest footer read unless told otherwise: 1 GiB. */
  public static final int DEFAULT_MAXIMUM_FOOTER_SIZE = 1 << 30;

  private static final FooterReader DEFAULT =
      new FooterReader(
          EnumSet.noneOf(Option.class),
          CrcCheck.LAZY,
          TailReader.SUITABLE,
          DEFAULT_MAXIMUM_FOOTER_SIZE,
          null,
          null);

  /** When the bytes of a FlatBuffers footer are compared with their checksum. */
  public enum CrcCheck {
    /**
     * All of them, when the footer is opened. It is fetched whole, and does not need its source
     * afterwards.
     */
    WHOLE,

    /**
     * Each block of 4 KiB when it is touched first; a footer that is larger than the tail guess is
     * fetched in the same way. A block that is damaged is a {@link CorruptFooterException} with its
     * number and offset, from the method that asked for something of it; none ever gives a value of
     * such a block, but of a column in it that a checksum of its own proves (layout index). To go
     * on with the Thrift footer then, read the file again {@linkplain #withThriftOnly with Thrift
     * only}.
     *
     * <p>Footers without checksums of blocks, from other writers, are checked as {@link #WHOLE},
     * and so are those in layout arrow-cpp and all that are {@linkplain #withVerification
     * verified}.
     */
    LAZY,

    /**
     * Not at all; the checksum of the footer's size always is. Reading stays memory-safe, but
     * damaged bytes may give wrong answers. Fetched as with {@link #LAZY}.
     */
    NONE
  }

  enum Option {
    STRICT,
    VERIFY,
    THRIFT_ONLY,
    CERTAIN_TYPES,
    MAP,
    PHOTON
  }

  private final EnumSet<Option> options;
  private final int tailGuess;
  final CrcCheck crcCheck;
  final int maximumFooterSize;
  final Set<String> columns;

  /** Null for a reader that decrypts nothing. */
  final DecryptionKeys keys;

  private FooterReader(
      EnumSet<Option> options,
      CrcCheck crcCheck,
      int tailGuess,
      int maximumFooterSize,
      Set<String> columns,
      DecryptionKeys keys) {
    this.options = options;
    this.crcCheck = crcCheck;
    this.tailGuess = tailGuess;
    this.maximumFooterSize = maximumFooterSize;
    this.columns = columns;
    this.keys = keys;
  }

  /** A lenient reader that compares checksums. */
  public static FooterReader defaults() {
    return DEFAULT;
  }

  /**
   * Whether a damaged extension is an exception, instead of a reason to use the Thrift footer.
   * Strict reading {@linkplain #withVerification verifies} too.
   */
  public FooterReader withStrict(boolean value) {
    return with(Option.STRICT, value);
  }

  /**
   * When the bytes of the FlatBuffers footer are compared with their checksum: {@link
   * CrcCheck#LAZY} unless told otherwise.
   */
  public FooterReader withCrcCheck(CrcCheck value) {
    return new FooterReader(options, value, tailGuess, maximumFooterSize, columns, keys);
  }

  /**
   * Whether the whole FlatBuffers footer is verified before it is used, in time linear in its size,
   * so that no accessor will find it corrupt later: for untrusted files, since a checksum detects
   * accidents only.
   */
  public FooterReader withVerification(boolean value) {
    return with(Option.VERIFY, value);
  }

  /** Whether to ignore an extension and convert the Thrift footer; PAR3 files have none. */
  public FooterReader withThriftOnly(boolean value) {
    return with(Option.THRIFT_ONLY, value);
  }

  /**
   * Whether the Thrift footer is used where the FlatBuffers footer, which another writer has made,
   * leaves open what values of a column mean ({@link FlatFooter#hasDoubtfulTypes}): for those who
   * read values, or make a schema of the footer. The result has the layout {@link
   * FooterLayout#THRIFT} then, and no diagnostics.
   */
  public FooterReader withCertainTypes(boolean value) {
    return with(Option.CERTAIN_TYPES, value);
  }

  /**
   * Whether large footers of local files are mapped into memory instead of read, so that no bytes
   * are copied, and none but those that are asked for are touched unless the footer is {@linkplain
   * CrcCheck#WHOLE checked} as a whole. Footers of less than 256 KiB are read, which takes no
   * longer, and so are those of files that cannot be mapped (in an archive for example). With
   * {@link CrcCheck#LAZY}, blocks are read one by one, which takes less time than to copy them out
   * of a mapping for their checksums; that of a {@link MappedByteSource} is used all the same.
   *
   * <p>For files that are not truncated meanwhile. While a footer is opened, truncation is an
   * {@link IOException}. Later, using the footer of a file that was truncated throws an unspecified
   * error: in practice {@link InternalError}, sometimes late. Native code that is given its bytes,
   * such as {@link java.util.zip.CRC32}, ends the process.
   *
   * <p>A mapping lives until the garbage collector finds its footer unused, and a process may have
   * some ten thousands of them; to open many large footers, own their mappings through a {@link
   * MappedByteSource}. Where no more can be had, the footer is read.
   */
  public FooterReader withMapping(boolean value) {
    return with(Option.MAP, value);
  }

  /**
   * Whether the FlatBuffers footer that Photon writes is used, where there is one and everything in
   * it is known: its schema is not published, and this library uses what one file proves (FORMAT.md
   * of the footers lists it). In all other cases the Thrift footer is used, with a diagnostic. What
   * the footer leaves out is unknown ({@link FlatFooter#isComplete}) and comes from the Thrift
   * footer where readers need it. Without this option it is an extension of somebody else.
   */
  public FooterReader withPhoton(boolean value) {
    return with(Option.PHOTON, value);
  }

  boolean has(Option option) {
    return options.contains(option);
  }

  private FooterReader with(Option option, boolean value) {
    EnumSet<Option> changed = EnumSet.copyOf(options);
    if (value) {
      changed.add(option);
    } else {
      changed.remove(option);
    }
    return new FooterReader(changed, crcCheck, tailGuess, maximumFooterSize, columns, keys);
  }

  /**
   * Bytes to read from the end at first; at least those of the longest trailer are read.
   *
   * <p>Unless told otherwise these are 64 KiB of a file on this machine (and fewer where another
   * read takes no time), and of one elsewhere 1 % of it, from 64 KiB to 2 MiB. Where its length is
   * not known without another request ({@link ByteSource#knownLength}), they are 128 KiB: object
   * stores take about the same time for all between that and 2 MiB, but a small file would be read
   * as a whole.
   */
  public FooterReader withTailGuess(int bytes) {
    int guess = Math.max(bytes, LocatedFooter.LENGTH);
    return new FooterReader(options, crcCheck, guess, maximumFooterSize, columns, keys);
  }

  /** Largest footer to read, in bytes; a larger one is an exception. */
  public FooterReader withMaximumFooterSize(int bytes) {
    return new FooterReader(options, crcCheck, tailGuess, bytes, columns, keys);
  }

  /**
   * Which columns are wanted: where there is only a Thrift footer, nothing is made of the chunks of
   * others, which saves most of the time and the memory that a wide one takes. The footer has the
   * whole schema, and answers for these columns as always; for others {@link FlatFooter#hasChunks}
   * is false and {@link FlatFooter#chunk(int, int)} an error. A FlatBuffers footer always has all
   * columns: the facts of these are fetched and checked while the footer is read, so that lenient
   * reading passes over damage in them; those of others when they are asked for.
   *
   * @param dottedPaths of columns, or of groups for all columns below; those that a file does not
   *     have are passed over
   */
  public FooterReader withColumns(Collection<String> dottedPaths) {
    return new FooterReader(
        options, crcCheck, tailGuess, maximumFooterSize, Set.copyOf(dottedPaths), keys);
  }

  /**
   * Decrypts footers of encrypted files, and the metadata of encrypted columns, with the keys that
   * are to be had: their statistics are there then. A footer in plain text whose signing key is to
   * be had must have a signature that fits. Columns without a key are those of which {@link
   * io.arrowparquet.footer.flat.ColumnChunkView#hasMetadata} is false, or which have no statistics.
   *
   * <p>A footer of which something was decrypted says so, {@link FlatFooter#isDecrypted}, and does
   * not become Thrift, a bundle or part of a split; whoever keeps it keeps what it tells.
   *
   * @param decryption null to decrypt nothing, which is the default
   */
  public FooterReader withDecryption(@Nullable DecryptionKeys decryption) {
    return new FooterReader(options, crcCheck, tailGuess, maximumFooterSize, columns, decryption);
  }

  /**
   * Reads the footer of a local file.
   *
   * @throws IOException if reading fails
   * @throws CorruptFooterException if the file is not Parquet, its footer is damaged (in lenient
   *     mode: both of its footers), or larger than the maximum
   * @throws EncryptedFooterException if the footer is encrypted and its key is not to be had
   */
  public ParquetFooter read(Path file) throws IOException {
    ByteSource source = ByteSources.path(file);
    boolean isKept = false;
    try {
      ParquetFooter footer = read(source, true);
      isKept = source instanceof PathByteSource local && local.isKept();
      return footer;
    } finally {
      if (!isKept) {
        source.close();
      }
    }
  }

  /**
   * Reads the footer of a file anywhere; as {@link #read(Path)}, but whole: {@link
   * #read(ByteSource)} fetches parts of it.
   *
   * @param sources opens it, for example {@link ByteSources#defaults}
   */
  public ParquetFooter read(URI file, SourceFactory sources) throws IOException {
    try (ByteSource source = sources.open(file)) {
      return read(source, true);
    }
  }

  /**
   * As {@link #read(Path)}; the source is left open, and must stay so as long as parts of the
   * footer are fetched from it.
   */
  public ParquetFooter read(ByteSource source) throws IOException {
    return read(source, false);
  }

  /**
   * The footer in bytes at hand, such as those that a catalog or a cache keeps; nothing is read.
   *
   * @param file whose footer it is; its length is known
   * @param lastBytes the last ones of the file, in any layout, with the whole footer that is read:
   *     from position to limit, which stay as they are. Kept, and not to be changed
   * @throws CorruptFooterException as of {@link #read(Path)}, and if the footer begins before these
   *     bytes
   * @throws EncryptedFooterException if the footer is encrypted and its key is not to be had
   */
  public ParquetFooter fromTail(SourceEntry file, ByteBuffer lastBytes) {
    int length = lastBytes.remaining();
    FooterReader inOneRead = withTailGuess(length);
    try {
      return inOneRead.read(new TailAtHand(file, lastBytes.slice()), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * As {@link #fromTail}, of the struct {@code FileMetaData} alone, with or without an extension:
   * as {@link ParquetFooter#toThrift} gives it, for example.
   */
  public ParquetFooter fromThrift(SourceEntry file, ByteBuffer struct) {
    ByteBuffer frame = FooterFrame.thrift(struct);
    // A struct may be shorter than the longest trailer, which is always looked at.
    ByteBuffer padded =
        frame.remaining() >= LocatedFooter.LENGTH
            ? frame
            : ByteBuffer.allocate(LocatedFooter.LENGTH)
                .put(LocatedFooter.LENGTH - frame.remaining(), frame, 0, frame.remaining());
    return fromTail(file, padded);
  }

  /**
   * As {@link #fromTail}, of a FlatBuffer alone, as {@link FlatFooter#flatbuffer} gives it. Views
   * check the bytes that they are asked for, and with {@linkplain #withVerification verification}
   * all of them are proven sound now; but no checksum comes with them. Where the footer begins in
   * its file is not known.
   *
   * @param flatbuffer of all columns, made by this library: that which is made for {@linkplain
   *     #withColumns some columns} does not say so
   */
  public ParquetFooter fromFlatBuffer(SourceEntry file, ByteBuffer flatbuffer) {
    String name = SourceEntry.name(file.uri());
    try {
      if (has(Option.VERIFY) || has(Option.STRICT)) {
        FlatFooter.verify(flatbuffer);
      }
      int length = flatbuffer.remaining();
      return new ParquetFooter(
          name,
          FlatFooter.wrap(flatbuffer, name, 0),
          new ParquetFooter.Extent(FooterLayout.THRIFT, TailAtHand.length(file), 0, length),
          List.of());
    } catch (CorruptFooterException e) {
      throw e.in(name);
    }
  }

  /** The end of a file whose other bytes are out of reach. */
  private record TailAtHand(String name, long length, ByteBuffer bytes) implements ByteSource {
    TailAtHand(SourceEntry file, ByteBuffer bytes) {
      this(SourceEntry.name(file.uri()), length(file), bytes);
    }

    static long length(SourceEntry file) {
      if (file.length() < 0) {
        throw new IllegalArgumentException(file + ": a footer needs the length of its file");
      }
      return file.length();
    }

    @Override
    public Tail readTail(int most) {
      int kept = (int) Math.min(bytes.limit(), length);
      return new Tail(length, bytes.slice(bytes.limit() - kept, kept));
    }

    @Override
    public void readFully(long position, ByteBuffer target) {
      throw new CorruptFooterException(
          "footer bytes at hand",
          position,
          "the last " + bytes.limit() + " bytes of a file of " + length,
          "the last " + (length - position));
    }

    @Override
    public void close() {}
  }

  /**
   * The struct {@code FileMetaData} of a file, byte for byte, without an extension that this
   * library knows: what a file had before a footer was attached. That of a file without Thrift
   * (layout par3) is made of its FlatBuffers footer, as {@link ParquetFooter#toThrift}.
   *
   * @param source stays open
   * @return the caller's
   * @throws IOException if reading fails
   * @throws CorruptFooterException as of {@link #read(Path)}
   * @throws EncryptedFooterException if the footer is encrypted
   */
  public byte[] readThrift(ByteSource source) throws IOException {
    return RawFooter.read(source, maximumFooterSize).struct();
  }

  private ParquetFooter read(ByteSource source, boolean isOwned) throws IOException {
    try {
      TailReader bytes = new TailReader(source, tailGuess, has(Option.MAP), isOwned);
      LocatedFooter tail =
          keys == null
              ? bytes.locate("it cannot be read without its key")
              : bytes.locateEncrypted();
      return new FooterRead(this, source.name(), bytes, tail).read();
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }
}
