// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import java.io.IOException;

/**
 * Keeps footers of files that are read again and again. {@link #of} is one on the heap; an engine
 * with a cache of its own implements {@link #get}.
 *
 * <p>A footer is that of a URI with a length and a version. Where an entry has no version, as those
 * of table formats do not, whoever gives it vouches that no file is replaced by another of its
 * length. An entry of which neither is known says nothing of which file it is: its footer is read
 * each time.
 *
 * <p>Threads: may be shared.
 */
@FunctionalInterface
public interface FooterCache {
  /** Reads a footer that is not kept. */
  @FunctionalInterface
  interface Loader {
    /**
     * Reads the footer. What it gives needs no source any more: a footer of which parts would be
     * fetched is read with {@link CrcCheck#WHOLE}.
     */
    ParquetFooter load() throws IOException;
  }

  /**
   * The footer of a file, kept or loaded now.
   *
   * @param loader called by this thread, if at all
   * @throws IOException of the loader, as other exceptions; also of that of another thread for the
   *     same file
   * @throws java.io.InterruptedIOException if the thread is interrupted while it waits for another
   *     one
   */
  ParquetFooter get(SourceEntry file, Loader loader) throws IOException;

  /**
   * The footer of a file, as it is needed to read rows; of a file with Thrift damage of the
   * FlatBuffers footer is passed over.
   *
   * @param sources opens the file, if its footer is not kept
   * @throws IOException if reading fails
   * @throws io.arrowparquet.footer.CorruptFooterException if there is no footer that can be read
   */
  default ParquetFooter read(SourceEntry file, SourceFactory sources) throws IOException {
    FooterReader reader =
        FooterReader.defaults().withCertainTypes(true).withCrcCheck(CrcCheck.WHOLE);
    return get(
        file,
        () -> {
          try (ByteSource source = sources.open(file)) {
            return reader.read(source);
          }
        });
  }

  /**
   * A cache on the heap, from which footers that were used least recently leave.
   *
   * <p>Of threads that want the footer of one file at the same time one loads it, and the others
   * wait. If that fails, it fails for them all, and the next call loads again; but where the thread
   * that loads is interrupted, or has an {@link Error}, another one loads.
   *
   * @param maxBytes of footers, as {@link io.arrowparquet.footer.flat.FlatFooter#heapBytes} counts
   *     them when they are loaded; a footer with more is not kept
   */
  static FooterCache of(long maxBytes) {
    return new RecentFooters(maxBytes);
  }
}
