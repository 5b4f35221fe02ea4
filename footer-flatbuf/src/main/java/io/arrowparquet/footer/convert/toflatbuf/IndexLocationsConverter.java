// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert.toflatbuf;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flatbuf.generated.IndexLocation;
import io.arrowparquet.footer.flatbuf.generated.IndexLocations;
import java.util.Arrays;

/**
 * Collects where the column indexes, or the offset indexes, of one row group's chunks are, and
 * writes them as start positions if they lie back to back, which costs four bytes a chunk.
 */
final class IndexLocationsConverter {
  private static final int HAS_OFFSET = 1;
  private static final int HAS_LENGTH = 2;
  private static final int HAS_BOTH = HAS_OFFSET | HAS_LENGTH;
  private static final long MAX_START = 0xFFFFFFFFL;

  private long[] offsets = new long[16];
  private int[] lengths = new int[16];
  private byte[] has = new byte[16];
  private int[] starts = new int[16];
  private int count;
  private boolean anyPresent;

  void begin() {
    count = 0;
    anyPresent = false;
  }

  void add(boolean hasOffset, long offset, boolean hasLength, int length) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
      has = Arrays.copyOf(has, 2 * count);
    }
    offsets[count] = hasOffset ? offset : 0;
    lengths[count] = hasLength ? length : 0;
    has[count] = (byte) ((hasOffset ? HAS_OFFSET : 0) | (hasLength ? HAS_LENGTH : 0));
    anyPresent |= has[count] != 0;
    count++;
  }

  /** Writes the table; 0 if no chunk has an index. */
  int write(FlatWriter out) {
    if (!anyPresent) {
      return 0;
    }
    boolean backToBack = findStarts();
    int vector = backToBack ? out.ints(starts, count + 1) : writeLocations(out.builder());
    FlatBufferBuilder builder = out.builder();
    IndexLocations.startIndexLocations(builder);
    if (backToBack) {
      IndexLocations.addBase(builder, firstOffset());
      IndexLocations.addStarts(builder, vector);
    } else {
      IndexLocations.addLocations(builder, vector);
    }
    return IndexLocations.endIndexLocations(builder);
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
    if (starts.length <= count) {
      starts = new int[count + 1 + count / 2];
    }
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

  private int writeLocations(FlatBufferBuilder builder) {
    IndexLocations.startLocationsVector(builder, count);
    for (int i = count - 1; i >= 0; i--) {
      IndexLocation.createIndexLocation(builder, offsets[i], lengths[i], has[i]);
    }
    return builder.endVector();
  }
}
