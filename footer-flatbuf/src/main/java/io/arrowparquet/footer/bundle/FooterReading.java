// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.PendingReads;
import io.arrowparquet.footer.SourceEntry;
import io.arrowparquet.footer.bundle.entry.BundledFile;
import io.arrowparquet.footer.bundle.table.PreparedFooter;
import io.arrowparquet.footer.bundle.table.SegmentWriter;
import io.arrowparquet.footer.io.RawFooter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/** Reads footers of files on several threads, and gives them to a segment in the files' order. */
final class FooterReading {
  /** Files whose footers may be in memory before the segment takes them, for each thread. */
  private static final int AHEAD = 8;

  private FooterReading() {}

  /** A footer as it was read. */
  private record Read(BundledFile file, PreparedFooter footer) {}

  /**
   * Adds all files.
   *
   * @param inputs in the order of their paths
   * @throws IOException if a footer cannot be read
   */
  static void addAll(
      SegmentWriter segment,
      List<BundleInput> inputs,
      ExecutorService workers,
      int jobs,
      LongConsumer progress)
      throws IOException {
    Deque<Future<Read>> tasks = new ArrayDeque<>();
    try {
      int next = 0;
      for (int done = 0; done < inputs.size(); done++) {
        for (; next < inputs.size() && tasks.size() < AHEAD * jobs; next++) {
          BundleInput input = inputs.get(next);
          tasks.add(workers.submit(() -> read(input)));
        }
        Read read = PendingReads.await(tasks.remove(), inputs.get(done).path());
        try {
          segment.add(read.file(), read.footer());
        } catch (CorruptFooterException e) {
          throw e.in(read.file().path());
        }
        progress.accept(done + 1L);
      }
    } finally {
      tasks.forEach(task -> task.cancel(true));
    }
  }

  private static Read read(BundleInput input) throws IOException {
    try (ByteSource source = input.opener().open()) {
      RawFooter raw = RawFooter.read(source);
      if (input.length() != SourceEntry.UNKNOWN && raw.fileLength() != input.length()) {
        throw new IOException(
            input.path()
                + ": was changed while its footer was read: found "
                + raw.fileLength()
                + " bytes, expected "
                + input.length());
      }
      BundledFile file =
          new BundledFile(
              input.path(),
              raw.fileLength(),
              input.modified(),
              input.isKnown() ? input.etag() : source.version(),
              raw.length(),
              raw.crc32());
      try {
        return new Read(file, PreparedFooter.of(raw.struct()));
      } catch (CorruptFooterException e) {
        throw e.in(source.name());
      }
    }
  }
}
