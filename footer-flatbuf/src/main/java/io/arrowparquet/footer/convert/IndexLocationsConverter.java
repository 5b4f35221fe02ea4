// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.generated.ParquetFbs.IndexLocation;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IndexLocations;
import java.nio.ByteBuffer;

/**
 * Collects where the column indexes, or the offset indexes, of one row group's chunks are, and
 * writes them as start positions if they lie back to back, which costs four bytes a chunk.
 */
final class IndexLocationsConverter {
  private static final int HAS_OFFSET = 1;
  private static final int HAS_LENGTH = 2;
  private static final int HAS_BOTH = HAS_OFFSET | HAS_LENGTH;
  private static final long MAX_START = 0xFFFFFFFFL;

  private final int count;

  /** By chunk; null as long as none has an index. */
  private long[] offsets;

  private int[] lengths;
  private byte[] has;
  private int[] starts;

  IndexLocationsConverter(int chunks) {
    this.count = chunks;
  }

  void set(int chunk, boolean hasOffset, long offset, boolean hasLength, int length) {
    if (!hasOffset && !hasLength) {
      return;
    }
    if (has == null) {
      offsets = new long[count];
      lengths = new int[count];
      has = new byte[count];
    }
    offsets[chunk] = hasOffset ? offset : 0;
    lengths[chunk] = hasLength ? length : 0;
    has[chunk] = (byte) ((hasOffset ? HAS_OFFSET : 0) | (hasLength ? HAS_LENGTH : 0));
  }

  int write(FlatWriter out) {
    if (has == null) {
      return 0;
    }
    boolean backToBack = findStarts();
    int vector = backToBack ? out.ints(starts, count + 1) : writeLocations(out);
    return out.begin(IndexLocations.SHAPE)
        .setIf(backToBack, IndexLocations.BASE, firstOffset())
        .refer(backToBack ? IndexLocations.STARTS : IndexLocations.LOCATIONS, vector)
        .end();
  }

  private long firstOffset() {
    int first = 0;
    while (has[first] == 0) {
      first++;
    }
    return offsets[first];
  }

  /** Whether each index begins where the one before it ends; an absent one takes no room. */
  private boolean findStarts() {
    starts = new int[count + 1];
    long base = 0;
    long start = 0;
    boolean begun = false;
    for (int i = 0; i < count; i++) {
      starts[i] = (int) start;
      if (has[i] == 0) {
        continue;
      }
      if (!begun) {
        base = offsets[i];
        begun = true;
      }
      if (has[i] != HAS_BOTH || lengths[i] <= 0 || offsets[i] != base + start) {
        return false;
      }
      start += lengths[i];
      if (start > MAX_START) {
        return false;
      }
    }
    starts[count] = (int) start;
    return true;
  }

  private int writeLocations(FlatWriter out) {
    ByteBuffer structs = out.beginStructs(IndexLocation.BYTES, count, Long.BYTES);
    for (int i = 0; i < count; i++) {
      int at = i * IndexLocation.BYTES;
      structs.putLong(at + IndexLocation.OFFSET, offsets[i]);
      structs.putInt(at + IndexLocation.LENGTH, lengths[i]);
      // With the bytes after it.
      structs.putInt(at + IndexLocation.HAS, has[i]);
    }
    return out.endStructs();
  }
}
