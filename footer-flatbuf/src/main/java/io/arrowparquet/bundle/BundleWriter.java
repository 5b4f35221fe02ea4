// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.table.BundleFormat;
import io.arrowparquet.bundle.internal.table.OlderSegment;
import io.arrowparquet.bundle.internal.table.SegmentCopier;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentWriter;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.PendingReads;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Writes bundles into a {@link BundleStore}: new ones, changes to them, and compacted ones. Each is
 * published as a whole or not at all. Immutable; threads may share it.
 */
public final class BundleWriter {
  private final BundleStore store;
  private final BundleOptions options;

  /** A writer of the bundle that a store keeps. */
  public BundleWriter(BundleStore store, BundleOptions options) {
    this.store = store;
    this.options = options;
  }

  /**
   * What has been written.
   *
   * @param added files that were not in the bundle
   * @param changed files whose entries were replaced
   * @param removed files that are no longer in the bundle
   * @param unchanged files whose entries were kept; with {@link #append}, those of files that were
   *     not named as well
   */
  public record Changes(int added, int changed, int removed, int unchanged) {
    /** Whether the bundle is as it was. */
    public boolean isEmpty() {
      return added + changed + removed == 0;
    }
  }

  /**
   * Writes a new bundle.
   *
   * @param inputs in any order; of several with one path the last counts
   * @param overwrite whether a bundle that is there may be replaced
   * @throws BundleConflictException if there is a bundle that must not be replaced, or another was
   *     published meanwhile
   * @throws IOException if a file cannot be read, or the bundle cannot be written
   * @throws CorruptFooterException if a file has no footer
   */
  public void write(Collection<BundleInput> inputs, boolean overwrite) throws IOException {
    String version = null;
    List<OlderSegment> replaced = List.of();
    BundleStore.Published current = overwrite ? store.current() : null;
    if (current != null) {
      version = current.version();
      replaced = olderOf(current);
    }
    List<BundleInput> files = List.copyOf(byPath(inputs).values());
    publish(
        version,
        List::of,
        (segment, workers) -> FooterReading.addAll(segment, files, workers, options));
    delete(replaced);
  }

  void delete(List<OlderSegment> replaced) throws IOException {
    for (OlderSegment segment : replaced) {
      if (BundleSegments.isOwn(store, segment.name())) {
        store.deleteSegment(segment.name());
      }
    }
  }

  /** The segments of what is to be replaced; none if it is not a bundle. */
  List<OlderSegment> olderOf(BundleStore.Published current) throws IOException {
    try (ByteSource source = current.source()) {
      return SegmentReader.open(source, options.maximum()).older();
    } catch (CorruptFooterException damaged) {
      return List.of();
    }
  }

  static Map<String, BundleInput> byPath(Collection<BundleInput> inputs) {
    Map<String, BundleInput> files = new LinkedHashMap<>();
    // Sorting looks once at paths that come in order.
    inputs.stream()
        .sorted(Comparator.comparing(BundleInput::path, BundleFormat::comparePaths))
        .forEachOrdered(input -> files.put(input.path(), input));
    return files;
  }

  /**
   * Adds files that are new, and replaces entries of files that were changed. Other files of the
   * bundle stay in it. Only footers of the former two are read; they become a segment of their own.
   *
   * @param inputs in any order; of several with one path the last counts
   * @param trust how changes are found. An entry whose file has the same footer, and another time
   *     or ETag, is replaced too, so that {@link BundleTrust#STAT} finds the file unchanged from
   *     then on
   * @throws BundleConflictException if another writer was faster; nothing has changed then
   */
  public Changes append(Collection<BundleInput> inputs, BundleTrust trust) throws IOException {
    return change(inputs, trust, false);
  }

  /**
   * As {@link #append}, and removes the entries of all other files: the bundle has those that are
   * named.
   *
   * @param inputs all files that there are, in any order
   * @param trust as for {@link #append}
   * @throws BundleConflictException if another writer was faster; nothing has changed then
   */
  public Changes sync(Collection<BundleInput> inputs, BundleTrust trust) throws IOException {
    return change(inputs, trust, true);
  }

