// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.BufferByteSource;
import io.arrowparquet.storage.internal.MappedByteSource;
import io.arrowparquet.storage.internal.Mappings;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The end of a file, fetched with few reads: a guess first, and for a section that begins before
 * the guess only the bytes that are missing. Bytes in memory are not copied, and large sections of
 * a file are mapped where that is asked for.
 *
 * <pre>
 *   |            |&lt;------------- guess, read at once --------------&gt;|
 *   ...    |&lt; section ...            ...  &gt;|                          end of the file
 *          |read|        copied            |
 * </pre>
 */
public final class TailReader {
  /** Of a local file, and the least of one elsewhere. */
  public static final int DEFAULT_GUESS = 64 << 10;

  /** For {@link #TailReader}: as many bytes as suit the source. */
  public static final int SUITABLE = 0;

  /** Object stores answer requests for 128 KiB and for 2 MiB in about the same time. */
  private static final int MOST_GUESS = 2 << 20;

  /** Of a file whose length takes a request: a small one should not be read for its footer. */
  private static final int GUESS_WITHOUT_LENGTH = 128 << 10;

  /** A footer takes a share of its file: 1 % has most of those with hundreds of columns. */
  private static final int FILE_PER_GUESS = 100;

  /** Of a local file another read takes less time than these bytes more. */
  private static final int LOCAL_GUESS = 4 << 10;

  private static final int LEAST_LOCAL = 4 << 10;

  private final ByteSource source;
  private final BufferByteSource memory;
  private final MappedByteSource mapper;
  private final boolean isOwned;
  private final int guess;
  private final long fileLength;
  private final ByteBuffer tail;
  private boolean hasMapped;

