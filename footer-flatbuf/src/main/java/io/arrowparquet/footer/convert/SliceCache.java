// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.thrift.ChunkFields;
import java.util.Arrays;

/**
 * Remembers what pairs of byte ranges of the source were written as, so that equal ones are written
 * once. The ranges stay in the source: nothing is copied, and an entry is six numbers.
 *
 * <p>Under crafted collisions, entries beyond {@link #MAX_PROBES} are dropped; equal ranges may
 * then be written twice.
 */
final class SliceCache {
  private static final int ENTRY = 6;
  private static final int A_START = 0;
  private static final int A_LENGTH = 1;
  private static final int B_START = 2;
  private static final int B_LENGTH = 3;
  private static final int HASH = 4;
  private static final int VALUE = 5;

  private static final int INITIAL_CAPACITY_BITS = 4;

  /** In a table that is half empty, far more than there ever are by chance. */
  private static final int MAX_PROBES = 64;

  private static final int NO_PLACE = -1;

  /** Fibonacci hashing multiplier, 2^64 / phi. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final byte[] source;
  private int capacityBits = INITIAL_CAPACITY_BITS;
  private int[] entries = new int[ENTRY << INITIAL_CAPACITY_BITS];
  private int size;

  /** Where the bytes belong that were not found, and their hash. */
  private int missingPlace;

  private int missingHash;

  SliceCache(byte[] source) {
    this.source = source;
  }

  void clear() {
    if (size > 0) {
      Arrays.fill(entries, 0);
      size = 0;
    }
  }

  /** What was put for equal bytes, 0 if nothing was. */
  int get(int aStart, int aLength, int bStart, int bLength) {
    int hash = hash(aStart, aLength, bStart, bLength);
    int place = firstPlace(hash);
    missingHash = hash;
    missingPlace = NO_PLACE;
    for (int probe = 0; probe < MAX_PROBES; probe++) {
      if (entries[place + VALUE] == 0) {
        missingPlace = place;
        return 0;
      }
      if (entries[place + HASH] == hash
          && entries[place + A_LENGTH] == aLength
          && entries[place + B_LENGTH] == bLength
          && ChunkFields.sameBytes(source, entries[place + A_START], aStart, aLength)
          && ChunkFields.sameBytes(source, entries[place + B_START], bStart, bLength)) {
        return entries[place + VALUE];
      }
      place = nextPlace(place);
    }
    return 0;
  }

  /** Remembers a value, not 0, for the bytes that {@link #get} was last asked for in vain. */
  void put(int aStart, int aLength, int bStart, int bLength, int value) {
    int place = missingPlace;
    if (place == NO_PLACE) {
      return;
    }
    entries[place + A_START] = aStart;
    entries[place + A_LENGTH] = aLength;
    entries[place + B_START] = bStart;
    entries[place + B_LENGTH] = bLength;
    entries[place + HASH] = missingHash;
    entries[place + VALUE] = value;
    size++;
    if (2 * size > 1 << capacityBits) {
      grow();
    }
  }

  private void grow() {
    int[] old = entries;
    capacityBits++;
    entries = new int[old.length * 2];
    size = 0;
    for (int from = 0; from < old.length; from += ENTRY) {
      if (old[from + VALUE] != 0) {
        int to = freePlace(old[from + HASH]);
        if (to != NO_PLACE) {
          System.arraycopy(old, from, entries, to, ENTRY);
          size++;
        }
      }
    }
  }

  private int freePlace(int hash) {
    int place = firstPlace(hash);
    for (int probe = 0; probe < MAX_PROBES; probe++) {
      if (entries[place + VALUE] == 0) {
        return place;
      }
      place = nextPlace(place);
    }
    return NO_PLACE;
  }

  /** By the hash's highest bits, which depend on all bits of what was multiplied. */
  private int firstPlace(int hash) {
    return (hash >>> (Integer.SIZE - capacityBits)) * ENTRY;
  }

  private int nextPlace(int place) {
    int next = place + ENTRY;
    return next == entries.length ? 0 : next;
  }

  private int hash(int aStart, int aLength, int bStart, int bLength) {
    long hash = extend(extend(aLength, aStart, aLength) + bLength, bStart, bLength);
    return (int) (hash >>> Integer.SIZE);
  }

  private long extend(long hash, int start, int length) {
    long extended = hash;
    int at = start;
    int rest = length;
    for (; rest > Long.BYTES; rest -= Long.BYTES) {
      extended = mix(extended ^ ChunkFields.longAt(source, at));
      at += Long.BYTES;
    }
    return rest == 0 ? extended : mix(extended ^ upToEightAt(at, rest));
  }

  /** Multiplying carries differences up, and what comes up there goes down for the next time. */
  private static long mix(long bits) {
    long product = bits * MULTIPLIER;
    return product ^ (product >>> Integer.SIZE);
  }

  private long upToEightAt(int start, int length) {
    if (start <= source.length - Long.BYTES) {
      return ChunkFields.longAt(source, start) & (-1L >>> (Long.SIZE - Byte.SIZE * length));
    }
    long bytes = 0;
    for (int i = length - 1; i >= 0; i--) {
      bytes = (bytes << Byte.SIZE) | (source[start + i] & 0xFF);
    }
    return bytes;
  }
}
