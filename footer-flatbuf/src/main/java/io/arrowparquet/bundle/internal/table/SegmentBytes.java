// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the bytes of a segment: neighbouring places at once, each with its checksum compared. The
 * end of the segment stays in memory, and so do small places that were read last. Threads may share
 * it.
 */
final class SegmentBytes {
  /** What is read first; holds the root of most segments. */
  static final int TAIL_BYTES = 64 << 10;

  /** As much is read for nothing where that saves a request. */
  private static final int MAX_GAP = 256 << 10;

  /** Of one request; a single place may be larger. */
  private static final int MAX_REQUEST = 16 << 20;

  /** Where all metadata is no more than this, it is read at once. */
  private static final int MAX_METADATA = 1 << 20;

  /** Places that stay in memory: steps of a plan ask for the same heads and row groups. */
  private static final int MOST_KEPT = 256 << 10;

  private static final int BYTES_OF_ENTRY = 128;

  private final ByteSource source;
  private final int maximum;
  private final long length;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong bytesRead = new AtomicLong();
  private final RecentlyUsed<BundlePlace, Slice> kept =
      new RecentlyUsed<>(MOST_KEPT, (place, slice) -> BYTES_OF_ENTRY + slice.length());
  private volatile byte[] end;

  /** Where all metadata begins; it is read once anything of it is needed. */
  private volatile long metadataOffset;

  SegmentBytes(ByteSource source, int maximum) throws IOException {
    this.source = source;
    this.maximum = maximum;
    ByteSource.Tail tail = source.readTail(TAIL_BYTES);
    this.length = tail.length();
    this.metadataOffset = length;
    this.end = new byte[tail.bytes().remaining()];
    tail.bytes().get(end);
    requests.incrementAndGet();
    bytesRead.addAndGet(end.length);
  }

  int maximum() {
    return maximum;
  }

  String name() {
    return source.name();
  }

  long length() {
    return length;
  }

  long requests() {
    return requests.get();
  }

  long bytesRead() {
    return bytesRead.get();
  }

  byte[] end() {
    return end;
  }

  void metadataFrom(long offset) {
    if (offset >= BundleFormat.HEADER_BYTES && length - offset <= MAX_METADATA) {
      metadataOffset = offset;
    }
  }

  private synchronized void extendEnd(long offset) throws IOException {
    byte[] now = end;
    int missing = (int) Math.max(0, length - now.length - offset);
    if (missing > 0) {
      byte[] longer = Arrays.copyOf(fetch(offset, missing), missing + now.length);
      System.arraycopy(now, 0, longer, missing, now.length);
      end = longer;
    }
  }

  private byte[] fetch(long offset, int size) throws IOException {
    byte[] bytes = new byte[size];
    source.readFully(offset, ByteBuffer.wrap(bytes));
    requests.incrementAndGet();
    bytesRead.addAndGet(size);
    return bytes;
  }

  Slice read(BundlePlace place) throws IOException {
    return read(List.of(place)).get(0);
  }

  List<Slice> read(List<BundlePlace> places) throws IOException {
    return read(places, MAX_GAP);
  }

  /** Of a local file nothing that lies between: such places are many, and each is read soon. */
  List<Slice> readScattered(List<BundlePlace> places) throws IOException {
    return read(places, source.hints().isLocal() ? 0 : MAX_GAP);
  }

  private List<Slice> read(List<BundlePlace> places, int gap) throws IOException {
    List<Slice> slices = readRanges(places, gap);
    for (int i = 0; i < places.size(); i++) {
      Slice slice = slices.get(i);
      BundlePlace place = places.get(i);
      requireCrc(slice, slice.length(), place.crc(), place.offset());
      keep(place, slice);
    }
    return slices;
  }

  /** Once it is known to be sound: what was damaged on its way is read again. */
  private void keep(BundlePlace place, Slice slice) {
    boolean isSmall = place.length() <= MOST_KEPT / 4;
    if (isSmall && place.offset() < length - end.length && kept.find(place) == null) {
      kept.keep(place, slice.copy());
    }
  }

  void requireCrc(Slice slice, int count, int expected, long offset) {
    int found = Checksum.crc32(ByteBuffer.wrap(slice.array(), slice.start(), count));
    try {
      Checksum.require("CRC-32", offset, expected, found, " over the bytes");
    } catch (CorruptFooterException e) {
      throw e.in(name());
    }
  }

  List<Slice> readRanges(List<BundlePlace> places) throws IOException {
    return readRanges(places, MAX_GAP);
  }

  private List<Slice> readRanges(List<BundlePlace> places, int gap) throws IOException {
    for (BundlePlace place : places) {
      requireInside(place);
      if (place.offset() >= metadataOffset) {
        extendEnd(metadataOffset);
      }
    }
    byte[] last = end;
    long lastFrom = length - last.length;
    Slice[] slices = new Slice[places.size()];
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < slices.length; i++) {
      BundlePlace place = places.get(i);
      slices[i] =
          place.offset() >= lastFrom
              ? new Slice(last, (int) (place.offset() - lastFrom), place.length())
              : kept.find(place);
      if (slices[i] == null) {
        missing.add(i);
      }
    }
    missing.sort(Comparator.comparingLong(i -> places.get(i).offset()));
    int from = 0;
    while (from < missing.size()) {
      long start = places.get(missing.get(from)).offset();
      long stop = places.get(missing.get(from)).end();
      int to = from + 1;
      while (to < missing.size()) {
        BundlePlace next = places.get(missing.get(to));
        if (next.offset() - stop > gap || next.end() - start > MAX_REQUEST) {
          break;
        }
        stop = Math.max(stop, next.end());
        to++;
      }
      byte[] bytes = fetch(start, (int) (stop - start));
      for (int i : missing.subList(from, to)) {
        BundlePlace place = places.get(i);
        slices[i] = new Slice(bytes, (int) (place.offset() - start), place.length());
      }
      from = to;
    }
    return List.of(slices);
  }

  private void requireInside(BundlePlace place) {
    boolean isInside =
        place.offset() >= BundleFormat.HEADER_BYTES
            && place.length() >= 0
            && place.length() <= maximum
            && place.offset() <= length - SegmentRoot.SegmentTrailer.BYTES - place.length();
    if (!isInside) {
      throw new CorruptFooterException(
              "place in the bundle",
              place.offset(),
              place.length() + " bytes",
              "a place inside its " + length + " bytes, of at most " + maximum)
          .in(name());
    }
  }
}