  /**
   * Removes the entries of files, which need not be there. No other part of the bundle is written
   * anew: a new segment marks them.
   *
   * @param paths as {@link BundleFolder#name(java.nio.file.Path)} gives them; any of them twice too
   * @throws NoSuchFileException if the bundle has no such file; nothing has changed then
   * @throws BundleConflictException if another writer was faster; nothing has changed then
   */
  public Changes remove(Collection<String> paths) throws IOException {
    BundleStore.Published current = published();
    try (BundleSegments segments = open(current)) {
      Change change = new Change(segments, true);
      for (String path : new TreeSet<>(paths)) {
        if (!change.remove(segments, path)) {
          throw new NoSuchFileException(path, null, "is not a file of " + store.name());
        }
      }
      change.unchanged = Math.toIntExact(segments.liveFiles()) - change.gone;
      return publishSegment(current.version(), segments, change);
    }
  }

  BundleStore.Published published() throws IOException {
    BundleStore.Published current = store.current();
    if (current == null) {
      throw new FileNotFoundException(store.name() + ": there is no footer bundle");
    }
    return current;
  }

  BundleSegments open(BundleStore.Published published) throws IOException {
    return BundleSegments.open(published.source(), store, options.maximum());
  }

  private Changes change(Collection<BundleInput> inputs, BundleTrust trust, boolean removesOthers)
      throws IOException {
    BundleStore.Published current = published();
    try (BundleSegments segments = open(current)) {
      Change change = new Change(segments, removesOthers);
      change.toRead.putAll(byPath(inputs));
      for (int i = 0; i < segments.count(); i++) {
        BitSet marks = change.marks.get(i);
        int files = Math.toIntExact(segments.get(i).fileCount());
        for (int file = marks.nextClearBit(0); file < files; file = marks.nextClearBit(file + 1)) {
          BundledFile entry = segments.get(i).file(file).file();
          change.replaced.put(entry.path(), new Place(marks, file));
          marks.set(file);
          BundleInput input = change.toRead.get(entry.path());
          if (input == null) {
            change.passOver(entry.path());
          } else {
            compare(change, entry, input, trust);
          }
        }
      }
      return publishSegment(current.version(), segments, change);
    }
  }

  private void compare(Change change, BundledFile entry, BundleInput input, BundleTrust trust)
      throws IOException {
    try {
      if (isUpToDate(entry, input.known(), trust)) {
        change.keep(entry.path());
      }
    } catch (IOException | CorruptFooterException e) {
      if (!options.passesOver(input, e)) {
        throw e;
      }
      change.passOver(entry.path());
    }
  }

  private record Place(BitSet marks, int file) {}

  private static final class Change {
    final List<BitSet> marks = new ArrayList<>();
    final Map<String, BundleInput> toRead = new TreeMap<>(BundleFormat::comparePaths);

    /** Entries of files that are to be read, which are marked. */
    final Map<String, Place> replaced = new HashMap<>();

    private final boolean removesOthers;
    int gone;
    int unchanged;

    Change(BundleSegments segments, boolean removesOthers) {
      this.removesOthers = removesOthers;
      segments.removed().forEach(files -> marks.add((BitSet) files.clone()));
    }

    void keep(String path) {
      toRead.remove(path);
      Place entry = replaced.remove(path);
      entry.marks.clear(entry.file);
      unchanged++;
    }

    void passOver(String path) {
      toRead.remove(path);
      if (replaced.containsKey(path) && !removesOthers) {
        keep(path);
      } else if (replaced.remove(path) != null) {
        gone++;
      }
    }

    boolean remove(BundleSegments segments, String path) throws IOException {
      BundleEntry entry = segments.find(path);
      if (entry != null) {
        marks.get(entry.segment).set(entry.row.number());
        gone++;
      }
      return entry != null;
    }

