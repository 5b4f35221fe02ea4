// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.PendingReads;
import io.arrowparquet.footer.bundle.entry.BundledFile;
import io.arrowparquet.footer.bundle.table.BundleFormat;
import io.arrowparquet.footer.bundle.table.FileRow;
import io.arrowparquet.footer.bundle.table.OlderSegment;
import io.arrowparquet.footer.bundle.table.SegmentCopier;
import io.arrowparquet.footer.bundle.table.SegmentReader;
import io.arrowparquet.footer.bundle.table.SegmentWriter;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

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
   * @param inputs in any order; no two of one path
   * @param overwrite whether a bundle that is there may be replaced
   * @throws BundleConflictException if there is a bundle that must not be replaced, or another was
   *     published meanwhile
   * @throws IOException if a file cannot be read, or the bundle cannot be written
   * @throws CorruptFooterException if a file has no footer
   */
  public void create(Collection<BundleInput> inputs, boolean overwrite) throws IOException {
    String version = null;
    List<OlderSegment> replaced = List.of();
    BundleStore.Published current = overwrite ? store.current() : null;
    if (current != null) {
      version = current.version();
      replaced = olderOf(current);
    }
    publish(version, sorted(inputs), List.of());
    for (OlderSegment segment : replaced) {
      if (BundleSegments.isOwn(store, segment.name())) {
        store.deleteSegment(segment.name());
      }
    }
  }

  /** The segments of what is to be replaced; none if it is not a bundle. */
  private List<OlderSegment> olderOf(BundleStore.Published current) throws IOException {
    try (ByteSource source = current.source()) {
      return SegmentReader.open(source, options.maximum()).older();
    } catch (CorruptFooterException damaged) {
      return List.of();
    }
  }

  private static List<BundleInput> sorted(Collection<BundleInput> inputs) {
    List<BundleInput> sorted = new ArrayList<>(inputs);
    sorted.sort(Comparator.comparing(BundleInput::path, BundleFormat.ORDER));
    return sorted;
  }

  /**
   * Adds files that are new, and replaces entries of files that were changed. Other files of the
   * bundle stay in it. Only footers of the former two are read; they become a segment of their own.
   *
   * @param inputs in any order
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

  private Changes change(Collection<BundleInput> inputs, BundleTrust trust, boolean removesOthers)
      throws IOException {
    BundleStore.Published current = store.current();
    if (current == null) {
      throw new FileNotFoundException(store.name() + ": there is no footer bundle");
    }
    try (BundleSegments segments =
        BundleSegments.open(current.source(), store, options.maximum())) {
      Map<String, BundleInput> found = new TreeMap<>(BundleFormat.ORDER);
      inputs.forEach(input -> found.put(input.path(), input));
      List<BitSet> removed = new ArrayList<>();
      int changed = 0;
      int gone = 0;
      int unchanged = 0;
      for (int i = 0; i < segments.count(); i++) {
        BitSet marks = (BitSet) segments.removed(i).clone();
        removed.add(marks);
        int files = Math.toIntExact(segments.get(i).fileCount());
        for (int file = marks.nextClearBit(0); file < files; file = marks.nextClearBit(file + 1)) {
          FileRow row = segments.get(i).file(file);
          BundleInput input = found.get(row.file().path());
          if (input == null && !removesOthers) {
            unchanged++;
          } else if (input == null) {
            marks.set(file);
            gone++;
          } else if (isUpToDate(row.file(), input.known(), trust)) {
            found.remove(row.file().path());
            unchanged++;
          } else {
            marks.set(file);
            changed++;
          }
        }
      }
      Changes changes = new Changes(found.size() - changed, changed, gone, unchanged);
      if (!changes.isEmpty()) {
        publishSegment(current.version(), segments, removed, new ArrayList<>(found.values()));
      }
      return changes;
    }
  }

  /** Whether an entry may stay: it is of the file, and says so to {@link BundleTrust#STAT} too. */
  private static boolean isUpToDate(BundledFile entry, BundleInput found, BundleTrust trust)
      throws IOException {
    boolean isTouched =
        !Objects.equals(entry.modified(), found.modified())
            || !Objects.equals(entry.etag(), found.etag());
    return !(trust == BundleTrust.FOOTER && isTouched) && trust.isCurrent(entry, found);
  }

  private void publishSegment(
      String version, BundleSegments segments, List<BitSet> removed, List<BundleInput> inputs)
      throws IOException {
    String kept = BundleSegments.nameFor(store, version);
    List<OlderSegment> older = new ArrayList<>();
    List<OlderSegment> before = segments.get(0).older();
    for (int i = 0; i < before.size(); i++) {
      OlderSegment segment = before.get(i);
      older.add(new OlderSegment(segment.name(), segment.length(), removed.get(before.size() - i)));
    }
    older.add(new OlderSegment(kept, segments.get(0).length(), removed.get(0)));
    publish(
        version,
        older,
        (segment, workers) -> {
          FooterReading.addAll(segment, inputs, workers, options.jobs(), options.progress());
          // Not deleted if publishing fails: another writer may publish with the same segment.
          store.keep(version, kept);
        });
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
    BundleStore.Published current = store.current();
    if (current == null) {
      throw new FileNotFoundException(store.name() + ": there is no footer bundle");
    }
    try (BundleSegments segments =
        BundleSegments.open(current.source(), store, options.maximum())) {
      List<SegmentReader> readers = new ArrayList<>();
      List<BitSet> removed = new ArrayList<>();
      for (int i = 0; i < segments.count(); i++) {
        readers.add(segments.get(i));
        removed.add(segments.removed(i));
      }
      if (readers.size() > 1) {
        publish(
            current.version(),
            List.of(),
            (segment, workers) -> new SegmentCopier(segment, readers, removed).copy());
        for (OlderSegment segment : readers.get(0).older()) {
          store.deleteSegment(segment.name());
        }
        store.deleteSegment(BundleSegments.nameFor(store, current.version()));
      }
      return readers.size();
    }
  }

  private void publish(String version, List<BundleInput> inputs, List<OlderSegment> older)
      throws IOException {
    publish(
        version,
        older,
        (segment, workers) ->
            FooterReading.addAll(segment, inputs, workers, options.jobs(), options.progress()));
  }

  /** What a new segment has. */
  private interface Entries {
    void addTo(SegmentWriter segment, ExecutorService workers) throws IOException;
  }

  private void publish(String version, List<OlderSegment> older, Entries entries)
      throws IOException {
    store.publish(
        version,
        out -> {
          ExecutorService workers = Executors.newFixedThreadPool(options.jobs());
          // Before the segment is closed: tasks read its temporary file.
          Closeable tasks = () -> PendingReads.end(workers);
          try (SegmentWriter segment =
                  new SegmentWriter(out, options.memory(), options.temporaryFolder());
              tasks) {
            entries.addTo(segment, workers);
            segment.finish(older, workers, options.jobs());
          }
        });
  }
}
