// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.FooterBundle.BundledSchema;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.OlderSegment;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.Closeable;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/** The open segments of a bundle, the newest first, and which of their files count. */
final class BundleSegments implements Closeable {
  private static final String SUFFIX = ".segment";

  /** After a version of the bundle, or a job and an attempt of a task. */
  private static final Pattern VERSION_AND_SUFFIX =
      Pattern.compile("(?:[0-9a-f]{8}|[0-9a-f]{32})\\.segment");

  private final List<SegmentReader> readers = new ArrayList<>();
  private final List<BitSet> removed = new ArrayList<>();
  private final List<ByteSource> sources = new ArrayList<>();
  private final int maximum;

  private BundleSegments(int maximum) {
    this.maximum = maximum;
  }

  /** Closes the newest also if it fails. A null store stands for a bundle of one segment. */
  static BundleSegments open(ByteSource newest, BundleStore store, int maximum) throws IOException {
    BundleSegments segments = new BundleSegments(maximum);
    try {
      segments.addNewest(newest);
      List<OlderSegment> older = new ArrayList<>(segments.readers.get(0).older());
      if (store != null) {
        Collections.reverse(older);
        segments.addOlder(older, store, newest.name());
      } else if (!older.isEmpty()) {
        throw new IOException(
            newest.name()
                + ": has "
                + older.size()
                + " older segments beside it; open the bundle by its path or its store");
      }
      return segments;
    } catch (Throwable e) {
      try (segments) {
        throw e;
      }
    }
  }

  /** Opens segments that are beside the bundle, in their order. */
  static BundleSegments open(List<OlderSegment> written, BundleStore store, int maximum)
      throws IOException {
    BundleSegments segments = new BundleSegments(maximum);
    try {
      segments.addOlder(written, store, store.name());
      return segments;
    } catch (Throwable e) {
      try (segments) {
        throw e;
      }
    }
  }

  private void addOlder(List<OlderSegment> older, BundleStore store, String bundle)
      throws IOException {
    requireOwn(older, store, bundle);
    for (OlderSegment segment : older) {
      addOlder(store.openSegment(segment.name()), segment);
    }
  }

  /**
   * Where a published object is kept as a segment: the same for the same version, so that writers
   * at once keep it under one name.
   */
  static String nameFor(BundleStore store, String version) {
    int crc = Checksum.crc32(ByteBuffer.wrap(version.getBytes(StandardCharsets.UTF_8)));
    return prefix(store) + String.format("%08x", crc) + SUFFIX;
  }

  /** A new name for what an attempt of a task writes; those of a job begin alike. */
  static String nameFor(BundleStore store, long job) {
    return jobPrefix(store, job)
        + String.format("%016x", ThreadLocalRandom.current().nextLong())
        + SUFFIX;
  }

  static String jobPrefix(BundleStore store, long job) {
    return prefix(store) + String.format("%016x", job);
  }

  private static String prefix(BundleStore store) {
    String name = store.name();
    int folder = Math.max(name.lastIndexOf('/'), name.lastIndexOf(File.separatorChar));
    return name.substring(folder + 1) + ".";
  }

  /**
   * Whether a name is one that {@link #nameFor} gives. Names of segments are read from bytes that
   * anybody may have made: no other one is opened, kept or deleted.
   */
  static boolean isOwn(BundleStore store, String name) {
    String prefix = prefix(store);
    return name.startsWith(prefix)
        && VERSION_AND_SUFFIX.matcher(name.substring(prefix.length())).matches();
  }

  private static void requireOwn(List<OlderSegment> older, BundleStore store, String bundle) {
    Set<String> names = new HashSet<>();
    for (OlderSegment segment : older) {
      if (!isOwn(store, segment.name()) || !names.add(segment.name())) {
        throw new CorruptFooterException(
                "name of an older segment",
                segment.name(),
                prefix(store)
                    + "xxxxxxxx"
                    + SUFFIX
                    + ", each once; a bundle with segments is compacted before it gets another name")
            .in(bundle);
      }
    }
  }