    Changes changes() {
      return new Changes(toRead.size() - replaced.size(), replaced.size(), gone, unchanged);
    }
  }

  /** Whether an entry may stay: it is of the file, and says so to {@link BundleTrust#STAT} too. */
  static boolean isUpToDate(BundledFile entry, BundleInput found, BundleTrust trust)
      throws IOException {
    boolean isTouched =
        !Objects.equals(entry.version().modified(), found.version().modified())
            || !Objects.equals(entry.version().etag(), found.version().etag());
    return !(trust == BundleTrust.FOOTER && isTouched) && trust.isCurrent(entry, found);
  }

  /** Ends what is being published, since nothing would be different. */
  private static final class NothingToPublish extends IOException {
    private static final long serialVersionUID = 1;
  }

  private Changes publishSegment(String version, BundleSegments segments, Change change)
      throws IOException {
    if (change.changes().isEmpty()) {
      return change.changes();
    }
    String kept = BundleSegments.nameFor(store, version);
    List<BundleInput> inputs = List.copyOf(change.toRead.values());
    try {
      publish(
          version,
          () -> older(segments, change.marks, kept),
          (segment, workers) -> {
            FooterReading.addAll(segment, inputs, workers, options)
                .forEach(unread -> change.passOver(unread.path()));
            if (change.changes().isEmpty()) {
              throw new NothingToPublish();
            }
            // Not deleted if publishing fails: another writer may publish with the same segment.
            store.keep(version, kept);
          });
    } catch (NothingToPublish allPassedOver) {
      return change.changes();
    }
    return change.changes();
  }

  /** The segments of a bundle with other marks, the newest under the name that it is kept by. */
  static List<OlderSegment> older(BundleSegments segments, List<BitSet> marks, String kept) {
    List<OlderSegment> older = new ArrayList<>();
    List<OlderSegment> before = segments.get(0).older();
    for (int i = 0; i < before.size(); i++) {
      OlderSegment segment = before.get(i);
      older.add(new OlderSegment(segment.name(), segment.length(), marks.get(before.size() - i)));
    }
    older.add(new OlderSegment(kept, segments.get(0).length(), marks.get(0)));
    return older;
  }

  /**
   * Puts all segments into one, without the entries of files that were changed or removed. The
   * older segments are deleted then: bundles that are open by the old ones keep reading on systems
   * that allow it, and have to be opened again on others.
   *
   * @return how many segments there were
   * @throws BundleConflictException if another writer was faster; nothing has changed then
   */
  public int compact() throws IOException {
    BundleStore.Published current = published();
    try (BundleSegments segments = open(current)) {
      List<SegmentReader> readers = segments.readers();
      if (readers.size() > 1) {
        publish(
            current.version(),
            List::of,
            (segment, workers) -> new SegmentCopier(segment, readers, segments.removed()).copy());
        delete(readers.get(0).older());
        store.deleteSegment(BundleSegments.nameFor(store, current.version()));
      }
      return readers.size();
    }
  }

  interface Entries {
    void addTo(SegmentWriter segment, ExecutorService workers) throws IOException;
  }

  /** {@code older}: asked for after its entries are written. */
  private void publish(String version, Supplier<List<OlderSegment>> older, Entries entries)
      throws IOException {
    store.publish(version, content(options, older, entries));
  }

  /** A segment; the older ones are asked for after its entries are written. */
  static BundleStore.Content content(
      BundleOptions options, Supplier<List<OlderSegment>> older, Entries entries) {
    return out -> {
      ExecutorService workers = Executors.newFixedThreadPool(options.jobs());
      // Before the segment is closed: tasks read its temporary file.
      Closeable tasks = () -> PendingReads.end(workers);
      try (SegmentWriter segment =
              new SegmentWriter(out, options.memory(), options.temporaryFolder());
          tasks) {
        entries.addTo(segment, workers);
        segment.finish(older.get(), workers, options.jobs());
      }
    };
  }
}
