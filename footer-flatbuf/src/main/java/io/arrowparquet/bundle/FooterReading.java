// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.table.ChunkIndex;
import io.arrowparquet.bundle.internal.table.SegmentWriter;
import io.arrowparquet.bundle.internal.table.SplitFooter;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.footer.internal.wire.TailReader;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.KnownBytesSource;
import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Reads footers of files on several threads, and gives them to a segment in the files' order. */
final class FooterReading {
  private static final int AHEAD = 8;

  /** Indexes are larger than most footers. */
  private static final int AHEAD_WITH_INDEXES = 2;

  private FooterReading() {}

  private record Read(
      BundledFile file, SplitFooter footer, List<List<ChunkIndex.Packed>> indexes) {}

  /** Adds all files that can be read; returns those that the options pass over. */
  static List<BundleInput> addAll(
      SegmentWriter segment,
      List<BundleInput> inputs,
      ExecutorService workers,
      BundleOptions options)
      throws IOException {
    List<BundleInput> unread = new ArrayList<>();
    Deque<Future<Read>> tasks = new ArrayDeque<>();
    int ahead = options.jobs() * (options.indexes().isEmpty() ? AHEAD : AHEAD_WITH_INDEXES);
    try {
      int next = 0;
      for (int done = 0; done < inputs.size(); done++) {
        for (; next < inputs.size() && tasks.size() < ahead; next++) {
          BundleInput input = inputs.get(next);
          tasks.add(workers.submit(() -> read(input, options)));
        }
        Read read = await(tasks.remove(), inputs.get(done), options);
        if (read == null) {
          unread.add(inputs.get(done));
        } else {
          add(segment, read);
        }
        options.progress().accept(done + 1L);
      }
      return unread;
    } finally {
      tasks.forEach(task -> task.cancel(true));
    }
  }

  /** Null of a file that is passed over. */
  private static Read await(Future<Read> task, BundleInput input, BundleOptions options)
      throws IOException {
    try {
      return PendingReads.await(task, input.path());
    } catch (IOException | CorruptFooterException e) {
      if (options.passesOver(input, e)) {
        return null;
      }
      throw e;
    }
  }

  private static void add(SegmentWriter segment, Read read) throws IOException {
    try {
      segment.add(read.file(), read.footer(), read.indexes());
    } catch (CorruptFooterException e) {
      throw e.in(read.file().path());
    }
  }

  /** Indexes are before the footer: what is read with it need not be asked for again. */
  private static ByteSource withEnd(ByteSource source) throws IOException {
    return source.hints().isLocal()
        ? source
        : new KnownBytesSource(source, source.readTail(TailReader.suitable(source)));
  }

  private static Read read(BundleInput input, BundleOptions options) throws IOException {
    try (ByteSource opened = input.opener().open()) {
      ByteSource source = options.indexes().isEmpty() ? opened : withEnd(opened);
      RawFooter raw = RawFooter.read(source);
      long length = input.version().length();
      if (length != SourceEntry.UNKNOWN && raw.fileLength() != length) {
        throw new IOException(
            input.path()
                + ": was changed while its footer was read: found "
                + raw.fileLength()
                + " bytes, expected "
                + length);
      }
      BundledFile file =
          new BundledFile(input.version(raw.fileLength(), source), raw.length(), raw.crc32());
      try {
        SplitFooter footer = SplitFooter.of(raw.struct());
        return new Read(
            file,
            footer,
            options.indexes().isEmpty()
                ? List.of()
                : IndexReading.read(source, raw, options.indexes()));
      } catch (CorruptFooterException e) {
        throw e.in(source.name());
      }
    }
  }
}