  private void addNewest(ByteSource source) throws IOException {
    try {
      add(source, new BitSet());
    } catch (CorruptFooterException e) {
      if (StreamBundleReader.isStreamForm(source)) {
        throw new CorruptFooterException(
                "form of the footer bundle",
                0,
                "the stream form, which StreamBundleReader, bundle inspect and bundle verify read",
                "the table form, of bundle create without --mode",
                e)
            .in(source.name());
      }
      throw e;
    }
  }

  private void add(ByteSource source, BitSet marks) throws IOException {
    sources.add(source);
    readers.add(SegmentReader.open(source, maximum));
    removed.add(marks);
  }

  private void addOlder(ByteSource source, OlderSegment expected) throws IOException {
    add(source, expected.removed());
    if (source.length() != expected.length()) {
      throw new CorruptFooterException(
              "length of the segment",
              source.length() + " bytes",
              expected.length() + " as the bundle says")
          .in(source.name());
    }
    long files = readers.get(readers.size() - 1).fileCount();
    if (expected.removed().length() > files) {
      throw new CorruptFooterException(
              "number of a removed file",
              expected.removed().length() - 1,
              "less than the " + files + " files of the segment")
          .in(source.name());
    }
  }

  /** The entry of a path that counts; null if there is none. */
  BundleEntry find(String path) throws IOException {
    for (int segment = 0; segment < count(); segment++) {
      FileRow row = get(segment).find(path);
      if (row != null && isLive(segment, row.number())) {
        return new BundleEntry(segment, row);
      }
    }
    return null;
  }

  /** What another content of the bundle has not, wherever and by whichever name it is read. */
  long identity() {
    SegmentReader newest = readers.get(0);
    return (long) newest.rootCrc() << Integer.SIZE ^ newest.length();
  }

  int count() {
    return readers.size();
  }

  List<SegmentReader> readers() {
    return readers;
  }

  SegmentReader get(int segment) {
    return readers.get(segment);
  }

  boolean isLive(int segment, int file) {
    return !removed.get(segment).get(file);
  }

  /** By segment, the files that no longer count. */
  List<BitSet> removed() {
    return removed;
  }

  BundledSchema schema(int segment, int number) {
    SegmentReader reader = readers.get(segment);
    return new BundledSchema(
        segment,
        number,
        reader.columnsOf(number),
        new BundledSchema.Uses(reader.filesOf(number), reader.rowGroupsOf(number)));
  }

  long liveFiles() {
    int gone = removed.stream().mapToInt(BitSet::cardinality).sum();
    return sum(SegmentReader::fileCount) - gone;
  }

  long sum(ToLongFunction<SegmentReader> number) {
    return readers.stream().mapToLong(number).sum();
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

  /** A range of a source as a source of its own, which closes the other. Threads may share it. */
  record SourcePart(ByteSource whole, long offset, long length) implements ByteSource {
    static SourcePart of(ByteSource whole, long offset, long length) throws IOException {
      long most = whole.length();
      if (offset < 0 || length < 0 || offset > most - length) {
        throw new CorruptFooterException(
                "place of a footer bundle",
                offset,
                length + " bytes",
                "a range of the " + most + " bytes")
            .in(whole.name());
      }
      return new SourcePart(whole, offset, length);
    }

    @Override
    public String name() {
      return whole.name();
    }

    @Override
    public void readFully(long position, ByteBuffer target) throws IOException {
      if (position < 0 || position > length - target.remaining()) {
        throw new EOFException(
            name() + ": " + target.remaining() + " bytes at " + position + " of " + length);
      }
      whole.readFully(offset + position, target);
    }

    @Override
    public ReadHints hints() {
      return whole.hints();
    }

    @Override
    public String version() {
      return whole.version();
    }

    @Override
    public void close() throws IOException {
      whole.close();
    }
  }
}
