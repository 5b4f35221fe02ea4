// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.internal.table.BundlePlace;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Heads and key-values of footers, which many files of a segment share. Threads may share it. */
final class FooterTexts {
  /** Bytes of unpacked texts that are kept at most, or a part of the heap if that is less. */
  private static final long KEPT = 16 << 20;

  private static final int HEAP_PART = 16;
  private static final int BYTES_OF_ENTRY = 128;

  private final SegmentReader segment;
  private final RecentlyUsed<BundlePlace, byte[]> unpacked =
      new RecentlyUsed<>(
          Math.min(KEPT, Runtime.getRuntime().maxMemory() / HEAP_PART),
          (place, text) -> BYTES_OF_ENTRY + text.length);

  /** As the segment has them; complete before other threads use it. */
  private final Map<BundlePlace, Slice> packed = new HashMap<>();

  FooterTexts(SegmentReader segment) {
    this.segment = segment;
  }

  /**
   * Reads what some files need, as long as it fits, so that it need not be read later.
   *
   * @param most bytes that may be read
   */
  void load(Collection<FileRow> files, long most) throws IOException {
    Set<BundlePlace> wanted = new LinkedHashSet<>();
    long bytes = 0;
    for (FileRow file : files) {
      List<BundlePlace> more = new ArrayList<>(places(file));
      more.removeAll(wanted);
      for (BundlePlace place : more) {
        bytes += Math.max(0, place.length());
      }
      if (bytes > most) {
        break;
      }
      wanted.addAll(more);
    }
    List<BundlePlace> places = new ArrayList<>(wanted);
    List<Slice> slices = segment.read(places);
    for (int i = 0; i < places.size(); i++) {
      packed.put(places.get(i), slices.get(i).copy());
    }
  }

  private static List<BundlePlace> places(FileRow file) {
    List<BundlePlace> places = new ArrayList<>(List.of(file.head()));
    if (file.keyValues() != null) {
      places.addAll(file.keyValues());
    }
    return places;
  }

  /** Whether all that a file needs was read beforehand. */
  boolean has(FileRow file) {
    return packed.keySet().containsAll(places(file));
  }

  /** The bytes of a place; not to be changed. */
  byte[] get(BundlePlace place) throws IOException {
    return unpacked.get(place, () -> unpack(place));
  }

  private byte[] unpack(BundlePlace place) throws IOException {
    Slice known = packed.get(place);
    return known == null ? segment.unpacked(place) : segment.unpacked(place, known);
  }
}