  /**
   * Reads the end of the file.
   *
   * @param hint bytes to read from the end; the whole file where it is shorter; or {@link
   *     #SUITABLE}
   * @param map whether to map large sections of a local file instead of reading them
   * @param isOwned whether the source may be kept open for a footer that is fetched in parts
   */
  @SuppressWarnings("resource") // both stay open
  public TailReader(ByteSource source, int hint, boolean map, boolean isOwned) throws IOException {
    this.source = source;
    this.isOwned = isOwned;
    this.guess = hint == SUITABLE ? DEFAULT_GUESS : hint;
    this.memory = source instanceof BufferByteSource buffer ? buffer : null;
    this.mapper = mapper(source, map);
    boolean isLocal = source instanceof PathByteSource || source instanceof MappedByteSource;
    if (isLocal || memory != null) {
      this.fileLength = source.length();
      int first = isLocal ? Math.min(guess, LOCAL_GUESS) : guess;
      int size = (int) Math.min(first, fileLength);
      this.tail = read(fileLength - size, size);
    } else {
      ByteSource.Tail end = source.readTail(hint == SUITABLE ? suitable(source) : hint);
      this.fileLength = end.length();
      ByteBuffer found = end.bytes().slice();
      int least = (int) Math.min(LocatedFooter.LENGTH, fileLength);
      this.tail =
          found.limit() < least
              ? read(fileLength - least, least)
              : found.order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /** How many bytes at the end of a source are read at once where its caller has no hint. */
  public static int suitable(ByteSource source) {
    if (source.hints().isLocal()) {
      return DEFAULT_GUESS;
    }
    long length = source.knownLength();
    return length == SourceEntry.UNKNOWN
        ? GUESS_WITHOUT_LENGTH
        : (int) Math.max(DEFAULT_GUESS, Math.min(length / FILE_PER_GUESS, MOST_GUESS));
  }

  private static MappedByteSource mapper(ByteSource source, boolean map) {
    if (source instanceof MappedByteSource mapped) {
      return mapped;
    }
    return map && source instanceof PathByteSource file
        ? new MappedByteSource(file, Mappings.COLLECTED)
        : null;
  }

  public long fileLength() {
    return fileLength;
  }

  /** Refuses an encrypted footer with these words after "so": {@code "it is not changed"}. */
  public LocatedFooter locate(String refusal) {
    LocatedFooter found = LocatedFooter.parse(lastBytes(), fileLength);
    if (found.encrypted()) {
      throw new EncryptedFooterException(source.name(), "the footer is encrypted, so " + refusal);
    }
    return found;
  }

  /** As {@link #locate}, for those who have keys. */
  public LocatedFooter locateEncrypted() {
    LocatedFooter found = LocatedFooter.parse(lastBytes(), fileLength);
    return found.encrypted() ? LocatedFooter.ofEncrypted(lastBytes(), fileLength) : found;
  }

  public ByteBuffer lastBytes() {
    return tail.duplicate();
  }

  /** Bytes of the file, whose place the caller has bounded. */
  public ByteBuffer section(long offset, int length) throws IOException {
    long tailStart = fileLength - tail.limit();
    if (offset >= tailStart) {
      return tail.slice((int) (offset - tailStart), length).order(ByteOrder.LITTLE_ENDIAN);
    }
    if (memory != null) {
      return read(offset, length);
    }
    ByteBuffer mapped = mapper == null ? null : mapper.map(offset, length);
    if (mapped != null) {
      hasMapped = true;
      return mapped.order(ByteOrder.LITTLE_ENDIAN);
    }
    int missing = (int) Math.min(length, tailStart - offset);
    ByteBuffer section = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(offset, section.limit(missing));
    section.limit(length);
    return section.put(tail.slice(0, length - missing)).flip();
  }

  /**
   * The source for a section that is better fetched in parts; null for one that is small, or was
   * read, or is in memory, or mapped, or whose source is closed when the footer has been read. What
   * costs a remote source no more than another request is small: so a footer is there after two.
   *
   * @param checksBlocks whether blocks are compared with their checksums. Each would be copied out
   *     of the mapping for that, which reading it takes too, without a page fault: so a file is
   *     mapped only for those who own its mappings
   */
  @SuppressWarnings("resource") // it stays open for the footer
  public ByteSource partSource(long offset, int length, boolean checksBlocks) {
    boolean isRead = offset >= fileLength - tail.limit();
    boolean isMapped = mapper != null && (mapper == source || !checksBlocks);
    if (isRead || memory != null || isMapped || length <= smallest()) {
      return null;
    }
    if (source instanceof PathByteSource file) {
      return isOwned ? file : file.kept();
    }
    return isOwned ? null : source;
  }

  private long smallest() {
    ReadHints hints = source.hints();
    // A round more takes time, and bytes of a whole footer take time too and may be paid for.
    return hints.isLocal() ? guess : Math.max(guess, hints.gap() / 4);
  }

  public void keepSource() throws IOException {
    if (isOwned && source instanceof PathByteSource file) {
      file.keep();
    }
  }

  public int leastFetch() {
    return source instanceof PathByteSource ? LEAST_LOCAL : guess;
  }

  private ByteBuffer read(long offset, int length) throws IOException {
    if (memory != null) {
      return memory.view(offset, length).order(ByteOrder.LITTLE_ENDIAN);
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(offset, bytes);
    return bytes.flip();
  }

  /**
   * What a footer keeps of a section: a copy where that is less than half of the array it is in,
   * which would live as long as the footer. The caller's memory is never copied.
   */
  @SuppressWarnings("ByteBufferBackingArray") // only its length is asked for
  public ByteBuffer retained(ByteBuffer section) {
    int length = section.remaining();
    if (memory != null || !section.hasArray() || section.array().length / 2 <= length) {
      return section;
    }
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(section.duplicate())
        .flip();
  }

  /** Whether a section was mapped: using it fails if the file is truncated. */
  public boolean hasMapped() {
    return hasMapped;
  }

  /**
   * Asks whether a file that was mapped is whole still; that it is not is an exception. The JVM
   * delivers a fault in mapped memory late on some releases, but no later than this call.
   */
  public void requireWhole() throws IOException {
    if (hasMapped) {
      mapper.requireWhole();
    }
  }
}
