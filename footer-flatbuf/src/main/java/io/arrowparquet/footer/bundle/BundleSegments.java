// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.bundle.table.OlderSegment;
import io.arrowparquet.footer.bundle.table.SegmentReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The open segments of a bundle, the newest first, and which of their files count. */
final class BundleSegments implements Closeable {
  private final List<SegmentReader> readers = new ArrayList<>();
  private final List<BitSet> removed = new ArrayList<>();
  private final List<ByteSource> sources = new ArrayList<>();

  private BundleSegments() {}

  /** The one segment of a source, which is closed with this. */
  static BundleSegments open(ByteSource source) throws IOException {
    return open(source, null);
  }

  /**
   * All segments of a bundle.
   *
   * @param store opens the others; null if there must be none
   */
  static BundleSegments open(ByteSource newest, BundleStore store) throws IOException {
    BundleSegments segments = new BundleSegments();
    boolean isOpen = false;
    try {
      segments.add(newest, new BitSet());
      List<OlderSegment> older = segments.readers.get(0).older();
      if (store == null && !older.isEmpty()) {
        throw new IOException(
            newest.name()
                + ": has "
                + older.size()
                + " older segments beside it; open the bundle by its path or its store");
      }
      for (int i = older.size() - 1; i >= 0; i--) {
        segments.addOlder(store.openSegment(older.get(i).name()), older.get(i));
      }
      isOpen = true;
      return segments;
    } finally {
      if (!isOpen) {
        segments.close();
      }
    }
  }

  private void add(ByteSource source, BitSet marks) throws IOException {
    sources.add(source);
    readers.add(SegmentReader.open(source));
    removed.add(marks);
  }

  private void addOlder(ByteSource source, OlderSegment expected) throws IOException {
    add(source, expected.removed());
    if (source.length() != expected.length()) {
      throw new CorruptFooterException(
              "length of the segment",
              CorruptFooterException.NO_OFFSET,
              source.length() + " bytes",
              expected.length() + " as the bundle says")
          .in(source.name());
    }
  }

  int count() {
    return readers.size();
  }

  SegmentReader get(int segment) {
    return readers.get(segment);
  }

  /** Whether a file still counts. */
  boolean isLive(int segment, int file) {
    return !removed.get(segment).get(file);
  }

  BitSet removed(int segment) {
    return removed.get(segment);
  }

  BundledSchema schema(int segment, int number) {
    SegmentReader reader = readers.get(segment);
    return new BundledSchema(
        segment,
        number,
        reader.filesOf(number),
        reader.rowGroupsOf(number),
        reader.columnsOf(number));
  }

  long liveFiles() {
    long files = 0;
    for (int i = 0; i < count(); i++) {
      files += readers.get(i).fileCount() - removed.get(i).cardinality();
    }
    return files;
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (ByteSource source : sources) {
      try {
        source.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
