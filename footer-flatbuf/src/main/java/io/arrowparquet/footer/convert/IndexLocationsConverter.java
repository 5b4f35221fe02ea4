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

  /** As long as indexes lie back to back: where each begins, after the first one. */
  private int[] starts;

  /** How many of the starts are known. */
  private int known;

  private long base;
  private long next;

  /** By chunk; null as long as all lie back to back. */
  private long[] offsets;

  private int[] lengths;
  private byte[] has;

  IndexLocationsConverter(int chunks) {
    this.count = chunks;
  }

  /** Sets the index of a chunk that comes after those set before. */
  void set(int chunk, boolean hasOffset, long offset, boolean hasLength, int length) {
    if (!hasOffset && !hasLength) {
      return;
    }
    if (starts == null) {
      starts = new int[count + 1];
      base = offset;
      next = offset;
    }
    if (has == null) {
      long end = offset + length;
      if (hasOffset && hasLength && offset == next && length > 0 && end - base <= MAX_START) {
        startUpTo(chunk);
        next = end;
        return;
      }
      listLocations();
    }
    offsets[chunk] = hasOffset ? offset : 0;
    lengths[chunk] = hasLength ? length : 0;
    has[chunk] = (byte) ((hasOffset ? HAS_OFFSET : 0) | (hasLength ? HAS_LENGTH : 0));
  }

  /** An absent index takes no room: the next one begins where it would. */
  private void startUpTo(int chunk) {
    int start = (int) (next - base);
    for (; known <= chunk; known++) {
      starts[known] = start;
    }
  }

  /** Writes down one by one what was found to lie back to back. */
  private void listLocations() {
    offsets = new long[count];
    lengths = new int[count];
    has = new byte[count];
    int last = known;
    startUpTo(last);
    for (int i = 0; i < last; i++) {
      int length = starts[i + 1] - starts[i];
      if (length != 0) {
        offsets[i] = base + (starts[i] & 0xFFFFFFFFL);
        lengths[i] = length;
        has[i] = HAS_BOTH;
      }
    }
  }

  int write(FlatWriter out) {
    if (starts == null) {
      return 0;
    }
    boolean backToBack = has == null;
    if (backToBack) {
      startUpTo(count);
    }
    int vector = backToBack ? out.ints(starts, count + 1) : writeLocations(out);
    return out.begin(IndexLocations.SHAPE)
        .setIf(backToBack, IndexLocations.BASE, base)
        .refer(backToBack ? IndexLocations.STARTS : IndexLocations.LOCATIONS, vector)
        .end();
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
