// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

import io.arrowparquet.bundle.internal.table.BundleFormat;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.OlderSegment;
import io.arrowparquet.bundle.internal.table.SegmentCopier;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Bundles made by many tasks, in many processes: each task writes a segment beside the bundle and
 * gives back a {@link BundleSegment}, and one process publishes all of them in one commit.
 *
 * <pre>{@code
 * BundleSegment segment = tasks.write(job, inputs);           // in each task
 * byte[] result = segment.toBytes();                          // is sent to the driver
 * tasks.publish(Publication.CREATE, List.of(BundleSegment.from(result)));   // in the driver
 * }</pre>
 *
 * <p>Each attempt of a task writes an object of its own, which no reader sees before it is
 * published. So tasks may fail, be lost, be repeated and run twice at the same time: a file that
 * several published segments have counts once. What the attempts left behind that gave nothing back
 * begins with {@link #prefix}, and is the driver's to delete.
 *
 * <p>Immutable; threads may share it.
 */
public final class BundleTasks {
  /** Segments with fewer bytes, and chunks, are put into one object where they are published. */
  private static final long ONE_OBJECT_BYTES = 16 << 20;

  /** More take the publisher longer than the tasks. */
  private static final long ONE_OBJECT_CHUNKS = 1 << 16;

  private final BundleStore store;
  private final BundleOptions options;
  private final BundleWriter writer;

  /** How segments become a bundle. */
  public enum Publication {
    /** There must be no bundle. */
    CREATE,
    /** The new bundle takes the place of one that may be there. */
    REPLACE,
    /** Segments of {@link BundleTasks#append}: entries are added, and take the place of others. */
    APPEND,
    /** Segments of {@link BundleTasks#compact}, of all parts. */
    COMPACT
  }

  /** Tasks for the bundle that a store keeps. */
  public BundleTasks(BundleStore store, BundleOptions options) {
    this.store = store;
    this.options = options;
    this.writer = new BundleWriter(store, options);
  }

  /**
   * How names of objects begin that tasks of a job write.
   *
   * @param job what no other job has, a random number for example
   */
  public String prefix(long job) {
    return BundleSegments.jobPrefix(store, job);
  }

  /**
   * Writes a segment of files.
   *
   * @param inputs in any order; of several with one path the last counts
   * @throws IOException if a file cannot be read, or the segment cannot be written
   * @throws CorruptFooterException if a file has no footer
   */
  public BundleSegment write(long job, Collection<BundleInput> inputs) throws IOException {
    return write(job, BundleWriter.byPath(inputs), 0, new Counting());
  }

  /**
   * Writes a segment of those files that the published bundle does not have, or has otherwise.
   *
   * @param inputs in any order; of several with one path the last counts
   * @param trust how changes are found, as in {@link BundleWriter#append}
   * @throws java.io.FileNotFoundException if there is no bundle
   */
  public BundleSegment append(long job, Collection<BundleInput> inputs, BundleTrust trust)
      throws IOException {
    Map<String, BundleInput> changed = new TreeMap<>(BundleFormat::comparePaths);
    Counting counts = new Counting();
    try (BundleSegments bundle = writer.open(writer.published())) {
      for (BundleInput input : BundleWriter.byPath(inputs).values()) {
        BundleEntry entry = bundle.find(input.path());
        if (entry == null || isToBeRead(entry.file(), input, trust, counts)) {
          changed.put(input.path(), input);
        }
      }
      return write(job, changed, bundle.identity(), counts);
    }
  }

  private static final class Counting {
    int written;
    int kept;
    int unread;

    BundleSegment.Counts done() {
      return new BundleSegment.Counts(written, kept, unread);
    }
  }

  private boolean isToBeRead(
      BundledFile entry, BundleInput input, BundleTrust trust, Counting counts) throws IOException {
    try {
      boolean isKept = BundleWriter.isUpToDate(entry, input.known(), trust);
      counts.kept += isKept ? 1 : 0;
      return !isKept;
    } catch (IOException | CorruptFooterException e) {
      if (!options.passesOver(input, e)) {
        throw e;
      }
      counts.unread++;
      return false;
    }
  }

  private BundleSegment write(long job, Map<String, BundleInput> files, long base, Counting counts)
      throws IOException {
    List<BundleInput> inputs = List.copyOf(files.values());
    return write(
        job,
        base,
        counts,
        inputs.isEmpty()
            ? null
            : (segment, workers) ->
                counts.unread += FooterReading.addAll(segment, inputs, workers, options).size());
  }

  /** Writes entries; null for none. */
  private BundleSegment write(long job, long base, Counting counts, BundleWriter.Entries entries)
      throws IOException {
    if (entries == null) {
      return new BundleSegment("", 0, base, counts.done());
    }
    String name = BundleSegments.nameFor(store, job);
    BundleStore.Content content =
        BundleWriter.content(
            options,
            List::of,
            (segment, workers) -> {
              entries.addTo(segment, workers);
              counts.written = Math.toIntExact(segment.fileCount());
            });
    store.writeSegment(name, content);
    if (counts.written == 0) {
      store.deleteSegment(name);
      return write(job, base, counts, null);
    }
    try (ByteSource source = store.openSegment(name)) {
      return new BundleSegment(name, source.length(), base, counts.done());
    }
  }

  /**
   * Paths at which the published bundle is cut into parts of about as many files, for {@link
   * #compact}.
   *
   * @param parts how many at most, at least 1
   * @return the first path of each part but the first, ascending; fewer of a small bundle
   * @throws java.io.FileNotFoundException if there is no bundle
   */
  public List<String> bounds(int parts) throws IOException {
    atLeast1("parts", parts);
    try (BundleSegments segments = writer.open(writer.published())) {
      List<String> pages =
          segments.readers().stream()
              .flatMap(segment -> segment.firstPaths().stream())
              .sorted(BundleFormat::comparePaths)
              .distinct()
              .toList();
      List<String> bounds = new ArrayList<>();
      for (int part = 1; part < Math.min(parts, pages.size()); part++) {
        bounds.add(pages.get((int) ((long) part * pages.size() / parts)));
      }
      return bounds.stream().distinct().toList();
    }
  }

  /**
   * Writes a segment of the entries of one part of the published bundle, without those that were
   * changed or removed. No file is read.
   *
   * @param bounds as {@link #bounds} gave them
   * @param part from 0 to the number of bounds
   * @throws java.io.FileNotFoundException if there is no bundle
   */
  public BundleSegment compact(long job, List<String> bounds, int part) throws IOException {
    if (part < 0 || part > bounds.size()) {
      throw new IllegalArgumentException("part " + part + " is not one of 0 to " + bounds.size());
    }
    try (BundleSegments segments = writer.open(writer.published())) {
      List<BitSet> others = new ArrayList<>();
      int files = 0;
      for (int i = 0; i < segments.count(); i++) {
        SegmentReader segment = segments.get(i);
        int all = Math.toIntExact(segment.fileCount());
        BitSet other = (BitSet) segments.removed().get(i).clone();
        other.set(0, part == 0 ? 0 : segment.filesBelow(bounds.get(part - 1)));
        other.set(part == bounds.size() ? all : segment.filesBelow(bounds.get(part)), all);
        others.add(other);
        files += all - other.cardinality();
      }
      List<SegmentReader> readers = segments.readers();
      return write(
          job,
          segments.identity(),
          new Counting(),
          files == 0
              ? null
              : (target, workers) -> new SegmentCopier(target, readers, others).copy());
    }
  }

  /**
   * Publishes what tasks wrote. Where that is little it is put into the published object, and its
   * own objects are deleted; else the published object names them. They stay if this fails: it can
   * be repeated, or {@link #discard} called.
   *
   * @param segments in any order and any of them twice; of several with one file the last counts
   * @return for {@code CREATE} and {@code REPLACE}, all files are added
   * @throws BundleConflictException if another writer was faster, or has published since the tasks
   *     compared with the bundle; nothing has changed then, and the tasks are to be repeated
   * @throws java.io.FileNotFoundException if there is no bundle to append to, or to compact
   * @throws InvalidRequestException if a part of what is compacted is missing
   * @throws CorruptFooterException if an object is not the one that was described
   */
  public BundleWriter.Changes publish(Publication how, Collection<BundleSegment> segments)
      throws IOException {
    return switch (how) {
      case CREATE -> publish(how, segments, null);
      case REPLACE -> publish(how, segments, store.current());
      case APPEND, COMPACT -> publish(how, segments, writer.published());
    };
  }

  private BundleWriter.Changes publish(
      Publication how, Collection<BundleSegment> segments, BundleStore.Published current)
      throws IOException {
    String version = current == null ? null : current.version();
    List<OlderSegment> written = written(segments);
    if (how == Publication.CREATE || how == Publication.REPLACE) {
      List<OlderSegment> replaced = current == null ? List.of() : writer.olderOf(current);
      try (BundleSegments added = BundleSegments.open(written, store, options.maximum())) {
        Merged merged = new Merged(null, added);
        publish(version, List.of(), written, added, merged, null);
        writer.delete(replaced);
        return new BundleWriter.Changes(merged.added, 0, 0, 0);
      }
    }
    try (BundleSegments before = writer.open(current)) {
      requireBase(how, segments, before, version);
      try (BundleSegments added = BundleSegments.open(written, store, options.maximum())) {
        return how == Publication.COMPACT
            ? compacted(version, before, written, added)
            : appended(version, before, written, added);
      }
    }
  }

  private void requireBase(
      Publication how, Collection<BundleSegment> segments, BundleSegments before, String version)
      throws IOException {
    for (BundleSegment segment : segments) {
      boolean isBound =
          how == Publication.COMPACT || segment.counts().kept() + segment.counts().unread() > 0;
      if (isBound && segment.base() != before.identity()) {
        throw new BundleConflictException(
            store.name(), version, "the one that a task compared with");
      }
    }
  }

  private BundleWriter.Changes appended(
      String version, BundleSegments before, List<OlderSegment> written, BundleSegments added)
      throws IOException {
    Merged merged = new Merged(before, added);
    if (merged.added + merged.changed > 0) {
      String kept = BundleSegments.nameFor(store, version);
      List<OlderSegment> older =
          new ArrayList<>(
              BundleWriter.older(before, merged.marks.subList(0, before.count()), kept));
      boolean isKept = before.get(0).fileCount() > 0;
      if (!isKept) {
        older.remove(older.size() - 1);
      }
      publish(version, older, written, added, merged, isKept ? kept : null);
    }
    return new BundleWriter.Changes(merged.added, merged.changed, 0, merged.kept);
  }

  private BundleWriter.Changes compacted(
      String version, BundleSegments before, List<OlderSegment> written, BundleSegments added)
      throws IOException {
    Merged merged = new Merged(null, added);
    if (merged.added != before.liveFiles()) {
      throw new InvalidRequestException(
          Diagnosis.of(
              store.name() + ": files in the parts that are compacted",
              String.valueOf(merged.added),
              String.valueOf(before.liveFiles())),
          null);
    }
    publish(version, List.of(), written, added, merged, null);
    writer.delete(before.get(0).older());
    store.deleteSegment(BundleSegments.nameFor(store, version));
    return new BundleWriter.Changes(0, 0, 0, merged.added);
  }

  /** Publishes; {@code kept} is the name of the object that is replaced, null to let it go. */
  private void publish(
      String version,
      List<OlderSegment> before,
      List<OlderSegment> written,
      BundleSegments added,
      Merged merged,
      String kept)
      throws IOException {
    List<BitSet> marks =
        merged.marks.subList(merged.marks.size() - written.size(), merged.marks.size());
    boolean isOneObject =
        added.sum(SegmentReader::length) < ONE_OBJECT_BYTES
            && added.sum(SegmentReader::chunks) < ONE_OBJECT_CHUNKS;
    List<OlderSegment> older = new ArrayList<>(before);
    for (int i = 0; i < written.size() && !isOneObject; i++) {
      older.add(new OlderSegment(written.get(i).name(), written.get(i).length(), marks.get(i)));
    }
    store.publish(
        version,
        BundleWriter.content(
            options,
            () -> older,
            (segment, workers) -> {
              if (isOneObject) {
                new SegmentCopier(segment, added.readers(), marks).copy();
              }
              if (kept != null) {
                store.keep(version, kept);
              }
            }));
    if (isOneObject) {
      writer.delete(written);
    }
  }

  /**
   * Deletes what tasks wrote and nobody published.
   *
   * @throws IOException if deleting fails
   */
  public void discard(Collection<BundleSegment> segments) throws IOException {
    writer.delete(written(segments));
  }

  /** The objects of segments, each once. */
  private static List<OlderSegment> written(Collection<BundleSegment> segments) {
    return segments.stream()
        .filter(segment -> !segment.name().isEmpty())
        .map(segment -> new OlderSegment(segment.name(), segment.length(), new BitSet()))
        .distinct()
        .toList();
  }

  /** The files of many segments, each marked but where it was written last. */
  private static final class Merged {
    private record Cursor(SegmentReader reader, BitSet marks, int age, FileRow row) {
      static final Comparator<Cursor> ORDER =
          Comparator.comparing(
                  (Cursor cursor) -> cursor.row.file().path(), BundleFormat::comparePaths)
              .thenComparingInt(Cursor::age);

      /** At the next file that is not marked, from a number on; null if there is none. */
      Cursor at(int number) throws IOException {
        int next = marks.nextClearBit(number);
        return next < reader.fileCount() ? new Cursor(reader, marks, age, reader.file(next)) : null;
      }
    }

    final List<BitSet> marks = new ArrayList<>();
    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>(Cursor.ORDER);
    int added;
    int changed;
    int kept;

    /** The older segments may be null; the newest of them is their first. */
    Merged(BundleSegments before, BundleSegments written) throws IOException {
      int older = before == null ? 0 : before.count();
      int all = older + written.count();
      for (int i = 0; i < all; i++) {
        BundleSegments of = i < older ? before : written;
        int number = i < older ? i : i - older;
        marks.add((BitSet) of.removed().get(number).clone());
        push(
            new Cursor(of.get(number), marks.get(i), i < older ? all + i : all - 1 - i, null)
                .at(0));
      }
      while (!cursors.isEmpty()) {
        take(all);
      }
    }

    private void push(Cursor cursor) {
      if (cursor != null) {
        cursors.add(cursor);
      }
    }

    /** Takes all entries of one path, the one that counts first. */
    private void take(int written) throws IOException {
      Cursor newest = cursors.remove();
      String path = newest.row.file().path();
      boolean isReplaced = false;
      push(newest.at(newest.row.number() + 1));
      while (!cursors.isEmpty() && cursors.peek().row.file().path().equals(path)) {
        Cursor next = cursors.remove();
        isReplaced |= next.age >= written;
        next.marks.set(next.row.number());
        push(next.at(next.row.number() + 1));
      }
      if (newest.age >= written) {
        kept++;
      } else if (isReplaced) {
        changed++;
      } else {
        added++;
      }
    }
  }
}
